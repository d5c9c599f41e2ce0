import { useState } from 'react';
import { APPEAL_MAX_LENGTH } from '#contract/appeals.values.ts';
import type { AdminMember } from '#contract/members.ts';
import { PAUSE_REASONS, type PauseReason } from '#contract/suspensions.values.ts';
import { Button } from '#ui/button.tsx';
import { Options, SelectField } from '#ui/field.tsx';
import { ConfirmDialog } from '#web/admin/parts/confirm-dialog.tsx';
import { ReasonDialog } from '#web/admin/parts/reason-dialog.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { useReadMemberAgain } from '#web/admin/parts/use-read-again.ts';
import { CallError, call } from '#web/shared/api/call.ts';
import { useUser } from '#web/shared/api/queries.ts';
import { useT } from '#web/shared/language/language.tsx';

/** Starts and ends pauses and suspensions. Admins cannot suspend themselves; only an owner can suspend staff. */
export function MemberActions({ member }: { member: AdminMember }) {
  const t = useT('member');
  const admin = useUser();
  // What was asked for, as the member is read again while the dialog still stands.
  const [asking, setAsking] = useState<'pause' | 'resume' | 'suspend' | 'lift'>();
  const mayHelp = usePermission('members.help');
  const managesStaff = usePermission('staff.manage');
  if (!mayHelp || member.leftAt) return null;
  const maySuspend = member.id !== admin?.id && (managesStaff || !member.isAdmin);
  const props = { member, onClose: () => setAsking(undefined) };
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Button size="small" variant="secondary" onClick={() => setAsking(member.pause ? 'resume' : 'pause')}>
        {member.pause ? t('resume') : t('pause')}
      </Button>
      {maySuspend && (
        <Button
          size="small"
          variant={member.suspension ? 'secondary' : 'danger'}
          onClick={() => setAsking(member.suspension ? 'lift' : 'suspend')}
        >
          {member.suspension ? t('lift') : t('suspend')}
        </Button>
      )}
      {asking === 'pause' && <PauseNow {...props} />}
      {asking === 'resume' && <Resume {...props} />}
      {asking === 'suspend' && <SuspendNow {...props} />}
      {asking === 'lift' && <Lift {...props} />}
    </div>
  );
}

interface ActionProps {
  member: AdminMember;
  onClose: () => void;
}

/** What the person sees who decides: the member is read again while the dialog stands. */
const useSeen = (measure: AdminMember['pause']) => useState(measure?.since)[0];

/** Does the action, and shows the member anew if a colleague was faster. */
function useOrReadAgain(id: string) {
  const readAgain = useReadMemberAgain(id);
  return (action: Promise<unknown>) =>
    action.catch((error: unknown) => {
      if (error instanceof CallError && error.code === 'measure_changed') void readAgain();
      throw error;
    });
}

function PauseNow({ member, onClose }: ActionProps) {
  const t = useT('member');
  const replaces = useSeen(member.pause) ?? null;
  return (
    <StopDialog
      member={member}
      title={t('pause')}
      description={t('pauseText')}
      reasonHint={t('memberReads')}
      doneText={t('paused')}
      stop={(body) =>
        call('POST /api/admin/users/{id}/pause', { params: { id: member.id }, body: { ...body, replaces } })
      }
      onClose={onClose}
    />
  );
}

function SuspendNow({ member, onClose }: ActionProps) {
  const t = useT('member');
  const replaces = useSeen(member.suspension) ?? null;
  return (
    <StopDialog
      member={member}
      title={t('suspend')}
      description={t('suspendText')}
      reasonHint={t('suspendReads')}
      doneText={t('noticeKinds.account_suspended')}
      stop={(body) =>
        call('POST /api/admin/users/{id}/suspension', {
          params: { id: member.id },
          body: { ...body, replaces },
        })
      }
      onClose={onClose}
    />
  );
}

interface StopDialogProps extends ActionProps {
  title: string;
  description: string;
  reasonHint: string;
  doneText: string;
  stop: (body: { reason: PauseReason; text: string }) => Promise<unknown>;
}

/** Asks for the kind of reason and its text, then pauses or suspends the member. */
function StopDialog({ member, title, stop, ...texts }: StopDialogProps) {
  const t = useT('member');
  const readAgain = useReadMemberAgain(member.id);
  const orReadAgain = useOrReadAgain(member.id);
  const [reason, setReason] = useState<PauseReason>('staff_review');
  return (
    <ReasonDialog
      {...texts}
      title={title}
      confirmLabel={title}
      reasonLabel={t('pauseReason')}
      reasonMaxLength={APPEAL_MAX_LENGTH}
      variant="danger"
      failedText={t('failed')}
      work={(text) => orReadAgain(stop({ reason, text }))}
      onDone={readAgain}
    >
      <ReasonKind reason={reason} onChange={setReason} />
    </ReasonDialog>
  );
}

function ReasonKind({ reason, onChange }: { reason: PauseReason; onChange: (reason: PauseReason) => void }) {
  const t = useT('member');
  const reasons = useT('appeals');
  return (
    <SelectField
      label={t('pauseKind')}
      value={reason}
      onChange={({ target }) => onChange(target.value as PauseReason)}
    >
      <Options values={PAUSE_REASONS} label={(kind) => reasons(`reasons.${kind}`)} />
    </SelectField>
  );
}

function Lift({ member, onClose }: ActionProps) {
  const t = useT('member');
  const readAgain = useReadMemberAgain(member.id);
  const orReadAgain = useOrReadAgain(member.id);
  const since = useSeen(member.suspension);
  return (
    <ConfirmDialog
      title={t('lift')}
      description={t(member.pause ? 'liftPausedText' : 'liftText')}
      confirmLabel={t('lift')}
      doneText={t('noticeKinds.account_reinstated')}
      failedText={t('failed')}
      work={() =>
        orReadAgain(
          call('DELETE /api/admin/users/{id}/suspension', { params: { id: member.id }, query: { since } }),
        )
      }
      onDone={readAgain}
      onClose={onClose}
    />
  );
}

function Resume({ member, onClose }: ActionProps) {
  const t = useT('member');
  const readAgain = useReadMemberAgain(member.id);
  const orReadAgain = useOrReadAgain(member.id);
  const since = useSeen(member.pause);
  return (
    <ConfirmDialog
      title={t('resume')}
      description={t(member.suspension ? 'resumeSuspendedText' : 'resumeText')}
      confirmLabel={t('resume')}
      doneText={t('resumed')}
      failedText={t('failed')}
      work={() =>
        orReadAgain(
          call('DELETE /api/admin/users/{id}/pause', { params: { id: member.id }, query: { since } }),
        )
      }
      onDone={readAgain}
      onClose={onClose}
    />
  );
}
