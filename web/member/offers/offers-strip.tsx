import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OfferRow, StartedOffer } from '#contract/offers.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { useServerNow } from '#web/shared/api/use-server-now.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { NextLine } from './next-line.tsx';
import { isInProgress } from './next-step.ts';
import { OfferPicture } from './offer-picture.tsx';
import { OfferPoints } from './offer-points.tsx';
import { firstOffersQuery, useLastStarted } from './offers-query.ts';
import { ownDevice } from './own-device.ts';
import { PaidProgress } from './paid-progress.tsx';
import { STRIP_ROW } from './strip-height.ts';

const STARTED_MAX = 3;
const OFFERS_MAX = 6;
const CARD =
  'relative grid h-full content-start gap-2 overflow-hidden rounded-card bg-surface p-4 shadow-card has-focus-visible:outline-3 has-focus-visible:outline-brand hover:shadow-raised';

/**
 * What is in progress, then a few offers for this device, in one row that scrolls in itself. It is as high whatever it shows,
 * so that nothing below waits for it or moves.
 */
export function OffersStrip() {
  return (
    <AreaTexts area="offers">
      <Strip />
    </AreaTexts>
  );
}

function Strip() {
  const t = useT('offers');
  return (
    <>
      <div className="flex min-h-11 items-center gap-3">
        <h3 id="offers" className="min-w-0 grow scroll-mt-4 truncate font-bold text-lg">
          {t('title')}
        </h3>
        <Link to="/offers" className="shrink-0 py-2 font-semibold text-brand text-sm underline">
          {t('all')}
        </Link>
      </div>
      <Row />
    </>
  );
}

function Row() {
  const t = useT('offers');
  const started = useLastStarted();
  const offers = useQuery(firstOffersQuery({ order: 'points', device: ownDevice() }));
  const now = useServerNow();
  if (started.isPending || offers.isPending)
    return (
      <Loading label={t('loading')} className={`${STRIP_ROW} flex gap-3 overflow-hidden`}>
        {['first', 'second', 'third'].map((card) => (
          <Skeleton key={card} className="h-full w-64 shrink-0 rounded-card" />
        ))}
      </Loading>
    );
  const underWay = (started.data ?? []).filter((offer) => isInProgress(offer, now)).slice(0, STARTED_MAX);
  const isUnderWay = ({ wall, offerId }: OfferRow) =>
    underWay.some((known) => known.wall === wall && known.offerId === offerId);
  const shown = (offers.data ?? []).filter((offer) => !isUnderWay(offer)).slice(0, OFFERS_MAX);
  if (offers.error && underWay.length === 0) return <NotLoaded retry={() => void offers.refetch()} />;
  if (underWay.length + shown.length === 0)
    return (
      <div
        className={`${STRIP_ROW} grid place-items-center rounded-card bg-sunken p-4 text-center text-muted`}
      >
        {t('emptyTitle')}
      </div>
    );
  return (
    <div className={`${STRIP_ROW} -mx-4 flex gap-3 overflow-x-auto px-4 py-1 sm:-mx-6 sm:px-6`}>
      {underWay.length > 0 && (
        <Cards label={t('started')}>
          {underWay.map((offer) => (
            <UnderWay key={offer.id} offer={offer} />
          ))}
        </Cards>
      )}
      {shown.length > 0 && (
        <Cards label={t('title')}>
          {shown.map((offer) => (
            <Suggested key={offer.id} offer={offer} />
          ))}
        </Cards>
      )}
    </div>
  );
}

function Cards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="flex h-full shrink-0 gap-3">
      {children}
    </ul>
  );
}

function UnderWay({ offer }: { offer: StartedOffer }) {
  const t = useT('offers');
  return (
    <li className="h-full w-64">
      <div className={CARD}>
        <p className="flex items-center gap-2">
          <Badge tone="accent">{t('started')}</Badge>
        </p>
        <h4 className="wrap-anywhere line-clamp-1 font-semibold leading-snug">
          <Link to="/offers/started" className="outline-none after:absolute after:inset-0">
            <bdi>{offer.title}</bdi>
          </Link>
        </h4>
        <PaidProgress offer={offer} />
        <NextLine offer={offer} className="line-clamp-2 text-sm" />
      </div>
    </li>
  );
}

function Suggested({ offer }: { offer: OfferRow }) {
  const t = useT('offers');
  const { wall, offerId, title } = offer;
  return (
    <li className="h-full w-56">
      <div className={CARD}>
        <OfferPicture src={offer.picture} title={title} className="size-12" />
        <h4 className="wrap-anywhere line-clamp-2 font-semibold leading-snug">
          <Link
            to="/offers/$wall/$offer"
            params={{ wall, offer: offerId }}
            className="outline-none after:absolute after:inset-0"
          >
            <bdi>{title}</bdi>
          </Link>
        </h4>
        <OfferPoints points={offer.totalPoints} />
        <p className="truncate text-muted text-sm">{t('steps', { count: offer.steps })}</p>
      </div>
    </li>
  );
}

function NotLoaded({ retry }: { retry: () => void }) {
  const common = useT('common');
  return (
    <div
      role="alert"
      className={`${STRIP_ROW} grid content-center justify-items-center gap-3 rounded-card bg-sunken p-4 text-center`}
    >
      <p>{common('failureTitle')}</p>
      <Button variant="secondary" size="small" onClick={retry}>
        {common('retry')}
      </Button>
    </div>
  );
}
