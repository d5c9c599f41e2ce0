import { sql } from 'kysely';

/** What a claim about a wall can be known by: the click of a started offer, or a task that was credited. */
export interface Claimed {
  userId: string;
  clickId: string | null;
  taskId: string | null;
}

/**
 * The click that a provider transaction `w` belongs to, as in `factsByClick`: the member's own that the call names, or the last
 * one before it of the offer. A click that is no longer kept is known by the name alone.
 */
export const CLICK_OF_CALL = sql`coalesce(
  (select o.id from offer_clicks o where o.id = w.click_id and o.user_id = w.user_id and o.wall = w.provider),
  (select o.id from offer_clicks o
    where o.user_id = w.user_id and o.wall = w.provider and o.offer_id = w.offer_id and o.started_at <= w.created_at
    order by o.id desc limit 1),
  w.click_id)`;

/**
 * For a query of claims: those of the member about the same click or the same task, also the one whose grant is that task, and
 * those about the click of the task or about a task of the click. None of a claim that names neither.
 */
export const isSameReward = ({ userId, clickId, taskId }: Claimed) => sql<boolean>`
  (user_id = ${userId}
    and coalesce(click_id = ${clickId} or task_id = ${taskId} or granted_task_id = ${taskId}
      or click_id = (select ${CLICK_OF_CALL} from webhook_transactions w where w.id = ${taskId})
      or ${clickId} = (select ${CLICK_OF_CALL} from webhook_transactions w where w.id = task_id), false))`;
