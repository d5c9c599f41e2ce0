import type { ReactNode } from 'react';
import type { Mission } from '#contract/missions.ts';
import type { MissionKind } from '#contract/missions.values.ts';
import { Badge } from '#ui/badge.tsx';
import { TaskArt } from '#ui/illustrations/task-art.tsx';
import { Amount } from '#ui/money.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';

interface MissionAboutProps {
  mission: Pick<Mission, 'description' | 'pointsEarned' | 'difficulty'> & { kind: MissionKind };
  title: ReactNode;
  /** The mission's state. */
  badge?: ReactNode;
}

/** A mission's description and its reward. */
export function MissionAbout({ mission, title, badge }: MissionAboutProps) {
  const t = useT('missions');
  const reward = useReward('tasks');
  return (
    <div className="flex items-start gap-4">
      <TaskArt kind={mission.kind} className="size-16 rounded-2xl bg-brand-soft p-2" />
      <div className="min-w-0 grow">
        {title}
        <p className="wrap-anywhere text-muted">
          <bdi>{mission.description}</bdi>
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <Amount className="font-bold text-2xl text-brand">{reward.gain(mission.pointsEarned)}</Amount>
          <Badge>{t(`difficulty.${mission.difficulty}`)}</Badge>
          {badge}
        </p>
      </div>
    </div>
  );
}

export function Instructions({ steps }: { steps: string[] }) {
  const t = useT('missions');
  return (
    <>
      <h3 className="mt-5 font-bold">{t('howTo')}</h3>
      <ol className="mt-1 grid list-decimal gap-1 ps-5 text-muted">
        {steps.map((step) => (
          <li key={step} className="wrap-anywhere">
            <bdi>{step}</bdi>
          </li>
        ))}
      </ol>
    </>
  );
}
