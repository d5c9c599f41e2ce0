import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { useOfferPages } from './offers-query.ts';
import { keepPlace, keptPlace } from './place.ts';

/** What shows that somebody goes on by themselves. */
const ACTS = ['pointerdown', 'keydown', 'wheel', 'click', 'input'];
/** Pages that are loaded to return to a place, each with a call of its own. */
const PAGES_MAX = 20;

const rowsOf = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-offer]') ?? []),
];

/**
 * Keeps the place in the list when an offer is opened or the page is left, and returns to it after a reload and on the way
 * back, once as many pages are loaded as there were. For more than PAGES_MAX none are loaded: the list is shown from its top.
 * Who does something meanwhile is left where they are.
 */
export function usePlace(list: RefObject<HTMLElement | null>, pages: ReturnType<typeof useOfferPages>): void {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages;
  const isOver = useRef(false);
  const count = data?.pages.length ?? 0;
  useEffect(() => {
    // Another search is another entry of the history, so it has no place.
    const place = isOver.current ? undefined : keptPlace();
    if (!place || count === 0 || isFetching) return;
    const isShort = count < place.pages && hasNextPage && !isFetchNextPageError;
    if (isShort && place.pages <= PAGES_MAX) {
      void fetchNextPage();
      return;
    }
    isOver.current = true;
    const row = rowsOf(list.current).find(({ dataset }) => dataset.offer === place.offer);
    if (!row) return;
    // After the router, which knows the place in pixels alone.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        row.scrollIntoView({ block: 'center' });
        if (place.opened) row.querySelector('a')?.focus({ preventScroll: true });
      }),
    );
  }, [list, count, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  useEffect(() => {
    const listening = new AbortController();
    const giveUp = (event: Event) => {
      // The swipe that went back may not have ended.
      if (event instanceof WheelEvent && Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      isOver.current = true;
    };
    for (const act of ACTS)
      addEventListener(act, giveUp, { capture: true, passive: true, signal: listening.signal });
    return () => listening.abort();
  }, []);

  const keepFirstShown = useEffectEvent(() => {
    const shown = rowsOf(list.current).find((row) => row.getBoundingClientRect().bottom > 0);
    if (shown?.dataset.offer) keepPlace({ pages: count, offer: shown.dataset.offer, opened: false });
  });
  const keepOpened = useEffectEvent(({ target }: MouseEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-offer]') : null;
    if (row?.dataset.offer && target instanceof Element && target.closest('a'))
      keepPlace({ pages: count, offer: row.dataset.offer, opened: true });
  });
  const isShown = count > 0;
  useEffect(() => {
    const shown = isShown ? list.current : null;
    addEventListener('pagehide', keepFirstShown);
    shown?.addEventListener('click', keepOpened, { capture: true });
    return () => {
      removeEventListener('pagehide', keepFirstShown);
      shown?.removeEventListener('click', keepOpened, { capture: true });
    };
  }, [list, isShown]);
}
