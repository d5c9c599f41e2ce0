import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import type { Member } from '#contract/member.ts';
import { keys, leaveHere } from './queries.ts';

/** Where a member was when they left for the sign-in screen, which says so and leads them back. */
let left: { memberId: string; address: string } | undefined;

/** Forgets the member whose session has ended, in this tab; the guard of the screen sends the visitor to sign in. */
export function leaveEnded(queryClient: QueryClient, router: AnyRouter): void {
  const member = queryClient.getQueryData<Member | null>(keys.user);
  if (member) left = { memberId: member.id, address: router.latestLocation.href };
  leaveHere(queryClient);
  void router.invalidate();
}

export const wasEnded = (): boolean => left !== undefined;

/** The address for the same member to go back to, once. */
export function takeReturn(memberId: string): string | undefined {
  const address = left?.memberId === memberId ? left.address : undefined;
  left = undefined;
  return address;
}
