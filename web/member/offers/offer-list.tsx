import { Link } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import type { OfferRow } from '#contract/offers.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { focusHeading } from '#ui/focus-heading.ts';
import { EmptyPocket } from '#ui/illustrations/empty-pocket.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { nextPage } from '#web/shared/api/next-page.ts';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { OfferCard } from './offer-card.tsx';
import { isNarrowed, type OfferQuery } from './offer-search.ts';
import type { useOfferPages } from './offers-query.ts';
import { usePlace } from './use-place.ts';

const LIST = 'grid grid-cols-1 gap-3 lg:grid-cols-2';
const SKELETONS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

interface OfferListProps {
  query: OfferQuery;
  pages: ReturnType<typeof useOfferPages>;
  /** Removes the filters. */
  onClear: () => void;
}

/** The offers, page by page. */
export function OfferList({ query, pages, onClear }: OfferListProps) {
  return (
    <QueryView
      query={{ ...pages, data: pages.data?.pages.flat() }}
      loading={<OffersLoading />}
      outdated="both"
      empty={isNarrowed(query) ? <NothingFound onClear={onClear} /> : <NoOffers />}
    >
      {(offers) => <Offers offers={once(offers)} pages={pages} />}
    </QueryView>
  );
}

/** The catalogue may move an offer to a later page between two reads. */
const once = (offers: OfferRow[]): OfferRow[] => [
  ...new Map(offers.map((offer) => [offer.id, offer])).values(),
];

/** Stands in for the offers until they are read. */
export function OffersLoading() {
  const t = useT('offers');
  return (
    <Loading label={t('loading')} className={LIST}>
      {SKELETONS.map((row) => (
        <div key={row} className="flex h-29 gap-4 rounded-card bg-surface p-4 shadow-card">
          <Skeleton className="size-14 shrink-0" />
          <div className="grid grow content-start gap-2.5">
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="mt-2 h-6 w-28" />
          </div>
        </div>
      ))}
    </Loading>
  );
}

interface OffersProps {
  offers: OfferRow[];
  pages: ReturnType<typeof useOfferPages>;
}

function Offers({ offers, pages }: OffersProps) {
  const t = useT('offers');
  const list = useRef<HTMLUListElement>(null);
  usePlace(list, pages);
  /** The first offer of a page that was asked for gets the focus. */
  const [focusAt, setFocusAt] = useState<number>();
  useEffect(() => {
    if (focusAt === undefined) return;
    const row = list.current?.children[Math.min(focusAt, offers.length - 1)];
    if (!pages.isFetchingNextPage) {
      row?.querySelector('a')?.focus();
      setFocusAt(undefined);
    }
  }, [focusAt, offers.length, pages.isFetchingNextPage]);
  const showMore = async () => {
    const before = offers.length;
    const { isFetchNextPageError } = await nextPage(pages);
    if (!isFetchNextPageError) setFocusAt(before);
  };
  return (
    <div className="grid gap-4" aria-busy={pages.isPlaceholderData}>
      <p role="status" className="text-muted text-sm">
        {pages.isPlaceholderData ? '' : t('found', { count: offers.length })}
      </p>
      <ul ref={list} aria-label={t('title')} className={LIST}>
        {offers.map((offer) => (
          <OfferCard key={offer.id} offer={offer} />
        ))}
      </ul>
      <div className="grid justify-items-center gap-2">
        {pages.isFetchNextPageError && (
          <p role="alert" className="text-danger text-sm">
            {t('moreFailed')}
          </p>
        )}
        {pages.hasNextPage && (
          <Button variant="secondary" loading={pages.isFetchingNextPage} onClick={() => void showMore()}>
            {t('more')}
          </Button>
        )}
      </div>
    </div>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const t = useT('offers');
  const clear = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    onClear();
    // The button goes with this text.
    currentTarget.blur();
    focusHeading();
  };
  return (
    <div role="status">
      <EmptyState
        title={t('noneTitle')}
        text={t('noneText')}
        action={
          <Button variant="secondary" onClick={clear}>
            {t('clear')}
          </Button>
        }
      />
    </div>
  );
}

/** Shown where no company publishes offers for this place, or none does at all; leads to walls and missions. */
export function NoOffers() {
  const t = useT('offers');
  return (
    <EmptyState
      illustration={<EmptyPocket />}
      title={t('emptyTitle')}
      text={t('emptyText')}
      action={
        <Link to="/task" className={buttonClass('primary')}>
          {t('emptyAction')}
        </Link>
      }
    />
  );
}
