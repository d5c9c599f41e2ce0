import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { focusHeading } from '#ui/focus-heading.ts';
import { useT } from '#web/shared/language/language.tsx';
import { type QueueEntry, QueueList } from './queue-list.tsx';
import { useKept, type Work } from './use-kept.ts';
import { useSectionSearch } from './use-section.ts';

export interface OpenQueueProps<Row extends { id: string }> {
  label: string;
  rows: readonly Row[];
  entryOf: (row: Row) => Omit<QueueEntry, 'id'>;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  /** Renders the open row in full. */
  panel: (row: Row, work: Work) => ReactNode;
}

/** A queue with its open entry beside it, or above it on a phone; the focus follows. */
export function OpenQueue<Row extends { id: string }>(props: OpenQueueProps<Row>) {
  const { label, rows, entryOf, empty, panel } = props;
  const t = useT('workItem');
  const { search, change } = useSectionSearch();
  const list = useRef<HTMLDivElement>(null);
  const beside = useRef<HTMLDivElement>(null);
  const isOpen = ({ id }: Row) => id === search.open;
  const { shown, ...work } = useKept(rows, isOpen);
  const open = shown.find(isOpen);
  const before = useRef(open?.id);
  useEffect(() => {
    const gone = before.current !== undefined && open === undefined;
    if (open && before.current !== open.id) beside.current?.focus();
    before.current = open?.id;
    if (gone && document.activeElement === document.body) {
      list.current?.querySelector<HTMLElement>('li > button')?.focus();
      focusHeading();
    }
  }, [open]);
  const close = () => {
    list.current?.querySelector<HTMLElement>('button[aria-expanded="true"]')?.focus();
    change({ open: undefined });
  };
  if (shown.length === 0) return empty;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div ref={list}>
        {rows.length === 0 ? (
          empty
        ) : (
          <QueueList
            label={label}
            entries={rows.map((row) => ({ id: row.id, ...entryOf(row) }))}
            openId={open?.id}
            onOpen={(id) => change({ open: id })}
          />
        )}
      </div>
      {open && (
        <div ref={beside} tabIndex={-1} className="grid gap-2 outline-none lg:sticky lg:top-6">
          <Button variant="quiet" size="small" className="justify-self-end" onClick={close}>
            {t('close')}
          </Button>
          {panel(open, work)}
        </div>
      )}
    </div>
  );
}
