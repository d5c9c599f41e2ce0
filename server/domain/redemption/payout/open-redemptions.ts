import { sql } from 'kysely';
import type { RedemptionStatus } from '#contract/redemptions.values.ts';
import type { Database } from '#database/client.ts';
import { IS_OPEN, WAITS_FOR_MEMBER } from '#domain/redemption/states.ts';
import { stopOf } from './stop.ts';

/** Most open redemptions that are counted, the oldest ones; a site with more than these has a fault to look for anyway. */
const COUNTED_MAX = 10_000;

/** Open redemptions of one state and one payout provider. */
export interface OpenRedemptions {
  /** `stopped`: the member is paused or suspended, so that nobody makes the reward. */
  state: RedemptionStatus | 'stopped';
  provider: string;
  redemptions: number;
  oldestSeconds: number;
  /** Those that should have been issued by now, as the member was promised. For one who has left nobody waits. */
  late: number;
}

/**
 * Counts what members wait for, along the index of open redemptions: 10,000 in all at most. Those that wait for their member's
 * details are passed over: many are never given, and as the oldest they would hide the late ones.
 */
export async function countOpenRedemptions(database: Database): Promise<OpenRedemptions[]> {
  const { rows } = await sql<OpenRedemptions>`
    with open as materialized (
      select r.user_id, r.status, r.provider, r.created_at, r.promised_by from card_redemptions r
      where ${IS_OPEN} and not ${WAITS_FOR_MEMBER} order by r.created_at limit ${COUNTED_MAX}
    )
    select case when ${stopOf('u')} is null then o.status else 'stopped' end as state, o.provider,
      count(*)::integer as redemptions, extract(epoch from now() - min(o.created_at))::float8 as oldest_seconds,
      (count(*) filter (where o.promised_by < now() and u.erased_at is null))::integer as late
    from open o join users u on u.id = o.user_id
    group by 1, 2 order by 1, 2`.execute(database);
  return rows;
}
