import { Link } from '@tanstack/react-router';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TaskRow } from '#web/member/tasks/task-row.tsx';
import { TaskRowsSkeleton } from '#web/member/tasks/task-rows-skeleton.tsx';
import { useTasks } from '#web/shared/api/queries.ts';
import { useT } from '#web/shared/language/language.tsx';

/** Number of tasks on the dashboard; the history lists them all. */
const SHOWN = 3;

/** The member's newest tasks. If they cannot be read, the rest of the dashboard stays usable. */
export function LatestActivity() {
  const t = useT('dashboard');
  const common = useT('common');
  const tasks = useTasks();
  const newest = tasks.data?.slice(0, SHOWN) ?? [];
  return (
    <Card className="pb-2 sm:pb-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-bold font-display text-lg">{t('latest')}</h2>
        {newest.length > 0 && (
          <Link
            to="/history"
            search={{}}
            className="-m-2 rounded-full p-2 font-semibold text-brand text-sm hover:underline"
          >
            {t('seeAll')}
          </Link>
        )}
      </div>
      {tasks.isPending && <TaskRowsSkeleton label={t('loading')} />}
      {tasks.isLoadingError && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3 py-3 text-muted">
          <p>{t('latestFailed')}</p>
          <Button
            size="small"
            variant="secondary"
            loading={tasks.isFetching}
            onClick={() => void tasks.refetch()}
          >
            {common('retry')}
          </Button>
        </div>
      )}
      {tasks.data && newest.length === 0 && <p className="py-3 text-muted">{t('latestEmpty')}</p>}
      {newest.length > 0 && (
        <ul className="divide-y divide-line">
          {newest.map((task) => (
            <TaskRow key={task.id} task={task} screen="dashboard" dated />
          ))}
        </ul>
      )}
    </Card>
  );
}
