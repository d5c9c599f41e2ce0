import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CallOutput } from '#contract/index.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Loading } from '#ui/skeleton.tsx';
import { EntryRow } from '#web/member/statement/entry-row.tsx';
import { usePendingPoints } from '#web/member/statement/use-pending-points.ts';
import { TaskRowsSkeleton } from '#web/member/tasks/task-rows-skeleton.tsx';
import { callQuery } from '#web/shared/api/call-query.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';

/** Number of entries on the dashboard; the statement lists them all. */
const SHOWN = 3;

interface LatestProps {
  /** The member has no entries yet, so that one line takes the place of what is loading. */
  begins: boolean;
}

/** The newest of what moved the balance, and what waits. If it cannot be read, the rest of the dashboard stays usable. */
export function LatestActivity({ begins }: LatestProps) {
  return (
    <AreaTexts area="statement">
      <Latest begins={begins} />
    </AreaTexts>
  );
}

function Latest({ begins }: LatestProps) {
  const t = useT('entries.latest');
  const common = useT('common');
  const statement = useQuery(callQuery('GET /api/statement', { query: {} }));
  const pending = usePendingPoints();
  // What waits stands above the entries, and would move them if it came after them.
  const isLoading = statement.isPending || pending.isPending;
  const failed = [statement, pending].filter(({ isLoadingError }) => isLoadingError);
  const newest = (!isLoading && statement.data?.slice(0, SHOWN)) || [];
  return (
    <Card className="pb-2 sm:pb-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-bold text-lg">{t('title')}</h2>
        {newest.length > 0 && (
          <Link
            to="/statement"
            className="-m-2 rounded-full p-2 font-semibold text-brand text-sm hover:underline"
          >
            {t('seeAll')}
          </Link>
        )}
      </div>
      {!isLoading && pending.data && <Pending pending={pending.data} />}
      {isLoading && begins && <Loading label={t('loading')} shapes={['h-6 w-3/5']} className="py-3" />}
      {isLoading && !begins && <TaskRowsSkeleton label={t('loading')} />}
      {failed.length > 0 && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3 py-3 text-muted">
          <p>{t('failed')}</p>
          <Button
            size="small"
            variant="secondary"
            loading={failed.some(({ isFetching }) => isFetching)}
            onClick={() => failed.forEach(({ refetch }) => void refetch())}
          >
            {common('retry')}
          </Button>
        </div>
      )}
      {!isLoading && statement.data?.length === 0 && <p className="py-3 text-muted">{t('empty')}</p>}
      {newest.length > 0 && (
        <ul className="divide-y divide-line">
          {newest.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The points that are not in the balance yet, and when the first of them will be. */
function Pending({ pending }: { pending: CallOutput<'GET /api/statement/pending'> }) {
  const t = useT('entries');
  const { date } = useFormats();
  const reward = useReward('dashboard');
  const [first] = pending.entries;
  if (!first) return null;
  return (
    <p className="mt-1 text-muted text-sm">
      {t('pending', { amount: reward.amount(pending.points), date: date(first.countsAt) })}
    </p>
  );
}
