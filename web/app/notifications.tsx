import { lazy, Suspense, useEffect, useState } from 'react';
import type { AppRouter } from './routes.tsx';

const Idle = lazy(() => import('./idle.tsx').then((module) => ({ default: module.Idle })));

/** Browsers without idle callbacks (Safari) wait this long. */
const IDLE_AFTER_MS = 300;
/** On a device that is busy all the time the rest must come too. */
const IDLE_AFTER_MS_MAX = 4_000;

/**
 * The place of the notifications and of all else that the first screen need not wait for. It comes once the screen stands;
 * a notification given before is shown then.
 */
export function Notifications({ router }: { router: AppRouter }) {
  return useIdle() ? (
    <Suspense>
      <Idle router={router} />
    </Suspense>
  ) : null;
}

/** True once the browser has had nothing to do. */
function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const done = () => setIdle(true);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(done, IDLE_AFTER_MS);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(done, { timeout: IDLE_AFTER_MS_MAX });
    return () => cancelIdleCallback(handle);
  }, []);
  return idle;
}
