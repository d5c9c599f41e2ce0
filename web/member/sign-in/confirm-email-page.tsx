import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { email, verificationCode } from '#contract/rules.ts';
import { buttonClass } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import type { SuspensionDetails } from '#web/member/appeals/suspension.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ConfirmEmailForm } from './confirm-email-form.tsx';
import { forgetPendingSignup } from './pending-signup.ts';
import { SuspendedScreen } from './suspended-screen.tsx';

const LINK = z.object({ email, code: verificationCode });

/** Reads address and code from the part of the address that is sent nowhere. */
function readLink(): z.infer<typeof LINK> | undefined {
  const given = new URLSearchParams(window.location.hash.slice(1));
  return LINK.safeParse(Object.fromEntries(given)).data;
}

/** The page behind the link of a confirmation mail, for any browser: it creates the account with what is entered here. */
export function ConfirmEmailPage() {
  return (
    <AreaTexts area="auth">
      <ConfirmEmail />
    </AreaTexts>
  );
}

function ConfirmEmail() {
  const t = useT('auth');
  const navigate = useNavigate();
  const [link] = useState(readLink);
  const [suspension, setSuspension] = useState<SuspensionDetails>();

  useEffect(() => {
    if (link) return;
    toast({ title: t('link.invalid'), description: t('link.invalidText'), tone: 'error' });
    void navigate({ to: '/auth', search: { signup: true }, replace: true });
  }, [link, navigate, t]);

  if (!link) return null;
  if (suspension) return <SuspendedScreen suspension={suspension} />;
  const showSuspension = (details: SuspensionDetails) => {
    forgetPendingSignup();
    setSuspension(details);
  };
  return (
    <AuthFrame title={t('signup.title')} text={t('link.text', { email: link.email })}>
      <ConfirmEmailForm link={link} onSuspended={showSuspension} />
      <Link to="/auth" search={{ signup: true }} className={buttonClass('quiet')}>
        {t('verification.back')}
      </Link>
    </AuthFrame>
  );
}
