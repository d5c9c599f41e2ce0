import { expect, test } from 'vitest';
import { canBeReplayed, isApplied, type ReplayResult } from './replay-result.ts';

test('a postback that no longer waits is not replayed once more', () => {
  for (const verdict of ['credited', 'reversed', 'duplicate', 'conflict', 'ignored'] as const) {
    expect(canBeReplayed(null, { verdict, waits: false }), verdict).toBe(false);
  }
});

test('one that still waits can be replayed again, unless something stands in the way', () => {
  const waiting: (ReplayResult | undefined)[] = [
    undefined,
    { verdict: 'unknown_user', waits: true },
    { verdict: 'ignored', waits: true },
    { failure: 'No connection' },
  ];
  for (const result of waiting) {
    expect(canBeReplayed(null, result)).toBe(true);
    expect(canBeReplayed('cut', result)).toBe(false);
  }
});

test('only one that credits or takes back counts as applied', () => {
  for (const verdict of ['credited', 'held', 'flagged', 'netted', 'reversed', 'reversed_early'] as const)
    expect(isApplied({ verdict, waits: false }), verdict).toBe(true);
  for (const verdict of ['duplicate', 'conflict', 'refused', 'ignored'] as const)
    expect(isApplied({ verdict, waits: false }), verdict).toBe(false);
  expect(isApplied({ verdict: 'unknown_user', waits: true })).toBe(false);
  expect(isApplied({ failure: 'No connection' })).toBe(false);
});
