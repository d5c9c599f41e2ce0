import pg from 'pg';

/** Classes of SQLSTATE by which PostgreSQL refuses a connection: who connects, to which database, how many, and a stop. */
const REFUSED = /^(28|3D|53|57P)/;
/** SQLSTATE by which a standby ends what holds up the changes of its primary. No command can have the other error of this number. */
const HELD_UP = '40001';

/**
 * Returns one sentence for a fault of the machine, the network or the database's address, which the person at the keyboard
 * can mend; undefined for all other errors, whose stack is needed.
 */
export function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // Node tries each address of a name, and fetch wraps what went wrong.
  if (error instanceof AggregateError) return sentenceOf(error.errors[0]);
  if (error.cause) {
    const cause = sentenceOf(error.cause);
    return cause && `${error.message}: ${cause}`;
  }
  if (error instanceof pg.DatabaseError && error.code === HELD_UP)
    return `The standby has ended this, as it held up changes of the primary (${error.message}): set hot_standby_feedback = on there, and try again.`;
  if (error instanceof pg.DatabaseError) return REFUSED.test(error.code ?? '') ? error.message : undefined;
  return 'syscall' in error ? error.message : undefined;
}
