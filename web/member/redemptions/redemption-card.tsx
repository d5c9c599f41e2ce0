import { Suspense, useRef, useState } from 'react';
import type { Redemption } from '#contract/redemptions.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { RewardArt } from '#ui/illustrations/reward-art.tsx';
import { Amount } from '#ui/money.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';
import { headingOf, RedemptionState, StatusBadge } from './redemption-state.tsx';
import { Details, Reveal } from './reveal.tsx';
import { useRewardNames } from './use-reward-names.ts';

/** Few redemptions are reviewed, so the form is loaded on demand. */
const ReviewQuestion = latePart(
  () => import('./review-question.tsx'),
  (module) => module.ReviewQuestion,
);

/** One redemption: its reward, date and state, and the reward itself once it is issued. */
export function RedemptionCard({ redemption }: { redemption: Redemption }) {
  const t = useT('redeem');
  const { date } = useFormats();
  const names = useRewardNames();
  const [open, setOpen] = useState<'reward' | 'details'>();
  const show = useRef<HTMLButtonElement>(null);
  const details = useRef<HTMLButtonElement>(null);
  const name = names.reward(redemption);
  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge redemption={redemption} />
        {redemption.test && <Badge tone="accent">{t('reveal.test')}</Badge>}
        {redemption.award && <Badge tone="brand">{t('gift')}</Badge>}
      </div>
      <div className="flex items-start gap-3">
        <RewardArt kind={redemption.kind} picture={redemption.picture} className="mt-1 w-11" />
        <div className="min-w-0">
          <h2 id={headingOf(redemption)} className="wrap-anywhere font-bold text-xl outline-none">
            <Amount>{name}</Amount>
          </h2>
          <p className="flex flex-wrap gap-x-3 text-muted text-sm">
            <time dateTime={redemption.createdAt}>
              {t('requested', { date: date(redemption.createdAt, 'moment') })}
            </time>
            {redemption.pointsUsed > 0 && <Amount>{names.price(redemption.pointsUsed)}</Amount>}
          </p>
        </div>
      </div>
      {redemption.award?.reason && (
        <p className="wrap-anywhere">
          <bdi>{redemption.award.reason}</bdi>
        </p>
      )}
      <div className="grow text-sm">
        <RedemptionState redemption={redemption} />
        {redemption.review && (
          <Suspense>
            <ReviewQuestion redemptionId={redemption.id} review={redemption.review} />
          </Suspense>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {redemption.status === 'issued' && (
          <Button ref={show} variant="secondary" className="grow" onClick={() => setOpen('reward')}>
            {t('show', { kind: redemption.kind })}
          </Button>
        )}
        <Button
          ref={details}
          variant={redemption.status === 'issued' ? 'quiet' : 'secondary'}
          aria-label={t('detailsName', { reward: name })}
          onClick={() => setOpen('details')}
        >
          {t('details')}
        </Button>
      </div>
      {open === 'reward' && (
        <Reveal redemption={redemption} onClose={() => setOpen(undefined)} returnFocus={show} />
      )}
      {open === 'details' && (
        <Details redemption={redemption} onClose={() => setOpen(undefined)} returnFocus={details} />
      )}
    </Card>
  );
}
