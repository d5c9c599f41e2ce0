import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Typing must pause this long before the list is read. */
const TYPING_PAUSE_MS = 400;

/**
 * The text in a field whose value is kept elsewhere, in the address for example. `onValue` is called with the trimmed text
 * when typing pauses.
 */
export function useTyped(value: string, onValue: (value: string) => void) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // What comes back is what was typed, trimmed, and more may have been typed since.
    if (value === sent.current) return;
    // Changed from outside: the filters were cleared, or the person went back in history.
    sent.current = value;
    setTyped(value);
  }, [value]);
  const send = useEffectEvent(() => {
    sent.current = typed.trim();
    onValue(sent.current);
  });
  useEffect(() => {
    if (typed.trim() === sent.current) return;
    const timer = setTimeout(() => send(), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped] as const;
}
