import { useEffect, useEffectEvent, useState } from 'react';
import { SentValues } from './sent-values.ts';

/** Typing must pause this long before the list is read. */
const TYPING_PAUSE_MS = 400;

/**
 * The text in a field whose value is kept elsewhere, in the address for example. `onValue` is called with the trimmed text
 * when typing pauses.
 */
export function useTyped(value: string, onValue: (value: string) => void) {
  const [typed, setTyped] = useState(value);
  const [sent] = useState(() => new SentValues(value));
  useEffect(() => {
    // What comes back is what was typed, trimmed, and more may have been typed since. Another value was set from outside: the
    // filters were cleared, or the person went back in history.
    if (!sent.isOwn(value)) setTyped(value);
  }, [value, sent]);
  const send = useEffectEvent(() => {
    sent.send(typed.trim());
    onValue(sent.last);
  });
  useEffect(() => {
    if (typed.trim() === sent.last) return;
    const timer = setTimeout(() => send(), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, sent]);
  return [typed, setTyped] as const;
}
