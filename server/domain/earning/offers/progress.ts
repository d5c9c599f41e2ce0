import type { GoalReason, GoalState } from '#contract/offers.values.ts';

/** Goals that a click promised none of and that calls name all the same: so many are shown. */
const OTHERS_MAX = 50;
const MS_PER_SECOND = 1000;

/** A goal as the offer promised it at the click. */
export interface PromisedGoal {
  /** Empty for the one step of an offer without goals. */
  goalId: string;
  name: string;
  /** Null: no fixed amount. */
  points: number | null;
  paid: boolean;
  repeatable: boolean;
  /** From the click. */
  deadlineSeconds: number | null;
}

/** The sum of the goals; null where one has no fixed amount. */
export const promisedPoints = (goals: readonly Pick<PromisedGoal, 'points'>[]): number | null =>
  goals.every(({ points }) => points !== null)
    ? goals.reduce((sum, { points }) => sum + (points ?? 0), 0)
    : null;

/** When and where a member went to an offer. */
export interface ClickPlace {
  id: string;
  wall: string;
  offerId: string;
  startedAt: Date;
}

/** A proven call about the member: of one provider transaction, or one that moved nothing. */
export interface Fact {
  kind: 'held' | 'credited' | 'reversed' | 'reversed_early' | 'pending' | 'step';
  wall: string;
  /** The click that the call names, of whomever it is. */
  clickId: string | null;
  offerId: string | null;
  goalId: string | null;
  goalName: string | null;
  /** What the transaction credited; 0 for a call that moved nothing. */
  points: number;
  receivedAt: Date;
  heldUntil: Date | null;
  reversedAt: Date | null;
}

export interface GoalProgress {
  goalId: string;
  name: string;
  promised: number | null;
  repeatable: boolean;
  deadline: Date | null;
  state: GoalState;
  reason: GoalReason;
  at: Date | null;
  until: Date | null;
  paid: number;
  paidLess: PaidLess | null;
}

/** Whole points. */
export interface PaidLess {
  promised: number;
  paid: number;
}

/**
 * Which facts belong to which of the member's own clicks. A click that a call names counts if it is the member's, at the
 * same wall. Any other call belongs to the last click before it of the offer that it names, if there is one.
 */
export function factsByClick(
  clicks: readonly ClickPlace[],
  facts: readonly Fact[],
): ReadonlyMap<string, Fact[]> {
  const found = new Map<string, Fact[]>(clicks.map(({ id }) => [id, []]));
  const newestFirst = [...clicks].sort((one, other) => (one.id < other.id ? 1 : -1));
  for (const fact of facts) {
    const click =
      clicks.find(({ id, wall }) => id === fact.clickId && wall === fact.wall) ??
      newestFirst.find(
        ({ wall, offerId, startedAt }) =>
          wall === fact.wall && offerId === fact.offerId && startedAt <= fact.receivedAt,
      );
    if (click) found.get(click.id)?.push(fact);
  }
  return found;
}

/**
 * How far the goals are, in the order of the promise, then those that were not promised. `startedAt` is null before the
 * click. Pure, and whatever order the facts came in: the same facts are the same progress.
 */
export function progressOf(
  goals: readonly PromisedGoal[],
  startedAt: Date | null,
  facts: readonly Fact[],
  now: Date,
): GoalProgress[] {
  const promised = goals.map((goal) =>
    goalProgress(
      goal,
      startedAt,
      facts.filter((fact) => promisedGoalOf(goals, fact) === goal),
      now,
    ),
  );
  return [...promised, ...othersOf(goals, startedAt, facts, now)];
}

/** An offer with one step needs no name for it; one without goals has no name for it. */
function promisedGoalOf(goals: readonly PromisedGoal[], { goalId }: Fact): PromisedGoal | undefined {
  const named = goals.find((goal) => goal.goalId === goalId);
  if (named) return named;
  const [only] = goals;
  return goals.length === 1 && only && (goalId === null || only.goalId === '') ? only : undefined;
}

function othersOf(
  goals: readonly PromisedGoal[],
  startedAt: Date | null,
  facts: readonly Fact[],
  now: Date,
): GoalProgress[] {
  const others = Map.groupBy(
    facts.filter((fact) => !promisedGoalOf(goals, fact)),
    ({ goalId }) => goalId ?? '',
  );
  return [...others]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, OTHERS_MAX)
    .map(([goalId, own]) => {
      const name = own.flatMap(({ goalName }) => goalName ?? []).sort()[0] ?? goalId;
      const goal = { goalId, name, points: null, paid: true, repeatable: false, deadlineSeconds: null };
      return goalProgress(goal, startedAt, own, now);
    });
}

function goalProgress(
  { goalId, name, points, repeatable, deadlineSeconds }: PromisedGoal,
  startedAt: Date | null,
  facts: readonly Fact[],
  now: Date,
): GoalProgress {
  const of = (kind: Fact['kind']) => facts.filter((fact) => fact.kind === kind);
  const credited = of('credited');
  const given = [...credited, ...of('held')];
  const paid = sum(credited);
  const expected = points === null ? null : repeatable ? points * given.length : points;
  const deadline =
    startedAt && deadlineSeconds !== null
      ? new Date(startedAt.getTime() + deadlineSeconds * MS_PER_SECOND)
      : null;
  return {
    goalId,
    name,
    promised: points,
    repeatable,
    deadline,
    ...standing(facts, { startedAt, deadline, now }),
    paid,
    paidLess:
      given.length > 0 && expected !== null && sum(given) < expected
        ? { promised: expected, paid: sum(given) }
        : null,
  };
}

type Standing = Pick<GoalProgress, 'state' | 'reason' | 'at' | 'until'>;

/** What counts most of the facts: points, then points to come, then points taken back, then words. */
function standing(
  facts: readonly Fact[],
  { startedAt, deadline, now }: { startedAt: Date | null; deadline: Date | null; now: Date },
): Standing {
  const timesOf = (kind: Fact['kind'], time: (fact: Fact) => Date | null) =>
    facts.filter((fact) => fact.kind === kind).map((fact) => time(fact) ?? fact.receivedAt);
  const credited = first(timesOf('credited', ({ heldUntil }) => heldUntil));
  if (credited) return { state: 'credited', reason: 'paid', at: credited, until: null };
  const held = first(timesOf('held', ({ heldUntil }) => heldUntil));
  if (held) {
    const at = first(timesOf('held', ({ receivedAt }) => receivedAt)) ?? null;
    return { state: 'pending', reason: 'held', at, until: held };
  }
  const reversed = first([
    ...timesOf('reversed', ({ reversedAt }) => reversedAt),
    ...timesOf('reversed_early', ({ receivedAt }) => receivedAt),
  ]);
  if (reversed) return { state: 'reversed', reason: 'taken_back', at: reversed, until: null };
  const step = first(timesOf('step', ({ receivedAt }) => receivedAt));
  if (step) return { state: 'received', reason: 'pays_nothing', at: step, until: null };
  const pending = first(timesOf('pending', ({ receivedAt }) => receivedAt));
  if (pending) return { state: 'received', reason: 'company_decides', at: pending, until: null };
  if (!startedAt) return { state: 'not_started', reason: 'no_click', at: null, until: null };
  if (deadline && deadline <= now) return { state: 'expired', reason: 'too_late', at: deadline, until: null };
  return { state: 'started', reason: 'clicked', at: startedAt, until: deadline };
}

const first = (times: readonly Date[]): Date | undefined =>
  times.length === 0 ? undefined : new Date(Math.min(...times.map((time) => time.getTime())));
const sum = (facts: readonly Fact[]): number => facts.reduce((points, fact) => points + fact.points, 0);
