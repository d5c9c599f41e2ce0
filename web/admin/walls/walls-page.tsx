import { useQuery } from '@tanstack/react-query';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SelectField } from '#ui/field.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { useSectionSearch } from '#web/admin/parts/use-section.ts';
import { useT } from '#web/shared/language/language.tsx';
import { Failure } from '#web/shared/parts/failure.tsx';
import { WallCard } from './wall-card.tsx';
import { wallsHealthQuery } from './walls-query.ts';

/** The walls of the site: health, address, test, pause. */
export function WallsPage() {
  const t = useT('wallHealth');
  const { search, change } = useSectionSearch();
  const period = search.period === 'week' ? 'week' : 'day';
  const walls = useQuery(wallsHealthQuery(period));
  return (
    <AdminScreen title={t('title')} intro={t('intro')}>
      <div className="max-w-60">
        <SelectField
          label={t('period')}
          value={period}
          onChange={({ target }) => change({ period: target.value === 'week' ? 'week' : undefined })}
        >
          <option value="day">{t('day')}</option>
          <option value="week">{t('week')}</option>
        </SelectField>
      </div>
      {walls.isPending && (
        <Loading label={t('loading')} className="grid gap-4">
          <Skeleton className="h-120 rounded-card" />
          <Skeleton className="h-120 rounded-card" />
        </Loading>
      )}
      {walls.isError && !walls.data && <Failure query={walls} />}
      {walls.data?.length === 0 && (
        <Card as="div">
          <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
        </Card>
      )}
      {walls.data?.map((wall) => (
        <WallCard key={wall.id} wall={wall} />
      ))}
    </AdminScreen>
  );
}
