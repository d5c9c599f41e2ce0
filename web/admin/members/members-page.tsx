import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { ExportButton } from './export-button.tsx';
import { MemberTable } from './member-table.tsx';

/** Every member: found, filtered, ordered, downloaded. */
export function MembersPage() {
  const t = useT('members');
  return (
    <AdminScreen title={t('title')} actions={<ExportButton />}>
      <MemberTable />
    </AdminScreen>
  );
}
