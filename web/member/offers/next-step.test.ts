import { expect, test } from 'vitest';
import type { StartedOffer } from '#contract/offers.ts';
import type { GoalReason, GoalState } from '#contract/offers.values.ts';
import { isInProgress, nextStep } from './next-step.ts';

const goals = (...standings: [GoalState, GoalReason, promised?: number][]): Pick<StartedOffer, 'goals'> => ({
  goals: standings.map(([state, reason, promised = 10], index) => ({
    ...{ goalId: String(index), name: `Step ${index}`, promised, state, reason },
    ...{ at: null, until: null, paid: 0, paidLess: null },
  })),
});

test('the next step is the first that can still be reached, whatever became of those before', () => {
  expect(nextStep(goals(['credited', 'paid'], ['expired', 'too_late'], ['started', 'clicked']))?.goalId).toBe(
    '2',
  );
  expect(nextStep(goals(['credited', 'paid'], ['pending', 'held']))).toBeUndefined();
});

test('a step that pays nothing is next only while one that pays is left, if any pays', () => {
  const unpaid: [GoalState, GoalReason, number] = ['started', 'clicked', 0];
  expect(nextStep(goals(unpaid, ['started', 'clicked']))?.goalId).toBe('0');
  expect(nextStep(goals(unpaid))?.goalId).toBe('0');
  for (const done of [
    goals(unpaid, ['credited', 'paid']),
    goals(unpaid, ['expired', 'too_late']),
    goals(unpaid, ['reversed', 'taken_back']),
  ])
    expect([nextStep(done), isInProgress(done)]).toEqual([undefined, false]);
  expect(isInProgress(goals(unpaid, ['pending', 'held']))).toBe(true);
});

test('an offer is in progress while a step can be reached or its points are undecided', () => {
  expect(isInProgress(goals(['credited', 'paid'], ['started', 'clicked']))).toBe(true);
  expect(isInProgress(goals(['pending', 'held']))).toBe(true);
  expect(isInProgress(goals(['received', 'company_decides']))).toBe(true);
  expect(isInProgress(goals(['received', 'pays_nothing'], ['credited', 'paid']))).toBe(false);
  expect(isInProgress(goals(['reversed', 'taken_back'], ['expired', 'too_late']))).toBe(false);
});
