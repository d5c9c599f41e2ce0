import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '#contract/index.ts';
import { Button } from '#ui/button.tsx';
import { adminQuery } from '#web/admin/parts/admin-query.ts';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import type { DataColumn } from '#web/admin/parts/data-table.tsx';
import { ListTable } from '#web/admin/parts/list-table.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { useReadMemberAgain } from '#web/admin/parts/use-read-again.ts';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useCodeName } from './use-code-name.ts';

const PATH = 'GET /api/admin/users/{id}/notices';
type Row = CallOutput<typeof PATH>[number];

/** The notices sent to the member, with their channels. */
export function MemberNotices({ id }: { id: string }) {
  const t = useT('member');
  const mayHelp = usePermission('members.help');
  const nameOf = useCodeName('member.noticeKinds');
  const resend = useResend(id);
  const notices = useQuery(adminQuery(PATH, { params: { id } }));
  const columns: DataColumn<Row>[] = [
    {
      id: 'kind',
      header: t('notice'),
      cell: ({ kind }) => <bdi className="font-semibold">{nameOf(kind)}</bdi>,
    },
    { id: 'created', header: t('when'), cell: ({ createdAt }) => <TimeCell at={createdAt} /> },
    { id: 'mailed', header: t('mailed'), cell: ({ mailedAt }) => <TimeCell at={mailedAt} /> },
    { id: 'pushed', header: t('pushed'), cell: ({ pushedAt }) => <TimeCell at={pushedAt} /> },
    ...(mayHelp
      ? [
          {
            id: 'resend',
            header: t('action'),
            cell: (row: Row) =>
              row.resendable && (
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={t('resendName', { notice: nameOf(row.kind) })}
                  loading={resend.isPending && resend.variables === row.id}
                  disabled={resend.isPending && resend.variables !== row.id}
                  onClick={() => resend.mutate(row.id)}
                >
                  {t('resend')}
                </Button>
              ),
          },
        ]
      : []),
  ];
  return <ListTable label={t('tabs.notices')} query={notices} columns={columns} empty={t('noNotices')} />;
}

function useResend(id: string) {
  const t = useT('member');
  const readAgain = useReadMemberAgain(id);
  return useCallMutation(
    (noticeId: string) =>
      call('POST /api/admin/users/{id}/notices/{noticeId}/mail', { params: { id, noticeId } }),
    { done: { title: t('resent') }, onDone: readAgain, failed: t('failed') },
  );
}
