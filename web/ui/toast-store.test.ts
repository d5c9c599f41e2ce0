import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, endToast, TOAST_REMOVE_MS, toast, toastStore } from './toast-store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('only the newest toast is shown', () => {
  toast({ title: 'first' });
  toast({ title: 'second', tone: 'error' });
  expect(toastStore.get()).toMatchObject({ title: 'second', tone: 'error', open: true });
});

test('a dismissed toast closes at once and is removed 1,000,000 ms later', () => {
  toast({ title: 'bye' });
  dismissToast(toastStore.get()?.id ?? 0);
  expect(toastStore.get()).toMatchObject({ title: 'bye', open: false });
  vi.advanceTimersByTime(TOAST_REMOVE_MS - 1);
  expect(toastStore.get()).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(toastStore.get()).toBeUndefined();
});

test('dismissing a toast that has been replaced leaves the new one open', () => {
  toast({ title: 'old' });
  const old = toastStore.get()?.id ?? 0;
  toast({ title: 'new' });
  dismissToast(old);
  vi.advanceTimersByTime(TOAST_REMOVE_MS);
  expect(toastStore.get()).toMatchObject({ title: 'new', open: true });
});

test('a toast leaves with what it is about, and with nothing else', () => {
  const [owner, other] = [{ of: 'a call' }, { of: 'a call' }];
  toast({ title: 'failed', owner });
  endToast(other);
  expect(toastStore.get()).toMatchObject({ title: 'failed', open: true });
  endToast(owner);
  expect(toastStore.get()).toMatchObject({ title: 'failed', open: false });
});

test('the owner of a toast that has been replaced does not take the new one away', () => {
  const owner = {};
  toast({ title: 'failed', owner });
  toast({ title: 'points arrived' });
  endToast(owner);
  expect(toastStore.get()).toMatchObject({ title: 'points arrived', open: true });
});
