import type { CallOutput } from '#contract/index.ts';
import { MoneyCell, PointsCell, TimeCell } from '#web/admin/parts/cells.tsx';
import type { DataColumn } from '#web/admin/parts/data-table.tsx';
import { Identifier } from '#web/admin/parts/identifier.tsx';
import { ListTable } from '#web/admin/parts/list-table.tsx';
import { usePages } from '#web/admin/parts/use-pages.ts';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useCodeName } from './use-code-name.ts';

const PATH = 'GET /api/admin/users/{id}/transfers';
type Row = CallOutput<typeof PATH>[number];

/** Every transfer of the member's points and cents. */
export function MemberTransfers({ id }: { id: string }) {
  const t = useT('member');
  const nameOf = useCodeName('member.transferKinds');
  const transfers = usePages([PATH, id], (before, signal) =>
    call(PATH, { params: { id }, query: { before }, signal }),
  );
  const amount = (unit: Row['unit'], value: number) =>
    unit === 'points' ? <PointsCell points={value} /> : <MoneyCell cents={value} />;
  const columns: DataColumn<Row>[] = [
    {
      id: 'kind',
      header: t('kind'),
      cell: ({ kind, reason }) => (
        <>
          <span className="font-semibold">{nameOf(kind)}</span>
          {reason && <bdi className="wrap-anywhere block max-w-72 text-muted">{reason}</bdi>}
        </>
      ),
    },
    { id: 'amount', header: t('amount'), end: true, cell: (row) => amount(row.unit, row.amount) },
    {
      id: 'after',
      header: t('balanceAfter'),
      end: true,
      cell: (row) => amount(row.unit, row.balanceAfter),
    },
    { id: 'other', header: t('otherSide'), cell: ({ other }) => <bdi>{other}</bdi> },
    { id: 'actor', header: t('actor'), cell: ({ actor }) => <Identifier>{actor}</Identifier> },
    { id: 'at', header: t('when'), cell: ({ at }) => <TimeCell at={at} /> },
  ];
  return <ListTable label={t('tabs.ledger')} query={transfers} columns={columns} empty={t('noTransfers')} />;
}
