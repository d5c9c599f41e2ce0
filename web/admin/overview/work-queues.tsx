import { useQuery } from '@tanstack/react-query';
import { ChevronRight, CircleCheck, Clock } from 'lucide';
import type { ReactNode } from 'react';
import type { CallOutput } from '#contract/index.ts';
import { QUEUE_PERMISSIONS, WORK_QUEUES, type WorkQueue } from '#contract/overview.values.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/icon.tsx';
import { Loading, SkeletonWord } from '#ui/skeleton.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import { queuesQuery } from '#web/admin/parts/queues-query.ts';
import type { PlainSectionPath } from '#web/admin/parts/section-path.ts';
import { usePermissions } from '#web/admin/parts/use-permission.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';

interface Place {
  /** Below /admin. */
  path: PlainSectionPath;
  search?: Record<string, string>;
}

/** Where each queue is worked on. */
const PLACES: Record<WorkQueue, Place> = {
  fulfilments: { path: 'fulfilments' },
  payouts: { path: 'users', search: { status: 'payout_late' } },
  reviews: { path: 'reviews' },
  approvals: { path: 'approvals' },
  claims: { path: 'claims' },
  appeals: { path: 'appeals' },
  parked: { path: 'parked' },
  alarms: { path: 'alarms' },
  proof: { path: 'audit' },
};

type Waiting = CallOutput<'GET /api/admin/queues'>[number];

/** What waits comes first: what is late, then what has waited longest. */
const inOrder = (all: readonly Waiting[]) =>
  all.toSorted(
    (a, b) =>
      Number(b.late > 0) - Number(a.late > 0) ||
      since(a) - since(b) ||
      WORK_QUEUES.indexOf(a.queue) - WORK_QUEUES.indexOf(b.queue),
  );
/** In milliseconds; what is empty comes last. */
const since = ({ oldestAt }: Waiting) => (oldestAt ? Date.parse(oldestAt) : Number.MAX_SAFE_INTEGER);

/** The work queues that the admin's role allows; renders nothing if there are none. */
export function WorkQueues() {
  const t = useT('waiting');
  const permissions = usePermissions();
  const queues = useQuery(queuesQuery);
  const allowed = WORK_QUEUES.filter((queue) => permissions.includes(QUEUE_PERMISSIONS[queue]));
  if (allowed.length === 0) return null;
  const loading = (
    <Loading label={t('loading')} className="grid gap-4">
      <p className="min-h-6">
        <SkeletonWord />
      </p>
      <QueueList>
        {allowed.map((queue) => (
          <Queue key={queue} queue={queue} />
        ))}
      </QueueList>
    </Loading>
  );
  return (
    <section aria-labelledby="waiting" className="grid gap-4">
      <h2 id="waiting" className="font-bold text-xl">
        {t('title')}
      </h2>
      <QueryView query={queues} loading={loading}>
        {(all) => (
          <div className="grid gap-4">
            <Sum all={all} />
            <QueueList>
              {inOrder(all).map((waiting) => (
                <Queue key={waiting.queue} queue={waiting.queue} waiting={waiting} />
              ))}
            </QueueList>
          </div>
        )}
      </QueryView>
    </section>
  );
}

/** All queues in one sentence. */
function Sum({ all }: { all: readonly Waiting[] }) {
  const t = useT('waiting');
  const sum = (of: 'count' | 'late') => all.reduce((total, queue) => total + queue[of], 0);
  const [count, late] = [sum('count'), sum('late')];
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-2">
      <Icon
        of={count === 0 ? CircleCheck : Clock}
        className={classes('size-5 shrink-0', count === 0 ? 'text-brand' : 'text-muted')}
      />
      {count === 0 ? t('nothing') : t('sum', { count })}
      {late > 0 && <Badge tone="danger">{t('late', { count: late })}</Badge>}
    </p>
  );
}

function QueueList({ children }: { children: ReactNode }) {
  return (
    <Card as="div" padded={false} className="overflow-hidden">
      <ul className="grid sm:grid-cols-2 lg:grid-cols-3">{children}</ul>
    </Card>
  );
}

/** A queue with what waits in it; undefined while it loads. */
function Queue({ queue, waiting }: { queue: WorkQueue; waiting?: Waiting }) {
  const t = useT('waiting');
  const { number } = useFormats();
  const { path, search } = PLACES[queue];
  const isEmpty = waiting?.count === 0;
  return (
    <li className="border-line border-b">
      <AdminLink
        path={path}
        {...(search ? { search } : {})}
        className="flex min-h-20 items-center gap-3 px-5 py-3 hover:bg-sunken focus-visible:-outline-offset-3"
      >
        <span className="min-w-0 grow">
          <span
            className={classes(
              'flex flex-wrap items-center gap-x-2',
              isEmpty ? 'text-muted' : 'font-semibold',
            )}
          >
            {t(`queues.${queue}`)}
            {waiting && waiting.late > 0 && <Badge tone="danger">{t('late', { count: waiting.late })}</Badge>}
          </span>
          <span className="block text-muted text-sm">
            {waiting ? <Oldest at={waiting.oldestAt} /> : <SkeletonWord />}
          </span>
        </span>
        <span className={classes('text-2xl tabular-nums', isEmpty ? 'text-muted' : 'font-bold')}>
          {waiting && number(waiting.count)}
        </span>
        <Icon of={ChevronRight} className="size-4 shrink-0 text-muted rtl:-scale-x-100" />
      </AdminLink>
    </li>
  );
}

function Oldest({ at }: { at: Waiting['oldestAt'] }) {
  const t = useT('waiting');
  return at ? t.rich('oldest', { time: () => <TimeCell at={at} /> }) : t('nothing');
}
