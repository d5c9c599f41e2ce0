import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import type { Member } from '#contract/member.ts';
import { forget, keep, kept } from '#web/shared/browser/storage.ts';
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

const WANTED = 'wanted-screen';

/** Keeps the screen that a visitor asked for until they have signed in; in the tab, as another site may do that. */
export const keepWanted = (address: string): void => keep(WANTED, address, 'tab');

/**
 * Returns the address to go to after a sign-in, once: where the session of this member ended, or what a visitor had
 * asked for. Where the session of another member ended, it is neither.
 */
export function takeReturn(memberId: string): string | undefined {
  const wanted = kept(WANTED, 'tab');
  forget(WANTED, 'tab');
  const ended = left;
  left = undefined;
  if (!ended) return wanted;
  return ended.memberId === memberId ? ended.address : undefined;
}
