import type { QueryClient } from '@tanstack/react-query';
import type { Member } from '#contract/member.ts';
import { keys } from './queries.ts';

/**
 * Stores the member that a change has returned, and reads it again: an event may have told more since, and the answer to an
 * earlier read, which is no longer waited for, less.
 */
export function keepMember(queryClient: QueryClient, member: Member): void {
  queryClient.setQueryData<Member | null>(keys.user, member);
  void queryClient.invalidateQueries({ queryKey: keys.user });
}
