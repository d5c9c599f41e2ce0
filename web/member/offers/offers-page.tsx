import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { site } from '#web/shared/api/site.ts';
import { usePageTitle } from '#web/shared/browser/page-title.ts';
import { useT } from '#web/shared/language/language.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';
import { NoOffers, OfferList, OffersLoading } from './offer-list.tsx';
import { type OfferSearch, offerQueryOf } from './offer-search.ts';
import { OffersFrame } from './offers-frame.tsx';
import { useOfferPages } from './offers-query.ts';

// Its fields take a while to load.
const OfferFilterBar = latePart(
  () => import('./offer-filter-bar.tsx'),
  (module) => module.OfferFilterBar,
);

/** All offers of the catalogues that the member can do, to search, sort and narrow; the address holds how. */
export function OffersPage() {
  return (
    <OffersFrame back="/task" list="browse">
      <Browse />
    </OffersFrame>
  );
}

function Browse() {
  const t = useT('offers');
  const navigate = useNavigate({ from: '/offers' });
  const query = offerQueryOf(useSearch({ from: '/member/offers' }), site().offerWalls);
  const pages = useOfferPages(query);
  usePageTitle(t('title'));
  if (!site().offers) return <NoOffers />;
  const show = (search: OfferSearch | ((before: OfferSearch) => OfferSearch)) =>
    void navigate({ search, replace: true, resetScroll: false });
  return (
    <>
      <p className="text-muted">{t('intro')}</p>
      {/* Fields and offers come together: each part moves what is below it. */}
      <Suspense fallback={<OffersLoading />}>
        <OfferFilterBar shown={query} onChange={(change) => show((before) => ({ ...before, ...change }))} />
        <OfferList query={query} pages={pages} onClear={() => show({})} />
      </Suspense>
    </>
  );
}
