import { useQuery } from '@tanstack/react-query';
import { SelectField } from '#ui/field.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { EmptyCard } from '#web/admin/parts/empty-card.tsx';
import { LoadingCards } from '#web/admin/parts/loading-cards.tsx';
import { useSectionSearch } from '#web/admin/parts/use-section.ts';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
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
      <QueryView
        query={walls}
        loading={<LoadingCards label={t('loading')} heights={['h-120', 'h-120']} />}
        empty={<EmptyCard title={t('emptyTitle')} text={t('emptyText')} />}
      >
        {(all) => all.map((wall) => <WallCard key={wall.id} wall={wall} />)}
      </QueryView>
    </AdminScreen>
  );
}
