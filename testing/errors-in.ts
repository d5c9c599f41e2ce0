/** What a server writes of calls that a busy machine has put off, and of workers that could not look for a job in time. */
const PUT_OFF =
  /timeout exceeded when trying to connect|canceling statement due to lock timeout|the workers of jobs have ended and are started again/;

/** The errors of a server's log, without those of calls that a busy machine has put off. */
export const errorsIn = (output: string): string[] =>
  output.split('\n').filter((line) => /"level":[56]0/.test(line) && !PUT_OFF.test(line));
