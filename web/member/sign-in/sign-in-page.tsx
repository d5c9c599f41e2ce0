import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { RESET_LINK_MINUTES } from '#contract/sign-in.values.ts';
import { Button } from '#ui/button.tsx';
import type { SuspensionDetails } from '#web/member/appeals/suspension.ts';
import { IdentityButtons } from '#web/member/identities/identity-buttons.tsx';
import { wasEnded } from '#web/shared/api/session-end.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { LoginForm } from './login-form.tsx';
import { MailboxLink } from './mailbox-link.tsx';
import { Notice } from './notice.tsx';
import { forgetPendingSignup, keepPendingSignup, pendingSignup } from './pending-signup.ts';
import { SignupForm } from './signup-form.tsx';
import { SuspendedScreen } from './suspended-screen.tsx';
import { useEnter } from './use-enter.ts';
import { type HeldSignup, VerificationForm } from './verification-form.tsx';

/** In one file with what uses the same forms, as the first screen names every file that others load. */
export { IdentityPage } from '#web/member/identities/identity-page.tsx';
export { ConfirmEmailPage } from './confirm-email-page.tsx';
export { SignInDialog } from './sign-in-dialog.tsx';

/** Sign in, sign up, confirm the address, request a new password. */
export function SignInPage() {
  return (
    <AreaTexts area="auth">
      <Auth />
    </AreaTexts>
  );
}

function Auth() {
  const t = useT('auth');
  const enter = useEnter();
  const signup = useSearch({ from: '/auth' }).signup === true;
  const [reset, setReset] = useState<'forgot' | 'sent'>();
  /** The values of the sign-up, kept until the address is confirmed; after a reload without the password. */
  const [unverified, setUnverified] = useState<HeldSignup | undefined>(() =>
    signup ? pendingSignup() : undefined,
  );
  const [suspension, setSuspension] = useState<SuspensionDetails>();
  const mode = unverified ? 'verification' : (reset ?? (signup ? 'signup' : 'login'));

  const values = { email: unverified?.email ?? '', hours: RESET_LINK_MINUTES / 60 };
  const backToLogin = () => setReset(undefined);
  const askForCode = (values: HeldSignup) => {
    keepPendingSignup(values);
    setUnverified(values);
  };
  const backToSignup = () => {
    forgetPendingSignup();
    setUnverified(undefined);
  };
  const showSuspension = (details: SuspensionDetails) => {
    backToSignup();
    setSuspension(details);
  };
  if (suspension) return <SuspendedScreen suspension={suspension} />;
  return (
    <AuthFrame
      title={t(`${mode}.title`)}
      text={t(`${mode}.text`, values)}
      footer={(mode === 'login' || mode === 'signup') && <Toggle mode={mode} />}
    >
      {mode === 'login' && wasEnded() && <Notice>{t('sessionEnded')}</Notice>}
      {mode === 'login' && <Unconfirmed onContinue={setUnverified} />}
      {mode === 'login' && <LoginForm onSignedIn={enter} onForgot={() => setReset('forgot')} />}
      {mode === 'signup' && <SignupForm onUnverified={askForCode} onSuspended={showSuspension} />}
      {(mode === 'login' || mode === 'signup') && <IdentityButtons />}
      {mode === 'forgot' && <ForgotForm onBack={backToLogin} onSent={() => setReset('sent')} />}
      {mode === 'sent' && (
        <>
          <Button variant="secondary" size="large" onClick={backToLogin}>
            {t('forgot.back')}
          </Button>
          <MailboxLink />
        </>
      )}
      {unverified && (
        <VerificationForm held={unverified} onBack={backToSignup} onSuspended={showSuspension} />
      )}
    </AuthFrame>
  );
}

/** In the tab that has asked for an account: the way back to its code. Another browser cannot learn of it here. */
function Unconfirmed({ onContinue }: { onContinue: (signup: HeldSignup) => void }) {
  const t = useT('auth.verification');
  const navigate = useNavigate({ from: '/auth' });
  const pending = pendingSignup();
  if (!pending) return null;
  const enterCode = () => {
    onContinue(pending);
    // The address of the code step, so that a reload stays at it.
    void navigate({ search: { signup: true }, replace: true });
  };
  return (
    <div className="rounded-2xl bg-accent-soft px-4 py-3 text-on-accent-soft text-sm">
      <p>{t.rich('unconfirmed', { email: () => <bdi className="wrap-anywhere">{pending.email}</bdi> })}</p>
      <button type="button" onClick={enterCode} className="mt-1 py-2 font-semibold underline">
        {t('enterCode')}
      </button>
    </div>
  );
}

/** Switches between signing in and signing up. */
function Toggle({ mode }: { mode: 'login' | 'signup' }) {
  const t = useT('auth');
  const navigate = useNavigate({ from: '/auth' });
  const toggle = () =>
    navigate({ search: mode === 'signup' ? { login: true } : { signup: true }, replace: true });
  return (
    <p className="text-center text-muted">
      {t(`${mode}.other`)}{' '}
      <button
        type="button"
        onClick={toggle}
        className="-my-2 rounded-lg px-1 py-2 font-semibold text-brand underline underline-offset-4"
      >
        {t(`${mode}.toggle`)}
      </button>
    </p>
  );
}
