import { Link } from '@tanstack/react-router';
import type { Member } from '#contract/member.ts';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Amount, CountUp } from '#ui/money.tsx';
import { Progress } from '#ui/progress.tsx';
import { useReached } from '#web/member/redemptions/use-reached.ts';
import { site } from '#web/shared/api/site.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';

/** The points earned, and those missing until a redemption. */
export function EarnedCard({ member }: { member: Member }) {
  const t = useT('tasks');
  const reward = useReward('tasks');
  const threshold = site().redemptionThresholdPoints;
  const { points, pause } = member;
  const ready = points >= threshold;
  const canRedeem = useReached(member) && !pause;
  const goal = reward.goal(threshold);
  const second = reward.secondAmount(points);
  return (
    <Card tone="hero">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <p className="font-semibold text-on-hero-muted text-sm">{t('earned', { unit: reward.unit })}</p>
          <p className="font-bold text-4xl">
            <CountUp value={points} format={reward.figure} />
          </p>
          {second && <p className="text-on-hero-muted tabular-nums">{second}</p>}
        </div>
        {(canRedeem || !ready) && (
          <div className="sm:text-end">
            <p className="font-bold text-hero-fill text-xl">
              <Amount>
                {ready ? t('ready', { goal }) : t('missing', { amount: reward.amount(threshold - points) })}
              </Amount>
            </p>
            <p className="text-on-hero-muted text-sm">{t(ready ? 'readyText' : 'missingText')}</p>
          </div>
        )}
      </div>
      <Progress
        tone="hero"
        value={points}
        max={threshold}
        label={t('progressLabel')}
        valueText={t('progressValue', { amount: reward.amount(points), goal: reward.amount(threshold) })}
        className="mt-4"
      />
      {canRedeem && (
        <Link to="/redeem" className={`${buttonClass('secondary')} mt-5 w-full sm:w-auto`}>
          {t('redeem')}
        </Link>
      )}
    </Card>
  );
}
