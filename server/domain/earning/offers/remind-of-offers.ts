import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { notify } from '#domain/notices/index.ts';
import { dueLead, nextReminder } from './reminder-times.ts';
import { type Click, progressByClick } from './started-offers.ts';

/** Clicks of a transaction, and transactions of a round. */
const CLICKS_MAX = 50;
const STEPS_MAX = 20;

type DueClick = Click & { userId: string; reachable: boolean };

/**
 * Reminds members of the next step of an offer that they have started: 48 hours and 6 hours before its deadline, each once
 * for a click and a deadline, over all processes and crashes. A step that pays nothing or has no deadline, one that is
 * reached and one that is too late need none.
 */
export async function remindOfOffers(transact: Transact): Promise<void> {
  for (let step = 0; step < STEPS_MAX; step += 1) {
    if ((await transact(remindSome)) < CLICKS_MAX) return;
  }
}

/** Returns how many clicks were due. */
async function remindSome(tx: Tx): Promise<number> {
  const { rows: due } = await sql<DueClick>`
    select c.id, c.user_id, c.wall, c.offer_id, c.title, c.goals, c.started_at, c.expires_at, now() as now,
      u.suspended_at is null and u.erased_at is null as reachable
    from offer_clicks c join users u on u.id = c.user_id
    where c.remind_at <= now()
    order by c.remind_at limit ${CLICKS_MAX} for update of c skip locked`.execute(tx);
  for (const click of due) {
    if (click.reachable) await remind(tx, click);
    await tx
      .updateTable('offerClicks')
      .set({ remindAt: nextReminder(click.goals, click.startedAt, click.now) })
      .where('id', '=', click.id)
      .execute();
  }
  return due.length;
}

async function remind(tx: Tx, click: DueClick): Promise<void> {
  const goals = (await progressByClick(tx, click.userId, [click])).get(click.id) ?? [];
  const paying = new Set(click.goals.flatMap(({ goalId, paid }) => (paid ? [goalId] : [])));
  const ends = goals.flatMap(({ goalId, state, until }) =>
    state === 'started' && until && paying.has(goalId) ? [until.getTime()] : [],
  );
  if (ends.length === 0) return;
  const next = new Date(Math.min(...ends));
  const lead = dueLead(click.startedAt, next, click.now);
  if (lead === undefined) return;
  const at = next.toISOString();
  await notify(tx, {
    key: `offer_deadline:${click.id}:${at}:${lead}`,
    userId: click.userId,
    kind: 'offer_deadline',
    data: { what: click.title, at },
  });
}
