import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminMember } from '#contract/admin-members.ts';
import { APPEAL_MAX_LENGTH, PAUSE_REASONS, type PauseReason } from '#contract/values.ts';
import { call } from '../../../api/call.ts';
import { useT } from '../../../language/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { ReasonDialog } from '../shared/reason-dialog.tsx';
import { usePermission } from '../shared/use-permission.ts';

/** Pauses redemptions of the member, or ends the pause. */
export function MemberActions({ member }: { member: AdminMember }) {
  const t = useT('member');
  const [asking, setAsking] = useState(false);
  const mayHelp = usePermission('members.help');
  if (!mayHelp || member.leftAt) return null;
  const close = () => setAsking(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {member.pause ? t('resume') : t('pause')}
      </Button>
      {asking &&
        (member.pause ? (
          <Resume member={member} onClose={close} />
        ) : (
          <PauseNow member={member} onClose={close} />
        ))}
    </>
  );
}

interface ActionProps {
  member: AdminMember;
  onClose: () => void;
}

/** What an action on a member has changed is read anew, the list of members too. */
export function useMemberChanged(id: string): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) =>
        queryKey[0] === 'GET /api/admin/users' ||
        (String(queryKey[0]).startsWith('GET /api/admin/users/{id}') && queryKey[1] === id),
    });
}

function PauseNow({ member, onClose }: ActionProps) {
  const t = useT('member');
  const reasons = useT('appeals');
  const changed = useMemberChanged(member.id);
  const [reason, setReason] = useState<PauseReason>('staff_review');
  return (
    <ReasonDialog
      title={t('pause')}
      description={t('pauseText')}
      reasonLabel={t('pauseReason')}
      reasonHint={t('memberReads')}
      reasonMaxLength={APPEAL_MAX_LENGTH}
      confirmLabel={t('pause')}
      variant="danger"
      doneText={t('paused')}
      failedText={t('failed')}
      work={(text) =>
        call('POST /api/admin/users/{id}/pause', { params: { id: member.id }, body: { reason, text } })
      }
      onDone={changed}
      onClose={onClose}
    >
      <SelectField
        label={t('pauseKind')}
        value={reason}
        onChange={({ target }) => setReason(target.value as PauseReason)}
      >
        {PAUSE_REASONS.map((kind) => (
          <option key={kind} value={kind}>
            {reasons(`reasons.${kind}`)}
          </option>
        ))}
      </SelectField>
    </ReasonDialog>
  );
}

function Resume({ member, onClose }: ActionProps) {
  const t = useT('member');
  const changed = useMemberChanged(member.id);
  return (
    <ConfirmDialog
      title={t('resume')}
      description={t('resumeText')}
      confirmLabel={t('resume')}
      doneText={t('resumed')}
      failedText={t('failed')}
      work={() => call('DELETE /api/admin/users/{id}/pause', { params: { id: member.id } })}
      onDone={changed}
      onClose={onClose}
    />
  );
}
