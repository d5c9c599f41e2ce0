import { useQuery } from '@tanstack/react-query';
import { AddLink } from '#web/admin/parts/add-link.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { LoadingCards } from '#web/admin/parts/loading-cards.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { RewardList } from './reward-list.tsx';
import { plannedRewardsQuery } from './rewards-query.ts';

/** The rewards of the site. */
export function RewardsPage() {
  const t = useT('rewards');
  const planned = useQuery(plannedRewardsQuery);
  const editable = usePermission('catalogue.edit');
  return (
    <AdminScreen
      title={t('title')}
      intro={t('intro')}
      actions={editable && <AddLink path="rewards/new">{t('add')}</AddLink>}
    >
      <QueryView
        query={planned}
        outdated="failure"
        loading={
          <LoadingCards
            label={t('loading')}
            heights={['h-28', 'h-28', 'h-28', 'h-28']}
            className="grid gap-3"
          />
        }
      >
        {({ rewards }) => <RewardList rewards={rewards} editable={editable} />}
      </QueryView>
    </AdminScreen>
  );
}
