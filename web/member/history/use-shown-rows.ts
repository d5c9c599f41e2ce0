import { type RefObject, startTransition, useEffect, useState } from 'react';

/** A row has eighteen elements: with hundreds of rows, each tap on the screen would wait for their layout. */
const ROWS_AT_ONCE = 20;
/** More rows are added before the end of the list comes into sight. */
const AHEAD = '1200px';

/** The number when the list was last left, so that going back finds its place. */
let before = ROWS_AT_ONCE;

/**
 * How many of the loaded rows to show: the first ones at once, more when the element below them, `end`, comes near, or
 * by `showMore`.
 */
export function useShownRows(loaded: number, end: RefObject<Element | null>) {
  const [shown, setShown] = useState(before);
  const showMore = () => startTransition(() => setShown((rows) => rows + ROWS_AT_ONCE));
  const hasMore = shown < loaded;
  useEffect(() => {
    before = shown;
    if (!hasMore || !end.current) return;
    const watch = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && startTransition(() => setShown(shown + ROWS_AT_ONCE)),
      { rootMargin: `0px 0px ${AHEAD}` },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [shown, hasMore, end]);
  return { shown, hasMore, showMore };
}
