import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Member } from '#contract/member.ts';
import { createQueryClient, keys, leaveHere } from './queries.ts';

const member = { id: '0195f3c2-0000-7000-8000-000000000001', name: 'Ada' } as Member;

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
