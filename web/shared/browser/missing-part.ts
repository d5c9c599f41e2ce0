import { inTime } from './time-limit.ts';

/** A part of the app could not be loaded: the connection broke or is silent, or a newer version of the site has replaced it. */
export class MissingPart extends Error {
  constructor(cause: unknown) {
    super('A part of the app could not be loaded', { cause });
    this.name = 'MissingPart';
  }
}

/** Loads a screen's code or texts. Throws MissingPart, because the browser's own error would make the router reload the page. */
export const part = <Code>(code: Promise<Code>): Promise<Code> =>
  inTime(code).catch((error: unknown) => {
    throw new MissingPart(error);
  });
