import type { CallOutput } from '#contract/index.ts';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import type { DataColumn } from '#web/admin/parts/data-table.tsx';
import { Identifier } from '#web/admin/parts/identifier.tsx';
import { ListTable } from '#web/admin/parts/list-table.tsx';
import { usePages } from '#web/admin/parts/use-pages.ts';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';

const PATH = 'GET /api/admin/users/{id}/audit';
type Row = CallOutput<typeof PATH>[number];

/** The audit trail of the member, this visit included. */
export function MemberAudit({ id }: { id: string }) {
  const t = useT('member');
  const trail = useT('auditTrail');
  const actions = usePages([PATH, id], (before, signal) =>
    call(PATH, { params: { id }, query: { before }, signal }),
  );
  const columns: DataColumn<Row>[] = [
    {
      id: 'action',
      header: t('action'),
      cell: ({ action, reason, reasonErased }) => (
        <>
          <code className="block max-w-72 text-xs" dir="ltr">
            <Identifier>{action}</Identifier>
          </code>
          {reason && <bdi className="wrap-anywhere block max-w-72 text-muted">{reason}</bdi>}
          {reasonErased && <em className="block max-w-72 text-muted">{trail('reasonErased')}</em>}
        </>
      ),
    },
    {
      id: 'actor',
      header: t('actor'),
      cell: ({ actor, actorName }) => <bdi className="wrap-anywhere">{actorName ?? actor}</bdi>,
    },
    {
      id: 'change',
      header: t('change'),
      cell: ({ before, after }) => <Change before={before} after={after} />,
    },
    { id: 'at', header: t('when'), cell: ({ at }) => <TimeCell at={at} /> },
  ];
  return <ListTable label={t('tabs.audit')} query={actions} columns={columns} empty={t('noActions')} />;
}

/** The states before and after, as stored in the entry. */
function Change({ before, after }: { before: unknown; after: unknown }) {
  return (
    <span className="grid gap-0.5" dir="ltr">
      {[before, after].map(
        (state, index) =>
          state !== null && (
            <code key={index === 0 ? 'before' : 'after'} className="wrap-anywhere text-xs">
              {index === 0 ? '− ' : '+ '}
              {JSON.stringify(state)}
            </code>
          ),
      )}
    </span>
  );
}
