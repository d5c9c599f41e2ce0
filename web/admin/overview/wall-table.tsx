import type { Activity } from '#contract/overview.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { MoneyCell, PointsCell } from '#web/admin/parts/cells.tsx';
import { type DataColumn, DataTable } from '#web/admin/parts/data-table.tsx';
import { useWallTitle } from '#web/admin/parts/use-wall-title.ts';
import { costOf, MarginCell, RevenueCell } from '#web/admin/walls/wall-money.tsx';
import { useT } from '#web/shared/language/language.tsx';

type Wall = Activity['walls'][number];

/** For each wall: what members earned, what that costs the site, and what the wall pays. */
export function WallTable({ walls }: { walls: Wall[] }) {
  const t = useT('activity');
  const titleOf = useWallTitle();
  const columns: DataColumn<Wall>[] = [
    {
      id: 'wall',
      header: t('wall'),
      cell: ({ wall }) => <bdi className="font-semibold">{titleOf(wall)}</bdi>,
    },
    { id: 'earned', header: t('earned'), end: true, cell: ({ earned }) => <PointsCell points={earned} /> },
    {
      id: 'reversed',
      header: t('reversed'),
      end: true,
      cell: ({ reversed }) => <PointsCell points={reversed} />,
    },
    { id: 'cost', header: t('cost'), end: true, cell: (wall) => <MoneyCell cents={costOf(wall)} /> },
    { id: 'revenue', header: t('revenue'), end: true, cell: (wall) => <RevenueCell money={wall} /> },
    { id: 'margin', header: t('margin'), end: true, cell: (wall) => <MarginCell money={wall} /> },
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-bold text-lg">{t('walls')}</h3>
      <p className="text-muted text-sm">{t('marginText')}</p>
      <DataTable
        label={t('walls')}
        columns={columns}
        rows={walls}
        rowId={({ wall }) => wall}
        empty={<EmptyState title={t('noWalls')} text={t('noWallsText')} />}
      />
    </div>
  );
}
