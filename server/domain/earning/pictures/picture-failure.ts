import type { PictureFault } from '#contract/feeds.values.ts';

/** A picture that could not be fetched or drawn. Holds nothing of the call or the answer. */
export class PictureFailure extends Error {
  readonly fault: PictureFault;

  constructor(fault: PictureFault) {
    super(`the picture is not kept: ${fault}`);
    this.fault = fault;
  }
}
