import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CallInput } from '#contract/index.ts';
import { MEMBER_SEARCH_MIN_LENGTH } from '#contract/members.values.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { EmptyPocket } from '#ui/illustrations/empty-pocket.tsx';
import { adminQuery, queueQuery } from '#web/admin/parts/admin-query.ts';
import type { Order } from '#web/admin/parts/data-cards.tsx';
import { DataTable } from '#web/admin/parts/data-table.tsx';
import { useSectionSearch } from '#web/admin/parts/use-section.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { Failure } from '#web/shared/parts/failure.tsx';
import { type ListedRow, useMemberColumns } from './member-columns.tsx';
import { MemberFilterBar } from './member-filter-bar.tsx';

const PAGE = 25;
/** The filters and the order, as named in the address. */
type ListQuery = CallInput<'GET /api/admin/users'>['query'];

/** The table 'User Management'; filters, order and page are part of the address. */
export function MemberTable() {
  const t = useT('members');
  const { search, change } = useSectionSearch();
  const filters = useMemo(() => filtersOf(search), [search]);
  const columns = useMemberColumns(filters.search !== undefined);
  const order: Order = { by: search.order ?? 'created', desc: search.direction !== 'asc' };
  const place = search.before ? { before: search.before } : search.after ? { after: search.after } : {};
  // One more than is shown, to learn whether there is another page.
  const query = {
    ...filters,
    ...place,
    order: order.by,
    direction: order.desc ? 'desc' : 'asc',
    limit: PAGE + 1,
  } as ListQuery;
  const members = useQuery({
    ...queueQuery('GET /api/admin/users', { query }),
    placeholderData: keepPreviousData,
  });
  const summary = useSummary(filters);
  const page = pageOf(members.data, search);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <MemberFilterBar />
      {members.isError && <Failure query={members} />}
      {(page || !members.isError) && (
        <DataTable
          label={t('title')}
          columns={columns}
          rows={page?.rows}
          rowId={({ id }) => id}
          order={order}
          onOrder={({ by, desc }) =>
            change({ order: by, direction: desc ? 'desc' : 'asc', after: undefined, before: undefined })
          }
          busy={members.isPlaceholderData}
          empty={<EmptyState illustration={<EmptyPocket />} title={t('emptyTitle')} text={t('emptyText')} />}
          pages={{
            summary,
            onPrevious: page?.previous
              ? () => change({ before: page.previous, after: undefined })
              : undefined,
            onNext: page?.next ? () => change({ after: page.next, before: undefined }) : undefined,
          }}
        />
      )}
    </div>
  );
}

/** Turns the filters of the address into the query of a call; a search that is too short is none. */
export function filtersOf(search: Record<string, string>): Record<string, string> {
  const { q, status, balance } = search;
  return {
    ...(q && q.length >= MEMBER_SEARCH_MIN_LENGTH ? { search: q } : {}),
    ...(status ? { status } : {}),
    ...(balance ? { balance } : {}),
  };
}

/** The rows to show, and the cursors of the pages beside them. */
function pageOf(members: ListedRow[] | undefined, search: Record<string, string>) {
  if (!members) return undefined;
  const more = members.length > PAGE;
  const backwards = search.before !== undefined;
  const rows = backwards ? members.slice(more ? 1 : 0) : members.slice(0, PAGE);
  const hasPrevious = backwards ? more : search.after !== undefined;
  const hasNext = backwards || more;
  return {
    rows,
    previous: hasPrevious ? rows[0]?.cursor : undefined,
    next: hasNext ? rows.at(-1)?.cursor : undefined,
  };
}

/** The number of members that match the filters, in words. */
function useSummary(filters: Record<string, string>): string | undefined {
  const t = useT('members');
  const { number } = useFormats();
  const count = useQuery(adminQuery('GET /api/admin/user-count', { query: filters }));
  if (!count.data) return undefined;
  const { count: found, more } = count.data;
  return more ? t('moreThan', { number: number(found) }) : t('count', { count: found });
}
