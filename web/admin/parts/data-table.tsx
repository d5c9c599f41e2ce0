import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide';
import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/icon.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { type CardColumn, DataCards, type DataCardsProps } from './data-cards.tsx';
import { type PageLinks, Pager } from './pager.tsx';
import { useWide } from './use-wide.ts';

export interface DataColumn<Row> extends CardColumn<Row> {
  /** Aligns numbers at the end of the column. */
  end?: boolean;
}

export interface DataTableProps<Row> extends Omit<DataCardsProps<Row>, 'columns' | 'rows'> {
  columns: readonly DataColumn<Row>[];
  /** Undefined while the first page loads. */
  rows: Row[] | undefined;
  empty: ReactNode;
  /** Another page is loading; the previous one stays visible. */
  busy?: boolean;
  pages?: PageLinks | undefined;
}

const SKELETON_ROWS = 6;

/** Rows from the server: a table on wide windows, a card for each row on a phone. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { rows, empty, busy, pages } = props;
  const wide = useWide();
  if (!rows) return <TableSkeleton />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {/* Its place is there before it: screen readers say what changes in a place that they know. */}
      <div role="status" className="empty:absolute">
        {rows.length === 0 && <Card as="div">{empty}</Card>}
      </div>
      {rows.length > 0 && (
        <div aria-busy={busy || undefined} className={classes('transition-opacity', busy && 'opacity-60')}>
          {wide ? <WideTable {...props} rows={rows} /> : <DataCards {...props} rows={rows} />}
        </div>
      )}
      {pages && <Pager pages={pages} />}
    </div>
  );
}

interface WideTableProps<Row> extends DataCardsProps<Row> {
  columns: readonly DataColumn<Row>[];
}

function WideTable<Row extends object>({ label, columns, rows, rowId, order, onOrder }: WideTableProps<Row>) {
  return (
    // Makes the rows scrollable by keyboard if they are wider than the screen.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
    <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-card bg-surface shadow-card">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-line border-b">
            {columns.map((column) => {
              const sorted = order?.by === column.id && (order.desc ? 'desc' : 'asc');
              return (
                <th
                  key={column.id}
                  scope="col"
                  aria-sort={sorted ? (sorted === 'desc' ? 'descending' : 'ascending') : undefined}
                  className={classes(
                    'whitespace-nowrap px-4 py-2 font-semibold text-muted',
                    column.end ? 'text-end' : 'text-start',
                  )}
                >
                  {column.order && onOrder ? (
                    <SortButton
                      sorted={sorted}
                      onClick={() =>
                        onOrder({ by: column.id, desc: sorted ? sorted === 'asc' : column.order === 'desc' })
                      }
                    >
                      {column.header}
                    </SortButton>
                  ) : (
                    column.header
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={rowId(row)} className="hover:bg-sunken/50">
              {columns.map((column, index) => {
                const Tag = index === 0 ? 'th' : 'td';
                return (
                  <Tag
                    key={column.id}
                    scope={index === 0 ? 'row' : undefined}
                    className={classes(
                      'px-4 py-3 align-middle font-normal',
                      column.end ? 'text-end' : 'text-start',
                    )}
                  >
                    {column.cell(row)}
                  </Tag>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface SortButtonProps {
  sorted: false | 'asc' | 'desc';
  onClick: () => void;
  children: ReactNode;
}

function SortButton({ sorted, onClick, children }: SortButtonProps) {
  const icon = sorted === 'desc' ? ArrowDown : sorted === 'asc' ? ArrowUp : ChevronsUpDown;
  return (
    <button
      type="button"
      onClick={onClick}
      className={classes(
        '-mx-2 inline-flex min-h-10 items-center gap-1 rounded-xl px-2 font-semibold hover:bg-sunken hover:text-ink',
        sorted && 'text-ink',
      )}
    >
      {children}
      <Icon of={icon} className={classes('size-4', !sorted && 'opacity-50')} />
    </button>
  );
}

function TableSkeleton() {
  const t = useT('adminParts');
  return (
    <Loading label={t('loading')} className="grid gap-px overflow-hidden rounded-card bg-surface shadow-card">
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without content
        <div key={index} className="p-3">
          <Skeleton className="h-9" />
        </div>
      ))}
    </Loading>
  );
}
