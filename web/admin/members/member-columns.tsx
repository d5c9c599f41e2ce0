import type { CallOutput } from '#contract/index.ts';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { MoneyCell, PointsCell, TimeCell } from '#web/admin/parts/cells.tsx';
import type { DataColumn } from '#web/admin/parts/data-table.tsx';
import { Identifier } from '#web/admin/parts/identifier.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { MemberStatusBadge } from './member-status.tsx';

/** A member in a list. */
export type ListedRow = CallOutput<'GET /api/admin/users'>[number];

/** The specified columns. Search results cannot be ordered by name. */
export function useMemberColumns(searching = false): readonly DataColumn<ListedRow>[] {
  const t = useT('members');
  return [
    {
      id: 'name',
      header: t('user'),
      ...(searching ? {} : { order: 'asc' }),
      cell: ({ id, name, email }) => (
        <AdminLink path="users/$id" id={id} className="group block min-w-0 max-w-72 rounded-lg">
          <span className="wrap-anywhere block font-semibold text-ink group-hover:underline">
            <bdi>{name}</bdi>
          </span>
          <span className="block text-muted">
            <Identifier>{email}</Identifier>
          </span>
        </AdminLink>
      ),
    },
    { id: 'cardTier', header: t('cardTier'), cell: (row) => row.cardTierLastChosen ?? t('none') },
    {
      id: 'points',
      header: t('points'),
      order: 'desc',
      end: true,
      cell: ({ points }) => <PointsCell points={points} />,
    },
    {
      id: 'cash',
      header: t('cashRewarded'),
      order: 'desc',
      end: true,
      cell: ({ cashRewardedUSD }) => <MoneyCell cents={cashRewardedUSD} />,
    },
    {
      id: 'lastRewarded',
      header: t('lastRewarded'),
      order: 'desc',
      cell: ({ lastRewardedAt }) => <TimeCell at={lastRewardedAt} />,
    },
    {
      id: 'status',
      header: t('status'),
      cell: ({ status, isAdmin }) => <MemberStatusBadge status={status} isAdmin={isAdmin} />,
    },
  ];
}
