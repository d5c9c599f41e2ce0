import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { buttonClass } from '#ui/button.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { useT } from '#web/shared/language/language.tsx';
import { Failure } from '#web/shared/parts/failure.tsx';
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
