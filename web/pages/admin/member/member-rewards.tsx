import { useMemo } from 'react';
import type { CallOutput } from '#contract/index.ts';
import { call } from '../../../api/call.ts';
import { useT } from '../../../language/language.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { MoneyCell, PointsCell, TimeCell } from '../shared/cells.tsx';
import type { DataColumn } from '../shared/data-table.tsx';
import { Listed, usePages } from '../shared/listed.tsx';
import { useCodeName } from './use-code-name.ts';

const PATH = 'GET /api/admin/users/{id}/rewards';
const PAGE = 50;
type Row = CallOutput<typeof PATH>[number];

/** What the member redeemed and was given. */
export function MemberRewards({ id }: { id: string }) {
  const t = useT('member');
  const statusOf = useCodeName('member.rewardStatuses');
  const rewards = usePages(
    [PATH, id],
    PAGE,
    (before, signal) => call(PATH, { params: { id }, query: { before }, signal }),
    (row) => row.id,
  );
  const columns = useMemo(
    (): DataColumn<Row>[] => [
      {
        id: 'title',
        header: t('reward'),
        cell: ({ title, kind, provider }) => (
          <>
            <bdi className="font-semibold">{title}</bdi>
            <span className="block text-muted">
              {t(`rewardKinds.${kind}`)}
              {provider && ' · '}
              <bdi>{provider}</bdi>
            </span>
          </>
        ),
      },
      {
        id: 'amount',
        header: t('amount'),
        end: true,
        cell: ({ amountUsd }) => <MoneyCell cents={amountUsd} />,
      },
      { id: 'points', header: t('points'), end: true, cell: ({ points }) => <PointsCell points={points} /> },
      {
        id: 'status',
        header: t('status'),
        cell: ({ status, reason }) => (
          <>
            <Badge>{statusOf(status)}</Badge>
            {reason && <bdi className="wrap-anywhere block max-w-60 text-muted">{reason}</bdi>}
          </>
        ),
      },
      { id: 'created', header: t('asked'), cell: ({ createdAt }) => <TimeCell at={createdAt} /> },
      { id: 'issued', header: t('issued'), cell: ({ issuedAt }) => <TimeCell at={issuedAt} /> },
    ],
    [t, statusOf],
  );
  return (
    <Listed
      label={t('tabs.rewards')}
      query={rewards}
      columns={columns}
      rowId={(row) => row.id}
      empty={t('noRewards')}
    />
  );
}
