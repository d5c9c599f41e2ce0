import { useQuery } from '@tanstack/react-query';
import type { Approval } from '#contract/approvals.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { ListEnd } from '#web/admin/parts/list-end.tsx';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';
import { Failure } from '#web/shared/parts/failure.tsx';
import { ApprovalCard } from './approval-card.tsx';

/** Several people work on the queue, so it is read again this often while it is shown. */
const REFRESH_MS = 20_000;

/** What waits for a second admin, and what was decided lately. */
export function ApprovalsPage() {
  const t = useT('approvals');
  const approvals = useQuery({
    queryKey: ['GET /api/admin/approvals'],
    queryFn: ({ signal }) => call('GET /api/admin/approvals', { signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
  return (
    <AdminScreen title={t('title')} intro={t('intro')}>
      {approvals.isPending && (
        <Loading label={t('loading')} className="grid gap-4">
          <Skeleton className="h-44 rounded-card" />
          <Skeleton className="h-44 rounded-card" />
        </Loading>
      )}
      {approvals.isError && <Failure query={approvals} />}
      {approvals.data && <Lists approvals={approvals.data} />}
    </AdminScreen>
  );
}

function Lists({ approvals }: { approvals: Approval[] }) {
  const t = useT('approvals');
  const open = approvals.filter(({ state }) => state === 'open');
  const past = approvals.filter(({ state }) => state !== 'open');
  return (
    <>
      {open.length === 0 ? (
        <Card as="div">
          <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
        </Card>
      ) : (
        open.map((approval) => <ApprovalCard key={approval.id} approval={approval} heading="h2" />)
      )}
      {past.length > 0 && (
        <section aria-labelledby="past-approvals" className="grid gap-3">
          <h2 id="past-approvals" className="font-bold font-display text-xl">
            {t('past')}
          </h2>
          {past.map((approval) => (
            <ApprovalCard key={approval.id} approval={approval} heading="h3" />
          ))}
        </section>
      )}
      <ListEnd count={approvals.length} />
    </>
  );
}
