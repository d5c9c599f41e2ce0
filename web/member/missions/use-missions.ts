import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Mission } from '#contract/missions.ts';
import { call } from '#web/shared/api/call.ts';
import { keys } from '#web/shared/api/queries.ts';

const missionsQuery = queryOptions({
  queryKey: keys.missions,
  queryFn: ({ signal }) => call('GET /api/missions', { signal }),
});

/** The missions of this site and how far the member is with each. */
export const useMissions = () => useQuery(missionsQuery);

/** A call that answers a mission: the list then shows it so, and a refusal makes the list be read again. */
export function useMissionCall<Input = void>(send: (input: Input) => Promise<Mission>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (mission) => {
      queryClient.setQueryData<Mission[]>(keys.missions, (known) =>
        known?.map((other) => (other.id === mission.id ? mission : other)),
      );
    },
    onError: () => queryClient.invalidateQueries({ queryKey: keys.missions }),
  });
}
