import { useEffect, useState } from 'react';
import type { AppRouter } from './routes.tsx';

/** The new screen sets its title as it appears, so the title is read this much later. */
const TITLE_SETTLES_MS = 150;

/** Tells screen readers the title of the new screen after a navigation. */
export function RouteAnnouncer({ router }: { router: AppRouter }) {
  const [title, setTitle] = useState('');
  useEffect(() => {
    let before = document.title;
    const forgetLeaving = router.subscribe('onBeforeNavigate', () => {
      before = document.title;
    });
    const forgetArriving = router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
      if (!fromLocation) return;
      const left = before;
      setTimeout(() => {
        // A path may have several screens, and filters, which are no other screen.
        if (pathChanged || document.title !== left) setTitle(document.title);
      }, TITLE_SETTLES_MS);
    });
    return () => {
      forgetLeaving();
      forgetArriving();
    };
  }, [router]);
  return (
    <p aria-live="polite" aria-atomic="true" className="sr-only">
      {title}
    </p>
  );
}
