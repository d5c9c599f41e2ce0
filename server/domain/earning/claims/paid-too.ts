import { sql } from 'kysely';
import { CLICK_OF_CALL } from './same-reward.ts';

/**
 * Whether the wall has credited the offer of the claim `c` since it was reported, by the task `t` and its provider transaction
 * `w`, also if it has taken the credit back since. It belongs to the click that the claim, or the task of the claim, is about.
 * Another step of the offer does so too, as a claim names none.
 */
const WAS_CREDITED_SINCE = sql<boolean>`((c.click_id is not null or c.task_id is not null)
  and t.user_id = c.user_id and t.completed_at > c.created_at and w.id = t.id and w.provider = c.wall
  and ${CLICK_OF_CALL} = coalesce(
    c.click_id, (select ${CLICK_OF_CALL} from webhook_transactions w where w.id = c.task_id)))`;

/** The same, without what the wall has taken back. */
export const IS_CREDITED_SINCE = sql<boolean>`(${WAS_CREDITED_SINCE} and w.status <> 'reversed')`;

/** Whether both have paid: staff granted the claim, and the wall credited its offer, whichever came first. */
export const WAS_PAID_TOO = sql<boolean>`(c.decision = 'granted' and ${WAS_CREDITED_SINCE})`;

/** The same, without what the wall has taken back. */
export const IS_PAID_TOO = sql<boolean>`(c.decision = 'granted' and ${IS_CREDITED_SINCE})`;
