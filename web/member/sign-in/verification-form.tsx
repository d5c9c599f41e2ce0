import { useEffect, useMemo, useRef } from 'react';
import * as z from 'zod/mini';
import { newPassword, verificationCode } from '#contract/rules.ts';
import { VERIFICATION_CODE_LENGTH, VERIFICATION_CODE_MINUTES } from '#contract/sign-in.values.ts';
import { Button } from '#ui/button.tsx';
import { type SuspensionDetails, tellSuspension } from '#web/member/appeals/suspension.ts';
import { call } from '#web/shared/api/call.ts';
import { site } from '#web/shared/api/site.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useCaptchaFirst } from '#web/shared/captcha/captcha-first.tsx';
import { CodeField, PasswordField } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useT } from '#web/shared/language/language.tsx';
import { MailboxLink } from './mailbox-link.tsx';
import type { PendingSignup } from './pending-signup.ts';
import { useEnter } from './use-enter.ts';
import { useVerifyEmail } from './use-verify-email.ts';

/** What was entered at the sign-up. The password is gone after a reload, and then asked for here. */
export interface HeldSignup extends PendingSignup {
  password?: string;
}

interface Values {
  code: string;
  password: string;
}

interface VerificationFormProps {
  held: HeldSignup;
  onBack: () => void;
  /** Called once the account exists and is suspended. */
  onSuspended: (suspension: SuspensionDetails) => void;
}

/** Asks for the code of the mail, and creates the account with the values entered before. */
export function VerificationForm({ held, onBack, onSuspended }: VerificationFormProps) {
  const t = useT('auth');
  const enter = useEnter();
  const minimum = site().passwordMinLength;
  const rules = useMemo(
    () => z.object({ code: verificationCode, password: newPassword(minimum) }),
    [minimum],
  );
  const form = useRuledForm<Values>(rules, { code: '', password: held.password ?? '' });
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);

  const verifyEmail = useVerifyEmail();
  const verify = useCallMutation((values: Values) => verifyEmail({ ...held, ...values }), {
    form,
    fieldOfCode: { invalid_code: 'code' },
    passwordField: 'password',
    done: { title: t('verification.succeeded'), description: t('verification.succeededText') },
    onDone: ({ user }) => enter(user),
    onRefused: (error) => tellSuspension(error, onSuspended),
    failed: t('verification.failed'),
    tellsFieldErrors: true,
  });
  const place = useRef<HTMLFormElement>(null);
  const { captchaFirst, dialog } = useCaptchaFirst(place);
  const resend = useCallMutation(
    () =>
      captchaFirst((captcha) =>
        call('POST /api/resend-verification', { body: { email: held.email, captcha } }),
      ),
    {
      done: { title: t('verification.resent'), description: t('verification.resentText') },
      failed: t('verification.resendFailed'),
    },
  );
  return (
    <form
      ref={place}
      tabIndex={-1}
      noValidate
      className="grid gap-5 outline-none"
      onSubmit={form.handleSubmit((values) => verify.mutate(values))}
    >
      <CodeField
        control={form.control}
        name="code"
        label={t('verification.code')}
        hint={t('verification.hint', { minutes: VERIFICATION_CODE_MINUTES })}
        length={VERIFICATION_CODE_LENGTH}
      />
      {held.password === undefined && (
        <PasswordField
          control={form.control}
          name="password"
          label={t('password')}
          hint={t('verification.passwordHint', { minimum })}
          showLabel={t('showPassword')}
          hideLabel={t('hidePassword')}
          autoComplete="new-password"
        />
      )}
      <Button type="submit" size="large" loading={verify.isPending}>
        {t('verification.submit')}
      </Button>
      <div className="grid gap-1">
        <Button variant="secondary" loading={resend.isPending} onClick={() => resend.mutate()}>
          {t('verification.resend')}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {t('verification.back')}
        </Button>
      </div>
      <MailboxLink />
      {dialog}
    </form>
  );
}
