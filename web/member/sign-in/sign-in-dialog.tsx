import { useEffect, useEffectEvent, useState } from 'react';
import type { Member } from '#contract/member.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { IdentityButtons } from '#web/member/identities/identity-buttons.tsx';
import { site } from '#web/shared/api/site.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { LoginForm } from './login-form.tsx';

/** How long a screen without a session keeps what was typed on it. */
const KEPT_MINUTES = 10;

export interface SignInDialogProps {
  /** Whose session has ended. */
  member: Member;
  onSignedIn: (member: Member) => void;
  onLeave: () => void;
}

/** Asks the member to sign in again over the screen they are on, which it hides. */
export function SignInDialog(props: SignInDialogProps) {
  return (
    <AreaTexts area="auth">
      <Asked {...props} />
    </AreaTexts>
  );
}

function Asked({ member, onSignedIn, onLeave }: SignInDialogProps) {
  const t = useT('auth');
  const { id, email, hasPassword } = member;
  // They may have chosen a first password since, which ends sessions.
  const isFromElsewhere = !hasPassword && !member.hasPasskey;
  const leave = useEffectEvent(onLeave);
  // Who is suspended may be writing an appeal, for as long as it takes.
  const [isSuspended, setIsSuspended] = useState(false);
  useEffect(() => {
    if (isSuspended) return;
    const timer = setTimeout(() => leave(), KEPT_MINUTES * 60_000);
    return () => clearTimeout(timer);
  }, [isSuspended]);
  const elsewhere = site().identityProviders.length > 0 && (
    <>
      <p
        tabIndex={-1}
        data-autofocus={isFromElsewhere || undefined}
        className="text-muted text-sm outline-none"
      >
        {t('identity.newTab')}
      </p>
      <IdentityButtons inNewTab onNoTab={onLeave} />
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={onLeave}
      locked
      covers
      title={t('again.title')}
      description={t('again.text', { minutes: KEPT_MINUTES })}
    >
      <div className="grid gap-2">
        {isFromElsewhere && elsewhere}
        <LoginForm
          memberId={id}
          email={email}
          hasPassword={hasPassword || isFromElsewhere}
          onSignedIn={onSignedIn}
          onSuspended={() => setIsSuspended(true)}
        />
        {!isFromElsewhere && elsewhere}
        <Button variant="quiet" onClick={onLeave}>
          {t('again.leave')}
        </Button>
      </div>
    </Dialog>
  );
}
