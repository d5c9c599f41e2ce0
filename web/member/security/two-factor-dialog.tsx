import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import * as z from 'zod/mini';
import type { CallOutput } from '#contract/index.ts';
import { verificationCode } from '#contract/rules.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { CodeField } from '#ui/field.tsx';
import { toast } from '#ui/toast-store.ts';
import { CallError, call } from '#web/shared/api/call.ts';
import { useFaultText } from '#web/shared/forms/fault.ts';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { CopyButton } from '#web/shared/parts/copy-button.tsx';
import { BackupCodes } from './backup-codes.tsx';
import { QrCode } from './qr-code.tsx';

export type TwoFactorKey = CallOutput<'POST /api/user/two-factor'>;

interface SetUpDialogProps {
  twoFactorKey: TwoFactorKey;
  /** Two-factor sign-in is on from now on. */
  onEnabled: () => void;
  onClose: () => void;
}

const RULES = z.object({ code: verificationCode });

/** From the key to the backup codes: scan, confirm, keep. */
export function TwoFactorDialog({ twoFactorKey, onEnabled, onClose }: SetUpDialogProps) {
  const t = useT('twoFactor');
  const common = useT('common');
  const formId = useId();
  const [codes, setCodes] = useState<string[]>();
  const { form, confirm } = useConfirmation((backupCodes) => {
    setCodes(backupCodes);
    onEnabled();
  });
  if (codes) return <BackupCodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      locked={confirm.isPending}
      title={t('title')}
      description={t('scan')}
      closeLabel={common('close')}
      footer={
        <>
          <Button variant="quiet" disabled={confirm.isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} loading={confirm.isPending}>
            {t('confirm')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <KeyToScan twoFactorKey={twoFactorKey} />
        <ConfirmForm id={formId} form={form} onCode={(code) => confirm.mutate(code)} />
      </div>
    </Dialog>
  );
}

/** Shows new backup codes until the member says that they are kept. */
export function BackupCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useT('twoFactor');
  const common = useT('common');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked
      title={t('codesTitle')}
      description={t('codesText')}
      closeLabel={common('close')}
      footer={<Button onClick={onClose}>{t('finish')}</Button>}
    >
      <BackupCodes codes={codes} />
    </Dialog>
  );
}

function KeyToScan({ twoFactorKey: { secret, uri } }: { twoFactorKey: TwoFactorKey }) {
  const t = useT('twoFactor');
  return (
    <div className="grid justify-items-center gap-4">
      <QrCode text={uri} label={t('qr')} />
      <div className="grid w-full justify-items-center gap-2 text-center">
        <p className="text-muted text-sm">{t('cannotScan')}</p>
        <code dir="ltr" className="wrap-anywhere rounded-xl bg-sunken px-3 py-2 font-mono text-sm">
          {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
        </code>
        <div className="flex flex-wrap items-center justify-center gap-2">
          <CopyButton text={secret}>{t('copyKey')}</CopyButton>
          <a href={uri} className={buttonClass('quiet', 'small')}>
            {t('openApp')}
          </a>
        </div>
      </div>
    </div>
  );
}

function ConfirmForm({
  id,
  form,
  onCode,
}: {
  id: string;
  form: ReturnType<typeof useConfirmation>['form'];
  onCode: (code: string) => void;
}) {
  const t = useT('twoFactor');
  const faultText = useFaultText();
  const error = faultText(form.formState.errors.code?.message);
  return (
    <form id={id} noValidate onSubmit={form.handleSubmit(({ code }) => onCode(code))}>
      <CodeField
        label={t('code')}
        // In place of the hint, so that it is seen without scrolling.
        hint={error ? undefined : t('codeHint')}
        error={error}
        {...form.register('code')}
      />
    </form>
  );
}

function useConfirmation(onCodes: (codes: string[]) => void) {
  const t = useT('twoFactor');
  const settings = useT('settings');
  const errors = useErrorText();
  const form = useRuledForm(RULES, { code: '' });
  const confirm = useMutation({
    mutationFn: (code: string) => call('POST /api/user/two-factor/confirm', { body: { code } }),
    onSuccess: ({ backupCodes }) => {
      toast({ title: t('done'), description: t('enabledText'), tone: 'success' });
      onCodes(backupCodes);
    },
    onError: (error) => {
      if (error instanceof CallError && error.code === 'invalid_two_factor_code') {
        form.setError('code', { type: 'server', message: errors.text(error) }, { shouldFocus: true });
      } else toast({ title: settings('failed'), description: errors.message(error), tone: 'error' });
    },
  });
  return { form, confirm };
}
