import type { Member } from '#contract/member.ts';
import { NextRewardLine } from '#web/member/redemptions/next-reward-line.tsx';
import { useTypicalTasks } from '#web/shared/api/queries.ts';
import { site } from '#web/shared/api/site.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';

/** What lies ahead: the next reward, or before the threshold the tasks that it takes. */
export function GoalLine({ member }: { member: Member }) {
  const missing = site().redemptionThresholdPoints - member.points;
  if (missing <= 0) return <NextRewardLine member={member} screen="dashboard" tone="hero" />;
  return (
    <AreaTexts area="earn">
      <PaceLine missing={missing} />
    </AreaTexts>
  );
}

/** The missing points as a number of the tasks that are most frequent here. Nothing while too little is known of them. */
function PaceLine({ missing }: { missing: number }) {
  const t = useT('goal');
  const task = useT('task.badges');
  const [usual] = useTypicalTasks().data?.types ?? [];
  if (!usual) return null;
  return t('pace', { count: Math.ceil(missing / usual.points), task: task(usual.taskType) });
}
