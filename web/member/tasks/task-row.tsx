import { CirclePlay, ClipboardList, Gift, type IconNode, Smartphone, Sparkles } from 'lucide';
import type { ReactNode } from 'react';
import type { Task } from '#contract/tasks.ts';
import { OWN_SOURCE, TASK_TYPES, type TaskType } from '#contract/tasks.values.ts';
import { Badge } from '#ui/badge.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/icon.tsx';
import { Amount } from '#ui/money.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { type RewardScreen, useReward } from '#web/shared/language/reward.ts';

const ICONS: Record<TaskType | 'generic', IconNode> = {
  ad_view: CirclePlay,
  offer_completion: Gift,
  app_install: Smartphone,
  survey: ClipboardList,
  generic: Sparkles,
};

interface TaskRowProps {
  task: Task;
  screen: RewardScreen;
  /** Set if no day is written above the row. */
  dated?: boolean;
  /** A button for more. */
  action?: ReactNode;
}

/** One finished task: title, time and points. A pending or reversed reward is marked. */
export function TaskRow({ task, screen, dated = false, action }: TaskRowProps) {
  const t = useT('task');
  const { date } = useFormats();
  const reward = useReward(screen);
  const type = typeOf(task.taskType);
  const icon = ICONS[type];
  const { pendingUntil, reversedAt } = task;
  const noted = reversedAt ?? pendingUntil;
  return (
    <li className="relative flex flex-wrap items-start gap-x-3 gap-y-1 py-3.5">
      <span className="grid size-11 shrink-0 place-items-center rounded-2xl bg-brand-soft text-on-brand-soft">
        <Icon of={icon} className="size-5" />
      </span>
      <div className="min-w-0 grow basis-32">
        <p className="wrap-anywhere line-clamp-3 font-semibold leading-snug">
          {task.title ?? t(`types.${type}`)}
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
          <Badge tone="brand">{t(`badges.${type}`)}</Badge>
          <time dateTime={task.completedAt}>{date(task.completedAt, dated ? 'medium' : 'time')}</time>
          <bdi className="wrap-anywhere">{task.source === OWN_SOURCE ? t('ownMission') : task.source}</bdi>
        </p>
        {noted && (
          <p className={classes('mt-1 text-sm', reversedAt && 'text-danger')}>
            {t(reversedAt ? 'takenBack' : 'pendingUntil', { date: date(noted) })}
          </p>
        )}
      </div>
      <Amount
        className={classes(
          'ms-auto shrink-0 whitespace-nowrap pt-0.5 font-bold',
          noted ? 'text-muted' : 'text-brand',
          reversedAt && 'line-through',
        )}
      >
        {reward.gain(task.pointsEarned)}
      </Amount>
      {action}
    </li>
  );
}

function typeOf(word: string): TaskType | 'generic' {
  return TASK_TYPES.find((type) => type === word) ?? 'generic';
}
