import { HeadedCard } from '#ui/headed-card.tsx';
import { AwardForm } from '#web/admin/awards/award-form.tsx';
import { ExportButton } from '#web/admin/members/export-button.tsx';
import { MemberTable } from '#web/admin/members/member-table.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { useT } from '#web/shared/language/language.tsx';
import { Activity } from './activity.tsx';
import { Totals } from './totals.tsx';
import { WorkQueues } from './work-queues.tsx';

/** The admins' first screen: the site's figures, awards, and the members. */
export function OverviewPage() {
  const t = useT('overview');
  const awards = usePermission('payouts.work');
  const seesMembers = usePermission('members.read');
  return (
    <AdminScreen title={t('title')}>
      <Totals />
      <WorkQueues />
      {awards && (
        <HeadedCard id="award" title={t('award')} className="grid gap-4">
          <AwardForm />
        </HeadedCard>
      )}
      <Activity />
      {seesMembers && <Members />}
    </AdminScreen>
  );
}

function Members() {
  const t = useT('members');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-bold font-display text-xl">{t('title')}</h2>
        <ExportButton />
      </div>
      <MemberTable />
    </div>
  );
}
