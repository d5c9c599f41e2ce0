import { CreditCard, Gift, type IconNode, Undo2 } from 'lucide';
import type { ReactNode } from 'react';
import type { StatementEntry } from '#contract/statement.ts';
import { OWN_SOURCE } from '#contract/tasks.values.ts';
import { Badge } from '#ui/badge.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/icon.tsx';
import { Amount } from '#ui/money.tsx';
import { TASK_ICONS, taskTypeOf } from '#web/member/tasks/task-look.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { useEntryTitle } from './use-entry-title.ts';

const ICONS: Record<Exclude<StatementEntry['kind'], 'earned'>, IconNode> = {
  taken_back: Undo2,
  redeemed: CreditCard,
  given_back: Undo2,
  adjusted: TASK_ICONS.generic,
  debt: Undo2,
  gift: Gift,
  gift_taken_back: Undo2,
};

interface EntryRowProps {
  entry: Pick<StatementEntry, 'kind' | 'at' | 'points' | 'task' | 'reward'>;
  /** Below everything else. */
  more?: ReactNode;
  /** At the end of the line below the title. */
  after?: ReactNode;
}

/** One thing that moved the balance: what it was, when, and by how much. A gift is a card and moved no points. */
export function EntryRow({ entry, more, after }: EntryRowProps) {
  const { kind, at, points, task } = entry;
  const t = useT('entries');
  const words = useT('task');
  const { date } = useFormats();
  const reward = useReward();
  const title = useEntryTitle(entry);
  const type = taskTypeOf(task?.taskType ?? '');
  return (
    <li className="flex items-start gap-x-3 py-3.5">
      <span className="grid size-11 shrink-0 place-items-center rounded-2xl bg-brand-soft text-on-brand-soft">
        <Icon of={kind === 'earned' ? TASK_ICONS[type] : ICONS[kind]} className="size-5" />
      </span>
      <div className="min-w-0 grow">
        <div className="flex flex-wrap gap-x-3">
          {/* A word that does not fit beside the amount stands above it. */}
          <div className="max-w-full grow basis-24">
            <p className="wrap-break-word line-clamp-3 font-semibold leading-snug [word-break:keep-all]">
              <bdi>{title}</bdi>
            </p>
          </div>
          {points !== 0 && (
            <Amount
              className={classes(
                'ms-auto whitespace-nowrap font-bold leading-snug',
                points > 0 ? 'text-brand' : 'text-ink',
              )}
            >
              {reward.gain(points)}
            </Amount>
          )}
        </div>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
          {kind === 'earned' ? (
            <Badge tone="brand">{words(`badges.${type}`)}</Badge>
          ) : (
            (task || entry.reward) && (
              <Badge tone={kind === 'taken_back' ? 'danger' : 'neutral'}>{t(`kinds.${kind}`)}</Badge>
            )
          )}
          <time dateTime={at}>{date(at, 'moment')}</time>
          {task && (
            <bdi className="wrap-anywhere">
              {task.source === OWN_SOURCE ? words('ownMission') : task.source}
            </bdi>
          )}
          {after}
        </div>
        {more}
      </div>
    </li>
  );
}
