import { type RawBuilder, sql } from 'kysely';
import type { NoticeKind } from './kinds.ts';

/** What has to hold for the words of a notice to be true still: some are delivered days after the fact. */
const TRUE_WHILE: Partial<Record<NoticeKind, RawBuilder<unknown>>> = {
  email_change_requested: sql`n.data->>'to' = u.email`,
  offer_deadline: sql`(n.data->>'at')::timestamptz > now()`,
  reward_ending: sql`(n.data->>'at')::timestamptz > now() and exists (
    select from card_redemptions r where r.id = (n.data->>'redemptionId')::uuid and r.status = 'issued')`,
  // Which rewards the member can have is asked when it is delivered.
  threshold_reached: sql`u.points >= (n.data->>'balance')::bigint and u.paused_at is null and u.suspended_at is null`,
  redemption_question: sql`not exists (
    select from risk_reviews r where r.redemption_id = (n.data->>'redemptionId')::uuid
      and (r.answered_at is not null or r.decided_at is not null))`,
  account_paused: sql`u.paused_at is not null`,
  account_suspended: sql`u.suspended_at is not null`,
};

/** Whether a notice says what is so now. The query names the notice's row `n` and the member's `u`. */
export const IS_STILL_TRUE = sql<boolean>`case n.kind ${sql.join(
  Object.entries(TRUE_WHILE).map(([kind, condition]) => sql`when ${sql.lit(kind)} then ${condition}`),
  sql` `,
)} else true end`;
