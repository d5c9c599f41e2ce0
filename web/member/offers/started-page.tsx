import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { StartedOffer } from '#contract/offers.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { EmptyPocket } from '#ui/illustrations/empty-pocket.tsx';
import { Loading } from '#ui/skeleton.tsx';
import { nextPage } from '#web/shared/api/next-page.ts';
import { usePageTitle } from '#web/shared/browser/page-title.ts';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { OffersFrame } from './offers-frame.tsx';
import { useStartedPages } from './offers-query.ts';
import { StartedCard } from './started-card.tsx';

/** The offers that the member has started, newest first, and how far each step is. */
export function StartedPage() {
  return (
    <OffersFrame back="/task" list="started">
      <Started />
    </OffersFrame>
  );
}

function Started() {
  const t = useT('offers');
  const pages = useStartedPages();
  usePageTitle(t('started'));
  return (
    <QueryView
      query={{ ...pages, data: pages.data?.pages.flat() }}
      loading={
        <Loading
          label={t('loadingStarted')}
          className="grid gap-4"
          shapes={['h-96 rounded-card', 'h-96 rounded-card']}
        />
      }
      empty={<NothingStarted />}
    >
      {(offers) => <StartedList offers={offers} pages={pages} />}
    </QueryView>
  );
}

interface StartedListProps {
  offers: StartedOffer[];
  pages: ReturnType<typeof useStartedPages>;
}

function StartedList({ offers, pages }: StartedListProps) {
  const t = useT('offers');
  const end = useRef<HTMLDivElement>(null);
  const showMore = async () => {
    const { hasNextPage } = await nextPage(pages);
    // The button that had the focus is gone.
    if (!hasNextPage) end.current?.focus();
  };
  return (
    <div className="grid gap-4">
      <ul aria-label={t('started')} className="grid gap-4">
        {offers.map((offer) => (
          <StartedCard key={offer.id} offer={offer} />
        ))}
      </ul>
      <div ref={end} tabIndex={-1} className="grid justify-items-center gap-2 outline-none">
        {pages.isFetchNextPageError && (
          <p role="alert" className="text-danger text-sm">
            {t('moreFailed')}
          </p>
        )}
        {pages.hasNextPage && (
          <Button variant="secondary" loading={pages.isFetchingNextPage} onClick={() => void showMore()}>
            {t('earlier')}
          </Button>
        )}
      </div>
    </div>
  );
}

function NothingStarted() {
  const t = useT('offers');
  return (
    <EmptyState
      illustration={<EmptyPocket />}
      title={t('noneStartedTitle')}
      text={t('noneStartedText')}
      action={
        <Link to="/offers" className={buttonClass('primary')}>
          {t('find')}
        </Link>
      }
    />
  );
}
