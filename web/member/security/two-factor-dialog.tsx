import { useId, useState } from 'react';
import * as z from 'zod/mini';
import type { CallOutput } from '#contract/index.ts';
import { verificationCode } from '#contract/rules.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useUnheard } from '#web/shared/api/use-unheard.ts';
import { CodeField } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useT } from '#web/shared/language/language.tsx';
import { ActionDialog } from '#web/shared/parts/action-dialog.tsx';
import { CopyButton } from '#web/shared/parts/copy-button.tsx';
import { QrCode } from '#web/shared/parts/qr-code.tsx';
import { BackupCodes } from './backup-codes.tsx';

export type TwoFactorKey = CallOutput<'POST /api/user/two-factor'>;

interface SetUpDialogProps {
  twoFactorKey: TwoFactorKey;
  /** Called once two-factor sign-in is on. */
  onEnabled: () => void;
  onClose: () => void;
}

const RULES = z.object({ code: verificationCode });

/** Sets two-factor sign-in up: scan the key, confirm a code, keep the backup codes. */
export function TwoFactorDialog({ twoFactorKey, onEnabled, onClose }: SetUpDialogProps) {
  const t = useT('twoFactor');
  const formId = useId();
  const [codes, setCodes] = useState<string[]>();
  const { form, confirm } = useConfirmation((backupCodes) => {
    setCodes(backupCodes);
    onEnabled();
  });
  if (codes) return <BackupCodesDialog codes={codes} onClose={onClose} />;
  return (
    <ActionDialog
      title={t('title')}
      description={t('scan')}
      action={
        <Button type="submit" form={formId} loading={confirm.isPending}>
          {t('confirm')}
        </Button>
      }
      cancelLabel={t('cancel')}
      pending={confirm.isPending}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <KeyToScan twoFactorKey={twoFactorKey} />
        <ConfirmForm id={formId} form={form} onCode={(code) => confirm.mutate(code)} />
      </div>
    </ActionDialog>
  );
}

/** Shows new backup codes until the member confirms that they are kept. */
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
  return (
    <form id={id} noValidate onSubmit={form.handleSubmit(({ code }) => onCode(code))}>
      <CodeField
        control={form.control}
        name="code"
        label={t('code')}
        // Replaces the hint by the error, so that it is visible without scrolling.
        hint={form.formState.errors.code ? undefined : t('codeHint')}
      />
    </form>
  );
}

function useConfirmation(onCodes: (codes: string[]) => void) {
  const t = useT('twoFactor');
  const settings = useT('settings');
  const form = useRuledForm(RULES, { code: '' });
  const confirm = useCallMutation(
    useUnheard(
      'two_factor_enabled',
      (code: string) => call('POST /api/user/two-factor/confirm', { body: { code } }),
      // Those of the lost answer are void then.
      () => call('POST /api/user/two-factor/backup-codes'),
    ),
    {
      fresh: true,
      form,
      fieldOfCode: { invalid_two_factor_code: 'code' },
      done: { title: t('done'), description: t('enabledText') },
      onDone: ({ backupCodes }) => onCodes(backupCodes),
      failed: settings('failed'),
    },
  );
  return { form, confirm };
}
