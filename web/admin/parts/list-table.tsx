import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { Failure } from '#web/shared/parts/failure.tsx';
import { type DataColumn, DataTable } from './data-table.tsx';
import { ListEnd } from './list-end.tsx';

export interface ListTableProps<Row> {
  label: string;
  query: UseQueryResult<Row[]> | UseInfiniteQueryResult<InfiniteData<Row[]>>;
  columns: readonly DataColumn<Row>[];
  rowId: (row: Row) => string;
  /** What it means that there is nothing. */
  empty: ReactNode;
}

/** A list in the order of the server, loading, failing and empty as lists do; with a button for more where it is paged. */
export function ListTable<Row extends object>({ label, query, columns, rowId, empty }: ListTableProps<Row>) {
  const t = useT('adminParts');
  if (query.isError && !query.data) return <Failure query={query} />;
  const rows = query.data && ('pages' in query.data ? query.data.pages.flat() : query.data);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        rowId={rowId}
        empty={<EmptyState title={t('nothing')} text={empty} />}
      />
      {!('hasNextPage' in query) && <ListEnd count={rows?.length ?? 0} />}
      {'hasNextPage' in query && query.hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-center"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </div>
  );
}

/** Pages of a list that ends where a page is not full; `placeOf` the last row is where the next one begins. */
export function usePages<Row>(
  key: readonly unknown[],
  pageSize: number,
  read: (before: string | undefined, signal: AbortSignal) => Promise<Row[]>,
  placeOf: (row: Row) => string,
) {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return last && page.length === pageSize ? placeOf(last) : undefined;
    },
    staleTime: 0,
  });
}
