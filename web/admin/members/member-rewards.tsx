import { useState } from 'react';
import { MONEY_TEXT_MAX_LENGTH } from '#contract/approvals.values.ts';
import type { CallOutput } from '#contract/index.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { RefuseDialog } from '#web/admin/fulfilments/refuse-dialog.tsx';
import { MoneyCell, PointsCell, TimeCell } from '#web/admin/parts/cells.tsx';
import type { DataColumn } from '#web/admin/parts/data-table.tsx';
import { ListTable } from '#web/admin/parts/list-table.tsx';
import { usePages } from '#web/admin/parts/use-pages.ts';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { useReadMemberAgain } from '#web/admin/parts/use-read-again.ts';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useCodeName } from './use-code-name.ts';

const PATH = 'GET /api/admin/users/{id}/rewards';
type Row = CallOutput<typeof PATH>[number];

/** The member's redemptions and awards. */
export function MemberRewards({ id }: { id: string }) {
  const t = useT('member');
  const fulfilment = useT('fulfilment');
  const statusOf = useCodeName('member.rewardStatuses');
  const reasonOf = useCodeName('member.rewardReasons');
  const mayEnd = usePermission('reviews.decide');
  const [ending, setEnding] = useState<Row>();
  const readAgain = useReadMemberAgain(id);
  const rewards = usePages([PATH, id], (before, signal) =>
    call(PATH, { params: { id }, query: { before }, signal }),
  );
  const columns: DataColumn<Row>[] = [
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
      cell: ({ amountCents }) => <MoneyCell cents={amountCents} />,
    },
    { id: 'points', header: t('points'), end: true, cell: ({ points }) => <PointsCell points={points} /> },
    {
      id: 'status',
      header: t('status'),
      cell: (row) => {
        const { title, status, stop } = row;
        const isAward = row.points === 0;
        // Before its redemption, an award has the words of whoever asked for it.
        const reason = row.reason && (row.provider ? reasonOf(row.reason) : row.reason);
        return (
          <>
            <Badge>{statusOf(status)}</Badge>
            {stop && <span className="block max-w-60 text-danger">{t(`stops.${stop}`)}</span>}
            {reason && <bdi className="wrap-anywhere block max-w-60 text-muted">{reason}</bdi>}
            {row.endable && mayEnd && (
              <Button
                size="small"
                variant="quiet"
                className="text-danger!"
                aria-label={fulfilment(isAward ? 'refuseName' : 'refuseConfirmName', { title })}
                onClick={() => setEnding(row)}
              >
                {fulfilment(isAward ? 'refuse' : 'refuseConfirm')}
              </Button>
            )}
          </>
        );
      },
    },
    { id: 'created', header: t('asked'), cell: ({ createdAt }) => <TimeCell at={createdAt} /> },
    { id: 'issued', header: t('issued'), cell: ({ issuedAt }) => <TimeCell at={issuedAt} /> },
  ];
  return (
    <>
      <ListTable label={t('tabs.rewards')} query={rewards} columns={columns} empty={t('noRewards')} />
      {ending && (
        <RefuseDialog
          points={ending.points}
          reasonMaxLength={MONEY_TEXT_MAX_LENGTH}
          work={(text) =>
            call('POST /api/admin/redemptions/{id}/end', { params: { id: ending.id }, body: { text } })
          }
          onDone={readAgain}
          onClose={() => setEnding(undefined)}
        />
      )}
    </>
  );
}
