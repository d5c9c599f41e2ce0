import * as z from 'zod/mini';
import { PASSKEY_NAME_MAX_LENGTH } from '#contract/passkeys.values.ts';
import { required } from '#contract/rules.ts';
import { TextField } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useT } from '#web/shared/language/language.tsx';
import { FormDialog } from '#web/shared/parts/form-dialog.tsx';

const RULES = z.object({ name: required });

interface PasskeyNameDialogProps {
  name: string;
  pending: boolean;
  onName: (name: string) => void;
  onClose: () => void;
}

/** Asks for another name of a passkey. */
export function PasskeyNameDialog({ name, pending, onName, onClose }: PasskeyNameDialogProps) {
  const t = useT('passkeys');
  const form = useRuledForm(RULES, { name });
  return (
    <FormDialog
      title={t('renameTitle')}
      submitLabel={t('save')}
      pending={pending}
      onSubmit={form.handleSubmit((values) => onName(values.name))}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('name')}
        maxLength={PASSKEY_NAME_MAX_LENGTH}
        autoComplete="off"
        data-autofocus
      />
    </FormDialog>
  );
}
