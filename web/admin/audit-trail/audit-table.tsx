import type { AuditEntry } from '#contract/audit-trail.ts';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import type { DataColumn } from '#web/admin/parts/data-table.tsx';
import { Identifier } from '#web/admin/parts/identifier.tsx';
import { ListTable, type ListTableProps } from '#web/admin/parts/list-table.tsx';
import { StaffLink } from '#web/admin/parts/staff-link.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { AuditChange } from './audit-change.tsx';

/** Entries of the audit trail: what was done, by whom, to what, and how it changed. */
export function AuditTable(props: Omit<ListTableProps<AuditEntry>, 'columns'>) {
  const t = useT('auditTrail');
  const columns: DataColumn<AuditEntry>[] = [
    {
      id: 'action',
      header: t('action'),
      cell: ({ action: name, reason, reasonErased }) => (
        <div className="grid gap-0.5">
          <code dir="ltr" className="max-w-72 text-xs">
            <Identifier>{name}</Identifier>
          </code>
          {reason && (
            <span className="wrap-anywhere max-w-72 text-muted text-sm">{t('reason', { reason })}</span>
          )}
          {reasonErased && <em className="max-w-72 text-muted text-sm">{t('reasonErased')}</em>}
        </div>
      ),
    },
    { id: 'actor', header: t('actor'), cell: (entry) => <Who entry={entry} /> },
    {
      id: 'subject',
      header: t('subject'),
      cell: ({ subjectKind: kind, subjectId: id }) => (
        <span className="block w-fit max-w-48 text-xs">
          {kind} <Identifier>{id}</Identifier>
        </span>
      ),
    },
    {
      id: 'change',
      header: t('change'),
      cell: ({ before, after }) => <AuditChange before={before} after={after} />,
    },
    { id: 'when', header: t('when'), cell: ({ at }) => <TimeCell at={at} /> },
  ];
  return <ListTable {...props} columns={columns} />;
}

function Who({ entry: { actor, actorName, actorEmail, actorKey, actorRole, ip } }: { entry: AuditEntry }) {
  const t = useT('auditTrail');
  const keys = useT('apiKeys');
  const name = actorName ?? (actor === 'operator' ? t('operator') : actor);
  return (
    <div className="grid max-w-72 gap-0.5">
      {actorKey && (
        <>
          <span className="wrap-anywhere">
            {t.rich('apiKey', { name: () => <bdi className="font-semibold">{actorKey.name}</bdi> })}{' '}
            <code dir="ltr" className="text-xs">
              {actorKey.beginning}…
            </code>
          </span>
          <span className="wrap-anywhere text-sm">
            {keys('madeBy')} <bdi className="font-semibold">{actorKey.madeBy}</bdi>
          </span>
          <StaffLink id={actorKey.makerId} email={actorKey.makerEmail} className="text-xs" />
        </>
      )}
      <bdi className={`wrap-anywhere ${actorKey ? 'text-muted text-xs' : ''}`}>{name}</bdi>
      {actorName !== null && <StaffLink id={actor} email={actorEmail} className="text-xs" />}
      <bdi className="wrap-anywhere text-muted text-xs">{[actorRole, ip].filter(Boolean).join(' · ')}</bdi>
    </div>
  );
}
