import type { Announcer } from '#database/announcer.ts';
import { mayBeCommitted, sqlState } from '#database/client.ts';
import { MISSED } from '#database/news.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import type { PostbackCall } from '#domain/earning/wall-format/read-postback.ts';
import type { Receipt } from './postback-log.ts';

export interface ArrivedCall {
  wall: ConfiguredWall;
  call: PostbackCall;
  receipt: Receipt;
}

/**
 * Classes of SQLSTATE that one row can cause: 22 data exception, 23 integrity constraint, 40 deadlock, P0 raised by a
 * trigger, PF raised by our functions (PostgreSQL, appendix A). Timeouts are left out: searching for the row would
 * run into many more.
 */
const ROW_FAULTS = new Set(['22', '23', '40', 'P0', 'PF']);

/**
 * Runs `commit`, one statement for all these calls, and returns the result of each, in their order. If a row fails, the
 * batch is halved until the row is found, so the other calls are committed all the same; the result of that one is `alone`.
 * Throws errors that no single row causes, such as a lost connection.
 */
export async function byHalves<Result>(
  announcer: Announcer,
  calls: ArrivedCall[],
  commit: (calls: ArrivedCall[]) => Promise<Result[]>,
): Promise<(Result | 'alone')[]> {
  try {
    return await commit(calls);
  } catch (error) {
    if (mayBeCommitted(error)) announcer.tell(MISSED);
    if (!ROW_FAULTS.has(sqlState(error)?.slice(0, 2) ?? '')) throw error;
    if (calls.length === 1) return ['alone'];
    const middle = Math.ceil(calls.length / 2);
    const first = await byHalves(announcer, calls.slice(0, middle), commit);
    return [...first, ...(await byHalves(announcer, calls.slice(middle), commit))];
  }
}
