import { sql } from 'kysely';
import type { Claim, ClaimEvidence } from '#contract/claims.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import type { GoalProgress } from '#domain/earning/offers/progress.ts';
import { type Click, progressByClick } from '#domain/earning/offers/started-offers.ts';

/** Most proven calls that are shown beside a claim. */
const CALLS_MAX = 50;

interface ClaimedOffer {
  id: string;
  wall: string;
  title: string;
  /** How the offer stands now. */
  stood: NonNullable<Domain<Claim>['offer']>;
}

/** What this site knows of an offer that the member has started; undefined if the click is not the member's. */
export async function claimedOffer(
  database: Database,
  memberId: string,
  clickId: string,
): Promise<ClaimedOffer | undefined> {
  const click = await readClick(database, memberId, clickId);
  if (!click) return undefined;
  const goals = await goalsOf(database, memberId, click);
  const { id, wall, title, offerId, startedAt } = click;
  const promisedPoints = click.goals.every(({ points }) => points !== null)
    ? click.goals.reduce((sum, { points }) => sum + (points ?? 0), 0)
    : null;
  const paidPoints = goals.reduce((sum, { paid }) => sum + paid, 0);
  return { id, wall, title, stood: { offerId, startedAt, promisedPoints, paidPoints, goals: shown(goals) } };
}

/** How far the offer is now, and the proven calls about it with their text; null if the click is no longer kept. */
export async function offerEvidence(
  database: Database,
  memberId: string,
  clickId: string | null,
): Promise<Domain<ClaimEvidence>['offer']> {
  const click = clickId === null ? undefined : await readClick(database, memberId, clickId);
  if (!click) return null;
  const { id, wall, offerId, startedAt, expiresAt } = click;
  const { rows: calls } = await sql<NonNullable<Domain<ClaimEvidence>['offer']>['calls'][number]>`
    select * from (
      select w.created_at as at, w.status as kind, w.goal_id, w.transaction_id, w.amount_mb as points, w.raw_payload as raw
      from webhook_transactions w
      where w.user_id = ${memberId} and w.click_id = ${id} and w.provider = ${wall}
      union
      select w.created_at, w.status, w.goal_id, w.transaction_id, w.amount_mb, w.raw_payload
      from tasks t join webhook_transactions w on w.id = t.id
      where t.user_id = ${memberId} and t.completed_at >= ${startedAt} and w.provider = ${wall} and w.offer_id = ${offerId}
      union
      select received_at, kind, goal_id, transaction_id, null, null from offer_events
      where user_id = ${memberId} and wall = ${wall} and (click_id = ${id} or offer_id = ${offerId})
        and received_at >= ${startedAt}
    ) calls order by at desc limit ${CALLS_MAX}`.execute(database);
  const goals = shown(await goalsOf(database, memberId, click));
  return { clickId: id, startedAt, expiresAt, goals, calls };
}

async function readClick(database: Database, memberId: string, clickId: string): Promise<Click | undefined> {
  const { rows } = await sql<Click>`
    select id, wall, offer_id, title, goals, started_at, expires_at, now() as now
    from offer_clicks where id = ${clickId} and user_id = ${memberId}`.execute(database);
  return rows[0];
}

const goalsOf = async (database: Database, memberId: string, click: Click): Promise<GoalProgress[]> =>
  (await progressByClick(database, memberId, [click])).get(click.id) ?? [];

const shown = (goals: readonly GoalProgress[]) =>
  goals.map(({ goalId, name, promised, state, paid }) => ({ goalId, name, promised, state, paid }));
