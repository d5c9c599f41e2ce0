import { CirclePlay, ClipboardList, Gift, type LucideIcon, Smartphone, Sparkles } from 'lucide-react';
import type { Task } from '#contract/earning.ts';
import { OWN_SOURCE, TASK_TYPES, type TaskType } from '#contract/values.ts';
import { useFormats, useT } from '../../language/language.tsx';
import { type RewardScreen, useReward } from '../../language/reward.ts';
import { Badge } from '../../ui/badge.tsx';
import { classes } from '../../ui/classes.ts';
import { Amount } from '../../ui/money.tsx';

const ICONS: Record<TaskType | 'generic', LucideIcon> = {
  ad_view: CirclePlay,
  offer_completion: Gift,
  app_install: Smartphone,
  survey: ClipboardList,
  generic: Sparkles,
};

interface TaskRowProps {
  task: Task;
  screen: RewardScreen;
  /** Set where the day is not written above the row. */
  dated?: boolean;
}

/** One finished task: what it was, when, what it brought. A reward that was taken back is shown as such. */
export function TaskRow({ task, screen, dated = false }: TaskRowProps) {
  const t = useT('history');
  const { date } = useFormats();
  const reward = useReward(screen);
  const type = typeOf(task.taskType);
  const Icon = ICONS[type];
  const gone = task.reversedAt !== null;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 py-3.5">
      <span
        className={classes(
          'grid size-11 shrink-0 place-items-center rounded-2xl',
          gone ? 'bg-sunken text-muted' : 'bg-brand-soft text-on-brand-soft',
        )}
      >
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div className="min-w-0 grow basis-32">
        <p className="wrap-anywhere font-semibold leading-snug">{task.title ?? t(`types.${type}`)}</p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
          <Badge tone={gone ? 'neutral' : 'brand'}>{t(`badges.${type}`)}</Badge>
          <time dateTime={task.completedAt}>{date(task.completedAt, dated ? 'medium' : 'time')}</time>
          <bdi className="wrap-anywhere">{task.source === OWN_SOURCE ? t('ownMission') : task.source}</bdi>
        </p>
        {task.reversedAt !== null && (
          <p className="mt-1 text-danger text-sm">{t('takenBack', { date: date(task.reversedAt) })}</p>
        )}
      </div>
      <Amount
        className={classes(
          'ms-auto shrink-0 whitespace-nowrap pt-0.5 font-bold',
          gone ? 'text-muted line-through' : 'text-brand',
        )}
      >
        {reward.gain(task.pointsEarned)}
      </Amount>
    </li>
  );
}

function typeOf(word: string): TaskType | 'generic' {
  return TASK_TYPES.find((type) => type === word) ?? 'generic';
}
