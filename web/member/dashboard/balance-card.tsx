import { Link } from '@tanstack/react-router';
import { Suspense, useId } from 'react';
import type { Member } from '#contract/member.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CountUp } from '#ui/money.tsx';
import { Progress } from '#ui/progress.tsx';
import { useReached } from '#web/member/redemptions/use-reached.ts';
import { site } from '#web/shared/api/site.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { ahead } from './load-ahead.ts';

const GoalLine = ahead((parts) => parts.GoalLine);

/**
 * The balance out of the threshold, then what comes next, with links to earn and to redeem. A balance that is enough while
 * redemptions are paused stands alone, as the pause says the rest.
 */
export function BalanceCard({ member }: { member: Member }) {
  const t = useT('dashboard');
  const reward = useReward('dashboard');
  const stateId = useId();
  const threshold = site().redemptionThresholdPoints;
  const { points } = member;
  const ready = points >= threshold;
  const reached = useReached(member);
  const canRedeem = ready && !member.pause;
  const goal = reward.amount(threshold);
  const second = reward.secondAmount(points);
  const redeem = t('redeem', { unit: reward.unit });
  const amount = () => (
    <CountUp
      value={points}
      format={ready ? reward.amount : reward.figure}
      className="font-bold text-[min(13vw,4rem)] text-on-hero leading-none tracking-tight"
    />
  );
  return (
    <div className="grid gap-4">
      <Card tone="hero" className="sm:p-7">
        <h2 className="font-semibold text-on-hero-muted">{t('balance')}</h2>
        <p className="mt-2 text-lg text-on-hero-muted">
          {ready ? amount() : t.rich('ofGoal', { goal, amount })}
        </p>
        {second && <p className="mt-2 text-on-hero-muted tabular-nums">{second}</p>}
        <Progress
          tone="hero"
          value={points}
          max={threshold}
          label={t('progressLabel')}
          valueText={t('progressValue', { amount: reward.amount(Math.min(points, threshold)), goal })}
          className="mt-6"
        />
        {(canRedeem || !ready) && (
          <>
            {(reached || !ready) && (
              <p id={stateId} className="mt-3 text-on-hero text-sm sm:text-base">
                {ready ? t('ready') : <Missing points={points} threshold={threshold} />}
              </p>
            )}
            {/* As high before it is known as after. Without points the first steps say it. */}
            {points !== 0 && (
              <div className={`mt-2 text-on-hero-muted text-sm ${ready ? 'min-h-17' : 'min-h-[2lh]'}`}>
                <Suspense>
                  <GoalLine member={member} />
                </Suspense>
              </div>
            )}
          </>
        )}
      </Card>
      <div className="grid gap-3 sm:flex sm:*:grow">
        <Link to="/task" className={buttonClass(canRedeem ? 'secondary' : 'primary', 'large')}>
          {t('startEarning')}
        </Link>
        {canRedeem ? (
          <Link to="/profile" className={buttonClass('primary', 'large')}>
            {redeem}
          </Link>
        ) : (
          <Button size="large" disabled aria-describedby={ready ? 'pause-title' : stateId}>
            {redeem}
          </Button>
        )}
      </div>
    </div>
  );
}

function Missing({ points, threshold }: { points: number; threshold: number }) {
  const t = useT('dashboard');
  const reward = useReward('dashboard');
  const missing = threshold - points;
  return (
    <>
      {t('remaining', { unit: reward.unit, amount: reward.amount(missing), missing })}
      {points < 0 && <span className="mt-1 block">{t('debt')}</span>}
    </>
  );
}
