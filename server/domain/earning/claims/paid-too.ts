import { sql } from 'kysely';

/**
 * Whether the wall has credited, by the provider transaction `w`, an offer for which staff had granted the claim `c` before,
 * also if it has taken the credit back since. It names the click that the claim, or the task of the claim, is about. Another
 * step of the offer does so too, as a claim names none.
 */
export const WAS_PAID_TOO = sql<boolean>`(c.decision = 'granted' and w.status <> 'reversed_early'
  and w.user_id = c.user_id and w.provider = c.wall and w.created_at > c.decided_at
  and w.click_id = coalesce(c.click_id, (select t.click_id from webhook_transactions t where t.id = c.task_id)))`;

/** The same, without what the wall has taken back. */
export const IS_PAID_TOO = sql<boolean>`(${WAS_PAID_TOO} and w.status <> 'reversed')`;
