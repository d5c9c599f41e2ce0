import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useT } from '../../language/language.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Failure } from '../shared/failure.tsx';
import { ClaimCard } from './claim-card.tsx';
import { AdminScreen } from './shared/admin-screen.tsx';

const claimsQuery = queryOptions({
  queryKey: ['GET /api/admin/claims'],
  queryFn: ({ signal }) => call('GET /api/admin/claims', { signal }),
  staleTime: 0,
});

/** Claims of missing rewards that nobody has decided on, each with its evidence and its decision. */
export function Claims() {
  const t = useT('claimQueue');
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
      {claims.data?.map((claim) => (
        <ClaimCard key={claim.id} claim={claim} queue={claimsQuery.queryKey} />
      ))}
    </AdminScreen>
  );
}
