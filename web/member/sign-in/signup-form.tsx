import { useMemo, useRef } from 'react';
import * as z from 'zod/mini';
import { email, name, newPassword } from '#contract/rules.ts';
import { Button } from '#ui/button.tsx';
import { type SuspensionDetails, tellSuspension } from '#web/member/appeals/suspension.ts';
import { call } from '#web/shared/api/call.ts';
import { site } from '#web/shared/api/site.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useCaptchaFirst } from '#web/shared/captcha/captcha-first.tsx';
import { EmailField, PasswordField, TextField } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useT } from '#web/shared/language/language.tsx';
import { Consent } from './consent.tsx';
import { useEnter } from './use-enter.ts';

export interface SignupValues {
  name: string;
  email: string;
  password: string;
}

interface SignupFormProps {
  /** Called with the values if the address must be confirmed first. */
  onUnverified: (values: SignupValues) => void;
  /** Called once the account exists and is suspended. */
  onSuspended: (suspension: SuspensionDetails) => void;
}

/** Requests an account. */
export function SignupForm({ onUnverified, onSuspended }: SignupFormProps) {
  const t = useT('auth');
  const enter = useEnter();
  const minimum = site().passwordMinLength;
  const rules = useMemo(() => z.object({ name, email, password: newPassword(minimum) }), [minimum]);
  const form = useRuledForm<SignupValues>(rules, { name: '', email: '', password: '' });
  const place = useRef<HTMLFormElement>(null);
  const { captchaFirst, dialog } = useCaptchaFirst(place);
  const signup = useCallMutation(
    (values: SignupValues) =>
      captchaFirst((captcha) => call('POST /api/register', { body: { ...values, captcha } })),
    {
      form,
      passwordField: 'password',
      onDone: async ({ requiresVerification, user }, values) => {
        if (requiresVerification) return onUnverified(values);
        await enter(user ?? (await call('GET /api/user')));
      },
      onRefused: (error) => tellSuspension(error, onSuspended),
      failed: t('signup.failed'),
      tellsFieldErrors: true,
    },
  );
  return (
    <form
      ref={place}
      tabIndex={-1}
      noValidate
      className="grid gap-5 outline-none"
      onSubmit={form.handleSubmit((values) => signup.mutate(values))}
    >
      <TextField control={form.control} name="name" label={t('username')} autoComplete="nickname" />
      <EmailField control={form.control} name="email" label={t('email')} autoComplete="email" />
      <PasswordField
        control={form.control}
        name="password"
        label={t('password')}
        hint={t('signup.passwordHint', { minimum })}
        showLabel={t('showPassword')}
        hideLabel={t('hidePassword')}
        autoComplete="new-password"
      />
      <Button type="submit" size="large" loading={signup.isPending}>
        {t('signup.submit')}
      </Button>
      <Consent />
      {dialog}
    </form>
  );
}
