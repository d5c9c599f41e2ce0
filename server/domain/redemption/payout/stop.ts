import { type RawBuilder, sql } from 'kysely';
import type { RedemptionStop } from '#contract/redemptions.values.ts';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { OWN } from '#domain/redemption/states.ts';

/** Nothing is issued to a member who is paused or suspended: open redemptions stop, and continue afterwards. */

/** Why nothing is issued to the member in the row of this name, or null. */
export const stopOf = (user: string): RawBuilder<RedemptionStop | null> =>
  sql<RedemptionStop | null>`case when ${sql.ref(`${user}.suspended_at`)} is not null then 'suspended'
    when ${sql.ref(`${user}.paused_at`)} is not null then 'paused' end`;

/**
 * Whether the open redemption `r` waits for the end of its member's pause or suspension. Those that an earlier run may
 * have asked of a provider are settled first, and those that a person has ended do not wait.
 */
export const IS_STOPPED = sql<boolean>`(
  exists (select from users u where u.id = r.user_id and (u.paused_at is not null or u.suspended_at is not null))
  and (r.stopped_at is not null or r.attempts = 0 or r.provider in ${OWN})
  and not exists (select from fulfilments f where f.redemption_id = r.id and f.decision = 'refused'))`;

/**
 * Why nothing is issued to the member, or null. Locks the member's row, so that a pause or a suspension waits for the
 * end of the transaction.
 */
export async function readStop(tx: Tx, userId: string): Promise<RedemptionStop | null> {
  const { rows } = await sql<{ stop: RedemptionStop | null }>`
    select ${stopOf('u')} as stop from users u where u.id = ${userId} for share`.execute(tx);
  return rows[0]?.stop ?? null;
}

/** Throws Refusal member_suspended or member_paused if nothing may be issued to the member. */
export async function refuseStopped(tx: Tx, userId: string): Promise<void> {
  const stop = await readStop(tx, userId);
  if (stop) throw new Refusal(stop === 'suspended' ? 'member_suspended' : 'member_paused');
}
