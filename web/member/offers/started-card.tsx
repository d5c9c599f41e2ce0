import { Link } from '@tanstack/react-router';
import type { StartedOffer } from '#contract/offers.ts';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { useServerNow } from '#web/shared/api/use-server-now.ts';
import { isolated } from '#web/shared/language/isolate.ts';
import { useFormats, useLanguage, useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { GoalTimeline } from './goal-timeline.tsx';
import { MissingReward } from './missing-reward.tsx';
import { NextLine } from './next-line.tsx';
import { isInProgress } from './next-step.ts';
import { OfferPicture } from './offer-picture.tsx';
import { PaidProgress } from './paid-progress.tsx';

/** A started offer: what it paid, what is next, and its steps. */
export function StartedCard({ offer }: { offer: StartedOffer }) {
  const t = useT('offers');
  const { direction } = useLanguage();
  const { date } = useFormats();
  const now = useServerNow();
  const reward = useReward('tasks');
  const { wall, offerId, title, source, paidLess } = offer;
  return (
    <Card as="li" data-started={offer.id} className="grid gap-4">
      <div className="flex items-start gap-3 sm:gap-4">
        <OfferPicture src={offer.picture} title={title} />
        <div className="min-w-0 grow">
          <h2 className="wrap-anywhere line-clamp-3 font-bold text-lg leading-snug">
            <bdi>{title}</bdi>
          </h2>
          <p className="flex flex-wrap gap-x-3 text-muted text-sm">
            <bdi className="wrap-anywhere">{source}</bdi>
            <span>{t('startedOn', { date: date(offer.startedAt, 'moment') })}</span>
          </p>
        </div>
      </div>
      <PaidProgress offer={offer} />
      {paidLess && (
        <p className="rounded-2xl bg-danger-soft p-3 text-on-danger-soft text-sm">
          {t('paidLess', { promised: reward.amount(paidLess.promised), paid: reward.amount(paidLess.paid) })}
        </p>
      )}
      <NextLine offer={offer} className="text-sm" />
      <details open={isInProgress(offer, now)} className="group">
        <summary className="flex min-h-11 items-center font-semibold text-brand">{t('stepsTitle')}</summary>
        <div className="pt-2">
          <GoalTimeline offer={offer} />
        </div>
      </details>
      <div className="flex flex-wrap gap-2">
        <Link
          to="/offers/$wall/$offer"
          params={{ wall, offer: offerId }}
          className={buttonClass('secondary', 'small')}
        >
          {t('detail')}
        </Link>
        <MissingReward offer={offer} />
        {offer.support && (
          <a
            href={offer.support}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass('quiet', 'small')}
          >
            {t('support', { source: isolated(source, direction) })}
          </a>
        )}
      </div>
    </Card>
  );
}
