import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import * as z from 'zod/mini';
import { password } from '#contract/rules.ts';
import { FRESH_SIGN_IN_MINUTES, TWO_FACTOR_CODE_MAX_LENGTH } from '#contract/security.values.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { PasswordField, TextField } from '#ui/field.tsx';
import { CallError, call } from '#web/shared/api/call.ts';
import { useUser } from '#web/shared/api/queries.ts';
import { useFaultText } from '#web/shared/forms/fault.ts';
import { useRuledForm, useServerFieldErrors } from '#web/shared/forms/form.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';

interface Values {
  password: string;
  code: string;
}
const RULES = z.object({ password, code: z.string() });
const AT_PASSWORD = new Set(['wrong_password']);
const AT_CODE = new Set(['invalid_two_factor_code', 'two_factor_required']);

interface ReauthenticateDialogProps {
  onProven: () => void;
  onLeave: () => void;
}

/** Asks for the password once more, and for the second factor where it is on. */
export function ReauthenticateDialog({ onProven, onLeave }: ReauthenticateDialogProps) {
  const t = useT('reauthenticate');
  const common = useT('common');
  const formId = useId();
  const { form, prove, needsCode, problem } = useProof(onProven);
  const faultText = useFaultText();
  const { errors: bad } = form.formState;
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onLeave()}
      locked={prove.isPending}
      title={t('title')}
      description={t('text', { minutes: FRESH_SIGN_IN_MINUTES })}
      closeLabel={common('close')}
      footer={
        <>
          <Button variant="quiet" disabled={prove.isPending} onClick={onLeave}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} loading={prove.isPending}>
            {t('submit')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={form.handleSubmit((values) => prove.mutate(values))}
      >
        <PasswordField
          label={t('password')}
          showLabel={t('showPassword')}
          hideLabel={t('hidePassword')}
          autoComplete="current-password"
          error={faultText(bad.password?.message)}
          data-autofocus
          {...form.register('password')}
        />
        {needsCode && (
          <TextField
            label={t('code')}
            hint={t('codeHint')}
            autoComplete="one-time-code"
            maxLength={TWO_FACTOR_CODE_MAX_LENGTH}
            dir="ltr"
            error={faultText(bad.code?.message)}
            {...form.register('code')}
          />
        )}
        <p role="alert" className="font-medium text-danger text-sm empty:hidden">
          {problem}
        </p>
      </form>
    </Dialog>
  );
}

function useProof(onProven: () => void) {
  const errors = useErrorText();
  const form = useRuledForm<Values>(RULES, { password: '', code: '' });
  const showFields = useServerFieldErrors(form);
  const [needsCode, setNeedsCode] = useState(useUser()?.settings.twoFactorAuth ?? false);
  const [problem, setProblem] = useState<string>();

  const showAt = (field: keyof Values, error: unknown) =>
    form.setError(field, { type: 'server', message: errors.text(error) }, { shouldFocus: true });
  const prove = useMutation({
    mutationFn: ({ password, code }: Values) =>
      call('POST /api/reauthenticate', {
        body: { password, ...(code.trim() ? { code: code.replaceAll(/\s/g, '') } : {}) },
      }),
    onMutate: () => setProblem(undefined),
    onSuccess: onProven,
    onError: (error) => {
      const code = error instanceof CallError ? error.code : undefined;
      if (code && AT_CODE.has(code)) {
        setNeedsCode(true);
        // The field has to stand before it can take the focus.
        setTimeout(() => showAt('code', error));
      } else if (code && AT_PASSWORD.has(code)) showAt('password', error);
      else if (!showFields(error)) setProblem(errors.text(error));
    },
  });
  return { form, prove, needsCode, problem };
}
