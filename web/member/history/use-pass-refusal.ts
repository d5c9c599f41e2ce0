import { useEffect, useEffectEvent } from 'react';
import { toast } from '#ui/toast-store.ts';
import { useT } from '#web/shared/language/language.tsx';

/** Why a link to a pass may have led here, as the server says it behind `#`. */
const CODES = ['busy', 'too_many_requests', 'internal'] as const;

/** Says once why a link to a pass has led to the cards, if they do not show it themselves. */
export function usePassRefusal(): void {
  const t = useT('errors');
  const tell = useEffectEvent(() => {
    const { hash, pathname, search } = window.location;
    const code = CODES.find((known) => hash === `#${known}`);
    if (!code) return;
    toast({ title: t(code), tone: 'error' });
    window.history.replaceState(window.history.state, '', pathname + search);
  });
  // Most words for refusals come once the first screen is there.
  const hasWords = CODES.every((code) => t.has(code));
  useEffect(() => {
    if (hasWords) tell();
  }, [hasWords]);
}
