import type { LeftOutReason } from '#contract/feeds.values.ts';
import { dollarMicros, wholePoints } from '#domain/earning/wall-format/amount.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import { pointsOf } from '#domain/earning/wall-format/read-postback.ts';
import type { ConfiguredFeed, FeedDefinition } from './feed-definition.ts';
import type { FeedGoal } from './feed-offer.ts';
import { plainLine, plainText } from './plain-text.ts';
import { isYes, scalarText, valueAt, valuesAt, yesOrNo } from './values-at.ts';

const ID_LENGTH_MAX = 200;
const NAME_LENGTH_MAX = 200;
const DESCRIPTION_LENGTH_MAX = 1_000;
const GOALS_MAX = 100;
const ORDER_MAX = 10_000n;
/** A longer deadline than five years is taken for none. */
const DEADLINE_SECONDS_MAX = 5n * 366n * 86_400n;

type Forms = FeedDefinition['offer'];
type Deadline = NonNullable<Forms['deadline']>;
type Failed = { reason: LeftOutReason; detail: string | null };
export interface GoalContext {
  feed: ConfiguredFeed;
  wall: ConfiguredWall;
  /** The name of the one step of an offer without goals. */
  title: string;
}

/** The goals of an offer in the vendor's order, at least one, or why the offer cannot be promised. */
export function readGoals(raw: unknown, context: GoalContext): FeedGoal[] | Failed {
  const { goals: form, deadline } = context.feed.definition.offer;
  const listed = form?.list.map((path) => valuesAt(raw, path)).find((values) => values.length > 0);
  const ofOffer = secondsAt(raw, deadline);
  if (!form || !listed) return single(raw, context, ofOffer);
  if (listed.length > GOALS_MAX) return { reason: 'goals', detail: `${listed.length}` };
  const goals: FeedGoal[] = [];
  for (const one of listed) {
    const goalId = idAt(one, form.id);
    if (typeof one !== 'object' || goalId === undefined) return { reason: 'goals', detail: null };
    if (goals.some((other) => other.goalId === goalId)) return { reason: 'goals', detail: goalId };
    const amount = amountOf(one, context, form.payable !== undefined && isUnpaid(one, form.payable));
    if ('reason' in amount) return amount;
    goals.push({
      goalId,
      name: lineAt(one, form.name, NAME_LENGTH_MAX) || context.title,
      description: textAt(one, form.description, DESCRIPTION_LENGTH_MAX) || null,
      ...amount,
      order: orderAt(one, form.order),
      nonLinear: isYes(valueAt(one, form.nonLinear)),
      purchase: yesOrNo(valueAt(one, form.purchase)),
      repeatable: isYes(valueAt(one, form.repeatable)),
      deadlineSeconds: secondsAt(one, form.deadline) ?? ofOffer,
    });
  }
  return goals;
}

function single(raw: unknown, context: GoalContext, deadlineSeconds: number | null): FeedGoal[] | Failed {
  const amount = amountOf(raw, context, false);
  if ('reason' in amount) return amount;
  const purchase = yesOrNo(valueAt(raw, context.feed.definition.offer.purchase));
  const plain = { description: null, order: null, nonLinear: false, repeatable: false };
  return [{ goalId: '', name: context.title, ...plain, purchase, ...amount, deadlineSeconds }];
}

/** What a postback of it credits, by the same function and under the same cap as the intake. */
function amountOf(
  raw: unknown,
  context: GoalContext,
  unpaid: boolean,
): Pick<FeedGoal, 'points' | 'usdMicros' | 'paid'> | Failed {
  const { amounts } = context.feed.definition.offer;
  const usd = firstText(raw, amounts.usd);
  const micros = usd === undefined ? undefined : dollarMicros(usd, 'dollars');
  const usdMicros = micros === undefined ? null : Number(micros);
  if (unpaid) return { points: 0, usdMicros, paid: false };
  const { variable } = amounts;
  const points = firstText(raw, amounts.points);
  const isVariable =
    variable?.is.includes(scalarText(valueAt(raw, variable.at)) ?? '') || (points ?? usd) === 'variable';
  if (isVariable) return { points: null, usdMicros, paid: true };
  const credited = creditOf({ points, usd }, context);
  if (credited === 'unknown') return { points: null, usdMicros, paid: true };
  if (!credited || credited.negative) return { reason: 'amount', detail: points ?? usd ?? null };
  if (credited.points > context.wall.maxPoints) return { reason: 'above_cap', detail: `${credited.points}` };
  // The intake ignores a credit of less than a point.
  return { points: Number(credited.points), usdMicros, paid: credited.points > 0n };
}

/**
 * Where the wall's postbacks have points, those of the feed; where they have dollars alone, its dollars. A feed without
 * points of a wall with them needs the rate that the operator has set at the vendor: what is not known is not promised.
 */
function creditOf(
  { points, usd }: { points: string | undefined; usd: string | undefined },
  { feed, wall }: GoalContext,
): ReturnType<typeof wholePoints> | 'unknown' {
  const inPoints = wall.definition.postback.fields.points;
  if (inPoints === undefined) return usd === undefined ? undefined : pointsOf({}, usd);
  if (feed.definition.offer.amounts.points) {
    return points === undefined ? undefined : pointsOf({ points: inPoints }, points);
  }
  if (usd === undefined) return undefined;
  return feed.pointsPerDollar === null ? 'unknown' : wholePoints(usd, BigInt(feed.pointsPerDollar));
}

export const firstText = (raw: unknown, paths: readonly string[] | undefined): string | undefined => {
  for (const path of paths ?? []) {
    const text = scalarText(valueAt(raw, path));
    if (text !== undefined) return text;
  }
  return undefined;
};

/** An id that can be stored, compared and put into an address as it is; undefined otherwise. */
export const idAt = (raw: unknown, paths: readonly string[]): string | undefined => {
  const text = firstText(raw, paths);
  return text !== undefined && text.length <= ID_LENGTH_MAX && !/[\p{C}\uFFFD]/u.test(text)
    ? text
    : undefined;
};

export const textAt = (raw: unknown, paths: readonly string[] | undefined, max: number): string =>
  plainText(firstText(raw, paths) ?? '', max);
export const lineAt = (raw: unknown, paths: readonly string[] | undefined, max: number): string =>
  plainLine(firstText(raw, paths) ?? '', max);

const isUnpaid = (raw: unknown, path: string): boolean => {
  const value = valueAt(raw, path);
  return value !== undefined && !isYes(value);
};

function orderAt(raw: unknown, path: string | undefined): number | null {
  const read = wholePoints(scalarText(valueAt(raw, path)) ?? '', 1n);
  return read && !read.negative && read.points <= ORDER_MAX ? Number(read.points) : null;
}

export function secondsAt(raw: unknown, deadline: Deadline | undefined): number | null {
  if (!deadline) return null;
  const read = wholePoints(scalarText(valueAt(raw, deadline.at)) ?? '', BigInt(deadline.seconds));
  const usable = read && !read.negative && read.points > 0n && read.points <= DEADLINE_SECONDS_MAX;
  return usable ? Number(read.points) : null;
}
