import { lazy, Suspense, useEffect, useState } from 'react';
import { useT } from './language/language.tsx';

const Toaster = lazy(() => import('./ui/toast.tsx').then((module) => ({ default: module.Toaster })));

/** Browsers without idle callbacks (Safari) wait this long. */
const IDLE_AFTER_MS = 300;

/**
 * The place of the notifications. It comes once the screen stands, so that the first screen need not wait for it; a
 * notification given before is shown then.
 */
export function Notifications() {
  const t = useT('common');
  const idle = useIdle();
  if (!idle) return null;
  return (
    <Suspense>
      <Toaster
        // The library fills in {hotkey} itself, so the text is given with its placeholder.
        viewportLabel={t('notifications', { hotkey: '{hotkey}' })}
        label={t('notification')}
        closeLabel={t('close')}
      />
    </Suspense>
  );
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
    const handle = requestIdleCallback(done);
    return () => cancelIdleCallback(handle);
  }, []);
  return idle;
}
