import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { sqlState } from './client.ts';
import { Connection, SilentDatabase } from './connection.ts';

/** How long a database has to respond to one try, and the pause between two. */
const TRY_MS_MAX = 5_000;
const PAUSE_MS = 1_000;
/** Afterwards the process ends, and what watches over it may start it again. */
const WAIT_MS_MAX = 30_000;

/** A database that cannot be used. The message is one sentence for the operator, without the password. */
export class DatabaseFault extends Error {
  /** Whether it may pass by itself. */
  readonly passes: boolean;

  constructor(url: string, says: string, passes: boolean, cause?: unknown) {
    const { host, port, database } = new pg.Client({ connectionString: url });
    super(`The database ${database} at ${host}:${port} ${says}.`, { cause });
    this.passes = passes;
  }
}

/** Faults of connections that pass when the database, its machine, its name or the way to it is back. */
const CONNECTION_FAULTS: Record<string, string> = {
  ECONNREFUSED: 'refuses connections',
  ECONNRESET: 'closes connections',
  EPIPE: 'closes connections',
  ETIMEDOUT: 'does not respond',
  EHOSTUNREACH: 'cannot be reached from here',
  ENETUNREACH: 'cannot be reached from here',
  ENOTFOUND: 'has a host name that is not known here',
  EAI_AGAIN: 'has a host name that is not known here',
};
/** SQLSTATEs that pass: a server that stops, has crashed, starts, has no room, or is a standby. */
const PASSING_STATES: Record<string, string> = {
  '57P01': 'is stopping',
  '57P02': 'recovers from a crash',
  '57P03': 'is starting or stopping',
  '53300': 'has no connection left',
  '25006': 'takes no writes',
};
/** SQLSTATEs that last until somebody changes a setting or a right. */
const LASTING_STATES: Record<string, string> = {
  '28P01': 'refuses the user or the password',
  '28000': 'refuses the user',
  '3D000': 'does not exist',
  '42501':
    'does not let this user make and change tables, which its owner may; a role that only serves needs MIGRATE=check and `npm run ops -- grant <role>` for this database',
};

/** What the error says of the database, or undefined if it is about something else. */
export function databaseFault(url: string, error: unknown): DatabaseFault | undefined {
  const passing = passingFault(error);
  if (passing) return new DatabaseFault(url, passing, true, error);
  const lasting = LASTING_STATES[sqlState(error) ?? ''];
  return lasting
    ? new DatabaseFault(url, `${lasting} (${(error as Error).message})`, false, error)
    : undefined;
}

/** Whether a statement failed because the database cannot be reached, or takes no writes, at the moment. */
export const isDatabaseAway = (error: unknown): boolean => passingFault(error) !== undefined;

function passingFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const state = sqlState(error);
  if (state !== undefined) return PASSING_STATES[state] && `${PASSING_STATES[state]} (${error.message})`;
  if (error instanceof SilentDatabase) return CONNECTION_FAULTS.ETIMEDOUT;
  // Errors of the driver and its pool have no code.
  if (error.message.startsWith('Connection terminated')) return CONNECTION_FAULTS.ECONNRESET;
  if (/^timeout (exceeded when trying to connect|expired)$/.test(error.message))
    return CONNECTION_FAULTS.ETIMEDOUT;
  return CONNECTION_FAULTS[(error as NodeJS.ErrnoException).code ?? ''];
}

/**
 * Waits until the database of this connection string responds and takes writes; `onWaiting` is called before each further
 * try. Throws DatabaseFault, at once if waiting cannot help.
 */
export async function reachDatabase(
  url: string,
  onWaiting: (fault: DatabaseFault) => void,
  waitMsMax = WAIT_MS_MAX,
): Promise<void> {
  const end = Date.now() + waitMsMax;
  for (;;) {
    const fault = await tryDatabase(url, 'write');
    if (!fault) return;
    if (!fault.passes || Date.now() + PAUSE_MS > end) throw fault;
    onWaiting(fault);
    await pause(PAUSE_MS);
  }
}

/** Returns what keeps the database from reading or writing, or undefined if nothing does. */
export async function tryDatabase(url: string, use: 'read' | 'write'): Promise<DatabaseFault | undefined> {
  const client = new Connection({
    connectionString: url,
    application_name: 'pocketful start',
    silenceMsMax: TRY_MS_MAX,
  });
  // `connect` and `query` throw the same error.
  client.on('error', () => {});
  const silent = pause(TRY_MS_MAX, new DatabaseFault(url, 'does not respond', true), { ref: false });
  const ask = async () => {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    await client.end();
    if (use === 'read' || !rows[0]?.standby) return undefined;
    return new DatabaseFault(url, 'is a standby, which takes no writes', true);
  };
  const asked = ask().catch(
    (error: Error) =>
      databaseFault(url, error) ?? new DatabaseFault(url, `cannot be used (${error.message})`, false, error),
  );
  try {
    return await Promise.race([asked, silent]);
  } finally {
    client.connection.stream.destroy();
  }
}
