/** What a field has sent to the place that keeps its value, to tell what comes back from a change by others. */
export class SentValues {
  #last: string;
  /** Sent and not come back yet, the oldest first. */
  #underWay: string[] = [];

  constructor(first: string) {
    this.#last = first;
  }

  get last(): string {
    return this.#last;
  }

  send(value: string): void {
    this.#last = value;
    this.#underWay.push(value);
  }

  /** True for a value that the field has sent, also if it has sent another since; any other is the last one from now on. */
  isOwn(value: string): boolean {
    const at = this.#underWay.indexOf(value);
    if (at >= 0) {
      this.#underWay.splice(0, at + 1);
      return true;
    }
    if (value === this.#last) return true;
    this.#underWay = [];
    this.#last = value;
    return false;
  }
}
