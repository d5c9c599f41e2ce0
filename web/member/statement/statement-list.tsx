import { Link } from '@tanstack/react-router';
import { type MouseEvent, useRef } from 'react';
import type { StatementEntry, StatementFilters } from '#contract/statement.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { focusHeading } from '#ui/focus-heading.ts';
import { EmptyPocket } from '#ui/illustrations/empty-pocket.tsx';
import { Amount } from '#ui/money.tsx';
import { TaskRowsSkeleton } from '#web/member/tasks/task-rows-skeleton.tsx';
import { nextPage } from '#web/shared/api/next-page.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { EntryReason } from './entry-reason.tsx';
import { EntryRow } from './entry-row.tsx';
import { useStatementPages } from './use-statement.ts';

interface StatementListProps {
  filters: StatementFilters;
  /** Removes the filters. */
  onClear: () => void;
}

/** The entries, newest first, with the balance after each. */
export function StatementList({ filters, onClear }: StatementListProps) {
  const t = useT('statement');
  const pages = useStatementPages(filters);
  const data = pages.data?.pages.flat();
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      {/* Its place is there before it: screen readers say what changes in a place that they know. */}
      <p role="status" className="sr-only">
        {isFiltered && data?.length === 0 && t('noneTitle')}
      </p>
      <QueryView
        query={{ ...pages, data }}
        loading={<StatementLoading />}
        empty={isFiltered ? <NothingFound onClear={onClear} /> : <NothingYet />}
      >
        {(entries) => <Entries entries={entries} pages={pages} />}
      </QueryView>
    </>
  );
}

/** Stands in for the entries until they are read. */
export function StatementLoading() {
  const t = useT('statement');
  return (
    <Card>
      <TaskRowsSkeleton label={t('loading')} />
    </Card>
  );
}

interface EntriesProps {
  entries: StatementEntry[];
  pages: ReturnType<typeof useStatementPages>;
}

function Entries({ entries, pages }: EntriesProps) {
  const t = useT('statement');
  const reward = useReward('history');
  const end = useRef<HTMLDivElement>(null);
  const showMore = async () => {
    const { hasNextPage } = await nextPage(pages);
    // The button that had the focus is gone.
    if (!hasNextPage) end.current?.focus();
  };
  return (
    <div className="grid gap-4" aria-busy={pages.isPlaceholderData}>
      <Card className="py-1.5 sm:py-2">
        <ul aria-label={t('entries')} className="divide-y divide-line">
          {entries.map((entry) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              more={<EntryReason entry={entry} />}
              after={
                entry.balance !== null && (
                  <p className="ms-auto">
                    {t.rich('after', { amount: () => <Amount>{reward.amount(entry.balance ?? 0)}</Amount> })}
                  </p>
                )
              }
            />
          ))}
        </ul>
      </Card>
      <div ref={end} tabIndex={-1} className="grid justify-items-center gap-2 outline-none">
        {pages.isFetchNextPageError && (
          <p role="alert" className="text-danger text-sm">
            {t('moreFailed')}
          </p>
        )}
        {pages.hasNextPage && (
          <Button variant="secondary" loading={pages.isFetchingNextPage} onClick={() => void showMore()}>
            {t('more')}
          </Button>
        )}
      </div>
    </div>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const t = useT('statement');
  const clear = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    onClear();
    // The button goes with this text.
    currentTarget.blur();
    focusHeading();
  };
  return (
    <EmptyState
      title={t('noneTitle')}
      text={t('noneText')}
      action={
        <Button variant="secondary" onClick={clear}>
          {t('clear')}
        </Button>
      }
    />
  );
}

function NothingYet() {
  const t = useT('statement');
  return (
    <EmptyState
      illustration={<EmptyPocket />}
      title={t('emptyTitle')}
      text={t('emptyText')}
      action={
        <Link to="/task" className={buttonClass('primary', 'large')}>
          {t('emptyAction')}
        </Link>
      }
    />
  );
}
