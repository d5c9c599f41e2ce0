import {
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';
import type { Member } from '#contract/member.ts';
import { tellTabs } from '#web/shared/browser/tabs.ts';
import { CallError, call } from './call.ts';
import { callQuery } from './call-query.ts';

/** Query keys, named after the call that fills them. */
export const keys = {
  user: ['GET /api/user'],
  tasks: ['GET /api/tasks'],
  walls: ['GET /api/walls'],
  missions: ['GET /api/missions'],
  claims: ['GET /api/claims'],
  rewards: ['GET /api/rewards'],
  redemptions: ['GET /api/redemptions'],
} as const;

/** The signed-in member, or null: only 401 means that there is none, any other failure is an error. */
export const userQuery = queryOptions({
  queryKey: keys.user,
  queryFn: async ({ signal }): Promise<Member | null> => {
    try {
      return await call('GET /api/user', { signal });
    } catch (error) {
      if (error instanceof CallError && error.status === 401) return null;
      throw error;
    }
  },
});
export const tasksQuery = queryOptions({
  queryKey: keys.tasks,
  queryFn: ({ signal }) => call('GET /api/tasks', { query: {}, signal }),
});
/** Its key begins like that of the list: what makes one stale makes the other stale. */
export const taskTotalsQuery = queryOptions({
  queryKey: [...keys.tasks, 'totals'],
  queryFn: ({ signal }) => call('GET /api/tasks/totals', { signal }),
});
export const wallsQuery = callQuery('GET /api/walls');
export const rewardsQuery = callQuery('GET /api/rewards');
export const redemptionsQuery = callQuery('GET /api/redemptions');

/** The signed-in member; null when there is none. Member screens are only shown once it is loaded. */
export const useUser = (): Member | null => useSuspenseQuery(userQuery).data;
export const useTasks = () => useQuery(tasksQuery);
export const useTaskTotals = () => useQuery(taskTotalsQuery);
export const useWalls = () => useQuery(wallsQuery);
export const useRewards = () => useQuery(rewardsQuery);
export const useRedemptions = () => useQuery(redemptionsQuery);

/**
 * The cache of everything read from the server. Nothing is read again by itself: changes come over the live stream or
 * after a call of this browser. `onSignedOut` is told when the server no longer knows the session.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const watch = (error: Error) => {
    if (error instanceof CallError && error.code === 'not_signed_in') onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({ onError: watch }),
    defaultOptions: {
      queries: {
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Keeps the member that a call answered with, in every tab; lists of another member are forgotten. */
export function signIn(queryClient: QueryClient, member: Member): void {
  become(queryClient, member);
  tellTabs({ type: 'session', memberId: member.id });
}

/** Forgets the member and everything of theirs, in every tab. */
export function signOut(queryClient: QueryClient): void {
  leaveHere(queryClient);
  tellTabs({ type: 'session', memberId: null });
}

/** The same in this tab alone. */
export const leaveHere = (queryClient: QueryClient): void => become(queryClient, null);

function become(queryClient: QueryClient, member: Member | null): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.user[0] });
  // An answer that is still on its way is about whoever was here before.
  void queryClient.cancelQueries({ queryKey: keys.user });
  queryClient.setQueryData(keys.user, member);
}
