import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, sqlState } from '#database/client.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import type { PostbackCall } from '#domain/earning/wall-format/read-postback.ts';
import type { Receipt } from './postback-log.ts';

export interface ArrivedCredit {
  wall: ConfiguredWall;
  call: PostbackCall;
  receipt: Receipt;
}

/** `alone`: nothing has moved; the call has to be settled in a transaction of its own. */
export type Together = 'credited' | 'duplicate' | 'alone';

/**
 * Classes of SQLSTATE that one row can cause: 22 data exception, 23 integrity constraint, 40 deadlock, P0 raised by a
 * trigger, PF raised by our functions (PostgreSQL, appendix A). Timeouts are left out: searching for the row would
 * run into many more.
 */
const ROW_FAULTS = new Set(['22', '23', '40', 'P0', 'PF']);

/**
 * Commits the credits in one statement and returns the result of each, in their order. If a row fails, the batch is
 * halved until the row is found, so the other credits are committed all the same. Throws errors that no single row
 * causes, such as a lost connection.
 */
export async function creditTogether(
  database: Database,
  credits: ArrivedCredit[],
  thresholdPoints: number,
): Promise<Together[]> {
  try {
    return await creditPostbacks(database, credits, thresholdPoints);
  } catch (error) {
    if (!ROW_FAULTS.has(sqlState(error)?.slice(0, 2) ?? '')) throw error;
    if (credits.length === 1) return ['alone'];
    const middle = Math.ceil(credits.length / 2);
    const first = await creditTogether(database, credits.slice(0, middle), thresholdPoints);
    return [...first, ...(await creditTogether(database, credits.slice(middle), thresholdPoints))];
  }
}

/** Ids of UUID version 7 grow with time, so new rows go to the last page of their indexes. */
async function creditPostbacks(
  database: Database,
  credits: ArrivedCredit[],
  thresholdPoints: number,
): Promise<Together[]> {
  const column = <T>(of: (credit: ArrivedCredit) => T): T[] => credits.map(of);
  const ids = column(() => randomUUIDv7());
  const providers = column(({ wall }) => wall.definition.id);
  const transactionIds = column(({ call }) => call.transactionId);
  const codes = column(({ call }) => call.memberCode);
  const amounts = column(({ call }) => call.points);
  const revenues = column(({ call }) => call.revenueMicros);
  const taskTypes = column(({ wall }) => wall.definition.taskType ?? 'offer_completion');
  const titles = column(({ call }) => call.offerName);
  const raws = column(({ receipt }) => receipt.raw);
  const sourceIps = column(({ receipt }) => receipt.sourceIp);
  const latencies = column(({ receipt }) => receipt.elapsed());
  const settled = await sql<{ place: number; verdict: 'credited' | 'duplicate' }>`
    select place, verdict from credit_postbacks(${ids}::uuid[], ${providers}::text[], ${transactionIds}::text[],
      ${codes}::text[], ${amounts}::integer[], ${revenues}::bigint[], ${taskTypes}::text[], ${titles}::text[],
      ${raws}::text[], ${sourceIps}::text[], ${latencies}::integer[], ${thresholdPoints}::integer)`.execute(
    database,
  );
  const verdicts = credits.map((): Together => 'alone');
  for (const { place, verdict } of settled.rows) verdicts[place - 1] = verdict;
  return verdicts;
}
