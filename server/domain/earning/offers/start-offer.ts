import { sql } from 'kysely';
import type { Output } from '#contract/endpoint.ts';
import type { startOffer as startOfferCall } from '#contract/offers.ts';
import type { Domain } from '#contract/wire.ts';
import type { Tx } from '#database/client.ts';
import { readClock } from '#database/clock.ts';
import { lockMember } from '#domain/common/lock-member.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { filledAddress } from '#domain/earning/feeds/addresses.ts';
import type { WallWithFeed } from '#domain/earning/feeds/pull-feeds.ts';
import { NEW_ID } from '#domain/earning/monitoring/time-ids.ts';
import { requireNotSuspended } from '#domain/earning/require-not-suspended.ts';
import { codeOf } from '#domain/earning/walls/list-walls.ts';
import type { PromisedGoal } from './progress.ts';
import { promiseOf } from './promise.ts';
import { nextReminder } from './reminder-times.ts';
import { isOpenTo, type Place, seenFrom, shownTo } from './seen-by.ts';

/** How long a click is kept at least, how long after its last deadline, and at most. */
const KEPT = { daysMin: 180, daysAfterDeadline: 90, daysMax: 365 };

type Started = Domain<Output<typeof startOfferCall>>;

interface Asked {
  memberId: string;
  wall: string;
  offer: string;
  from: Place;
  /** What `promiseOf` said of the offer that the member saw; undefined: nothing is compared. */
  seen?: string | undefined;
}

interface OfferState {
  revision: number;
  version: string | null;
  digest: string;
  title: string;
  clickTemplate: string;
  /** False: its end or a rule keeps it from the member, who has started it before. */
  isShown: boolean;
  /** Text of `offer_clicks.goals`. */
  goals: PromisedGoal[];
}

/**
 * Keeps that the member goes to the offer, with what it promises now, and returns the vendor's address with the member's
 * code and the click in it. The last click is used again while it has the same promise and can still be credited, whatever else
 * of the offer has changed. An offer that is no longer shown to the member goes on by the last click that is not over, and
 * promises nothing new. Throws Refusal suspended; wall_unavailable where no open wall has this id; not_found for an offer that
 * is gone, has ended, cannot be done from the place or promises more for a step than the wall may credit; offer_changed where
 * it promises something else than was seen.
 */
export async function startOffer(
  tx: Tx,
  walls: readonly WallWithFeed[],
  { memberId, wall: id, offer, from, seen }: Asked,
): Promise<Started> {
  await lockMember(tx, memberId);
  await requireNotSuspended(tx, memberId);
  const wall = walls.find(({ definition }) => definition.id === id);
  if (!wall) throw new Refusal('wall_unavailable');
  const state = await readState(tx, { memberId, wall: id, offer, from });
  if (!state) throw new Refusal('not_found');
  if (state.isShown && seen !== undefined && seen !== promiseOf(state)) throw new Refusal('offer_changed');
  const of = { memberId, wall: id, offer };
  const open = await openClick(tx, of, state);
  // The operator may have lowered the cap since the last pull.
  const isCredited = state.goals.every(({ points }) => (points ?? 0) <= wall.maxPoints);
  if (!open && !(state.isShown && isCredited)) throw new Refusal('not_found');
  const click = open ?? (await addClick(tx, of, state, from));
  const code = await codeOf(tx, id, memberId);
  const url = filledAddress(state.clickTemplate, wall.feed.clickHosts, { code, clickId: click.clickId });
  // The operator has taken the host off the list since the last pull.
  if (url === undefined) throw new Refusal('not_found');
  return { ...click, url };
}

async function readState(tx: Tx, { memberId, wall, offer, from }: Asked): Promise<OfferState | undefined> {
  const isShown = shownTo({ country: from.country, memberId });
  const { rows } = await sql<Omit<OfferState, 'goals'>>`
    select revision, version, digest, title, click_template, ${isShown} as is_shown
    from feed_offers o where wall = ${wall} and offer_id = ${offer} and ${seenFrom(from)}
      and (${isShown} or ${isOpenTo(memberId)})
    for share`.execute(tx);
  const [state] = rows;
  if (!state) return undefined;
  // A statement of its own: one that waits for a pull sees the offer as it is then, and the goals as they were before.
  const goals = await tx
    .selectFrom('feedGoals')
    .select(['goalId', 'name', 'points', 'paid', 'repeatable', 'deadlineSeconds'])
    .where('wall', '=', wall)
    .where('offerId', '=', offer)
    .orderBy('place')
    .execute();
  return { ...state, goals };
}

type Click = Omit<Started, 'url'>;
interface ClickOf {
  memberId: string;
  wall: string;
  offer: string;
}

async function openClick(
  tx: Tx,
  { memberId, wall, offer }: ClickOf,
  { isShown, title, goals }: OfferState,
): Promise<Click | undefined> {
  const clicks = tx
    .selectFrom('offerClicks')
    .select(['id as clickId', 'startedAt', 'expiresAt'])
    .where('userId', '=', memberId)
    .where('wall', '=', wall)
    .where('offerId', '=', offer)
    .orderBy('id', 'desc')
    .limit(1);
  if (!isShown)
    return clicks.where(sql<boolean>`coalesce(expires_at, kept_until) > now()`).executeTakeFirst();
  // What is reached later is credited by the click, so it stays for a while after it is used again.
  const usedUntil = sql`coalesce(expires_at, kept_until - make_interval(days => ${KEPT.daysAfterDeadline}))`;
  // An earlier click is not used again: a call that names none belongs to the last.
  const isSame = sql<boolean>`title = ${title} and goals = ${JSON.stringify(goals)}::jsonb and ${usedUntil} > now()`;
  const last = await clicks.select(isSame.as('isSame')).executeTakeFirst();
  if (!last?.isSame) return undefined;
  const { clickId, startedAt, expiresAt } = last;
  return { clickId, startedAt, expiresAt };
}

async function addClick(
  tx: Tx,
  { memberId, wall, offer }: ClickOf,
  { revision, version, digest, title, goals }: OfferState,
  { country, device }: Place,
): Promise<Click> {
  const deadlines = goals.map(({ deadlineSeconds }) => deadlineSeconds);
  // A goal without a deadline can be reached at any time.
  const last = deadlines.every((seconds) => seconds !== null) ? Math.max(0, ...deadlines) : null;
  const startsAt = await readClock(tx);
  const expiresAt = sql<Date | null>`now() + make_interval(secs => ${last}::integer)`;
  const { id: clickId, ...times } = await tx
    .insertInto('offerClicks')
    .values({
      id: NEW_ID,
      userId: memberId,
      wall,
      offerId: offer,
      revision,
      version,
      digest,
      title,
      goals: JSON.stringify(goals),
      country: country ?? null,
      device: device ?? null,
      expiresAt,
      remindAt: nextReminder(goals, startsAt, startsAt),
      keptUntil: sql<Date>`least(now() + make_interval(days => ${KEPT.daysMax}), greatest(
        now() + make_interval(days => ${KEPT.daysMin}),
        ${expiresAt} + make_interval(days => ${KEPT.daysAfterDeadline})))`,
    })
    .returning(['id', 'startedAt', 'expiresAt'])
    .executeTakeFirstOrThrow();
  return { clickId, ...times };
}
