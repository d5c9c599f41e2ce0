import { useQuery } from '@tanstack/react-query';
import {
  BadgeCheck,
  Clock,
  Coins,
  Flag,
  type IconNode,
  Inbox,
  MessageCircleQuestion,
  MessageSquareX,
  Undo2,
} from 'lucide';
import type { RefObject } from 'react';
import { firstClaimable } from '#contract/claims.values.ts';
import type { Task, TaskEvent } from '#contract/tasks.ts';
import { OWN_SOURCE } from '#contract/tasks.values.ts';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { Loading } from '#ui/skeleton.tsx';
import { call } from '#web/shared/api/call.ts';
import { serverNow } from '#web/shared/api/clock.ts';
import { keys } from '#web/shared/api/queries.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { isolated } from '#web/shared/language/isolate.ts';
import { useFormats, useLanguage, useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { useTaskTitle } from './use-task-title.ts';

interface TaskDetailsProps {
  task: Task;
  onClose: () => void;
  /** Called to report a missing reward; `wall` is the id of the task's wall. */
  onClaim: (wall: string) => void;
  returnFocus: RefObject<HTMLElement | null>;
}

/** The history of a task, step by step. */
export function TaskDetails(props: TaskDetailsProps) {
  return (
    <AreaTexts area="missions">
      <Details {...props} />
    </AreaTexts>
  );
}

function Details({ task, onClose, onClaim, returnFocus }: TaskDetailsProps) {
  const t = useT('timeline');
  const common = useT('common');
  const own = useT('task')('ownMission');
  const { direction } = useLanguage();
  const reward = useReward('history');
  const title = useTaskTitle(task);
  const timeline = useTimeline(task.id);
  const wall = timeline.data?.wall;
  const source = task.source === OWN_SOURCE ? own : task.source;
  const claimable = new Date(task.completedAt) >= firstClaimable(serverNow());
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      returnFocus={returnFocus}
      title={<bdi className="wrap-anywhere">{title}</bdi>}
      description={t('about', {
        source: isolated(source, direction),
        amount: reward.amount(task.pointsEarned),
      })}
      closeLabel={common('close')}
      footer={
        wall &&
        claimable && (
          <Button variant="secondary" onClick={() => onClaim(wall)}>
            {t('claim')}
          </Button>
        )
      }
    >
      <QueryView
        query={timeline}
        loading={<Loading label={t('loading')} shapes={SHAPES} className="grid gap-4" />}
      >
        {({ events }) => (
          <ol aria-label={t('label')}>
            {events.map((event) => (
              <Step key={`${event.kind} ${event.at}`} event={event} />
            ))}
          </ol>
        )}
      </QueryView>
    </Dialog>
  );
}

/** Its key starts like that of the tasks, which invalidate it. Read each time, as claims are decided meanwhile. */
const useTimeline = (id: string) =>
  useQuery({
    queryKey: [...keys.tasks, 'timeline', id],
    queryFn: ({ signal }) => call('GET /api/tasks/{id}/timeline', { params: { id }, signal }),
    staleTime: 0,
  });

const SHAPES = ['h-11 rounded-2xl', 'h-11 rounded-2xl'];

const LOOKS: Record<TaskEvent['kind'], { icon: IconNode; tone: string }> = {
  started: { icon: Flag, tone: 'bg-sunken text-muted' },
  received: { icon: Inbox, tone: 'bg-sunken text-muted' },
  pending: { icon: Clock, tone: 'bg-accent-soft text-on-accent-soft' },
  credited: { icon: Coins, tone: 'bg-brand-soft text-on-brand-soft' },
  reversed: { icon: Undo2, tone: 'bg-danger-soft text-on-danger-soft' },
  claim_filed: { icon: MessageCircleQuestion, tone: 'bg-sunken text-muted' },
  claim_granted: { icon: BadgeCheck, tone: 'bg-brand-soft text-on-brand-soft' },
  claim_refused: { icon: MessageSquareX, tone: 'bg-sunken text-muted' },
};

function Step({ event }: { event: TaskEvent }) {
  const t = useT('timeline');
  const { date } = useFormats();
  const reward = useReward('history');
  const { icon, tone } = LOOKS[event.kind];
  const amount = reward.amount(event.points ?? 0);

  return (
    <li className="group flex gap-3">
      <div className="grid grid-rows-[auto_1fr] justify-items-center">
        <span className={classes('grid size-9 place-items-center rounded-full', tone)}>
          <Icon of={icon} className="size-4" />
        </span>
        <span aria-hidden="true" className="my-1 w-0.5 grow rounded-full bg-line group-last:hidden" />
      </div>
      <div className="min-w-0 grow pt-1.5 pb-5 group-last:pb-1">
        <p className="wrap-anywhere font-semibold leading-snug">{t(`events.${event.kind}`, { amount })}</p>
        <time dateTime={event.at} className="text-muted text-sm">
          {date(event.at, event.kind === 'pending' ? 'long' : 'moment')}
        </time>
        {event.kind === 'reversed' && <p className="mt-1 text-muted text-sm">{t('whyReversed')}</p>}
        {event.answer !== null && (
          <blockquote
            dir="auto"
            className="wrap-anywhere mt-2 whitespace-pre-wrap rounded-2xl bg-sunken p-3 text-sm"
          >
            {event.answer}
          </blockquote>
        )}
      </div>
    </li>
  );
}
