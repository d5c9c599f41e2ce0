import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { fault } from '#contract/faults.ts';
import { newPassword } from '#contract/rules.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { PasswordField } from '#ui/field.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { toast } from '#ui/toast-store.ts';
import { call, NetworkError } from '#web/shared/api/call.ts';
import { site } from '#web/shared/api/site.ts';
import { useFaultText } from '#web/shared/forms/fault.ts';
import { useRuledForm, useServerFieldErrors } from '#web/shared/forms/form.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';

interface ResetValues {
  newPassword: string;
  confirmPassword: string;
}

const rulesOf = (minimum: number) =>
  z.object({ newPassword: newPassword(minimum), confirmPassword: z.string() }).check(
    z.refine((values) => values.newPassword === values.confirmPassword, {
      error: fault('passwordsDiffer'),
      path: ['confirmPassword'],
    }),
  );

/** Chooses the new password. The confirmation stays in the browser. */
export function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const t = useT('reset');
  const errors = useErrorText();
  const faultText = useFaultText();
  const minimum = site().passwordMinLength;
  const rules = useMemo(() => rulesOf(minimum), [minimum]);
  const form = useRuledForm<ResetValues>(rules, { newPassword: '', confirmPassword: '' });
  const showFields = useServerFieldErrors(form, 'newPassword');
  const reset = useMutation({
    mutationFn: (values: ResetValues) =>
      call('POST /api/reset-password', { body: { token, newPassword: values.newPassword } }),
    onSuccess: () => {
      toast({ title: t('succeeded'), description: t('succeededText'), tone: 'success' });
      onDone();
    },
    onError: (error) => {
      showFields(error);
      const network = error instanceof NetworkError;
      toast({
        title: network ? t('error') : t('failed'),
        description: errors.knownText(error) ?? t('failedText'),
        tone: 'error',
      });
    },
  });
  const { errors: bad } = form.formState;
  const toggle = { showLabel: t('showPassword'), hideLabel: t('hidePassword') };
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => reset.mutate(values))}>
      <PasswordField
        label={t('newPassword')}
        hint={t('hint', { minimum })}
        autoComplete="new-password"
        error={faultText(bad.newPassword?.message)}
        {...toggle}
        {...form.register('newPassword')}
      />
      <PasswordField
        label={t('confirmPassword')}
        autoComplete="new-password"
        error={faultText(bad.confirmPassword?.message)}
        {...toggle}
        {...form.register('confirmPassword')}
      />
      <Button type="submit" size="large" disabled={reset.isPending}>
        {reset.isPending && <Spinner size="small" />}
        {reset.isPending ? t('submitting') : t('submit')}
      </Button>
      <Link to="/auth" search={{ login: true }} className={buttonClass('quiet')}>
        {t('back')}
      </Link>
    </form>
  );
}
