import type { ReactNode } from 'react';
import type { Task } from '#contract/tasks.ts';
import { OWN_SOURCE } from '#contract/tasks.values.ts';
import { Badge } from '#ui/badge.tsx';
import { classes } from '#ui/classes.ts';
import { TaskArt } from '#ui/illustrations/task-art.tsx';
import { Amount } from '#ui/money.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { taskTypeOf } from './task-look.ts';
import { TASK_PICTURES } from './task-pictures.ts';

interface TaskRowProps {
  task: Task;
  /** A button for more. */
  action?: ReactNode;
}

/** One finished task below its day: title, time and points. A pending or reversed reward is marked. */
export function TaskRow({ task, action }: TaskRowProps) {
  const t = useT('task');
  const { date } = useFormats();
  const reward = useReward('history');
  const type = taskTypeOf(task.taskType);
  const { pendingUntil, reversedAt } = task;
  const noted = reversedAt ?? pendingUntil;
  return (
    <li className="relative flex flex-wrap items-start gap-x-3 gap-y-1 py-3.5">
      <TaskArt kind={TASK_PICTURES[type]} className="size-11 rounded-2xl bg-brand-soft p-1.5" />
      <div className="min-w-0 grow basis-32">
        <p className="wrap-anywhere line-clamp-3 font-semibold leading-snug">
          <bdi>{task.title ?? t(`types.${type}`)}</bdi>
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
          <Badge tone="brand">{t(`badges.${type}`)}</Badge>
          <time dateTime={task.completedAt}>{date(task.completedAt, 'time')}</time>
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
