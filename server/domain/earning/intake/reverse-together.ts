import { sql } from 'kysely';
import type { Announcer } from '#database/announcer.ts';
import type { Database } from '#database/client.ts';
import { noNews } from '#database/news.ts';
import { addJobs } from '#database/queue.ts';
import { type ArrivedCall, byHalves } from './by-halves.ts';

/** `alone`: nothing has moved; the call has to be settled in a transaction of its own. */
export type TakenBack = 'reversed' | 'alone';

interface Ports {
  database: Database;
  announcer: Announcer;
}

/** Commits the reversals in one statement, tells of them, and returns the result of each, in their order: see byHalves. */
export const reverseTogether = (ports: Ports, reversals: ArrivedCall[]): Promise<TakenBack[]> =>
  byHalves(ports.announcer, reversals, (some) => reversePostbacks(ports, some));

async function reversePostbacks(
  { database, announcer }: Ports,
  reversals: ArrivedCall[],
): Promise<TakenBack[]> {
  const column = <T>(of: (reversal: ArrivedCall) => T): T[] => reversals.map(of);
  const providers = column(({ wall }) => wall.definition.id);
  const transactionIds = column(({ call }) => call.transactionId);
  const codes = column(({ call }) => call.memberCode);
  const amounts = column(({ call }) => call.points);
  const reversalIds = column(({ call }) => call.reversalId);
  const raws = column(({ receipt }) => receipt.raw);
  const sourceIps = column(({ receipt }) => receipt.sourceIp);
  const latencies = column(({ receipt }) => receipt.elapsed());
  const { rows } = await sql<Settled>`
    select * from reverse_postbacks(${providers}::text[], ${transactionIds}::text[], ${codes}::text[],
      ${amounts}::integer[], ${reversalIds}::text[], ${raws}::text[], ${sourceIps}::text[],
      ${latencies}::integer[])`.execute(database);
  const results = reversals.map((): TakenBack => 'alone');
  const news = noNews();
  for (const { reversed, reversedMembers, reversedPoints, jobs } of rows) {
    reversed.forEach((place, n) => {
      results[place - 1] = 'reversed';
      const userId = reversedMembers[n] ?? '';
      news.moves.push({ userId, change: -(reversedPoints[n] ?? 0), isCredit: false });
      news.events.push({ userId, type: 'tasks', data: {} });
    });
    addJobs(news, 'deliver_notice', jobs);
  }
  announcer.tell(news);
  return results;
}

/** The one row of `reverse_postbacks`. Places in the batch count from one. */
interface Settled {
  reversed: number[];
  /** The member of each reversed call, and the points that it took. */
  reversedMembers: string[];
  reversedPoints: number[];
  jobs: number;
}
