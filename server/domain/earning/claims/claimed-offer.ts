import type { ClaimEvidence } from '#contract/claims.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { callsAbout, readClick } from '#domain/earning/offers/offer-calls.ts';
import { type GoalProgress, promisedPoints } from '#domain/earning/offers/progress.ts';
import { type Click, progressByClick } from '#domain/earning/offers/started-offers.ts';

interface ClaimedOffer {
  id: string;
  wall: string;
  title: string;
  /** How the offer stands now, as a claim keeps it. */
  stood: {
    offerId: string;
    startedAt: Date;
    promisedPoints: number | null;
    paidPoints: number;
    goals: Reported['goals'];
  };
}

type Reported = NonNullable<ClaimEvidence['reported']>;

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
  const points = {
    promisedPoints: promisedPoints(click.goals),
    paidPoints: goals.reduce((sum, { paid }) => sum + paid, 0),
  };
  return { id, wall, title, stood: { offerId, startedAt, ...points, goals: shown(goals) } };
}

/** How far the offer is now, and the proven calls about it with their text; null if the click is no longer kept. */
export async function offerEvidence(
  database: Database,
  memberId: string,
  clickId: string | null,
): Promise<Domain<ClaimEvidence>['offer']> {
  const click = clickId === null ? undefined : await readClick(database, memberId, clickId);
  if (!click) return null;
  const { id, startedAt, expiresAt } = click;
  const calls = await callsAbout(database, memberId, click);
  const goals = shown(await goalsOf(database, memberId, click));
  return { clickId: id, startedAt, expiresAt, goals, calls };
}

/** What a claim keeps of its offer, as `stood` was when it was filed; null if it is about none. */
export function reportedOffer(kept: unknown): Domain<ClaimEvidence>['reported'] {
  if (kept === null) return null;
  const { startedAt, goals } = kept as Reported;
  return { startedAt: new Date(startedAt), goals };
}

const goalsOf = async (database: Database, memberId: string, click: Click): Promise<GoalProgress[]> =>
  (await progressByClick(database, memberId, [click])).get(click.id) ?? [];

const shown = (goals: readonly GoalProgress[]) =>
  goals.map(({ goalId, name, promised, state, paid }) => ({ goalId, name, promised, state, paid }));
