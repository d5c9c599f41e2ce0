import { useQuery } from '@tanstack/react-query';
import { AddLink } from '#web/admin/parts/add-link.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { EmptyCard } from '#web/admin/parts/empty-card.tsx';
import { LoadingCards } from '#web/admin/parts/loading-cards.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { MissionList } from './mission-list.tsx';
import { plannedMissionsQuery } from './missions-query.ts';

export function MissionsPage() {
  return (
    <AreaTexts area="missions">
      <Missions />
    </AreaTexts>
  );
}

function Missions() {
  const t = useT('missionsEditor');
  const missions = useQuery(plannedMissionsQuery);
  const editable = usePermission('catalogue.edit');
  return (
    <AdminScreen
      title={t('title')}
      intro={t('intro')}
      actions={editable && <AddLink path="missions/new">{t('add')}</AddLink>}
    >
      <QueryView
        query={missions}
        outdated="failure"
        loading={
          <LoadingCards label={t('loading')} heights={['h-28', 'h-28', 'h-28']} className="grid gap-3" />
        }
        empty={<EmptyCard title={t('emptyTitle')} text={t('emptyText')} />}
      >
        {(all) => <MissionList missions={all} editable={editable} />}
      </QueryView>
    </AdminScreen>
  );
}
