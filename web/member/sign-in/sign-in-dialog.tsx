import { useEffect, useEffectEvent } from 'react';
import type { Member } from '#contract/member.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { LoginForm } from './login-form.tsx';

/** How long a screen without a session keeps what was typed on it. */
const KEPT_MINUTES = 10;

export interface SignInDialogProps {
  /** The address of the member whose session has ended. */
  email: string;
  onSignedIn: (member: Member) => void;
  onLeave: () => void;
}

/** Asks for the member's password over the screen they are on, which it hides. */
export function SignInDialog(props: SignInDialogProps) {
  return (
    <AreaTexts area="auth">
      <Asked {...props} />
    </AreaTexts>
  );
}

function Asked({ email, onSignedIn, onLeave }: SignInDialogProps) {
  const t = useT('auth');
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    const timer = setTimeout(() => leave(), KEPT_MINUTES * 60_000);
    return () => clearTimeout(timer);
  }, []);
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
        <LoginForm email={email} onSignedIn={onSignedIn} />
        <Button variant="quiet" onClick={onLeave}>
          {t('again.leave')}
        </Button>
      </div>
    </Dialog>
  );
}
