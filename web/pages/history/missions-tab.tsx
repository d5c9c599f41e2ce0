import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Task } from '#contract/earning.ts';
import { useTasks } from '../../api/queries.ts';
import { useFormats, useT } from '../../language/language.tsx';
import { useReward } from '../../language/reward.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EmptyPocket } from '../../ui/illustrations/empty-pocket.tsx';
import { Amount, CountUp } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Failure } from '../shared/failure.tsx';
import { TaskRow } from '../shared/task-row.tsx';
import { TaskRowsSkeleton } from '../shared/task-rows-skeleton.tsx';
import { byDay, totalsOf } from './by-day.ts';

/** `GET /api/tasks` answers at most this many. */
const LISTED_MAX = 500;

/** Every finished task by day, with what they brought in all. */
export function MissionsTab() {
  const tasks = useTasks();
  if (tasks.isPending) return <Pending />;
  if (tasks.isError) return <Failure query={tasks} />;
  return tasks.data.length === 0 ? <Empty /> : <Missions tasks={tasks.data} />;
}

function Missions({ tasks }: { tasks: Task[] }) {
  const t = useT('history');
  const { date, number } = useFormats();
  const reward = useReward('history');
  const { count, points } = totalsOf(tasks);
  const second = reward.secondAmount(points);
  return (
    <div className="grid gap-6">
      <Card tone="hero" className="grid grid-cols-[3fr_2fr] gap-4">
        <Total label={t('totalEarned')}>
          <CountUp value={points} format={reward.amount} />
          {second && <span className="block font-normal text-base text-on-hero-muted">{second}</span>}
        </Total>
        <Total label={t('missionCount')}>
          <Amount>{number(count)}</Amount>
        </Total>
      </Card>
      {byDay(tasks).map((day) => (
        <section key={day.key} aria-labelledby={`day-${day.key}`}>
          <h2 id={`day-${day.key}`} className="mb-2 px-1 font-semibold text-muted text-sm">
            {date(day.tasks[0]?.completedAt ?? day.key, 'long')}
          </h2>
          <Card as="div" className="py-1.5 sm:py-2">
            <ul className="divide-y divide-line">
              {day.tasks.map((task) => (
                <TaskRow key={task.id} task={task} screen="history" />
              ))}
            </ul>
          </Card>
        </section>
      ))}
      {count > 0 && (
        <footer className="rounded-card bg-brand-soft p-5 text-center text-on-brand-soft">
          <p className="font-bold font-display text-lg">{t('summaryTitle')}</p>
          <p>{t('summary', { count, amount: reward.amount(points) })}</p>
          {tasks.length >= LISTED_MAX && (
            <p className="mt-1 text-sm">{t('onlyNewest', { count: number(LISTED_MAX) })}</p>
          )}
        </footer>
      )}
    </div>
  );
}

function Total({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="font-semibold text-on-hero-muted text-sm">{label}</p>
      <p className="wrap-anywhere mt-1 font-bold font-display text-3xl leading-tight">{children}</p>
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
