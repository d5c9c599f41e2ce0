import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import type { Member } from '#contract/member.ts';
import { forget, keep, kept } from '#web/shared/browser/storage.ts';
import { keys, leaveHere } from './queries.ts';

/**
 * Where a member was when their session ended; the sign-in screen says so and leads back there. In the tab, as the
 * sign-in may lead over another site.
 */
const LEFT = 'left-screen';

/** Forgets the member in this tab after their session has ended; the screen's guard then shows the sign-in. */
export function leaveEnded(queryClient: QueryClient, router: AnyRouter): void {
  const member = queryClient.getQueryData<Member | null>(keys.user);
  if (member) {
    keep(LEFT, JSON.stringify({ memberId: member.id, address: router.latestLocation.href }), 'tab');
  }
  leaveHere(queryClient);
  void router.invalidate();
}

export const wasEnded = (): boolean => kept(LEFT, 'tab') !== undefined;

const WANTED = 'wanted-screen';

/** Keeps the screen that a visitor asked for until they have signed in; in the tab, as another site may do that. */
export const keepWanted = (address: string): void => keep(WANTED, address, 'tab');

/**
 * Returns the address to go to after a sign-in, once: what a visitor had asked for, or where the session of this member
 * ended. Where the session of another member ended, it is neither.
 */
export function takeReturn(memberId: string): string | undefined {
  const wanted = kept(WANTED, 'tab');
  forget(WANTED, 'tab');
  const left = kept(LEFT, 'tab');
  forget(LEFT, 'tab');
  if (!left) return wanted;
  const ended: { memberId: string; address: string } = JSON.parse(left);
  return ended.memberId === memberId ? (wanted ?? ended.address) : undefined;
}
