import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';

/**
 * Counts for each feed the steps of offers started in the last 30 days whose calls named the click and paid less than promised.
 * By the rule of progress.ts: of a step that counts once, all that it brought counts against the promise. It goes through every
 * click of these days, so lists read what it has counted.
 */
export async function countPaidLess(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = '5min'`.execute(tx);
  await sql`
    with less as (
      select c.wall
      from offer_clicks c
        join webhook_transactions w on w.click_id = c.id and w.user_id = c.user_id and w.provider = c.wall
          and w.status in ('credited', 'held')
        cross join lateral jsonb_to_recordset(c.goals) as g ("goalId" text, points integer, repeatable boolean)
      where c.started_at > now() - interval '30 days' and g.points is not null
        and (g."goalId" = w.goal_id
          or jsonb_array_length(c.goals) = 1 and (w.goal_id is null or g."goalId" = ''))
      group by c.wall, c.id, g."goalId", g.points, g.repeatable
      having sum(w.amount_mb) < g.points * case when g.repeatable then count(*) else 1 end
    ),
    counted as materialized (
      select f.wall, (select count(*)::integer from less where less.wall = f.wall) as goals from feeds f
    )
    update feeds f set paid_less = counted.goals from counted
    where f.wall = counted.wall and f.paid_less <> counted.goals`.execute(tx);
}
