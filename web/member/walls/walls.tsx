import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Wall } from '#contract/walls.ts';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { EmptyPocket } from '#ui/illustrations/empty-pocket.tsx';
import { Loading } from '#ui/skeleton.tsx';
import { wallsQuery } from '#web/shared/api/queries.ts';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { shownWalls, WallView } from './wall-view.tsx';

/** All offer walls, one below the other. `isAll`: there is nothing else to earn with. */
export function Walls({ isAll }: { isAll: boolean }) {
  const t = useT('tasks');
  const loading = <Loading label={t('loading')} shapes={['h-200 rounded-card']} />;
  // The links to them have just asked: a failure is shown instead of asking again.
  const query = useQuery({ ...wallsQuery, retryOnMount: false });
  return (
    <QueryView query={query} loading={loading} outdated="failure">
      {(walls) => <WallCards shown={shownWalls(walls)} isAll={isAll} />}
    </QueryView>
  );
}

function WallCards({ shown, isAll }: { shown: Wall[]; isAll: boolean }) {
  if (shown.length === 0) return <NoWalls isAll={isAll} />;
  return (
    <div className="grid gap-6">
      {shown.map((wall, position) => (
        <Card key={wall.id} aria-labelledby={`wall-${wall.id}`} padded={false} className="overflow-hidden">
          <h3 id={`wall-${wall.id}`} className="wrap-anywhere scroll-mt-4 px-5 py-4 font-bold text-lg">
            <bdi>{wall.title}</bdi>
          </h3>
          <WallView wall={wall} lazy={position > 0} />
        </Card>
      ))}
    </div>
  );
}

/** Shown if there is no wall; links back. */
export function NoWalls({ isAll = true }: { isAll?: boolean }) {
  const t = useT('tasks');
  return (
    <EmptyState
      illustration={<EmptyPocket />}
      title={t('emptyTitle')}
      text={isAll && t('emptyText')}
      action={
        <Link to="/dashboard" className={buttonClass('secondary')}>
          {t('backToDashboard')}
        </Link>
      }
    />
  );
}
