import { sql } from 'kysely';

/** What a claim about a wall can be known by: the click of a started offer, or a task that was credited. */
export interface Claimed {
  userId: string;
  clickId: string | null;
  taskId: string | null;
}

/**
 * For a query of claims: those of the member about the same click or the same task, also the one whose grant is that task, and
 * those about the click of the task or about a task of the click. None of a claim that names neither.
 */
export const isSameReward = ({ userId, clickId, taskId }: Claimed) => sql<boolean>`
  (user_id = ${userId}
    and coalesce(click_id = ${clickId} or task_id = ${taskId} or granted_task_id = ${taskId}
      or click_id = (select w.click_id from webhook_transactions w where w.id = ${taskId})
      or task_id in (select w.id from webhook_transactions w where w.click_id = ${clickId}), false))`;
