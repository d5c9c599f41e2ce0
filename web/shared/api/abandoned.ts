/** The person was asked for something before a call, and left: the call did not happen, and nothing has to be told. */
export class Abandoned extends Error {
  constructor() {
    super('What the call needed was not given');
    this.name = 'Abandoned';
  }
}
