import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '#contract/index.ts';
import { adminQuery } from '#web/admin/parts/admin-query.ts';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import type { DataColumn } from '#web/admin/parts/data-table.tsx';
import { ListTable } from '#web/admin/parts/list-table.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { useCodeName } from './use-code-name.ts';

const PATH = 'GET /api/admin/users/{id}/requests';
type Row = CallOutput<typeof PATH>[number];

/** The member's requests to staff, with the decisions. */
export function MemberRequests({ id }: { id: string }) {
  const t = useT('member');
  const reasonOf = useCodeName('appeals.reasons');
  const decisionOf = useCodeName('member.decisions');
  const { date, number } = useFormats();
  const requests = useQuery(adminQuery(PATH, { params: { id } }));
  const columns: DataColumn<Row>[] = [
    {
      id: 'title',
      header: t('request'),
      cell: ({ kind, title, text }) => (
        <>
          <bdi className="font-semibold">{kind === 'claim' ? title : reasonOf(title)}</bdi>
          <span className="block text-muted">{t(`requestKinds.${kind}`)}</span>
          <bdi className="wrap-anywhere block max-w-96 whitespace-pre-wrap">{text}</bdi>
        </>
      ),
    },
    { id: 'created', header: t('asked'), cell: ({ createdAt }) => <TimeCell at={createdAt} /> },
    {
      id: 'decision',
      header: t('decision'),
      cell: ({ kind, decision, answer, wallPaidPoints, wallPaidAt }) => (
        <>
          {kind === 'suspension' && decision === 'kept'
            ? t('noticeKinds.suspension_kept')
            : decision
              ? decisionOf(decision)
              : t('undecided')}
          {answer && <bdi className="wrap-anywhere block max-w-72 text-muted">{answer}</bdi>}
          {wallPaidPoints !== null && wallPaidAt !== null && (
            <span className="block max-w-72 font-semibold">
              {t('paidSince', { points: number(wallPaidPoints), date: date(wallPaidAt, 'moment') })}
            </span>
          )}
        </>
      ),
    },
  ];
  return <ListTable label={t('tabs.requests')} query={requests} columns={columns} empty={t('noRequests')} />;
}
