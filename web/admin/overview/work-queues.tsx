import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide';
import type { WorkQueue } from '#contract/overview.values.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { adminQuery } from '#web/admin/parts/admin-query.ts';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import { LoadingCards } from '#web/admin/parts/loading-cards.tsx';
import type { PlainSectionPath } from '#web/admin/parts/section-path.ts';
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

/** The work queues that the admin's role allows; renders nothing if there are none. */
export function WorkQueues() {
  const t = useT('waiting');
  const { number } = useFormats();
  const queues = useQuery(queuesQuery);
  if (queues.data?.length === 0) return null;
  return (
    <section aria-labelledby="waiting" className="grid gap-4">
      <h2 id="waiting" className="font-bold font-display text-xl">
        {t('title')}
      </h2>
      <QueryView query={queues} loading={<LoadingCards label={t('loading')} heights={['h-40']} />}>
        {(all) => (
          <Card as="div" padded={false} className="overflow-hidden">
            <ul className="grid sm:grid-cols-2 lg:grid-cols-3">
              {all.map(({ queue, count, oldestAt, late }) => (
                <li key={queue} className="border-line border-b">
                  <AdminLink
                    path={PATHS[queue]}
                    className="flex min-h-20 items-center gap-3 px-5 py-3 hover:bg-sunken focus-visible:-outline-offset-3"
                  >
                    <span className="min-w-0 grow">
                      <span className="flex flex-wrap items-center gap-x-2 font-semibold">
                        {t(`queues.${queue}`)}
                        {late > 0 && <Badge tone="danger">{t('late', { count: late })}</Badge>}
                      </span>
                      <span className="block text-muted text-sm">
                        {oldestAt
                          ? t.rich('oldest', { time: () => <TimeCell at={oldestAt} /> })
                          : t('nothing')}
                      </span>
                    </span>
                    <span className="font-bold font-display text-2xl tabular-nums">{number(count)}</span>
                    <Icon of={ChevronRight} className="size-4 shrink-0 text-muted rtl:-scale-x-100" />
                  </AdminLink>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </QueryView>
    </section>
  );
}
