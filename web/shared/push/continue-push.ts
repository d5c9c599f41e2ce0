import { kept } from '#web/shared/browser/storage.ts';
import { OWNER_KEY } from './owner-key.ts';

/**
 * Goes on with the member's push messages in the session that this browser has now: with a session end its messages. Does
 * nothing if they did not come here.
 */
export async function continuePush(memberId: string): Promise<void> {
  if (kept(OWNER_KEY) !== memberId) return;
  try {
    const { renewPush } = await import('./browser-push.ts');
    await renewPush(memberId);
  } catch {
    // It is tried again when the app is opened next.
  }
}
