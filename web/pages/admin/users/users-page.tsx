import { useT } from '../../../language/language.tsx';
import { AdminScreen } from '../shared/admin-screen.tsx';
import { ExportButton } from './export-button.tsx';
import { MemberTable } from './member-table.tsx';

/** Every member: found, filtered, ordered, downloaded. */
export function UsersPage() {
  const t = useT('members');
  return (
    <AdminScreen title={t('title')} actions={<ExportButton />}>
      <MemberTable />
    </AdminScreen>
  );
}
