import type { Member } from '#contract/member.ts';
import { Card } from '#ui/card.tsx';
import { CountUp } from '#ui/money.tsx';
import { Progress } from '#ui/progress.tsx';
import { useReached } from '#web/member/redemptions/use-reached.ts';
import { site } from '#web/shared/api/site.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';

/** Name, address, balance, and the way to the next reward. */
export function ProfileHeader({ member }: { member: Member }) {
  const t = useT('profile');
  const reward = useReward('profile');
  const threshold = site().redemptionThresholdPoints;
  const second = reward.secondAmount(member.points);
  const ready = useReached(member) ? t('ready') : null;
  const reached = member.pause ? t('paused') : ready;
  const values = { amount: reward.amount(member.points), goal: reward.amount(threshold) };
  return (
    <Card tone="hero">
      <div className="flex items-center gap-4">
        <span
          aria-hidden="true"
          className="grid size-14 shrink-0 place-items-center rounded-full bg-hero-fill font-bold text-2xl text-hero-to"
        >
          {initial(member.name)}
        </span>
        <div className="min-w-0">
          <p className="wrap-anywhere font-bold text-xl leading-tight">
            <bdi>{member.name}</bdi>
          </p>
          <p className="wrap-anywhere text-on-hero-muted text-sm">
            <bdi>{member.email}</bdi>
          </p>
        </div>
      </div>
      <p className="mt-5 flex flex-wrap items-baseline gap-x-3">
        <CountUp value={member.points} format={reward.figure} className="font-bold text-4xl text-hero-fill" />
        {second && <span className="text-on-hero-muted tabular-nums">{second}</span>}
      </p>
      <Progress
        tone="hero"
        value={member.points}
        max={threshold}
        label={t('progressLabel')}
        valueText={t('progressValue', values)}
        className="mt-3"
      />
      <p className="mt-2 text-on-hero-muted text-sm">
        {member.points >= threshold ? reached : t('progressValue', values)}
      </p>
    </Card>
  );
}

/** The first letter as people see it (a grapheme), in any script. */
function initial(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? '';
}
