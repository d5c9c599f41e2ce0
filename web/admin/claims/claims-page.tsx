import { queryOptions, useQuery } from '@tanstack/react-query';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { OpenQueue } from '#web/admin/parts/open-queue.tsx';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';
import { Failure } from '#web/shared/parts/failure.tsx';
import { ClaimCard } from './claim-card.tsx';

/** Several people work on the queue, so it is read again this often while it is shown. */
const REFRESH_MS = 20_000;

const claimsQuery = queryOptions({
  queryKey: ['GET /api/admin/claims'],
  queryFn: ({ signal }) => call('GET /api/admin/claims', { signal }),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
});

/** Claims of missing rewards that nobody has decided on, each with its evidence and its decision. */
export function ClaimsPage() {
  const t = useT('claimQueue');
  const work = useT('workItem');
  const claims = useQuery(claimsQuery);
  return (
    <AdminScreen title={t('heading')} intro={t('intro')}>
      {claims.isPending && (
        <Loading label={t('loading')} className="grid gap-4">
          <Skeleton className="h-64 rounded-card" />
        </Loading>
      )}
      {claims.isError && <Failure query={claims} />}
      {claims.data?.length === 0 && (
        <Card as="div">
          <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
        </Card>
      )}
      {claims.data && claims.data.length > 0 && (
        <OpenQueue
          label={t('heading')}
          rows={claims.data}
          entryOf={({ title, name, wall, createdAt, dueAt, owner }) => ({
            title: <bdi>{title}</bdi>,
            detail: <bdi>{name}</bdi>,
            badges: <Badge tone="accent">{wall ?? t('mission')}</Badge>,
            since: createdAt,
            dueAt,
            owner: owner && (owner.you ? work('you') : owner.name),
          })}
          panel={(claim) => <ClaimCard key={claim.id} claim={claim} queue={claimsQuery.queryKey} />}
        />
      )}
    </AdminScreen>
  );
}
