import { useEffect, useSyncExternalStore } from 'react';
import { openDialogs } from '#ui/open-dialogs.ts';
import type { AppRouter } from './routes.tsx';

/** While a dialog is open, the browser's Back is for the one in front, not for the screen below; so is its Forward. */
export function BackButton({ router }: { router: AppRouter }) {
  const isAnyOpen = useSyncExternalStore(openDialogs.subscribe, openDialogs.isAny);
  useEffect(() => {
    // With a blocker the router navigates later than it is told to.
    if (!isAnyOpen) return;
    return router.history.block({
      blockerFn: ({ action }) => {
        // Links in a dialog, and guards.
        if (action === 'PUSH' || action === 'REPLACE') return false;
        openDialogs.leave();
        return true;
      },
      enableBeforeUnload: false,
    });
  }, [router, isAnyOpen]);
  return null;
}
