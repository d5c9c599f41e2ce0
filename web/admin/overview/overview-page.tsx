import { useEffect } from 'react';
import { HeadedCard } from '#ui/headed-card.tsx';
import { AwardForm } from '#web/admin/awards/award-form.tsx';
import { NewestMembers } from '#web/admin/members/newest-members.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { useOpenSection, useSectionSearch } from '#web/admin/parts/use-section.ts';
import { useT } from '#web/shared/language/language.tsx';
import { Activity } from './activity.tsx';
import { Totals } from './totals.tsx';
import { WorkQueues } from './work-queues.tsx';

/** What the list of members keeps in its address, which was this screen's once: saved links still lead to the list. */
const OF_MEMBERS = ['q', 'status', 'balance', 'order', 'direction', 'after', 'before'];

/** The admins' first screen: what waits for them, then the site's figures, awards and the newest members. */
export function OverviewPage() {
  const t = useT('overview');
  const awards = usePermission('payouts.work');
  const seesMembers = usePermission('members.read');
  const { search } = useSectionSearch();
  const open = useOpenSection();
  const isOfMembers = OF_MEMBERS.some((name) => search[name] !== undefined);
  useEffect(() => {
    if (isOfMembers) void open('users', { search, replace: true });
  });
  if (isOfMembers) return null;
  return (
    <AdminScreen title={t('title')}>
      <WorkQueues />
      <Totals />
      <Activity />
      {awards && (
        <HeadedCard id="award" title={t('award')} className="grid gap-4">
          <AwardForm />
        </HeadedCard>
      )}
      {seesMembers && <NewestMembers />}
    </AdminScreen>
  );
}
