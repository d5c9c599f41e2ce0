import { POINTS_PER_DOLLAR } from '#contract/points.ts';
import type { WallAlarmKind } from '#contract/walls.values.ts';
import type { WallDay } from './wall-days.ts';

/** Days before the judged one whose median is the usual value, and how many of them must have credits. */
export const USUAL_DAYS = 14;
export const USUAL_DAYS_MIN = 5;
/** A figure of this many times the usual one is unusual. */
const TIMES = 3;
/** A share of the credits that is this many percentage points above the usual one is unusual. */
const RISE_PERCENT = 25;

/**
 * Minimum figures for an alarm, since small numbers vary by nature (`least`), and the limits where no value is usual
 * yet (`firstDays`). In points, of which a hundred are a dollar, or percent.
 */
export const FLOORS = {
  /** Points of all members. */
  points: { least: 20_000, firstDays: 50_000 },
  /** Average points of a credit, of at least `credits` credits and `pointsOfDay` points. */
  pointsPerCredit: { credits: 5, pointsOfDay: 5_000, firstDays: 2_000 },
  /** Points of one member. */
  member: { least: 10_000, firstDays: 20_000 },
  /** Percent of at least this many credits. */
  share: { credits: 20, firstDaysPercent: 50 },
  /** Points beyond what the revenue allows. */
  cost: { points: 500 },
  /** Steps that paid less than promised, and their percentage of the steps that paid. */
  underpaid: { steps: 5, percent: 10 },
} as const;

/** The largest percentage reported for cost, also used if there is no revenue. */
const COST_PERCENT_MAX = 9_999;
const MICROS_PER_POINT = 1_000_000 / POINTS_PER_DOLLAR;

/** Why a day is unusual; points or percent, depending on the kind. */
export interface Unusual {
  kind: WallAlarmKind;
  value: number;
  /** Null if the wall has too few earlier days. */
  usual: number | null;
  /** The limit that `value` reached. */
  threshold: number;
}

export interface JudgeOptions {
  /** Whether the wall's calls can name what it pays. */
  namesRevenue: boolean;
  /** Most that the points may be worth, in percent of the revenue that their calls named. */
  costPercentMax: number;
}

/**
 * Returns the ways in which a day leaves the pattern of the days before it. Pure; `before` holds at most USUAL_DAYS
 * days.
 */
export function judgeDay(
  day: WallDay,
  before: readonly WallDay[],
  { namesRevenue, costPercentMax }: JudgeOptions,
): Unusual[] {
  const busy = before.filter(({ credits }) => credits > 0);
  const usualOf = (figure: (of: WallDay) => number) =>
    busy.length < USUAL_DAYS_MIN ? null : median(busy.map(figure));
  const underpaid = paidLess(day);
  if (day.credits === 0) return underpaid ? [underpaid] : [];
  const { points, pointsPerCredit, member } = FLOORS;
  const average = above('points_per_credit', Math.floor(perCredit(day)), {
    usual: usualOf(perCredit),
    least: 1,
    firstDays: pointsPerCredit.firstDays,
  });
  const enough = day.credits >= pointsPerCredit.credits && day.points >= pointsPerCredit.pointsOfDay;
  return [
    above('points', day.points, { usual: usualOf((of) => of.points), ...points }),
    enough ? average : undefined,
    above('member', day.topPoints, { usual: usualOf((of) => of.topPoints), ...member }),
    namesRevenue ? risen('unnamed', day, usualOf, (of) => of.credits - of.named) : undefined,
    risen('flagged', day, usualOf, (of) => of.flagged),
    tooDear(day, costPercentMax),
    underpaid,
  ].filter((found) => found !== undefined);
}

const perCredit = (of: WallDay) => of.points / of.credits;

function above(
  kind: WallAlarmKind,
  value: number,
  { usual, least, firstDays }: { usual: number | null; least: number; firstDays: number },
): Unusual | undefined {
  const threshold = usual === null ? firstDays : Math.max(least, Math.ceil(usual * TIMES));
  return value >= threshold ? { kind, value, usual: usual && Math.round(usual), threshold } : undefined;
}

function risen(
  kind: WallAlarmKind,
  day: WallDay,
  usualOf: (figure: (of: WallDay) => number) => number | null,
  count: (of: WallDay) => number,
): Unusual | undefined {
  if (count(day) < FLOORS.share.credits) return undefined;
  const percent = (of: WallDay) => Math.floor((count(of) * 100) / of.credits);
  const usual = usualOf(percent);
  const threshold = usual === null ? FLOORS.share.firstDaysPercent : Math.ceil(usual) + RISE_PERCENT;
  const value = percent(day);
  return value >= threshold ? { kind, value, usual: usual && Math.round(usual), threshold } : undefined;
}

/**
 * Points of the day's credits beyond what their named revenue allows, below zero if there is room left. Credits that
 * named no revenue are left out.
 */
export const excessOf = (day: WallDay, costPercentMax: number): number =>
  day.namedPoints - ((day.usdMicros / MICROS_PER_POINT) * costPercentMax) / 100;

function tooDear(day: WallDay, costPercentMax: number): Unusual | undefined {
  const revenuePoints = day.usdMicros / MICROS_PER_POINT;
  if (excessOf(day, costPercentMax) < FLOORS.cost.points) return undefined;
  const percent = revenuePoints > 0 ? Math.ceil((day.namedPoints * 100) / revenuePoints) : COST_PERCENT_MAX;
  return {
    kind: 'cost',
    value: Math.min(COST_PERCENT_MAX, percent),
    usual: null,
    threshold: costPercentMax,
  };
}

function paidLess({ steps, stepsPaidLess }: WallDay): Unusual | undefined {
  const { steps: least, percent: threshold } = FLOORS.underpaid;
  if (stepsPaidLess < least) return undefined;
  const value = Math.floor((stepsPaidLess * 100) / steps);
  return value >= threshold ? { kind: 'underpaid', value, usual: null, threshold } : undefined;
}

/** Returns the median of a list that is not empty. */
function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}
