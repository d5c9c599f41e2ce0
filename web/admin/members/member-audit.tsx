import { AuditTable } from '#web/admin/audit-trail/audit-table.tsx';
import { usePages } from '#web/admin/parts/use-pages.ts';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';

const PATH = 'GET /api/admin/users/{id}/audit';

/** What staff did about the member, this visit included. */
export function MemberAudit({ id }: { id: string }) {
  const t = useT('member');
  const actions = usePages([PATH, id], (before, signal) =>
    call(PATH, { params: { id }, query: { before }, signal }),
  );
  return <AuditTable label={t('tabs.audit')} query={actions} empty={t('noActions')} />;
}
