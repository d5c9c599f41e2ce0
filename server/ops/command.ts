import type { Database } from '#database/client.ts';
import type { Config } from '#server/config/config.ts';

/** Opens the database while `work` runs. Returns the result of `work`. */
export type WithDatabase = (work: (database: Database, config: Config) => Promise<number>) => Promise<number>;

/** What the commands need from the command line. */
export interface Ops {
  withDatabase: WithDatabase;
  /** Makes a command's action from work that returns the exit code. */
  exitsWith: <Given extends unknown[]>(
    work: (...given: Given) => number | Promise<number>,
  ) => (...given: Given) => Promise<void>;
}
