import { Link, useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { AuthFrame } from '#web/member/sign-in/auth-frame.tsx';
import { LoginForm } from '#web/member/sign-in/login-form.tsx';
import { SuspendedScreen } from '#web/member/sign-in/suspended-screen.tsx';
import { TwoFactorForm } from '#web/member/sign-in/two-factor-form.tsx';
import { usePasskeyLogin } from '#web/member/sign-in/use-passkey-login.ts';
import { useUser } from '#web/shared/api/queries.ts';
import { AreaTexts, withTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';
import { NameForm } from './name-form.tsx';
import { useIdentity } from './use-identity.ts';
import { Waiting } from './waiting.tsx';

const LinkPage = latePart(
  () => withTexts('account', import('./link-page.tsx')),
  (module) => module.LinkPage,
);

/** The page to which another site sends the browser back: it signs in, makes an account, or links the two. */
export function IdentityPage() {
  const { provider } = useParams({ from: '/identity/$provider' });
  const user = useUser();
  // Signing in here does not make it a visit of a member. Staff of that site come to sign in once more.
  const [isMember] = useState(user !== null && user?.staffRoleFrom !== provider);
  return (
    <AreaTexts area="auth">
      {isMember ? (
        <Suspense>
          <LinkPage provider={provider} />
        </Suspense>
      ) : (
        <SigningIn provider={provider} />
      )}
    </AreaTexts>
  );
}

function SigningIn({ provider }: { provider: string }) {
  const t = useT('auth');
  const { name, step, login, register, signedIn, leave } = useIdentity(provider);
  const use = t('identity.use', { provider: name });
  switch (step.name) {
    case 'waiting':
      return <Waiting />;
    case 'code':
      return <Code title={use} hasApp={step.hasApp} login={login} onSignedIn={signedIn} onBack={leave} />;
    case 'create':
      return (
        <AuthFrame
          title={t('signup.title')}
          text={t('identity.create', { provider: name, email: step.email })}
        >
          <NameForm
            suggested={step.suggested}
            pending={register.isPending}
            onName={(chosen) => register.mutate(chosen)}
          />
        </AuthFrame>
      );
    case 'link':
      return (
        <AuthFrame title={use} text={t('identity.link', { provider: name, email: step.email })}>
          <LoginForm email={step.email} onSignedIn={signedIn} />
        </AuthFrame>
      );
    case 'confirm':
      return (
        <AuthFrame title={use} text={t('identity.confirm', { provider: name })}>
          <div className="grid gap-2">
            <Link to="/auth" search={{ login: true }} className={buttonClass('primary', 'large')}>
              {t('login.submit')}
            </Link>
            <Link to="/auth" search={{ signup: true }} className={buttonClass('secondary', 'large')}>
              {t('signup.submit')}
            </Link>
          </div>
        </AuthFrame>
      );
    case 'suspended':
      return <SuspendedScreen suspension={step.suspension} />;
  }
}

type Using = ReturnType<typeof useIdentity>;

interface CodeProps extends Pick<Using, 'login'> {
  title: string;
  hasApp: boolean;
  onSignedIn: Using['signedIn'];
  onBack: () => void;
}

function Code({ title, hasApp, login, onSignedIn, onBack }: CodeProps) {
  const passkey = usePasskeyLogin(onSignedIn);
  if (passkey.suspension) return <SuspendedScreen suspension={passkey.suspension} />;
  return (
    <AuthFrame title={title}>
      <TwoFactorForm
        pending={login.isPending}
        refusal={login.error}
        hasApp={hasApp}
        onCode={(code) => login.mutate(code.replaceAll(/\s/g, ''))}
        passkey={passkey}
        onBack={onBack}
      />
    </AuthFrame>
  );
}
