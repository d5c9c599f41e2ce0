import type { Database } from '#database/client.ts';
import type { Config } from '#server/config/config.ts';

/** Opens the database for the time of the work. Returns what the work returns. */
export type WithDatabase = (work: (database: Database, config: Config) => Promise<number>) => Promise<number>;

/** What the commands need of the command line. */
export interface Ops {
  withDatabase: WithDatabase;
  /** Makes a command's action of work that returns the exit code. */
  exitsWith: <Given extends unknown[]>(
    work: (...given: Given) => number | Promise<number>,
  ) => (...given: Given) => Promise<void>;
}
