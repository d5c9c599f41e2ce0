/** The person left a question that precedes a call: the call was not made, and no message is shown. */
export class Abandoned extends Error {
  constructor() {
    super('What the call needed was not given');
    this.name = 'Abandoned';
  }
}
