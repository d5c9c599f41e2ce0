import { useT } from '../../../language/language.tsx';
import { AdminScreen } from '../shared/admin-screen.tsx';
import { Totals } from './totals.tsx';

/** The first screen of the admins: how the site stands. */
export function OverviewPage() {
  const t = useT('overview');
  return (
    <AdminScreen title={t('title')}>
      <Totals />
    </AdminScreen>
  );
}
