import { sql } from 'kysely';
import type { Output } from '#contract/endpoint.ts';
import type { workQueues } from '#contract/overview.ts';
import {
  QUEUE_COUNT_MAX,
  QUEUE_DUE_HOURS,
  QUEUE_PERMISSIONS,
  WORK_QUEUES,
  type WorkQueue,
} from '#contract/overview.values.ts';
import type { Permission } from '#contract/staff.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { readLastProof } from '#domain/administration/figures/last-proof.ts';
import { countUnmatched } from '#domain/earning/index.ts';
import { IS_LATE_PAYOUT, stopOf, WAITS_FOR_PERSON } from '#domain/redemption/index.ts';

export type QueueState = Domain<Output<typeof workQueues>>[number];

/**
 * Returns for each queue that these permissions allow: how many items wait, since when, and how many are overdue.
 * Items that only others may decide count too. Reads along the queues' own indexes of open items, of each the first
 * QUEUE_COUNT_MAX.
 */
export async function readQueues(
  database: Database,
  permissions: readonly Permission[],
): Promise<QueueState[]> {
  const own = WORK_QUEUES.filter((queue) => permissions.includes(QUEUE_PERMISSIONS[queue]));
  return Promise.all(own.map((queue) => readQueue(database, queue)));
}

export async function readQueue(database: Database, queue: WorkQueue): Promise<QueueState> {
  if (queue === 'parked') return { queue, ...(await countUnmatched(database, QUEUE_DUE_HOURS)) };
  if (queue === 'proof') return { queue, ...(await readDifferences(database)) };
  const { rows } = await sql<Omit<QueueState, 'queue'>>`
    select count(*)::integer as count, min(since) as oldest_at,
      (count(*) filter (where due < now()))::integer as late
    from (${OPEN[queue]} limit ${QUEUE_COUNT_MAX}) open`.execute(database);
  return { queue, ...(rows[0] ?? { count: 0, oldestAt: null, late: 0 }) };
}

/** What the last proof of the ledger found; every difference is overdue. */
async function readDifferences(database: Database): Promise<Omit<QueueState, 'queue'>> {
  const proof = await readLastProof(database);
  if (!proof || proof.differences === 0) return { count: 0, oldestAt: null, late: 0 };
  return { count: proof.differences, oldestAt: proof.at, late: proof.differences };
}

const DUE = sql`make_interval(hours => ${QUEUE_DUE_HOURS})`;
/** The open items of each queue, as in its own list and in the order of their index. */
const OPEN = {
  fulfilments: sql`
    select r.created_at as since, case when ${stopOf('u')} is null then r.promised_by end as due
    from card_redemptions r join users u on u.id = r.user_id left join fulfilments f on f.redemption_id = r.id
    where ${WAITS_FOR_PERSON} order by r.promised_by`,
  payouts: sql`
    select r.created_at as since, r.promised_by as due
    from card_redemptions r join users u on u.id = r.user_id left join fulfilments f on f.redemption_id = r.id
    where ${IS_LATE_PAYOUT} and ${stopOf('u')} is null and u.erased_at is null order by r.created_at`,
  // Late while there is time left: without a decision a review and a request end by themselves.
  reviews: sql`
    select created_at as since, escalated_at as due from risk_reviews where decision is null order by due_at`,
  approvals: sql`
    select requested_at as since, requested_at + ${DUE} as due from approvals
    where decision is null and expires_at > now() order by expires_at`,
  claims: sql`
    select c.created_at as since, c.created_at + ${DUE} as due
    from reward_claims c join users u on u.id = c.user_id where c.decided_at is null and u.erased_at is null
    order by c.created_at`,
  appeals: sql`
    select a.created_at as since, a.created_at + ${DUE} as due
    from appeals a join users u on u.id = a.user_id
      and a.paused_at = case a.kind when 'pause' then u.paused_at else u.suspended_at end
    where a.decided_at is null order by a.created_at`,
  alarms: sql`
    select raised_at as since, raised_at + ${DUE} as due from wall_alarms where seen_at is null order by raised_at`,
};
