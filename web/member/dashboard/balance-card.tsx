import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CountUp } from '#ui/money.tsx';
import { Progress } from '#ui/progress.tsx';
import { site } from '#web/shared/api/site.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';

/** The balance out of the threshold, with links to earn and to redeem. */
export function BalanceCard({ points }: { points: number }) {
  const t = useT('dashboard');
  const reward = useReward('dashboard');
  const stateId = useId();
  const threshold = site().redemptionThresholdPoints;
  const ready = points >= threshold;
  const goal = reward.amount(threshold);
  const second = reward.secondAmount(points);
  return (
    <div className="grid gap-4">
      <Card tone="hero" className="sm:p-7">
        <h2 className="font-semibold text-on-hero-muted">{t('balance')}</h2>
        <p className="mt-2 text-lg text-on-hero-muted">
          {t.rich('ofGoal', {
            goal,
            amount: () => (
              <CountUp
                value={points}
                format={reward.amount}
                className="font-bold font-display text-[clamp(2.75rem,13vw,4rem)] text-on-hero leading-none tracking-tight"
              />
            ),
          })}
        </p>
        {second && <p className="mt-2 text-on-hero-muted tabular-nums">{second}</p>}
        <Progress
          tone="hero"
          value={points}
          max={threshold}
          label={t('progressLabel')}
          valueText={t('progressValue', { amount: reward.amount(points), goal })}
          className="mt-6"
        />
        <p id={stateId} className="mt-3 text-on-hero text-sm sm:text-base">
          <State points={points} threshold={threshold} />
        </p>
      </Card>
      <div className="grid gap-3 sm:flex sm:*:grow">
        <Link to="/task" className={buttonClass(ready ? 'secondary' : 'primary', 'large')}>
          {t('startEarning')}
        </Link>
        {ready ? (
          <Link to="/profile" className={buttonClass('primary', 'large')}>
            {t('redeem')}
          </Link>
        ) : (
          <Button size="large" disabled aria-describedby={stateId}>
            {t('redeem')}
          </Button>
        )}
      </div>
    </div>
  );
}

function State({ points, threshold }: { points: number; threshold: number }) {
  const t = useT('dashboard');
  const reward = useReward('dashboard');
  if (points >= threshold) return t('ready');
  const missing = threshold - points;
  const amount = reward.unit === 'megabytes' ? reward.amount(missing) : String(missing);
  return (
    <>
      {t('remaining', { unit: reward.unit, amount })}
      {points < 0 && <span className="mt-1 block">{t('debt')}</span>}
    </>
  );
}
