import { Suspense, useEffect, useEffectEvent, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Member } from '#contract/member.ts';
import { email, password } from '#contract/rules.ts';
import { Button } from '#ui/button.tsx';
import { Suspended } from '#web/member/appeals/suspended.tsx';
import { suspensionOf } from '#web/member/appeals/suspension.ts';
import { CallError } from '#web/shared/api/call.ts';
import { canUsePasskeys } from '#web/shared/browser/passkeys.ts';
import { EmailField, PasswordField } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';
import { PasskeyButton } from '#web/shared/parts/passkey-button.tsx';
import { Notice } from './notice.tsx';
import { TwoFactorForm } from './two-factor-form.tsx';
import { type Credentials, useLogin } from './use-login.ts';
import { usePasskeyLogin } from './use-passkey-login.ts';

const SolveDialog = latePart(
  () => import('#web/shared/captcha/captcha-dialog.tsx'),
  (module) => module.SolveDialog,
);

const RULES = z.object({ email, password });

/** Refusals that other values do not resolve, so they stay visible. */
const LASTING = new Set(['suspended', 'too_many_requests', 'busy']);
const isLasting = (error: Error | null) => error instanceof CallError && LASTING.has(error.code ?? '');

export interface LoginFormProps {
  /** The address to sign in with; without it the form asks for one. */
  email?: string;
  /** The only member to sign in, whose session has ended. */
  memberId?: string;
  /** False for an account that has no password: a passkey alone signs in. */
  hasPassword?: boolean;
  onSignedIn: (member: Member) => unknown;
  onForgot?: () => void;
  /** Called once the form says that the account is suspended. */
  onSuspended?: () => void;
}

/** Sign-in: the credentials, then what else the server asks for. */
export function LoginForm({
  email,
  memberId,
  hasPassword = true,
  onSignedIn,
  onForgot,
  onSuspended,
}: LoginFormProps) {
  const t = useT('auth');
  const errors = useErrorText();
  const form = useRuledForm<Credentials>(RULES, { email: email ?? '', password: '' });
  const { login, held, challenged, ...steps } = useLogin(form, onSignedIn, memberId);
  const passkey = usePasskeyLogin(onSignedIn);
  const place = useRef<HTMLDivElement>(null);
  const lasting = isLasting(login.error);
  const suspension = suspensionOf(login.error) ?? passkey.suspension;
  const isSuspended = suspension !== undefined;
  const tell = useEffectEvent(() => onSuspended?.());
  useEffect(() => {
    if (isSuspended) tell();
  }, [isSuspended]);
  const back = () => {
    steps.forget();
    // The field is rendered again only after this.
    setTimeout(() => form.setFocus('password'));
  };
  return (
    <div ref={place} tabIndex={-1} className="grid gap-5 outline-none">
      {suspension ? (
        <Suspended suspension={suspension} />
      ) : (
        lasting && <Notice>{errors.text(login.error)}</Notice>
      )}
      {held ? (
        <TwoFactorForm
          pending={login.isPending}
          refusal={lasting ? null : login.error}
          hasApp={held.hasApp}
          onCode={steps.enterCode}
          passkey={passkey}
          onBack={back}
        />
      ) : (
        <form
          noValidate
          className="grid gap-5"
          onSubmit={form.handleSubmit((values) => login.mutate(values))}
        >
          {hasPassword && (
            <>
              <CredentialFields form={form} known={email !== undefined} onForgot={onForgot} />
              <Button type="submit" size="large" loading={login.isPending}>
                {t('login.submit')}
              </Button>
            </>
          )}
          {canUsePasskeys() && (
            <PasskeyButton onClick={passkey.show} loading={passkey.isPending}>
              {t('passkey.use')}
            </PasskeyButton>
          )}
        </form>
      )}
      {challenged && (
        <Suspense>
          <SolveDialog
            open
            onOpenChange={(next) => !next && steps.leaveCaptcha()}
            action="login"
            onToken={async (token) => steps.enterCaptcha(token)}
            returnFocus={place}
          />
        </Suspense>
      )}
    </div>
  );
}

interface CredentialFieldsProps {
  form: UseFormReturn<Credentials>;
  /** True if the address is fixed. */
  known: boolean;
  onForgot: (() => void) | undefined;
}

function CredentialFields({ form, known, onForgot }: CredentialFieldsProps) {
  const t = useT('auth');
  return (
    <>
      <EmailField
        control={form.control}
        name="email"
        label={t('email')}
        autoComplete="username webauthn"
        readOnly={known}
        className="read-only:bg-sunken"
      />
      <div className="grid gap-2">
        <PasswordField
          control={form.control}
          name="password"
          label={t('password')}
          showLabel={t('showPassword')}
          hideLabel={t('hidePassword')}
          autoComplete="current-password"
          {...(known ? { 'data-autofocus': '' } : {})}
        />
        {onForgot && (
          <button
            type="button"
            onClick={onForgot}
            className="justify-self-end rounded-lg py-2 font-semibold text-brand text-sm underline underline-offset-4"
          >
            {t('login.forgot')}
          </button>
        )}
      </div>
    </>
  );
}
