import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { Member } from '#contract/member.ts';
import { Abandoned } from './abandoned.ts';
import { keepMember } from './keep-member.ts';
import { createQueryClient, keys, leaveHere, userQuery } from './queries.ts';
import { signedInAgain, signInStore } from './sign-in-again.ts';

const member = { id: '0195f3c2-0000-7000-8000-000000000001', name: 'Ada' } as Member;

afterEach(() => void vi.unstubAllGlobals());

test('a response about a member who has left meanwhile is not kept', async () => {
  const queryClient = createQueryClient(() => undefined);
  const answer = Promise.withResolvers<Member>();
  queryClient.setQueryData(keys.user, member);
  const screen = new QueryObserver(queryClient, {
    queryKey: keys.user,
    queryFn: ({ signal: _ }) => answer.promise,
  });
  const unsubscribe = screen.subscribe(() => undefined);
  const read = queryClient.invalidateQueries({ queryKey: keys.user });
  leaveHere(queryClient);
  answer.resolve(member);
  await read;
  await answer.promise;
  expect(queryClient.getQueryData(keys.user)).toBeNull();
  expect(queryClient.isFetching()).toBe(0);
  unsubscribe();
});

test('a changed member is not overwritten by a read that began before, and hides no points that came meanwhile', async () => {
  const queryClient = createQueryClient(() => undefined);
  queryClient.setQueryData(keys.user, member);
  const answers = [Promise.withResolvers<Member>(), Promise.withResolvers<Member>()];
  let reads = 0;
  const screen = new QueryObserver(queryClient, {
    queryKey: keys.user,
    queryFn: () => answers[reads++]?.promise,
  });
  const unsubscribe = screen.subscribe(() => undefined);
  const earlier = queryClient.invalidateQueries({ queryKey: keys.user });
  const changed = { ...member, name: 'Ada Byron' };
  keepMember(queryClient, changed);
  expect(queryClient.getQueryData(keys.user)).toEqual(changed);
  answers[0]?.resolve(member);
  answers[1]?.resolve({ ...changed, points: 375 });
  await earlier;
  expect(queryClient.getQueryData(keys.user)).toEqual({ ...changed, points: 375 });
  unsubscribe();
});

test('a member who turns out to be another one finds no data and sends no call of the last', async () => {
  const queryClient = createQueryClient(() => undefined);
  const other = { id: '0195f3c2-0000-7000-8000-000000000002', name: 'Bea' } as Member;
  queryClient.setQueryData(keys.user, member);
  queryClient.setQueryData(keys.redemptions, []);
  const unsubscribe = signInStore.subscribe(() => undefined);
  const waiting = expect(signedInAgain(false)).rejects.toThrow(Abandoned);
  vi.stubGlobal('fetch', async () => Response.json(member));
  await queryClient.fetchQuery({ ...userQuery, staleTime: 0 });
  expect(queryClient.getQueryData(keys.redemptions)).toEqual([]);
  expect(signInStore.isAsked()).toBe(true);

  vi.stubGlobal('fetch', async () => Response.json(other));
  expect(await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })).toEqual(other);
  expect(queryClient.getQueryData(keys.user)).toEqual(other);
  expect(queryClient.getQueryData(keys.redemptions)).toBeUndefined();
  await waiting;
  unsubscribe();
});
