import { ArrowDown, ArrowUp } from 'lucide';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { SelectField } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { useT } from '#web/shared/language/language.tsx';

export interface CardColumn<Row> {
  /** Also its name in the order, if the rows can be ordered by it. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The order of the first click; `desc` shows the largest or newest first. */
  order?: 'asc' | 'desc';
}

export interface Order {
  by: string;
  desc: boolean;
}

export interface DataCardsProps<Row> {
  /** What the rows are, for screen readers. */
  label: string;
  /** The first column names the row. */
  columns: readonly CardColumn<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  /** The order of the rows; sorting is done by the server. */
  order?: Order | undefined;
  onOrder?: ((order: Order) => void) | undefined;
}

/** The rows of a table on a phone: one card each, with the first column as its title. */
export function DataCards<Row extends object>(props: DataCardsProps<Row>) {
  const { label, columns, rows, rowId } = props;
  const [title, ...facts] = columns;
  return (
    <div className="grid gap-4">
      <OrderChoice {...props} />
      <ul aria-label={label} className="grid gap-3">
        {rows.map((row) => (
          <Card as="li" key={rowId(row)} className="grid gap-3">
            <div className="min-w-0">{title?.cell(row)}</div>
            <dl className="grid gap-1.5 text-sm">
              {facts.map((column) => (
                <div key={column.id} className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <dt className="text-muted">{column.header}</dt>
                  <dd className="min-w-0 text-end">{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
          </Card>
        ))}
      </ul>
    </div>
  );
}

/** Cards have no headings to click: a select names the column, and a button beside it turns the order around. */
function OrderChoice<Row extends object>({ columns, order, onOrder }: DataCardsProps<Row>) {
  const t = useT('adminParts');
  const sortable = columns.filter((column) => column.order);
  if (!onOrder || sortable.length === 0) return null;
  const chosen = sortable.find(({ id }) => id === order?.by);
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <SelectField
          label={t('orderBy')}
          value={chosen?.id ?? ''}
          onChange={({ target }) => {
            const next = sortable.find(({ id }) => id === target.value);
            if (next) onOrder({ by: next.id, desc: next.order === 'desc' });
          }}
        >
          {!chosen && <option value="">{t('usualOrder')}</option>}
          {sortable.map(({ id, header }) => (
            <option key={id} value={id}>
              {header}
            </option>
          ))}
        </SelectField>
      </div>
      {chosen && order && (
        <Button
          variant="secondary"
          className="min-h-13"
          aria-label={t(order.desc ? 'ascending' : 'descending', { column: chosen.header })}
          onClick={() => onOrder({ by: chosen.id, desc: !order.desc })}
        >
          <Icon of={order.desc ? ArrowDown : ArrowUp} className="size-5" />
        </Button>
      )}
    </div>
  );
}
