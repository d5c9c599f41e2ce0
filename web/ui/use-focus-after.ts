import { useEffect, useLayoutEffect, useRef } from 'react';
import { focusHeading } from './focus-heading.ts';

/**
 * When the part that calls this goes, and with it what had the focus, the heading that `heading` selects gets it; where that
 * is gone too, the heading of the same page. It is left alone if nothing had it, which is where a screen reader reads on, and
 * in a dialog, which keeps it.
 */
export function useFocusAfter(heading: string): void {
  const page = useRef<Element | null>(null);
  // Its elements go only after this.
  useLayoutEffect(
    () => () => {
      page.current = document.activeElement === document.body ? null : document.querySelector('h1');
    },
    [],
  );
  useEffect(
    () => () => {
      if (!page.current?.isConnected || document.querySelector('[role="dialog"]')) return;
      focusHeading(heading);
      focusHeading();
    },
    [heading],
  );
}
