import type { QueryClient } from '@tanstack/react-query';
import type { Mission } from '#contract/missions.ts';
import { keys } from '#web/shared/api/queries.ts';

/**
 * Puts the mission that a call has returned into the list. A read of the list that is under way may be older than it, so the
 * list is then read again.
 */
export function keepMission(queryClient: QueryClient, mission: Mission): void {
  const isRead = queryClient.isFetching({ queryKey: keys.missions }) > 0;
  queryClient.setQueryData<Mission[]>(keys.missions, (known) =>
    known?.map((other) => (other.id === mission.id ? mission : other)),
  );
  if (isRead) void queryClient.invalidateQueries({ queryKey: keys.missions });
}
