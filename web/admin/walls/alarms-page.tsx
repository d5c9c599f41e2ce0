import { queryOptions, useQuery } from '@tanstack/react-query';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { ListEnd } from '#web/admin/parts/list-end.tsx';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';
import { Failure } from '#web/shared/parts/failure.tsx';
import { AlarmCard } from './alarm-card.tsx';

const REFRESH_MS = 60_000;
export const alarmsQuery = queryOptions({
  queryKey: ['GET /api/admin/wall-alarms'],
  queryFn: ({ signal }) => call('GET /api/admin/wall-alarms', { signal }),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
});

/** Days on which the credits of a wall left their own pattern, as far as nobody has looked at them. */
export function AlarmsPage() {
  const t = useT('wallAlarms');
  const alarms = useQuery(alarmsQuery);
  return (
    <AdminScreen title={t('title')} intro={t('intro')}>
      {alarms.isPending && (
        <Loading label={t('loading')} className="grid gap-3">
          <Skeleton className="h-56 rounded-card" />
          <Skeleton className="h-56 rounded-card" />
        </Loading>
      )}
      {alarms.isError && !alarms.data && <Failure query={alarms} />}
      {alarms.data?.length === 0 && (
        <Card as="div">
          <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
        </Card>
      )}
      {alarms.data && alarms.data.length > 0 && (
        <>
          <ul aria-label={t('title')} className="grid gap-3">
            {alarms.data.map((alarm) => (
              <AlarmCard key={alarm.id} alarm={alarm} />
            ))}
          </ul>
          <ListEnd count={alarms.data.length} />
        </>
      )}
    </AdminScreen>
  );
}
