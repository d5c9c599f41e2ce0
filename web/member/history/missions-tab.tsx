import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { CallOutput } from '#contract/index.ts';
import type { Task } from '#contract/tasks.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { EmptyPocket } from '#ui/illustrations/empty-pocket.tsx';
import { Amount, CountUp } from '#ui/money.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TaskRowsSkeleton } from '#web/member/tasks/task-rows-skeleton.tsx';
import { nextPage } from '#web/shared/api/next-page.ts';
import { useTaskTotals } from '#web/shared/api/queries.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { Failure } from '#web/shared/parts/failure.tsx';
import { byDay } from './by-day.ts';
import { DaySection } from './day-section.tsx';
import { useShownRows } from './use-shown-rows.ts';
import { useTaskPages } from './use-task-pages.ts';

/** Every finished task by day, with the total of their points. */
export function MissionsTab() {
  const pages = useTaskPages();
  const totals = useTaskTotals();
  if (pages.isError && !pages.data) return <Failure query={pages} />;
  if (totals.isError && !totals.data) return <Failure query={totals} />;
  if (!pages.data || !totals.data) return <Pending />;
  const tasks = pages.data.pages.flat();
  if (tasks.length === 0) return <Empty />;
  return <Missions tasks={tasks} totals={totals.data} more={pages} />;
}

interface MissionsProps {
  /** The tasks of the loaded pages. */
  tasks: Task[];
  /** Totals of all tasks, loaded or not. */
  totals: CallOutput<'GET /api/tasks/totals'>;
  more: ReturnType<typeof useTaskPages>;
}

function Missions({ tasks, totals, more }: MissionsProps) {
  const t = useT('history');
  const { date, number } = useFormats();
  const reward = useReward('history');
  const { count, points, pending, pendingUntil } = totals;
  const second = reward.secondAmount(points);
  const end = useRef<HTMLDivElement>(null);
  const rows = useShownRows(tasks.length, end);
  const hasMore = rows.hasMore || more.hasNextPage;
  const showMore = () => {
    rows.showMore();
    if (!rows.hasMore) void nextPage(more);
  };
  const focused = useRef(false);
  useEffect(() => {
    // The button that had the focus is gone.
    if (!hasMore && focused.current) end.current?.focus();
  }, [hasMore]);
  return (
    <div className="grid gap-6">
      <Card tone="hero" className="flex flex-wrap gap-4">
        <Total label={t('totalEarned')}>
          <CountUp value={points} format={reward.figure} />
          {second && <span className="block font-normal text-base text-on-hero-muted">{second}</span>}
        </Total>
        <Total label={t('missionCount')}>
          <Amount>{number(count)}</Amount>
        </Total>
        {pendingUntil && (
          <p className="w-full border-on-hero-muted/30 border-t pt-3 text-on-hero-muted text-sm">
            {t('pendingTotal', { amount: reward.amount(pending), date: date(pendingUntil) })}
          </p>
        )}
      </Card>
      {byDay(tasks.slice(0, rows.shown)).map((day) => (
        <DaySection key={day.key} day={day} />
      ))}
      <div ref={end} tabIndex={-1} className="grid justify-items-center gap-2 outline-none">
        {more.isFetchNextPageError && (
          <p role="alert" className="text-danger text-sm">
            {t('moreFailed')}
          </p>
        )}
        {hasMore && (
          <Button
            variant="secondary"
            loading={more.isFetchingNextPage}
            onClick={showMore}
            onFocus={() => {
              focused.current = true;
            }}
            onBlur={() => {
              focused.current = false;
            }}
          >
            {t('more')}
          </Button>
        )}
        {count > 0 && !hasMore && (
          <footer className="w-full rounded-card bg-brand-soft p-5 text-center text-on-brand-soft">
            <p className="font-bold text-lg">{t('summaryTitle')}</p>
            <p>{t('summary', { count, amount: reward.amount(points) })}</p>
          </footer>
        )}
      </div>
    </div>
  );
}

function Total({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 grow-2 first:grow-3">
      <p className="font-semibold text-on-hero-muted text-sm">{label}</p>
      <p className="wrap-anywhere mt-1 font-bold text-3xl leading-tight">{children}</p>
    </div>
  );
}

function Empty() {
  const t = useT('history');
  return (
    <EmptyState
      illustration={<EmptyPocket />}
      title={t('emptyTitle')}
      text={t('emptyText')}
      action={
        <Link to="/task" className={buttonClass('primary', 'large')}>
          {t('startFirst')}
        </Link>
      }
    />
  );
}

function Pending() {
  const t = useT('history');
  return (
    <div className="grid gap-6">
      <Skeleton className="h-30 rounded-card" />
      <Card as="div" className="py-1.5 sm:py-2">
        <TaskRowsSkeleton label={t('loading')} />
      </Card>
    </div>
  );
}
