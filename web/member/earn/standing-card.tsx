import { Card } from '#ui/card.tsx';
import { Amount, CountUp } from '#ui/money.tsx';
import { Progress } from '#ui/progress.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { TIERS, useTierName } from './tier-list.tsx';

/** The member's balance, and what the first large tier still needs. */
export function StandingCard({ points }: { points: number }) {
  const t = useT('earn');
  const reward = useReward('earn');
  const tierName = useTierName();
  const [first] = TIERS;
  const tier = tierName(first);
  const missing = first.points - points;
  const second = reward.secondAmount(points);
  return (
    <Card tone="hero">
      <div className="flex flex-wrap justify-between gap-4">
        <div>
          <h2 className="font-semibold text-on-hero-muted text-sm">{t('current', { unit: reward.unit })}</h2>
          <p className="mt-1 font-bold font-display text-2xl sm:text-3xl">
            <CountUp value={points} format={reward.figure} />
          </p>
          {second && <p className="text-on-hero-muted tabular-nums">{second}</p>}
        </div>
        <div className="ms-auto text-end">
          <h2 className="font-semibold text-on-hero-muted text-sm">{t('need', { tier })}</h2>
          <p className="mt-1 font-bold font-display text-2xl text-hero-fill sm:text-3xl">
            {missing > 0 ? <Amount>{reward.amount(missing)}</Amount> : t('reached')}
          </p>
        </div>
      </div>
      <Progress
        tone="hero"
        value={points}
        max={first.points}
        label={t('progressLabel', { tier })}
        valueText={t('progressValue', { amount: reward.amount(points), goal: reward.amount(first.points) })}
        className="mt-5"
      />
    </Card>
  );
}
