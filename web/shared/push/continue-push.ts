import type { QueryClient } from '@tanstack/react-query';
import type { Member } from '#contract/member.ts';
import { keys } from '#web/shared/api/queries.ts';
import { kept } from '#web/shared/browser/storage.ts';
import { OWNER_KEY } from './owner-key.ts';

/**
 * Goes on with the member's push messages in the session that this browser has now: with a session end its messages. Does
 * nothing if they did not come here.
 */
export async function continuePush(memberId: string): Promise<void> {
  if (kept(OWNER_KEY) !== memberId) return;
  try {
    const { renewPush } = await import('./renew-push.ts');
    await renewPush(memberId);
  } catch {
    // It is tried again when the app is opened next.
  }
}

/** Goes on with push messages after every other session was ended, which ended them in all browsers, this one too. */
export function regainPush(queryClient: QueryClient): void {
  const member = queryClient.getQueryData<Member | null>(keys.user);
  if (member) void continuePush(member.id);
}
