import { expect, test } from 'vitest';
import { type Cost, HABITS, ONE_POSTGRES, planFor } from './capacity-plan.ts';

const NOTHING: Cost = {
  nodeMicros: 0,
  postgresMicros: 0,
  databaseBytes: 0,
  walBytes: 0,
  logBytes: 0,
  networkBytes: 0,
};
const measured = (credit: Partial<Cost>) => ({
  costs: { visit: NOTHING, credit: { ...NOTHING, ...credit }, redemption: NOTHING, signIn: NOTHING },
  memberBytes: 1_000,
  pageBytes: 10_000,
  serverBytes: 100e6,
});

test('a million members at these habits are as many credits at the peak as the arithmetic on paper says', () => {
  const plan = planFor(1_000_000, measured({ nodeMicros: 100, postgresMicros: 200, walBytes: 10_000 }));
  // 100,000 active members with 2 credits each, five times the average of a day.
  expect(plan.atPeak.credit).toBeCloseTo((200_000 / 86_400) * 5, 6);
  expect(plan.processors.postgres).toBeCloseTo(plan.atPeak.credit * 200e-6 * 2, 9);
  expect(plan.walBytesPerDay).toBe(2e9);
  expect(plan.processes).toBe(2);
  expect(plan.openPages).toBe(10_000);
  expect(plan.processBytes).toBe(100e6 + 5_000 * 10_000);
  expect(plan.databaseBytesAfterYear).toBe(1e9);
});

test('what gives out first is what is used most of one PostgreSQL', () => {
  const credits = (1_000_000 * HABITS.activeShare * HABITS.perActive.credit) / 86_400;
  expect(planFor(1_000_000, measured({ walBytes: 1e6, postgresMicros: 1 })).firstLimit).toEqual({
    name: 'WAL',
    share: expect.closeTo((credits * HABITS.peak * 1e6) / ONE_POSTGRES.walBytesPerSecond, 9),
  });
  expect(planFor(1_000_000, measured({ databaseBytes: 1e6 })).firstLimit.name).toBe('disk');
  expect(planFor(1_000_000, measured({ postgresMicros: 1e6 })).firstLimit.name).toBe('processors');
});

test('processes are enough for the open pages too, with one to lose', () => {
  expect(planFor(10_000_000, measured({})).processes).toBe(6);
});
