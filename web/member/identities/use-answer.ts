import { useEffect, useEffectEvent, useRef } from 'react';
import { toast } from '#ui/toast-store.ts';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { providerName } from '#web/shared/parts/provider-name.ts';

/** Returns what the browser came back with, and removes it from the address bar and the history. */
function takeParameters(): string {
  const { search, hash, pathname } = window.location;
  window.history.replaceState(window.history.state, '', pathname);
  return (search || hash).slice(1);
}

/**
 * Takes what the browser came back with to the server, once, and then calls `onVouched`. Returns a function that says
 * why it ends here and leaves by `onLeave`; it is also called if the answer is refused.
 */
export function useAnswer(
  provider: string,
  { onVouched, onLeave }: { onVouched: () => unknown; onLeave: () => unknown },
): (error: Error) => true {
  const t = useT('auth.identity');
  const errors = useErrorText();
  const giveUp = (error: Error): true => {
    const title = t('failed', { provider: providerName(provider) });
    toast({ title, description: errors.text(error), tone: 'error' });
    onLeave();
    return true;
  };
  const answer = useCallMutation(
    (parameters: string) =>
      call('POST /api/login/identity/{id}/answer', { params: { id: provider }, body: { parameters } }),
    { onDone: onVouched, onRefused: giveUp },
  );
  const begun = useRef(false);
  const begin = useEffectEvent(() => answer.mutate(takeParameters()));
  useEffect(() => {
    // An answer is worth one try.
    if (begun.current) return;
    begun.current = true;
    begin();
  }, []);
  return giveUp;
}
