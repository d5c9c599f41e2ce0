import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Announcer } from '#database/announcer.ts';
import { type Database, mayBeCommitted, sqlState } from '#database/client.ts';
import { MISSED, noNews } from '#database/news.ts';
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

interface Ports {
  database: Database;
  announcer: Announcer;
  thresholdPoints: number;
}

/**
 * Commits the credits in one statement, tells of them, and returns the result of each, in their order. If a row fails, the
 * batch is halved until the row is found, so the other credits are committed all the same. Throws errors that no single
 * row causes, such as a lost connection.
 */
export async function creditTogether(ports: Ports, credits: ArrivedCredit[]): Promise<Together[]> {
  try {
    return await creditPostbacks(ports, credits);
  } catch (error) {
    if (mayBeCommitted(error)) ports.announcer.tell(MISSED);
    if (!ROW_FAULTS.has(sqlState(error)?.slice(0, 2) ?? '')) throw error;
    if (credits.length === 1) return ['alone'];
    const middle = Math.ceil(credits.length / 2);
    const first = await creditTogether(ports, credits.slice(0, middle));
    return [...first, ...(await creditTogether(ports, credits.slice(middle)))];
  }
}

/** Ids of UUID version 7 grow with time, so new rows go to the last page of their indexes. */
async function creditPostbacks(
  { database, announcer, thresholdPoints }: Ports,
  credits: ArrivedCredit[],
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
  const { rows } = await sql<Settled>`
    select * from credit_postbacks(${ids}::uuid[], ${providers}::text[], ${transactionIds}::text[],
      ${codes}::text[], ${amounts}::integer[], ${revenues}::bigint[], ${taskTypes}::text[], ${titles}::text[],
      ${raws}::text[], ${sourceIps}::text[], ${latencies}::integer[], ${thresholdPoints}::integer)`.execute(
    database,
  );
  const verdicts = credits.map((): Together => 'alone');
  const news = noNews();
  for (const { credited, creditedMembers, duplicates, jobs } of rows) {
    for (const place of duplicates) verdicts[place - 1] = 'duplicate';
    credited.forEach((place, n) => {
      verdicts[place - 1] = 'credited';
      news.moves.push({ userId: creditedMembers[n] ?? '', change: amounts[place - 1] ?? 0, isCredit: true });
    });
    news.jobs += jobs;
  }
  announcer.tell(news);
  return verdicts;
}

/** The one row of `credit_postbacks`. Places in the batch count from one. */
interface Settled {
  credited: number[];
  /** The member of each credited call. */
  creditedMembers: string[];
  duplicates: number[];
  jobs: number;
}
