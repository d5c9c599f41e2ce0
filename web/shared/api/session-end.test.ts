import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { keys } from './queries.ts';

beforeEach(() => sessionStorage.clear());

/** The module as a page has it that has just been loaded. */
async function loaded() {
  vi.resetModules();
  return import('./session-end.ts');
}

type Router = Parameters<Awaited<ReturnType<typeof loaded>>['leaveEnded']>[1];

/** Ends the session of this member on a screen. */
async function end(memberId: string): Promise<void> {
  const queryClient = new QueryClient();
  queryClient.setQueryData(keys.user, { id: memberId });
  const router = { latestLocation: { href: '/offers/started?page=2' }, invalidate: async () => {} };
  (await loaded()).leaveEnded(queryClient, router as unknown as Router);
}

test('who comes back from another site is led to where their session ended, once', async () => {
  await end('ada');
  const { takeReturn, wasEnded } = await loaded();
  expect(wasEnded()).toBe(true);
  expect(takeReturn('ada')).toBe('/offers/started?page=2');
  expect(wasEnded()).toBe(false);
  expect(takeReturn('ada')).toBeUndefined();
});

test('another member is not led to where a session ended, nor to what was asked for after it', async () => {
  await end('ada');
  const { keepWanted, takeReturn } = await loaded();
  keepWanted('/statement?search=rent');
  expect(takeReturn('bob')).toBeUndefined();
  expect(takeReturn('ada')).toBeUndefined();
});

test('what a member has asked for since their session ended is where they are led', async () => {
  await end('ada');
  const { keepWanted, takeReturn } = await loaded();
  keepWanted('/redeem');
  expect(takeReturn('ada')).toBe('/redeem');
  expect(takeReturn('ada')).toBeUndefined();
});
