import { useEffect, useState } from 'react';
import type { AppRouter } from './routes.tsx';

/** The new screen sets its title as it appears, so the title is read this much later. */
const TITLE_SETTLES_MS = 150;

/** Tells screen readers the title of the new screen after a navigation. */
export function RouteAnnouncer({ router }: { router: AppRouter }) {
  const [title, setTitle] = useState('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
      if (!pathChanged || !fromLocation) return;
      clearTimeout(timer);
      timer = setTimeout(() => setTitle(document.title), TITLE_SETTLES_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [router]);
  return (
    <p aria-live="polite" aria-atomic="true" className="sr-only">
      {title}
    </p>
  );
}
