import { useEffect, useState } from 'react';
import { serverNow } from '#web/shared/api/clock.ts';

const TICK_MS = 30_000;

/** The server's time, which moves on while the screen is shown. */
export function useServerNow(): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
