import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { Failure } from '#web/shared/parts/failure.tsx';
import { MissionList } from './mission-list.tsx';
import { plannedMissionsQuery } from './missions-query.ts';

/** The missions of the site. */
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
      actions={
        editable && (
          <AdminLink path="missions/new" className={buttonClass('primary', 'small')}>
            <Plus aria-hidden="true" className="size-4" />
            {t('add')}
          </AdminLink>
        )
      }
    >
      {missions.isPending && (
        <Loading label={t('loading')} className="grid gap-3">
          <Skeleton className="h-28 rounded-card" />
          <Skeleton className="h-28 rounded-card" />
          <Skeleton className="h-28 rounded-card" />
        </Loading>
      )}
      {missions.isError && <Failure query={missions} />}
      {missions.data?.length === 0 && (
        <Card as="div">
          <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
        </Card>
      )}
      {missions.isSuccess && <MissionList missions={missions.data} editable={editable} />}
    </AdminScreen>
  );
}
