import { canUsePasskeys } from '#web/shared/browser/passkeys.ts';
import { keep, kept } from '#web/shared/browser/storage.ts';

const KEY = 'passkey-offer';

/**
 * Whether this browser offers a passkey now: once, during its second visit. A visit is what one tab shows. It is kept
 * in the browser, since a passkey is of a device; where nothing can be kept, nothing is offered.
 */
export function isPasskeyOffered(): boolean {
  if (!canUsePasskeys()) return false;
  const here = kept(KEY, 'tab');
  if (here) return here === 'offered';
  const before = kept(KEY);
  const offered = before === 'visited';
  keep(KEY, offered ? 'offered' : 'closed', 'tab');
  keep(KEY, before ? 'offered' : 'visited');
  return offered;
}

/** The member has answered: this tab offers no more, and no later visit does. */
export const closePasskeyOffer = (): void => keep(KEY, 'closed', 'tab');
