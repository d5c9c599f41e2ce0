import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Mission } from '#contract/missions.ts';
import { callQuery } from '#web/shared/api/call-query.ts';
import { keys } from '#web/shared/api/queries.ts';
import { keepMission } from './keep-mission.ts';

/**
 * The missions of this site and how far the member is with each; read anew when a screen of them is opened or its tab is
 * shown again, as nothing tells of a new day or of a place whose time is over.
 */
export const useMissions = () =>
  useQuery({ ...callQuery('GET /api/missions'), staleTime: 0, refetchOnWindowFocus: true });

/** What is said beforehand of missions that are planned. */
export const useAnnouncedMissions = () => useQuery(callQuery('GET /api/missions/announced'));

/** For calls that return a mission: updates it in the list; after a refusal the list is read again. */
export function useMissionCall<Input = void>(send: (input: Input) => Promise<Mission>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (mission) => keepMission(queryClient, mission),
    onError: () => queryClient.invalidateQueries({ queryKey: keys.missions }),
  });
}
