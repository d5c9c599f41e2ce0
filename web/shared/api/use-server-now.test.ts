import { expect, onTestFinished, test, vi } from 'vitest';
import { tickStore } from './use-server-now.ts';

test('one timer moves the time on for everything that shows it, as long as anything does', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const [first, second] = [vi.fn(), vi.fn()];
  const leave = [first, second].map(tickStore.subscribe);
  expect(vi.getTimerCount()).toBe(1);
  const before = tickStore.get();
  vi.advanceTimersByTime(60_000);
  expect(tickStore.get()).toBe(before + 2);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([2, 2]);
  leave[0]?.();
  vi.advanceTimersByTime(30_000);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([2, 3]);
  leave[1]?.();
  expect(vi.getTimerCount()).toBe(0);
});
