import { Card } from '#ui/card.tsx';
import { Amount, CountUp } from '#ui/money.tsx';
import { Progress } from '#ui/progress.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { useTierNames } from './tier-list.tsx';
import type { Tier } from './tiers.ts';

interface StandingCardProps {
  points: number;
  /** The cheapest reward to save for; undefined where the site has none for this member. */
  tier: Tier | undefined;
}

/** The member's balance, and what the first tier still needs. */
export function StandingCard({ points, tier }: StandingCardProps) {
  const t = useT('earn');
  const reward = useReward('earn');
  const names = useTierNames();
  const second = reward.secondAmount(points);
  const name = tier && names(tier).short;
  return (
    <Card tone="hero">
      <div className="flex flex-wrap justify-between gap-4">
        <div>
          <h2 className="font-semibold text-on-hero-muted text-sm">{t('current', { unit: reward.unit })}</h2>
          <p className="mt-1 font-bold text-2xl sm:text-3xl">
            <CountUp value={points} format={reward.figure} />
          </p>
          {second && <p className="text-on-hero-muted tabular-nums">{second}</p>}
        </div>
        {tier && name && (
          <div className="ms-auto text-end">
            <h2 className="font-semibold text-on-hero-muted text-sm" data-reward>
              {t('need', { tier: name })}
            </h2>
            <p className="mt-1 font-bold text-2xl text-hero-fill sm:text-3xl">
              {tier.missingPoints > 0 ? <Amount>{reward.amount(tier.missingPoints)}</Amount> : t('reached')}
            </p>
          </div>
        )}
      </div>
      {tier && name && (
        <Progress
          tone="hero"
          value={points}
          max={tier.points}
          label={t('progressLabel', { tier: name })}
          valueText={t('progressValue', { amount: reward.amount(points), goal: reward.amount(tier.points) })}
          className="mt-5"
        />
      )}
    </Card>
  );
}
