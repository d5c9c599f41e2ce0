/** A part of the app was not there: the connection broke, or a newer version of the site has replaced it. */
export class MissingPart extends Error {
  constructor(cause: unknown) {
    super('A part of the app could not be loaded', { cause });
    this.name = 'MissingPart';
  }
}

/** The code of a screen. Throws MissingPart; the browser's own error would make the router load the page anew by itself. */
export const part = <Code>(code: Promise<Code>): Promise<Code> =>
  code.catch((error: unknown) => {
    throw new MissingPart(error);
  });
