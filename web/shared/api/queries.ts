import {
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  queryOptions,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';
import type { Member } from '#contract/member.ts';
import { noteMember, tellTabs } from '#web/shared/browser/tabs.ts';
import { CallError, call } from './call.ts';
import { callQuery } from './call-query.ts';
import { abandonSignIn } from './sign-in-again.ts';
import { forgetVersions } from './versions.ts';

/** Query keys, named after the call that they cache. */
export const keys = {
  user: ['GET /api/user'],
  tasks: ['GET /api/tasks'],
  statement: ['GET /api/statement'],
  walls: ['GET /api/walls'],
  missions: ['GET /api/missions'],
  announced: ['GET /api/missions/announced'],
  claims: ['GET /api/claims'],
  started: ['GET /api/offers/started'],
  rewards: ['GET /api/rewards'],
  redemptions: ['GET /api/redemptions'],
} as const;

/** The signed-in member; null only for a 401, any other failure is an error. */
export const userQuery = queryOptions({
  queryKey: keys.user,
  queryFn: async ({ signal, client }): Promise<Member | null> => {
    try {
      const member = await call('GET /api/user', { signal });
      // Another member has signed in in this browser, and this tab was not told.
      const held = client.getQueryData<Member | null>(keys.user);
      if (held && held.id !== member.id) forgetMember(client);
      noteMember(member.id);
      return member;
    } catch (error) {
      if (error instanceof CallError && error.status === 401) return null;
      throw error;
    }
  },
});
/** Its key starts with that of the lists of tasks, so invalidating them invalidates it. */
export const taskTotalsQuery = queryOptions({
  queryKey: [...keys.tasks, 'totals'],
  queryFn: ({ signal }) => call('GET /api/tasks/totals', { signal }),
});
export const typicalTasksQuery = callQuery('GET /api/tasks/typical');
export const wallsQuery = callQuery('GET /api/walls');
export const rewardsQuery = callQuery('GET /api/rewards');
export const redemptionsQuery = callQuery('GET /api/redemptions');

/** The signed-in member; null when there is none. Member screens are shown only once it is loaded. */
export const useUser = (): Member | null => useSuspenseQuery(userQuery).data;
export const useTaskTotals = () => useQuery(taskTotalsQuery);
export const useTypicalTasks = () => useQuery(typicalTasksQuery);
export const useWalls = () => useQuery(wallsQuery);
export const useRewards = () => useQuery(rewardsQuery);
export const useRedemptions = () => useQuery(redemptionsQuery);

/** With its own timer a button that was pressed would look free, and send again, for some milliseconds. */
notifyManager.setScheduler(queueMicrotask);

/**
 * The cache of everything read from the server. Nothing is refetched automatically: changes come over the live stream
 * or after a call of this browser. `onSignedOut` is called when the server no longer knows the session.
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

/** Stores the member that a call returned, in every tab, and forgets the lists of any other member. */
export function signIn(queryClient: QueryClient, member: Member): void {
  become(queryClient, member);
  tellTabs({ type: 'session', memberId: member.id });
}

/** Forgets the member and their data, in every tab. */
export function signOut(queryClient: QueryClient): void {
  leaveHere(queryClient);
  tellTabs({ type: 'session', memberId: null });
}

/** The same in this tab alone. */
export const leaveHere = (queryClient: QueryClient): void => become(queryClient, null);

function become(queryClient: QueryClient, member: Member | null): void {
  forgetMember(queryClient);
  // A response still under way belongs to the previous member.
  void queryClient.cancelQueries({ queryKey: keys.user });
  queryClient.setQueryData(keys.user, member);
}

function forgetMember(queryClient: QueryClient): void {
  forgetVersions();
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.user[0] });
  abandonSignIn();
}
