import type { Listener } from './listener.ts';

/** The channel of the trigger tell_change, which names the table; a test compares the tables that have it. */
export const CHANGES_CHANNEL = 'changes';
/** Tables that staff change now and then and members read all the time. */
export const KEPT_TABLES = ['rewards', 'wall_pauses'] as const;
export type KeptTable = (typeof KEPT_TABLES)[number];

/** Returns a value that all callers share. Not for decisions about money, which read in their own transaction. */
export type Kept<T> = () => Promise<T>;

/** Values of this process that the database renews. */
export interface Memory {
  /**
   * Keeps what `read` returns until the table changes. While it is not sure that changes are heard, each call reads. Not
   * within a transaction, since `read` takes a connection of its own.
   */
  keep: <T>(table: KeptTable, read: () => Promise<T>) => Kept<T>;
  /** Lets the next call of each value read, so that who has just committed a change sees it. */
  forget: () => void;
}

/**
 * The message of a change is sent by its transaction and heard after its commit. A change is therefore seen in
 * milliseconds, and at most the listener's limit of silence later. A read that began before a message is dropped with it.
 */
export function openMemory(listener: Pick<Listener, 'subscribe' | 'isSure'>): Memory {
  const values: { table: string; forget: () => void }[] = [];
  const forget = () => {
    for (const value of values) value.forget();
  };
  const hear = (changed: string) => {
    for (const value of values) if (value.table === changed) value.forget();
  };
  listener.subscribe(CHANGES_CHANNEL, { hear, miss: forget });
  return {
    forget,
    keep: <T>(table: KeptTable, read: () => Promise<T>): Kept<T> => {
      let kept: Promise<T> | undefined;
      values.push({
        table,
        forget: () => {
          kept = undefined;
        },
      });
      return () => {
        if (!listener.isSure()) return read();
        if (!kept) {
          const reading = read();
          kept = reading;
          reading.catch(() => {
            if (kept === reading) kept = undefined;
          });
        }
        return kept;
      };
    },
  };
}
