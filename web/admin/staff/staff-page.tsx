import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffMember } from '#contract/staff.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import { ConfirmDialog } from '#web/admin/parts/confirm-dialog.tsx';
import type { DataColumn } from '#web/admin/parts/data-table.tsx';
import { Identifier } from '#web/admin/parts/identifier.tsx';
import { ListTable } from '#web/admin/parts/list-table.tsx';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';
import { GrantForm } from './grant-form.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { staffQuery } from './staff-query.ts';

type Asking = { kind: 'change' | 'remove'; member: StaffMember };

/** The staff and their roles, with forms to change them. */
export function StaffPage() {
  const t = useT('staffList');
  const [asking, setAsking] = useState<Asking>();
  const staff = useQuery(staffQuery);
  const columns = useColumns(setAsking);
  return (
    <AdminScreen title={t('title')} intro={t('intro')}>
      <ListTable label={t('title')} query={staff} columns={columns} empty={t('empty')} />
      <GrantForm />
      {asking?.kind === 'change' && (
        <RoleDialog member={asking.member} onClose={() => setAsking(undefined)} />
      )}
      {asking?.kind === 'remove' && (
        <RemoveDialog member={asking.member} onClose={() => setAsking(undefined)} />
      )}
    </AdminScreen>
  );
}

function RemoveDialog({ member: { id, name }, onClose }: { member: StaffMember; onClose: () => void }) {
  const t = useT('staffList');
  return (
    <ConfirmDialog
      title={t('removeTitle', { name })}
      description={t('removeText')}
      confirmLabel={t('remove')}
      variant="danger"
      doneText={t('removeDone')}
      failedText={t('removeFailed')}
      work={() => call('DELETE /api/admin/staff/{id}', { params: { id } })}
      stale={[staffQuery.queryKey]}
      onClose={onClose}
    />
  );
}

function useColumns(ask: (asking: Asking) => void): DataColumn<StaffMember>[] {
  const t = useT('staffList');
  return [
    {
      id: 'person',
      header: t('person'),
      cell: ({ name, email, you }) => (
        <div className="grid gap-0.5">
          <span className="flex flex-wrap items-center gap-2 font-semibold">
            <bdi className="wrap-anywhere">{name}</bdi>
            {you && <Badge tone="brand">{t('you')}</Badge>}
          </span>
          <span className="text-muted text-sm">
            <Identifier>{email}</Identifier>
          </span>
        </div>
      ),
    },
    { id: 'role', header: t('role'), cell: ({ role }) => t(`roles.${role}`) },
    {
      id: 'twoFactor',
      header: t('twoFactor'),
      cell: ({ twoFactor }) => (twoFactor ? t('on') : <Badge tone="danger">{t('off')}</Badge>),
    },
    { id: 'lastSeen', header: t('lastSeen'), cell: ({ lastSeenAt }) => <TimeCell at={lastSeenAt} /> },
    {
      id: 'actions',
      header: t('change'),
      end: true,
      cell: (member) => (
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            variant="secondary"
            size="small"
            aria-label={t('changeOf', { name: member.name })}
            onClick={() => ask({ kind: 'change', member })}
          >
            {t('change')}
          </Button>
          <Button
            variant="quiet"
            size="small"
            aria-label={t('removeOf', { name: member.name })}
            onClick={() => ask({ kind: 'remove', member })}
          >
            {t('remove')}
          </Button>
        </div>
      ),
    },
  ];
}
