import { useEffect, useState } from 'react';

/** Typing pauses this long before it is acted upon. */
const PAUSE_MS = 250;

/** The value, once it has not changed for a moment. */
export function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
