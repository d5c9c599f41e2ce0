import { useT } from '../../../language/language.tsx';
import { ManualCashRewards } from '../money/awards-page.tsx';
import { AdminScreen } from '../shared/admin-screen.tsx';
import { usePermission } from '../shared/use-permission.ts';
import { ExportButton } from '../users/export-button.tsx';
import { MemberTable } from '../users/member-table.tsx';
import { Totals } from './totals.tsx';

/** The first screen of the admins: how the site stands, cash for members, and its members. */
export function OverviewPage() {
  const t = useT('overview');
  const givesAwards = usePermission('payouts.work');
  const seesMembers = usePermission('members.read');
  return (
    <AdminScreen title={t('title')}>
      <Totals />
      {givesAwards && <ManualCashRewards />}
      {seesMembers && <Members />}
    </AdminScreen>
  );
}

function Members() {
  const t = useT('members');
  return (
    <section aria-labelledby="members" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="members" className="font-bold font-display text-xl">
          {t('title')}
        </h2>
        <ExportButton />
      </div>
      <MemberTable />
    </section>
  );
}
