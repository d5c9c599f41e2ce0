import { type ChosenPasskey, canAutofillPasskeys, choosePasskey } from '#web/shared/browser/passkeys.ts';

/** An offer is made anew before its challenge ends, which it does after five minutes. */
const RENEWED_AFTER_MS = 4 * 60_000;
const LOOKED_AT_EVERY_MS = 30_000;

/**
 * Has the browser offer passkeys at the address field until the function returned is called. Only a page in use makes another
 * offer: challenges are limited for all behind one address, and it would close the window in which the browser asks for a finger
 * or a PIN.
 */
export function offerPasskeys(onChosen: (passkey: ChosenPasskey) => void): () => void {
  const end = new AbortController();
  let madeAt = 0;
  const offer = async () => {
    madeAt = Date.now();
    const chosen = (await canAutofillPasskeys()) && (await choosePasskey(end.signal));
    if (chosen && !end.signal.aborted) onChosen(chosen);
  };
  // Nobody has asked for it, so no failure is told.
  const tryOffer = () => void offer().catch(() => undefined);
  const renew = () => {
    if (isInUse() && Date.now() - madeAt > RENEWED_AFTER_MS) tryOffer();
  };
  tryOffer();
  const timer = setInterval(renew, LOOKED_AT_EVERY_MS);
  window.addEventListener('focus', renew, { signal: end.signal });
  return () => {
    end.abort();
    clearInterval(timer);
  };
}

/** Whether somebody is at the page, and it has the field. A window of the browser's own has the focus while it is open. */
const isInUse = (): boolean =>
  document.hasFocus() && document.querySelector('[autocomplete$=webauthn]') !== null;
