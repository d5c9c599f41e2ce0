import { Link } from '@tanstack/react-router';
import type { OfferRow } from '#contract/offers.ts';
import { Badge } from '#ui/badge.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { FavouriteButton } from './favourite-button.tsx';
import { OfferPicture } from './offer-picture.tsx';
import { OfferPoints } from './offer-points.tsx';
import { endsSoon, isNew } from './offer-times.ts';
import { useDeviceNames } from './use-device-names.ts';

/** An offer in the list; its title is a link that covers the card. What is far from the screen is not drawn. */
export function OfferCard({ offer }: { offer: OfferRow }) {
  const t = useT('offers');
  const devices = useDeviceNames();
  const { wall, offerId, title, source, steps } = offer;
  const elsewhere = devices.elsewhere(offer.devices);
  return (
    <li
      data-offer={offer.id}
      className="relative flex items-start gap-3 rounded-card bg-surface p-4 shadow-card transition-shadow [contain-intrinsic-size:auto_7.25rem] [content-visibility:auto] has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-brand has-[a:focus-visible]:outline-offset-2 hover:shadow-raised sm:gap-4"
    >
      <OfferPicture src={offer.picture} title={title} />
      <div className="grid min-w-0 grow gap-1">
        <h2 className="wrap-anywhere line-clamp-3 font-semibold leading-snug">
          <Link
            to="/offers/$wall/$offer"
            params={{ wall, offer: offerId }}
            className="outline-none after:absolute after:inset-0 after:rounded-card"
          >
            <bdi>{title}</bdi>
          </Link>
        </h2>
        <p className="flex flex-wrap gap-x-3 text-muted text-sm">
          <bdi className="wrap-anywhere">{source}</bdi>
          <span>{t('steps', { count: steps })}</span>
        </p>
        <p className="wrap-anywhere mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <OfferPoints points={offer.totalPoints} />
          {endsSoon(offer.endsAt) && <Badge tone="danger">{t('endsSoon')}</Badge>}
          {isNew(offer.firstSeenAt) && <Badge tone="accent">{t('new')}</Badge>}
          {offer.purchase && <Badge>{t('purchase')}</Badge>}
          {elsewhere && <Badge>{elsewhere}</Badge>}
        </p>
      </div>
      <FavouriteButton offer={offer} className="relative -me-1.5 -mt-1.5" />
    </li>
  );
}
