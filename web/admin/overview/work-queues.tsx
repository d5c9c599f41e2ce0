import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide';
import type { ReactNode } from 'react';
import type { CallOutput } from '#contract/index.ts';
import { QUEUE_PERMISSIONS, WORK_QUEUES, type WorkQueue } from '#contract/overview.values.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { Loading, SkeletonWord } from '#ui/skeleton.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { adminQuery } from '#web/admin/parts/admin-query.ts';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import type { PlainSectionPath } from '#web/admin/parts/section-path.ts';
import { usePermissions } from '#web/admin/parts/use-permission.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';

const REFRESH_MS = 30_000;
const queuesQuery = { ...adminQuery('GET /api/admin/queues'), refetchInterval: REFRESH_MS };

/** The path of each queue below /admin. */
const PATHS: Record<WorkQueue, PlainSectionPath> = {
  fulfilments: 'fulfilments',
  reviews: 'reviews',
  approvals: 'approvals',
  claims: 'claims',
  appeals: 'appeals',
  parked: 'parked',
  alarms: 'alarms',
};

type Waiting = CallOutput<'GET /api/admin/queues'>[number];

/** The work queues that the admin's role allows; renders nothing if there are none. */
export function WorkQueues() {
  const t = useT('waiting');
  const permissions = usePermissions();
  const queues = useQuery(queuesQuery);
  const allowed = WORK_QUEUES.filter((queue) => permissions.includes(QUEUE_PERMISSIONS[queue]));
  if (allowed.length === 0) return null;
  const loading = (
    <Loading label={t('loading')}>
      <QueueList>
        {allowed.map((queue) => (
          <Queue key={queue} queue={queue} />
        ))}
      </QueueList>
    </Loading>
  );
  return (
    <section aria-labelledby="waiting" className="grid gap-4">
      <h2 id="waiting" className="font-bold font-display text-xl">
        {t('title')}
      </h2>
      <QueryView query={queues} loading={loading}>
        {(all) => (
          <QueueList>
            {all.map((waiting) => (
              <Queue key={waiting.queue} queue={waiting.queue} waiting={waiting} />
            ))}
          </QueueList>
        )}
      </QueryView>
    </section>
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
  return (
    <li className="border-line border-b">
      <AdminLink
        path={PATHS[queue]}
        className="flex min-h-20 items-center gap-3 px-5 py-3 hover:bg-sunken focus-visible:-outline-offset-3"
      >
        <span className="min-w-0 grow">
          <span className="flex flex-wrap items-center gap-x-2 font-semibold">
            {t(`queues.${queue}`)}
            {waiting && waiting.late > 0 && <Badge tone="danger">{t('late', { count: waiting.late })}</Badge>}
          </span>
          <span className="block text-muted text-sm">
            {waiting ? <Oldest at={waiting.oldestAt} /> : <SkeletonWord />}
          </span>
        </span>
        <span className="font-bold font-display text-2xl tabular-nums">
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
