import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '#ui/empty-state.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { Failure } from '#web/shared/parts/failure.tsx';
import { type DataColumn, DataTable } from './data-table.tsx';
import { ListEnd } from './list-end.tsx';
import { MoreButton } from './more-button.tsx';

export interface ListTableProps<Row> {
  label: string;
  query: UseQueryResult<Row[]> | UseInfiniteQueryResult<InfiniteData<Row[]>>;
  columns: readonly DataColumn<Row>[];
  /** Shown if the list is empty. */
  empty: ReactNode;
}

/** A list in the server's order with its loading, failed and empty states, and a button for more if it is paged. */
export function ListTable<Row extends { id: string }>({ label, query, columns, empty }: ListTableProps<Row>) {
  const t = useT('adminParts');
  if (query.isError && !query.data) return <Failure query={query} />;
  const rows = query.data && ('pages' in query.data ? query.data.pages.flat() : query.data);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        empty={<EmptyState title={t('nothing')} text={empty} />}
      />
      {'hasNextPage' in query ? <MoreButton query={query} /> : <ListEnd count={rows?.length ?? 0} />}
    </div>
  );
}
