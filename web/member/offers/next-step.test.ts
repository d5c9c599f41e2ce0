import { expect, test } from 'vitest';
import type { StartedGoal } from '#contract/offers.ts';
import type { GoalReason, GoalState } from '#contract/offers.values.ts';
import { asOf, endOf, isInProgress, nextStep } from './next-step.ts';

const NOW = new Date('2026-01-01T12:00:00Z');
const PAST = '2026-01-01T11:59:59Z';
const LATER = '2026-01-02T12:00:00Z';

const goals = (...standings: [GoalState, GoalReason, promised?: number][]): { goals: StartedGoal[] } => ({
  goals: standings.map(([state, reason, promised = 10], index) => ({
    ...{ goalId: String(index), name: `Step ${index}`, promised, state, reason },
    ...{ at: null, until: null, paid: 0, paidLess: null },
  })),
});
/** These goals, the first with more to it. */
const first = ({ goals: [one, ...others] }: { goals: StartedGoal[] }, more: Partial<StartedGoal>) => ({
  goals: [...(one ? [{ ...one, ...more }] : []), ...others],
});

test('the next step is the first that can still be reached, whatever became of those before', () => {
  const third = goals(['credited', 'paid'], ['expired', 'too_late'], ['started', 'clicked']);
  expect(nextStep(third, NOW)?.goalId).toBe('2');
  expect(nextStep(goals(['credited', 'paid'], ['pending', 'held']), NOW)).toBeUndefined();
});

test('a step that pays nothing is next only while one that pays is left, if any pays', () => {
  const unpaid: [GoalState, GoalReason, number] = ['started', 'clicked', 0];
  expect(nextStep(goals(unpaid, ['started', 'clicked']), NOW)?.goalId).toBe('0');
  expect(nextStep(goals(unpaid), NOW)?.goalId).toBe('0');
  for (const done of [
    goals(unpaid, ['credited', 'paid']),
    goals(unpaid, ['expired', 'too_late']),
    goals(unpaid, ['reversed', 'taken_back']),
  ])
    expect([nextStep(done, NOW), isInProgress(done, NOW)]).toEqual([undefined, false]);
  expect(isInProgress(goals(unpaid, ['pending', 'held']), NOW)).toBe(true);
});

test('a step whose time has run out since it was read is over', () => {
  const started = goals(['started', 'clicked'], ['started', 'clicked']);
  expect(nextStep(first(started, { until: LATER }), NOW)?.goalId).toBe('0');
  expect(nextStep(first(started, { until: PAST }), NOW)?.goalId).toBe('1');
  const over = first(goals(['started', 'clicked']), { until: PAST });
  expect(isInProgress(over, NOW)).toBe(false);
  const late = { state: 'expired', reason: 'too_late', at: PAST, until: null };
  expect(over.goals.map((goal) => asOf(goal, NOW))).toMatchObject([late]);
});

test.each<[GoalState, GoalReason]>([
  ['credited', 'paid'],
  ['pending', 'held'],
  ['received', 'company_decides'],
])('a step that can be done again is next until its deadline, after those not done yet: %s', (...reached) => {
  const again = (deadline: string | null) =>
    first(goals(reached, ['expired', 'too_late']), { repeatable: true, deadline, until: PAST });
  for (const deadline of [null, LATER]) {
    const next = nextStep(again(deadline), NOW);
    expect([next?.goalId, next && endOf(next)]).toEqual(['0', deadline]);
  }
  expect(nextStep(again(PAST), NOW)).toBeUndefined();
  expect(nextStep(first(goals(reached), {}), NOW)).toBeUndefined();
  expect(nextStep(first(goals(reached, ['started', 'clicked']), { repeatable: true }), NOW)?.goalId).toBe(
    '1',
  );
});

test('an offer is in progress while a step can be reached or its points are undecided', () => {
  const isOpen = (...standings: Parameters<typeof goals>) => isInProgress(goals(...standings), NOW);
  expect(isOpen(['credited', 'paid'], ['started', 'clicked'])).toBe(true);
  expect(isOpen(['pending', 'held'])).toBe(true);
  expect(isOpen(['received', 'company_decides'])).toBe(true);
  expect(isOpen(['received', 'pays_nothing'], ['credited', 'paid'])).toBe(false);
  expect(isOpen(['reversed', 'taken_back'], ['expired', 'too_late'])).toBe(false);
});
