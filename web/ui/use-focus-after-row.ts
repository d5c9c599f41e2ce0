import { useEffect, useRef } from 'react';
import { focusHeading } from './focus-heading.ts';

/**
 * When the row of a list that had the focus is gone, the first button of the row in its place gets it; where there is
 * none, the heading that `heading` selects. Rows have their id as `data-row`; a dialog that a row has opened is part of it.
 */
export function useFocusAfterRow(ids: readonly string[], heading = 'h1'): void {
  const before = useRef(ids);
  const focused = useRef('');
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target.closest('[role="dialog"]')) return;
      focused.current = target.closest<HTMLElement>('[data-row]')?.dataset.row ?? '';
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    const at = before.current.indexOf(focused.current);
    before.current = ids;
    if (at < 0 || ids.includes(focused.current) || document.activeElement !== document.body) return;
    const next = ids[Math.min(at, ids.length - 1)] ?? '';
    const button = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(next)}"] button:enabled`);
    button?.focus();
    focusHeading(heading);
  });
}
