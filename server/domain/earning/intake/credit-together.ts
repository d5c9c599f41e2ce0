import { sql } from 'kysely';
import type { Announcer } from '#database/announcer.ts';
import type { Database } from '#database/client.ts';
import { noNews } from '#database/news.ts';
import { addJobs } from '#database/queue.ts';
import { newIds } from '#domain/earning/monitoring/time-ids.ts';
import { type ArrivedCall, byHalves } from './by-halves.ts';

/** `alone`: nothing has moved; the call has to be settled in a transaction of its own. */
export type Together = 'credited' | 'duplicate' | 'alone';

interface Ports {
  database: Database;
  announcer: Announcer;
  thresholdPoints: number;
}

/** Commits the credits in one statement, tells of them, and returns the result of each, in their order: see byHalves. */
export const creditTogether = (ports: Ports, credits: ArrivedCall[]): Promise<Together[]> =>
  byHalves(ports.announcer, credits, (some) => creditPostbacks(ports, some));

/** Ids grow with time, so new rows go to the last page of their indexes. */
async function creditPostbacks(
  { database, announcer, thresholdPoints }: Ports,
  credits: ArrivedCall[],
): Promise<Together[]> {
  const column = <T>(of: (credit: ArrivedCall) => T): T[] => credits.map(of);
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
  const clickIds = column(({ call }) => call.about.clickId);
  const offerIds = column(({ call }) => call.about.offerId);
  const goalIds = column(({ call }) => call.about.goalId);
  const goalNames = column(({ call }) => call.about.goalName);
  const { rows } = await sql<Settled>`
    select * from credit_postbacks(${newIds(credits.length)}, ${providers}::text[], ${transactionIds}::text[],
      ${codes}::text[], ${amounts}::integer[], ${revenues}::bigint[], ${taskTypes}::text[], ${titles}::text[],
      ${raws}::text[], ${sourceIps}::text[], ${latencies}::integer[], ${clickIds}::uuid[], ${offerIds}::text[],
      ${goalIds}::text[], ${goalNames}::text[], ${thresholdPoints}::integer)`.execute(database);
  const verdicts = credits.map((): Together => 'alone');
  const news = noNews();
  for (const { credited, creditedMembers, duplicates, jobs } of rows) {
    for (const place of duplicates) verdicts[place - 1] = 'duplicate';
    credited.forEach((place, n) => {
      verdicts[place - 1] = 'credited';
      news.moves.push({ userId: creditedMembers[n] ?? '', change: amounts[place - 1] ?? 0, isCredit: true });
    });
    addJobs(news, 'deliver_notice', jobs);
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
