import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Offer } from '#contract/offers.ts';
import { Badge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { EmptyPocket } from '#ui/illustrations/empty-pocket.tsx';
import { Loading } from '#ui/skeleton.tsx';
import { CallError } from '#web/shared/api/call.ts';
import { usePageTitle } from '#web/shared/browser/page-title.ts';
import { isolated } from '#web/shared/language/isolate.ts';
import { useFormats, useLanguage, useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { FavouriteButton } from './favourite-button.tsx';
import { OfferAbout } from './offer-about.tsx';
import { OfferPicture } from './offer-picture.tsx';
import { OfferPoints } from './offer-points.tsx';
import { OfferSteps } from './offer-steps.tsx';
import { isEnding } from './offer-times.ts';
import { OffersFrame } from './offers-frame.tsx';
import { offerQuery } from './offers-query.ts';
import { OtherDevice } from './other-device.tsx';
import { StartOffer } from './start-offer.tsx';
import { useDeviceNames } from './use-device-names.ts';
import { useStart } from './use-start.ts';

/** One offer: what it pays in all and step by step, its conditions, and its start. */
export function OfferPage() {
  const params = useParams({ from: '/member/offers/$wall/$offer' });
  return (
    <OffersFrame back="/offers">
      <Shown key={`${params.wall}/${params.offer}`} params={params} />
    </OffersFrame>
  );
}

const isGone = (error: unknown) => error instanceof CallError && error.code === 'not_found';

function Shown({ params }: { params: { wall: string; offer: string } }) {
  const t = useT('offers');
  const query = useQuery(offerQuery(params));
  usePageTitle(query.data?.title ?? t('title'));
  if (isGone(query.error)) return <Gone />;
  return (
    <QueryView
      query={query}
      loading={
        <Loading
          label={t('loading')}
          className="grid gap-5"
          shapes={['h-72 rounded-card', 'h-64 rounded-card', 'h-64 rounded-card']}
        />
      }
    >
      {(offer) => <Details offer={offer} />}
    </QueryView>
  );
}

function Details({ offer }: { offer: Offer }) {
  const t = useT('offers');
  const { direction } = useLanguage();
  const { date } = useFormats();
  const elsewhere = useDeviceNames().elsewhere(offer.devices);
  const starting = useStart(offer);
  if (starting.isGone) return <Gone />;
  return (
    <>
      <Card tone="hero">
        <div className="flex items-start gap-4">
          <OfferPicture src={offer.picture} title={offer.title} className="size-16 sm:size-20" />
          <div className="min-w-0 grow">
            <h2 className="wrap-anywhere font-bold text-xl leading-snug sm:text-2xl">
              <bdi>{offer.title}</bdi>
            </h2>
            <p className="wrap-anywhere mt-1 text-on-hero-muted text-sm">
              {t('from', { source: isolated(offer.source, direction) })}
            </p>
          </div>
          <FavouriteButton
            offer={offer}
            className="-me-2 -mt-2 bg-surface not-aria-pressed:text-muted shadow-card"
          />
        </div>
        <p className="mt-4 font-semibold text-on-hero-muted text-sm">{t('inAll')}</p>
        <p>
          <OfferPoints
            points={offer.totalPoints}
            className="text-4xl text-hero-fill"
            quiet="text-on-hero-muted"
          />
        </p>
        <p className="mt-2 flex flex-wrap gap-1.5">
          <Badge>{t('steps', { count: offer.steps })}</Badge>
          {offer.purchase && <Badge tone="accent">{t('purchase')}</Badge>}
          {isEnding(offer.endsAt) && <Badge>{t('until', { date: date(offer.endsAt, 'moment') })}</Badge>}
        </p>
        {elsewhere ? (
          <OtherDevice offer={offer} devices={elsewhere} />
        ) : (
          <StartOffer offer={offer} starting={starting} />
        )}
      </Card>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card aria-labelledby="steps">
          <h3 id="steps" className="mb-4 font-bold text-lg">
            {t('stepsTitle')}
          </h3>
          <OfferSteps offer={offer} />
        </Card>
        <OfferAbout offer={offer} />
      </div>
    </>
  );
}

function Gone() {
  const t = useT('offers');
  return (
    <div role="status">
      <EmptyState
        illustration={<EmptyPocket />}
        title={t('goneTitle')}
        text={t('goneText')}
        action={
          <Link to="/offers" className={buttonClass('secondary')}>
            {t('find')}
          </Link>
        }
      />
    </div>
  );
}
