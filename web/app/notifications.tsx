import { Suspense, useEffect, useState } from 'react';
import { latePart } from '#web/shared/parts/late-part.tsx';
import type { AppRouter } from './routes.tsx';

const Idle = latePart(
  () => import('./idle.tsx'),
  (module) => module.Idle,
);

/** The wait in browsers without idle callbacks (Safari). */
const IDLE_AFTER_MS = 300;
/** The longest wait on a device that is never idle. */
const IDLE_AFTER_MS_MAX = 4_000;

/**
 * Renders the notifications and everything else that the first screen need not wait for, once the browser is idle.
 * Notifications given earlier are shown then.
 */
export function Notifications({ router }: { router: AppRouter }) {
  return useIdle() ? (
    <Suspense>
      <Idle router={router} />
    </Suspense>
  ) : null;
}

/** True once the browser has been idle. */
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
