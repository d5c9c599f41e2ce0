import { sql } from 'kysely';
import type { GoalState } from '#contract/offers.values.ts';
import type { Database, Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { beginRun } from '#domain/common/begin-run.ts';
import { notify } from '#domain/notices/index.ts';
import { dueLead, nextReminder } from './reminder-times.ts';
import { type Click, progressByClick } from './started-offers.ts';

/** Clicks of a transaction. */
const CLICKS_MAX = 50;
/** Other clicks of the member on the offer that are looked at, the newest ones. */
const OTHERS_MAX = 50;
/** A step of which this is known of any click is done: which of them a company counts is its own choice. */
const DONE: ReadonlySet<GoalState> = new Set(['received', 'pending', 'credited']);

type DueClick = Click & { userId: string; canGoOn: boolean };

/**
 * Reminds members of the next step of an offer that they have started: 48 hours and 6 hours before its deadline, each once
 * for a click and a deadline, over all processes and crashes. The next one is that which ends first of those whose reminder is
 * due. A step that pays nothing or has no deadline, one that is reached, also by another click of the member on the offer, and
 * one that is too late need none; nor is a member reminded who is suspended, or whose offer is at a wall that is paused or is
 * not among `walls`, the ids of those whose calls the site takes. What it has no time for waits for the next run.
 */
export async function remindOfOffers(transact: Transact, walls: readonly string[]): Promise<void> {
  const isOver = beginRun();
  do {
    if ((await transact((tx) => remindSome(tx, walls))) < CLICKS_MAX) return;
  } while (!isOver());
}

/** How long the first click that is due has waited to be looked at; 0 if none is. Reads one entry of an index. */
export async function oldestReminderSeconds(database: Database): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(extract(epoch from now() - min(remind_at)), 0)::float8 as seconds from offer_clicks`.execute(
    database,
  );
  return rows[0]?.seconds ?? 0;
}

/** Returns how many clicks were due. */
async function remindSome(tx: Tx, walls: readonly string[]): Promise<number> {
  const { rows: due } = await sql<DueClick>`
    select c.id, c.user_id, c.wall, c.offer_id, c.title, c.goals, c.started_at, c.expires_at, now() as now,
      u.suspended_at is null and u.erased_at is null and c.wall = any(${walls})
        and not exists (select from wall_pauses p where p.wall = c.wall) as can_go_on
    from offer_clicks c join users u on u.id = c.user_id
    where c.remind_at <= now()
    order by c.remind_at limit ${CLICKS_MAX} for update of c skip locked`.execute(tx);
  for (const click of due) {
    if (click.canGoOn) await remind(tx, click);
    await tx
      .updateTable('offerClicks')
      .set({ remindAt: nextReminder(click.goals, click.startedAt, click.now) })
      .where('id', '=', click.id)
      .execute();
  }
  return due.length;
}

async function remind(tx: Tx, click: DueClick): Promise<void> {
  const progress = await progressByClick(tx, click.userId, [click, ...(await othersOf(tx, click))]);
  const paying = new Set(click.goals.flatMap(({ goalId, paid }) => (paid ? [goalId] : [])));
  const all = [...progress.values()].flat();
  const done = new Set(all.flatMap(({ goalId, state }) => (DONE.has(state) ? [goalId] : [])));
  const ends = (progress.get(click.id) ?? []).flatMap(({ goalId, state, until }) =>
    state === 'started' && until && paying.has(goalId) && !done.has(goalId) ? [until] : [],
  );
  const next = firstDue(click, ends);
  if (!next) return;
  const at = next.end.toISOString();
  await notify(tx, {
    key: `offer_deadline:${click.id}:${at}:${next.lead}`,
    userId: click.userId,
    kind: 'offer_deadline',
    data: { what: click.title, at },
  });
}

/** The first of these ends that has a lead which has begun, with that lead. */
const firstDue = ({ startedAt, now }: DueClick, ends: readonly Date[]) =>
  ends
    .map((end) => ({ end, lead: dueLead(startedAt, end, now) }))
    .filter(({ lead }) => lead !== undefined)
    .sort((one, other) => one.end.getTime() - other.end.getTime())
    .at(0);

/** The member's other clicks on the offer of this one. */
async function othersOf(tx: Tx, { id, userId, wall, offerId }: DueClick): Promise<Click[]> {
  const { rows } = await sql<Click>`
    select id, wall, offer_id, title, goals, started_at, expires_at, now() as now
    from offer_clicks where user_id = ${userId} and wall = ${wall} and offer_id = ${offerId} and id <> ${id}
    order by id desc limit ${OTHERS_MAX}`.execute(tx);
  return rows;
}
