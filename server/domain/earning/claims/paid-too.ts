import { sql } from 'kysely';
import { CLICK_OF_CALL } from './same-reward.ts';

/**
 * Whether the wall has credited, by the task `t` and its provider transaction `w`, an offer for which staff had granted the claim
 * `c` before, also if it has taken the credit back since. It belongs to the click that the claim, or the task of the claim, is
 * about. Another step of the offer does so too, as a claim names none.
 */
export const WAS_PAID_TOO = sql<boolean>`(c.decision = 'granted' and (c.click_id is not null or c.task_id is not null)
  and t.user_id = c.user_id and t.completed_at > c.decided_at and w.id = t.id and w.provider = c.wall
  and ${CLICK_OF_CALL} = coalesce(
    c.click_id, (select ${CLICK_OF_CALL} from webhook_transactions w where w.id = c.task_id)))`;

/** The same, without what the wall has taken back. */
export const IS_PAID_TOO = sql<boolean>`(${WAS_PAID_TOO} and w.status <> 'reversed')`;
