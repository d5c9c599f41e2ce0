import { Link } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import * as z from 'zod/mini';
import { fault } from '#contract/faults.ts';
import { newPassword } from '#contract/rules.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { CallError, call, NetworkError } from '#web/shared/api/call.ts';
import { mayHaveBeenDone } from '#web/shared/api/may-have-been-done.ts';
import { site } from '#web/shared/api/site.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { PasswordField } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useT } from '#web/shared/language/language.tsx';

const rulesOf = (minimum: number) =>
  z.object({ newPassword: newPassword(minimum), confirmPassword: z.string() }).check(
    z.refine((values) => values.newPassword === values.confirmPassword, {
      error: fault('passwordsDiffer'),
      path: ['confirmPassword'],
    }),
  );
type ResetValues = z.infer<ReturnType<typeof rulesOf>>;

const isUsedUp = (error: Error) => error instanceof CallError && error.code === 'invalid_reset_token';

/** Asks for the new password. Its confirmation is not sent. */
export function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const t = useT('reset');
  const minimum = site().passwordMinLength;
  const rules = useMemo(() => rulesOf(minimum), [minimum]);
  const form = useRuledForm<ResetValues>(rules, { newPassword: '', confirmPassword: '' });
  /** Whether an earlier try may have changed the password and used up the link although it failed. */
  const isInDoubt = useRef(false);
  const reset = useCallMutation(
    (values: ResetValues) =>
      call('POST /api/reset-password', { body: { token, newPassword: values.newPassword } }),
    {
      form,
      passwordField: 'newPassword',
      done: { title: t('succeeded'), description: t('succeededText') },
      onDone,
      onRefused: (error) => {
        if (mayHaveBeenDone(error)) isInDoubt.current = true;
      },
      failed: (error, words) => ({
        title: error instanceof NetworkError ? t('error') : t('failed'),
        description: words.knownText(error) ?? t('failedText'),
        next: isUsedUp(error) && isInDoubt.current ? t('perhapsDone') : words.next(error),
      }),
      tellsFieldErrors: true,
    },
  );
  const toggle = { showLabel: t('showPassword'), hideLabel: t('hidePassword') };
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => reset.mutate(values))}>
      <PasswordField
        control={form.control}
        name="newPassword"
        label={t('newPassword')}
        hint={t('hint', { minimum })}
        autoComplete="new-password"
        {...toggle}
      />
      <PasswordField
        control={form.control}
        name="confirmPassword"
        label={t('confirmPassword')}
        autoComplete="new-password"
        {...toggle}
      />
      <Button type="submit" size="large" loading={reset.isPending} loadingLabel={t('submitting')}>
        {t('submit')}
      </Button>
      <Link to="/auth" search={{ login: true }} className={buttonClass('quiet')}>
        {t('back')}
      </Link>
    </form>
  );
}
