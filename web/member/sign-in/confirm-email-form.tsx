import { useMemo } from 'react';
import * as z from 'zod/mini';
import { name, newPassword } from '#contract/rules.ts';
import { Button } from '#ui/button.tsx';
import { type SuspensionDetails, tellSuspension } from '#web/member/appeals/suspension.ts';
import { site } from '#web/shared/api/site.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { PasswordField, TextField } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useT } from '#web/shared/language/language.tsx';
import { Consent } from './consent.tsx';
import { useEnter } from './use-enter.ts';
import { useVerifyEmail } from './use-verify-email.ts';

interface Values {
  name: string;
  password: string;
}

interface ConfirmEmailFormProps {
  /** What the mail's link holds. */
  link: { email: string; code: string };
  /** Called once the account exists and is suspended. */
  onSuspended: (suspension: SuspensionDetails) => void;
}

/** Asks whoever has opened the mail for name and password: those of the sign-up may be a stranger's. */
export function ConfirmEmailForm({ link, onSuspended }: ConfirmEmailFormProps) {
  const t = useT('auth');
  const enter = useEnter();
  const minimum = site().passwordMinLength;
  const rules = useMemo(() => z.object({ name, password: newPassword(minimum) }), [minimum]);
  const form = useRuledForm<Values>(rules, { name: '', password: '' });
  const verifyEmail = useVerifyEmail();
  const verify = useCallMutation((values: Values) => verifyEmail({ ...link, ...values }), {
    form,
    passwordField: 'password',
    done: { title: t('verification.succeeded'), description: t('verification.succeededText') },
    onDone: ({ user }) => enter(user),
    onRefused: (error) => tellSuspension(error, onSuspended),
    failed: t('verification.failed'),
    tellsFieldErrors: true,
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => verify.mutate(values))}>
      <TextField control={form.control} name="name" label={t('username')} autoComplete="nickname" />
      <PasswordField
        control={form.control}
        name="password"
        label={t('password')}
        hint={t('signup.passwordHint', { minimum })}
        showLabel={t('showPassword')}
        hideLabel={t('hidePassword')}
        autoComplete="new-password"
      />
      <Button type="submit" size="large" loading={verify.isPending}>
        {t('signup.submit')}
      </Button>
      <Consent />
    </form>
  );
}
