import { sql } from 'kysely';
import { WORK_QUEUES } from '#contract/overview.values.ts';
import type { Database } from '#database/client.ts';
import { readMended } from '#database/mended-times.ts';
import { readWaitingJobs, type WaitingJobs } from '#database/waiting-jobs.ts';
import { type QueueState, readQueue } from '#domain/administration/overview/queues.ts';
import { readWebhookState, type WebhookState } from '#domain/administration/webhooks/state.ts';
import {
  type ConfiguredWall,
  countAlarms,
  listPauses,
  oldestReminderSeconds,
  readLastCalls,
  readLastConfirmed,
} from '#domain/earning/index.ts';
import { type PointsOwed, pointsOwed, transfersNotRolledUp } from '#domain/ledger/index.ts';
import { MEMBERS_TOTAL } from '#domain/members/index.ts';
import { countUndelivered } from '#domain/notices/index.ts';
import { countOpenRedemptions, type OpenRedemptions } from '#domain/redemption/index.ts';
import { readLastBackup } from './last-backup.ts';
import { type LastProof, readLastProof } from './last-proof.ts';

/** How the site fares, for the metrics; the same whichever process reads it. */
export interface Figures {
  jobs: WaitingJobs[];
  redemptions: OpenRedemptions[];
  queues: QueueState[];
  notices: Awaited<ReturnType<typeof countUndelivered>>;
  oldestReminderSeconds: number;
  webhooks: WebhookState;
  alarms: Awaited<ReturnType<typeof countAlarms>>;
  walls: {
    wall: string;
    lastCallAt: Date | undefined;
    confirmedAt: Date | null | undefined;
    paused: boolean;
  }[];
  mended: Awaited<ReturnType<typeof readMended>>;
  owed: PointsOwed;
  notRolledUp: number;
  members: number;
  proof: LastProof | undefined;
  lastBackupAt: Date | undefined;
}

/**
 * Reads all figures one after the other, so that they use no more than one connection. None of the
 * statements reads much more than 10,000 rows, however large the site has grown.
 */
export async function readFigures(
  database: Database,
  configured: readonly ConfiguredWall[],
): Promise<Figures> {
  const queues: QueueState[] = [];
  for (const queue of WORK_QUEUES) queues.push(await readQueue(database, queue));
  const calls = await readLastCalls(database, configured);
  const confirmed = await readLastConfirmed(database, configured);
  const paused = new Set((await listPauses(database)).map(({ wall }) => wall));
  return {
    jobs: await readWaitingJobs(database),
    redemptions: await countOpenRedemptions(database),
    queues,
    notices: await countUndelivered(database),
    oldestReminderSeconds: await oldestReminderSeconds(database),
    webhooks: await readWebhookState(database),
    alarms: await countAlarms(database),
    walls: configured.map(({ definition: { id } }) => ({
      wall: id,
      lastCallAt: calls.get(id),
      confirmedAt: confirmed.get(id),
      paused: paused.has(id),
    })),
    mended: await readMended(database),
    owed: await pointsOwed(database),
    notRolledUp: await transfersNotRolledUp(database),
    members: await countMembers(database),
    proof: await readLastProof(database),
    lastBackupAt: await readLastBackup(database),
  };
}

async function countMembers(database: Database): Promise<number> {
  const { rows } = await sql<{ members: number }>`select ${MEMBERS_TOTAL} as members`.execute(database);
  return rows[0]?.members ?? 0;
}
