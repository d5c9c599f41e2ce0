import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useT } from '../../../language/language.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { Failure } from '../../shared/failure.tsx';
import { AdminLink } from '../shared/admin-link.tsx';
import { AdminScreen } from '../shared/admin-screen.tsx';
import { usePermission } from '../shared/use-permission.ts';
import { RewardList } from './reward-list.tsx';
import { plannedRewardsQuery } from './rewards-query.ts';

/** What points can be turned into. */
export function RewardsPage() {
  const t = useT('rewards');
  const planned = useQuery(plannedRewardsQuery);
  const editable = usePermission('catalogue.edit');
  return (
    <AdminScreen
      title={t('title')}
      intro={t('intro')}
      actions={
        editable && (
          <AdminLink path="rewards/new" className={buttonClass('primary', 'small')}>
            <Plus aria-hidden="true" className="size-4" />
            {t('add')}
          </AdminLink>
        )
      }
    >
      {planned.isPending && (
        <Loading label={t('loading')} className="grid gap-3">
          <Skeleton className="h-28 rounded-card" />
          <Skeleton className="h-28 rounded-card" />
          <Skeleton className="h-28 rounded-card" />
          <Skeleton className="h-28 rounded-card" />
        </Loading>
      )}
      {planned.isError && <Failure query={planned} />}
      {planned.isSuccess && <RewardList rewards={planned.data.rewards} editable={editable} />}
    </AdminScreen>
  );
}
