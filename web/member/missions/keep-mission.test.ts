import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Mission } from '#contract/missions.ts';
import { createQueryClient, keys } from '#web/shared/api/queries.ts';
import { keepMission } from './keep-mission.ts';

const open = { id: '0195f3c2-0000-7000-8000-000000000001', state: 'open' } as Mission;
const other = { ...open, id: '0195f3c2-0000-7000-8000-000000000002' };
const started: Mission = { ...open, state: 'under_way' };

/** A cache whose list of missions is shown, and the answers to its reads. */
function shownList() {
  const queryClient = createQueryClient(() => undefined);
  queryClient.setQueryData(keys.missions, [open, other]);
  const reads: PromiseWithResolvers<Mission[]>[] = [];
  const screen = new QueryObserver(queryClient, {
    queryKey: keys.missions,
    queryFn: () => {
      const read = Promise.withResolvers<Mission[]>();
      reads.push(read);
      return read.promise;
    },
  });
  screen.subscribe(() => undefined);
  return { queryClient, reads, shown: () => queryClient.getQueryData(keys.missions) };
}

test('a mission that was started is in the list at once, without another read', () => {
  const { queryClient, reads, shown } = shownList();
  keepMission(queryClient, started);
  expect(shown()).toEqual([started, other]);
  expect(reads).toEqual([]);
});

test('a mission that was started is not overwritten by a read that began before, and hides nothing that it would have told', async () => {
  const { queryClient, reads, shown } = shownList();
  const earlier = queryClient.invalidateQueries({ queryKey: keys.missions });
  keepMission(queryClient, started);
  expect(shown()).toEqual([started, other]);
  const completed: Mission = { ...other, state: 'completed' };
  reads[0]?.resolve([open, completed]);
  reads[1]?.resolve([started, completed]);
  await earlier;
  expect(shown()).toEqual([started, completed]);
});
