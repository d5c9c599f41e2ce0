import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallOutput } from '#contract/index.ts';
import { Button } from '#ui/button.tsx';
import { adminQuery } from '#web/admin/parts/admin-query.ts';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import { ConfirmDialog } from '#web/admin/parts/confirm-dialog.tsx';
import type { DataColumn } from '#web/admin/parts/data-table.tsx';
import { ListTable } from '#web/admin/parts/list-table.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { useReadMemberAgain } from '#web/admin/parts/use-read-again.ts';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';

const PATH = 'GET /api/admin/users/{id}/sessions';
type Row = CallOutput<typeof PATH>[number];

/** The member's sessions, and a button to end them. */
export function MemberSessions({ id }: { id: string }) {
  const t = useT('member');
  const mayHelp = usePermission('members.help');
  const [ending, setEnding] = useState<Row | 'all'>();
  const sessions = useQuery(adminQuery(PATH, { params: { id } }));
  const columns: DataColumn<Row>[] = [
    {
      id: 'device',
      header: t('device'),
      cell: ({ device }) => <bdi className="font-semibold">{device}</bdi>,
    },
    { id: 'ip', header: t('address'), cell: ({ ip }) => <bdi>{ip}</bdi> },
    { id: 'seen', header: t('lastSeen'), cell: ({ lastSeenAt }) => <TimeCell at={lastSeenAt} /> },
    { id: 'created', header: t('signedIn'), cell: ({ createdAt }) => <TimeCell at={createdAt} /> },
    ...(mayHelp
      ? [
          {
            id: 'end',
            header: t('action'),
            cell: (row: Row) => (
              <Button
                variant="quiet"
                size="small"
                aria-label={t('endName', { device: row.device })}
                onClick={() => setEnding(row)}
              >
                {t('end')}
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ListTable label={t('tabs.sessions')} query={sessions} columns={columns} empty={t('noSessions')} />
      {mayHelp && sessions.data && sessions.data.length > 0 && (
        <Button variant="secondary" className="justify-self-start" onClick={() => setEnding('all')}>
          {t('endAll')}
        </Button>
      )}
      {ending && <EndSessions id={id} session={ending} onClose={() => setEnding(undefined)} />}
    </div>
  );
}

function EndSessions({ id, session, onClose }: { id: string; session: Row | 'all'; onClose: () => void }) {
  const t = useT('member');
  const readAgain = useReadMemberAgain(id);
  const all = session === 'all';
  return (
    <ConfirmDialog
      title={all ? t('endAll') : t('endName', { device: session.device })}
      description={t('endText')}
      confirmLabel={t('end')}
      variant="danger"
      doneText={t('ended')}
      failedText={t('failed')}
      work={() =>
        all
          ? call('DELETE /api/admin/users/{id}/sessions', { params: { id } })
          : call('DELETE /api/admin/users/{id}/sessions/{sessionId}', {
              params: { id, sessionId: session.id },
            })
      }
      onDone={readAgain}
      onClose={onClose}
    />
  );
}
