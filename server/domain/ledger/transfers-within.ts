import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { SLOTS_AND_REST } from './roll-up.ts';

/**
 * A transfer has the time at which its transaction began, and gets its id when it is posted. So ids are in the order of times but
 * for the length of a transaction, which is far below this.
 */
const DISORDER_MS_MAX = 3_600_000;

/** The part of the ledger with the transfers of a time. */
interface Within {
  /** The id before its first one. */
  after: string;
  /** The id of its last one. */
  last: string;
  /** How many transfers of the time there are. Some are elsewhere if a clock was wrong by hours, and in a made-up history. */
  count: number;
}

/** Finds the transfers from `from` on and before `to`, in whole quarter hours, without an index of times. */
export async function transfersWithin(
  database: Database,
  { from, to }: { from: Date; to: Date },
): Promise<Within> {
  // In one statement, so that what is posted later is neither counted nor within.
  const { rows } = await sql<{ count: number; newest: number }>`
    select coalesce(sum(transfers), 0)::float8 as count,
      (select coalesce(max(id), 0) from ledger_transfers)::float8 as newest
    from (${SLOTS_AND_REST}) s where slot >= ${from} and slot < ${to}`.execute(database);
  const { count, newest } = rows[0] ?? { count: 0, newest: 0 };
  return {
    after: await lastIdBefore(database, newest, new Date(from.getTime() - DISORDER_MS_MAX)),
    last: await lastIdBefore(database, newest, new Date(to.getTime() + DISORDER_MS_MAX)),
    count,
  };
}

/** Bisects the ids for the last transfer before the moment, which one that is not before it follows; 0 if there is none. */
async function lastIdBefore(database: Database, newest: number, moment: Date): Promise<string> {
  let [low, high] = [0, newest];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { rows } = await sql<{ id: number; isBefore: boolean }>`
      select id::float8 as id, created_at < ${moment} as is_before from ledger_transfers
      where id > ${middle}::bigint order by ledger_transfers.id limit 1`.execute(database);
    const [next] = rows;
    if (next?.isBefore) low = next.id;
    else high = middle;
  }
  return String(low);
}
