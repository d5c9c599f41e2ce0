import { expect, test } from 'vitest';
import type { StartedOffer } from '#contract/offers.ts';
import type { GoalReason, GoalState } from '#contract/offers.values.ts';
import { isInProgress, nextStep } from './next-step.ts';

const goals = (...standings: [GoalState, GoalReason][]): Pick<StartedOffer, 'goals'> => ({
  goals: standings.map(([state, reason], index) => ({
    ...{ goalId: String(index), name: `Step ${index}`, promised: 10, state, reason },
    ...{ at: null, until: null, paid: 0, paidLess: null },
  })),
});

test('the next step is the first that can still be reached, whatever became of those before', () => {
  expect(nextStep(goals(['credited', 'paid'], ['expired', 'too_late'], ['started', 'clicked']))?.goalId).toBe(
    '2',
  );
  expect(nextStep(goals(['credited', 'paid'], ['pending', 'held']))).toBeUndefined();
});

test('an offer is in progress while a step can be reached or its points are undecided', () => {
  expect(isInProgress(goals(['credited', 'paid'], ['started', 'clicked']))).toBe(true);
  expect(isInProgress(goals(['pending', 'held']))).toBe(true);
  expect(isInProgress(goals(['received', 'company_decides']))).toBe(true);
  expect(isInProgress(goals(['received', 'pays_nothing'], ['credited', 'paid']))).toBe(false);
  expect(isInProgress(goals(['reversed', 'taken_back'], ['expired', 'too_late']))).toBe(false);
});
