import { useState } from 'react';
import type { StaffMember } from '#contract/staff.ts';
import { ConfirmDialog } from '#web/admin/parts/confirm-dialog.tsx';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';
import { RoleSelect } from './role-select.tsx';
import { staffQuery } from './staff-query.ts';

/** Changes the role of a member. */
export function RoleDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const t = useT('staffList');
  const [role, setRole] = useState(member.role);
  return (
    <ConfirmDialog
      title={t('changeTitle', { name: member.name })}
      description={t('intro')}
      confirmLabel={t('save')}
      doneText={t('changeDone')}
      failedText={t('changeFailed')}
      work={() => call('PUT /api/admin/staff/{id}', { params: { id: member.id }, body: { role } })}
      stale={[staffQuery.queryKey]}
      onClose={onClose}
    >
      <RoleSelect value={role} onRole={setRole} />
    </ConfirmDialog>
  );
}
