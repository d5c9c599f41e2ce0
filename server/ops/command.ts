import type { Database } from '#database/client.ts';
import type { Config } from '#server/config/config.ts';

/** Who acts by a command, in the audit trail. */
export const OPERATOR = { id: 'operator', role: 'operator', ip: '' };

/** By these a person or a service manager stops a command, and a terminal that is closed. */
export const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Finds the database, or starts the embedded one, while `work` runs. Returns the result of `work`. */
export type WithAddress = (work: (url: string, config: Config) => Promise<number>) => Promise<number>;
/** Opens the database, which must have the schema of this version, while `work` runs. Returns the result of `work`. */
export type WithDatabase = (work: (database: Database, config: Config) => Promise<number>) => Promise<number>;

/** What the commands need from the command line. */
export interface Ops {
  withDatabase: WithDatabase;
  /** For commands that copy or open a whole database; its schema may be any. */
  withAddress: WithAddress;
  /** For commands that fill a database; an embedded one is made. */
  withNewAddress: WithAddress;
  /** Makes a command's action from work that returns the exit code. */
  exitsWith: <Given extends unknown[]>(
    work: (...given: Given) => number | Promise<number>,
  ) => (...given: Given) => Promise<void>;
}
