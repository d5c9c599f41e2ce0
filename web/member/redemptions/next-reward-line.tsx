import type { Member } from '#contract/member.ts';
import type { RewardScreen } from '#contract/wording.values.ts';
import { Progress } from '#ui/progress.tsx';
import { useRewards } from '#web/shared/api/queries.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { nextReward } from './next-reward.ts';

interface NextRewardLineProps {
  member: Member;
  screen: RewardScreen;
  tone?: 'hero' | 'brand';
}

/**
 * What the balance buys next, and how much of it is missing. While redemptions are paused, only what is missing. Nothing
 * while the rewards cannot be read.
 */
export function NextRewardLine(props: NextRewardLineProps) {
  return (
    <AreaTexts area="earn">
      <Line {...props} />
    </AreaTexts>
  );
}

function Line({ member: { points, pause }, screen, tone = 'brand' }: NextRewardLineProps) {
  const t = useT('goal');
  const reward = useReward(screen);
  const { data } = useRewards();
  if (!data) return null;
  const next = nextReward(data, points);
  if (next.state !== 'missing') {
    if (next.state === 'none' || pause) return null;
    return <p className="text-sm">{t(next.state)}</p>;
  }
  const { kind, title, amountUSD, missingPoints } = next.offer;
  const name = kind === 'prepaid_card' ? reward.amount(amountUSD) : title;
  const goal = points + missingPoints;
  return (
    <>
      <p className="text-sm">
        {t.rich('next', { reward: () => <bdi>{name}</bdi>, amount: reward.amount(missingPoints) })}
      </p>
      <Progress
        tone={tone}
        value={points}
        max={goal}
        label={t('progressLabel')}
        valueText={t('progressValue', { amount: reward.amount(points), goal: reward.amount(goal) })}
        className="mt-2"
      />
    </>
  );
}
