/** What a server writes of calls that a busy machine has put off. */
const PUT_OFF = /timeout exceeded when trying to connect|canceling statement due to lock timeout/;

/** The errors of a server's log, without those of calls that a busy machine has put off. */
export const errorsIn = (output: string): string[] =>
  output.split('\n').filter((line) => /"level":[56]0/.test(line) && !PUT_OFF.test(line));
