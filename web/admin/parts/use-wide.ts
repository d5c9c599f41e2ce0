import { useSyncExternalStore } from 'react';

/** From here on a table has room for its columns; the design's `md`. */
const WIDE = '(min-width: 48rem)';

function subscribe(changed: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether the window has room for a table. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
