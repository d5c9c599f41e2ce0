import { useSyncExternalStore } from 'react';

/** Tables fit from this width on; the design's `md`. */
const WIDE = '(min-width: 48rem)';

function subscribe(changed: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether the window is wide enough for a table. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
