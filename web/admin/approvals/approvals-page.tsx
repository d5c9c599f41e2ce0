import { useQuery } from '@tanstack/react-query';
import type { Approval } from '#contract/approvals.ts';
import { useFocusAfterRow } from '#ui/use-focus-after-row.ts';
import { queueQuery } from '#web/admin/parts/admin-query.ts';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { EmptyCard } from '#web/admin/parts/empty-card.tsx';
import { ListEnd } from '#web/admin/parts/list-end.tsx';
import { LoadingCards } from '#web/admin/parts/loading-cards.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { ApprovalCard } from './approval-card.tsx';

/** Requests that wait for a second admin, and recent decisions. */
export function ApprovalsPage() {
  const t = useT('approvals');
  const approvals = useQuery(queueQuery('GET /api/admin/approvals'));
  return (
    <AdminScreen title={t('title')} intro={t('intro')}>
      <QueryView
        query={approvals}
        outdated="both"
        loading={<LoadingCards label={t('loading')} heights={['h-44', 'h-44']} />}
      >
        {(all) => <Lists approvals={all} />}
      </QueryView>
    </AdminScreen>
  );
}

function Lists({ approvals }: { approvals: Approval[] }) {
  const t = useT('approvals');
  const open = approvals.filter(({ state }) => state === 'open');
  const past = approvals.filter(({ state }) => state !== 'open');
  useFocusAfterRow(open.map(({ id }) => id));
  return (
    <>
      {open.length === 0 ? (
        <EmptyCard title={t('emptyTitle')} text={t('emptyText')} />
      ) : (
        open.map((approval) => <ApprovalCard key={approval.id} approval={approval} heading="h2" />)
      )}
      {past.length > 0 && (
        <section aria-labelledby="past-approvals" className="grid gap-3">
          <h2 id="past-approvals" className="font-bold text-xl">
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
