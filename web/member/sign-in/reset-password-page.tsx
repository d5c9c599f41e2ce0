import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { toast } from '#ui/toast-store.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ResetForm } from './reset-form.tsx';

/** The page behind the link of a reset mail; of no use without its token. */
export function ResetPasswordPage() {
  return (
    <AreaTexts area="auth">
      <ResetPassword />
    </AreaTexts>
  );
}

function ResetPassword() {
  const t = useT('reset');
  const { token } = useSearch({ from: '/reset-password' });
  const navigate = useNavigate();
  const [done, setDone] = useState(false);

  useEffect(() => {
    if (token) return;
    toast({ title: t('invalidLink'), description: t('invalidLinkText'), tone: 'error' });
    void navigate({ to: '/auth', replace: true });
  }, [token, navigate, t]);

  if (!token) return <Validating text={t('validating')} />;
  if (done) {
    return (
      <AuthFrame title={t('success')} text={t('successText')}>
        <a href="/auth?login=true" className={buttonClass('primary', 'large')}>
          {t('goToLogin')}
        </a>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('title')} text={t('text')}>
      <ResetForm token={token} onDone={() => setDone(true)} />
    </AuthFrame>
  );
}

function Validating({ text }: { text: string }) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4">
      <Spinner size="large" className="text-brand" />
      <p role="status">{text}</p>
    </main>
  );
}
