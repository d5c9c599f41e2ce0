import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { password } from '#contract/rules.ts';
import { FRESH_SIGN_IN_MINUTES, TWO_FACTOR_CODE_MAX_LENGTH } from '#contract/security.values.ts';
import { Dialog } from '#ui/dialog.tsx';
import { CallError, call } from '#web/shared/api/call.ts';
import { useUser } from '#web/shared/api/queries.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { canUsePasskeys, reauthenticateByPasskey } from '#web/shared/browser/passkeys.ts';
import { PasswordField, TextField } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { FormDialog } from '#web/shared/parts/form-dialog.tsx';
import { MailPasswordLink } from '#web/shared/parts/mail-password-link.tsx';
import { PasskeyButton } from '#web/shared/parts/passkey-button.tsx';
import { SupportLink } from '#web/shared/parts/support-link.tsx';
import { StaffSiteDialog } from './staff-site-dialog.tsx';

const RULES = z.object({ password, code: z.string() });
type Values = z.infer<typeof RULES>;
const AT_CODE = new Set(['invalid_two_factor_code', 'two_factor_required']);

interface AnswerProps {
  onProven: () => void;
  onLeave: () => void;
}

/** Asks again who is at the keyboard: here, or first at the other site from which a role of staff comes (its id). */
export function ReauthenticateDialog({
  staffSite,
  ...answer
}: AnswerProps & { staffSite: string | undefined }) {
  return staffSite === undefined ? (
    <ProofDialog {...answer} />
  ) : (
    <StaffSiteDialog id={staffSite} {...answer} />
  );
}

/** Asks for the password again, and for the second factor if it is on. */
function ProofDialog({ onProven, onLeave }: AnswerProps) {
  const t = useT('reauthenticate');
  const { form, prove, byPasskey, needsCode, problem } = useProof(onProven);
  const user = useUser();
  const passkey = user?.hasPasskey && canUsePasskeys() && (
    <PasskeyButton onClick={() => byPasskey.mutate()} loading={byPasskey.isPending}>
      {t('passkey')}
    </PasskeyButton>
  );
  const alert = (
    <p role="alert" className="font-medium text-danger text-sm empty:hidden">
      {problem}
    </p>
  );
  if (user && !user.hasPassword) {
    return (
      <NoPasswordDialog email={user.email} onClose={onLeave}>
        {passkey}
        {alert}
      </NoPasswordDialog>
    );
  }
  return (
    <FormDialog
      title={t('title')}
      description={t('text', { minutes: FRESH_SIGN_IN_MINUTES })}
      submitLabel={t('submit')}
      cancelLabel={t('cancel')}
      pending={prove.isPending || byPasskey.isPending}
      onSubmit={form.handleSubmit((values) => prove.mutate(values))}
      onClose={onLeave}
      className="grid gap-4"
    >
      <PasswordField
        control={form.control}
        name="password"
        label={t('password')}
        showLabel={t('showPassword')}
        hideLabel={t('hidePassword')}
        autoComplete="current-password"
        data-autofocus
      />
      {needsCode ? (
        <div className="grid gap-2">
          <TextField
            control={form.control}
            name="code"
            label={t('code')}
            hint={t('codeHint')}
            autoComplete="one-time-code"
            maxLength={TWO_FACTOR_CODE_MAX_LENGTH}
            dir="ltr"
          />
          <Help otherwise="noCode" />
        </div>
      ) : (
        <Help otherwise="noProof" />
      )}
      {passkey}
      {alert}
    </FormDialog>
  );
}

/** The way to support, for a member who cannot answer. */
function Help({ otherwise }: { otherwise: 'noCode' | 'noProof' }) {
  const t = useT('reauthenticate');
  return <p className="text-muted text-sm">{t.rich(otherwise, { support: () => <SupportLink /> })}</p>;
}

interface NoPasswordDialogProps {
  email: string;
  onClose: () => void;
  children: ReactNode;
}

/** For a member who signs in by an account elsewhere and has nothing else to prove it again with. */
function NoPasswordDialog({ email, onClose, children }: NoPasswordDialogProps) {
  const t = useT('reauthenticate');
  const identities = useT('identities');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('title')}
      description={identities('noPasswordAsked')}
      closeLabel={t('cancel')}
    >
      <div className="grid gap-4">
        {children}
        <MailPasswordLink email={email} />
        <Help otherwise="noProof" />
      </div>
    </Dialog>
  );
}

function useProof(onProven: () => void) {
  const errors = useErrorText();
  const form = useRuledForm<Values>(RULES, { password: '', code: '' });
  const [needsCode, setNeedsCode] = useState(useUser()?.settings.twoFactorAuth ?? false);
  const [problem, setProblem] = useState<string>();

  const askForCode = (error: Error): boolean => {
    if (!(error instanceof CallError && error.code && AT_CODE.has(error.code))) return false;
    setNeedsCode(true);
    const message = errors.text(error);
    // The field must be rendered before it can take the focus.
    setTimeout(() => form.setError('code', { type: 'server', message }, { shouldFocus: true }));
    return true;
  };
  const prove = useCallMutation(
    ({ password, code }: Values) =>
      call('POST /api/reauthenticate', {
        body: { password, ...(code.trim() ? { code: code.replaceAll(/\s/g, '') } : {}) },
      }),
    {
      form,
      fieldOfCode: { wrong_password: 'password' },
      onStart: () => setProblem(undefined),
      onDone: onProven,
      onRefused: askForCode,
      failed: (error, words) => {
        setProblem(words.text(error));
        return undefined;
      },
    },
  );
  const byPasskey = useCallMutation(reauthenticateByPasskey, {
    onStart: () => setProblem(undefined),
    onDone: onProven,
    failed: (error, words) => {
      setProblem(words.text(error));
      return undefined;
    },
  });
  return { form, prove, byPasskey, needsCode, problem };
}
