import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CallOutput } from '#contract/index.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import type { DataColumn } from '#web/admin/parts/data-table.tsx';
import { ListTable } from '#web/admin/parts/list-table.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { call } from '#web/shared/api/call.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useMemberChanged } from './member-actions.tsx';
import { useCodeName } from './use-code-name.ts';

const PATH = 'GET /api/admin/users/{id}/notices';
type Row = CallOutput<typeof PATH>[number];

/** What the member was told, and over which channel. */
export function MemberNotices({ id }: { id: string }) {
  const t = useT('member');
  const mayHelp = usePermission('members.help');
  const nameOf = useCodeName('member.noticeKinds');
  const { mutate: resend } = useResend(id);
  const notices = useQuery({
    queryKey: [PATH, id],
    queryFn: ({ signal }) => call(PATH, { params: { id }, signal }),
    staleTime: 0,
  });
  const columns = useMemo((): DataColumn<Row>[] => {
    return [
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
                    onClick={() => resend(row.id)}
                  >
                    {t('resend')}
                  </Button>
                ),
            },
          ]
        : []),
    ];
  }, [t, nameOf, mayHelp, resend]);
  return (
    <ListTable
      label={t('tabs.notices')}
      query={notices}
      columns={columns}
      rowId={(row) => row.id}
      empty={t('noNotices')}
    />
  );
}

function useResend(id: string) {
  const t = useT('member');
  const errors = useErrorText();
  const changed = useMemberChanged(id);
  return useMutation({
    mutationFn: (noticeId: string) =>
      call('POST /api/admin/users/{id}/notices/{noticeId}/mail', { params: { id, noticeId } }),
    onSuccess: () => {
      toast({ title: t('resent'), tone: 'success' });
      return changed();
    },
    onError: (error) => toast({ title: t('failed'), description: errors.message(error), tone: 'error' }),
  });
}
