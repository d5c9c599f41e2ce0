import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { RESET_LINK_MINUTES } from '#contract/sign-in.values.ts';
import { Button } from '#ui/button.tsx';
import { wasEnded } from '#web/shared/api/session-end.ts';
import { usePageTitle } from '#web/shared/browser/page-title.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { LoginForm } from './login-form.tsx';
import { MailboxLink } from './mailbox-link.tsx';
import { Notice } from './notice.tsx';
import { SignupForm, type SignupValues } from './signup-form.tsx';
import { useEnter } from './use-enter.ts';
import { VerificationForm } from './verification-form.tsx';

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
  const common = useT('common');
  const enter = useEnter();
  const signup = useSearch({ from: '/auth' }).signup === true;
  const [reset, setReset] = useState<'forgot' | 'sent'>();
  /** The values of the sign-up, kept until the address is confirmed. */
  const [unverified, setUnverified] = useState<SignupValues>();
  const mode = unverified ? 'verification' : (reset ?? (signup ? 'signup' : 'login'));
  usePageTitle(t(`${mode}.title`));

  const values = { email: unverified?.email ?? '', hours: RESET_LINK_MINUTES / 60 };
  const backToLogin = () => setReset(undefined);
  return (
    <AuthFrame
      title={t(`${mode}.title`)}
      text={t(`${mode}.text`, values)}
      footer={(mode === 'login' || mode === 'signup') && <Toggle mode={mode} />}
    >
      {mode === 'login' && wasEnded() && <Notice>{common('sessionEnded')}</Notice>}
      {mode === 'login' && <LoginForm onSignedIn={enter} onForgot={() => setReset('forgot')} />}
      {mode === 'signup' && <SignupForm onUnverified={setUnverified} />}
      {mode === 'forgot' && <ForgotForm onBack={backToLogin} onSent={() => setReset('sent')} />}
      {mode === 'sent' && (
        <>
          <Button variant="secondary" size="large" onClick={backToLogin}>
            {t('forgot.back')}
          </Button>
          <MailboxLink />
        </>
      )}
      {unverified && <VerificationForm held={unverified} onBack={() => setUnverified(undefined)} />}
    </AuthFrame>
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
