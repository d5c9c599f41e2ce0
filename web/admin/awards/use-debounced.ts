import { useEffect, useState } from 'react';

/** The value changes only after typing has paused this long. */
const PAUSE_MS = 250;

/** Returns the value once it has not changed for a moment. */
export function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
