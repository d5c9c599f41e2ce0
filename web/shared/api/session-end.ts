import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import type { Member } from '#contract/member.ts';
import { keys, leaveHere } from './queries.ts';

/** Where a member was when their session ended; the sign-in screen says so and leads back there. */
let left: { memberId: string; address: string } | undefined;

/** Forgets the member in this tab after their session has ended; the screen's guard then shows the sign-in. */
export function leaveEnded(queryClient: QueryClient, router: AnyRouter): void {
  const member = queryClient.getQueryData<Member | null>(keys.user);
  if (member) left = { memberId: member.id, address: router.latestLocation.href };
  leaveHere(queryClient);
  void router.invalidate();
}

export const wasEnded = (): boolean => left !== undefined;

/** Returns the address to go back to, for the same member and only once. */
export function takeReturn(memberId: string): string | undefined {
  const address = left?.memberId === memberId ? left.address : undefined;
  left = undefined;
  return address;
}
