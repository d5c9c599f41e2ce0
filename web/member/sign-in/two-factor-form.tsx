import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { required } from '#contract/rules.ts';
import { TWO_FACTOR_CODE_MAX_LENGTH } from '#contract/security.values.ts';
import { Button } from '#ui/button.tsx';
import { canUsePasskeys } from '#web/shared/browser/passkeys.ts';
import { CodeField, TextField } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { PasskeyButton } from '#web/shared/parts/passkey-button.tsx';
import { SupportLink } from '#web/shared/parts/support-link.tsx';
import type { usePasskeyLogin } from './use-passkey-login.ts';

const RULES = z.object({ code: required });

interface TwoFactorFormProps {
  pending: boolean;
  /** Why the last code was refused. */
  refusal: Error | null;
  /** Whether the account has an authenticator app; otherwise its code is a backup code. */
  hasApp: boolean;
  onCode: (code: string) => void;
  passkey: Pick<ReturnType<typeof usePasskeyLogin>, 'show' | 'isPending'>;
  onBack: () => void;
}

/** The second step of signing in: a code of the authenticator app or a backup code. */
export function TwoFactorForm({ pending, refusal, hasApp, onCode, passkey, onBack }: TwoFactorFormProps) {
  const t = useT('auth.twoFactor');
  const errors = useErrorText();
  const [backup, setBackup] = useState(!hasApp);
  const form = useRuledForm(RULES, { code: '' });
  const { setFocus, setError } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other field gets the focus too
  useEffect(() => setFocus('code'), [setFocus, backup]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is shown once, at its field
  useEffect(() => {
    if (refusal) setError('code', { type: 'server', message: errors.text(refusal) }, { shouldFocus: true });
  }, [refusal, setError]);

  const field = { control: form.control, name: 'code' } as const;
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit(({ code }) => onCode(code))}>
      <p className="font-medium">{t('text')}</p>
      {backup ? (
        <div className="grid gap-2">
          <TextField
            key="backup"
            label={t('backupCode')}
            hint={t('backupHint')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            dir="ltr"
            maxLength={TWO_FACTOR_CODE_MAX_LENGTH}
            {...field}
          />
          <p className="text-muted text-sm">{t.rich('noCode', { support: () => <SupportLink /> })}</p>
        </div>
      ) : (
        <CodeField key="app" label={t('code')} hint={t('hint')} {...field} />
      )}
      <Button type="submit" size="large" loading={pending}>
        {t('submit')}
      </Button>
      <div className="grid gap-1">
        {canUsePasskeys() && (
          <PasskeyButton onClick={passkey.show} loading={passkey.isPending}>
            {t('usePasskey')}
          </PasskeyButton>
        )}
        {hasApp && (
          <Button
            variant="secondary"
            onClick={() => {
              form.reset();
              setBackup(!backup);
            }}
          >
            {backup ? t('useApp') : t('useBackup')}
          </Button>
        )}
        <Button variant="quiet" onClick={onBack}>
          {t('back')}
        </Button>
      </div>
    </form>
  );
}
