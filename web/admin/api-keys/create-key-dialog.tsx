import type { RefObject } from 'react';
import { KEY_NAME_MAX_LENGTH } from '#contract/api-keys.values.ts';
import { Options } from '#ui/field.tsx';
import { ShownOnce } from '#web/admin/parts/shown-once.tsx';
import { SelectField, TextField } from '#web/shared/forms/fields.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { FormDialog } from '#web/shared/parts/form-dialog.tsx';
import { ScopeChoice } from './scope-choice.tsx';
import { KEY_LIFETIMES, useCreateKey } from './use-create-key.ts';

export interface CreateKeyDialogProps {
  /** The button that opened the dialog. */
  returnFocus: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Creates a key and shows it once. */
export function CreateKeyDialog({ returnFocus, onClose }: CreateKeyDialogProps) {
  const t = useT('apiKeys');
  const { form, create } = useCreateKey();
  if (create.data) {
    return (
      <ShownOnce
        title={t('made')}
        text={t('madeText')}
        value={create.data.key}
        copy={t('copy')}
        done={t('done')}
        returnFocus={returnFocus}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={t('createTitle')}
      submitLabel={t('create')}
      pending={create.isPending}
      onSubmit={form.handleSubmit((values) => create.mutate(values))}
      onClose={onClose}
      returnFocus={returnFocus}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('name')}
        hint={t('nameHint')}
        autoComplete="off"
        maxLength={KEY_NAME_MAX_LENGTH}
        data-autofocus
      />
      <ScopeChoice control={form.control} />
      <SelectField control={form.control} name="days" label={t('lifetime')}>
        <Options values={KEY_LIFETIMES} label={(days) => t('days', { count: Number(days) })} />
      </SelectField>
    </FormDialog>
  );
}
