import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { ExportButton } from './export-button.tsx';
import { MemberTable } from './member-table.tsx';

/** The list of all members. */
export function MembersPage() {
  const t = useT('members');
  return (
    <AdminScreen title={t('title')} actions={<ExportButton />}>
      <MemberTable />
    </AdminScreen>
  );
}
