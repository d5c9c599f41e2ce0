import { type RefObject, useId } from 'react';
import { KEY_NAME_MAX_LENGTH } from '#contract/api-keys.values.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { ShownOnce } from '#web/admin/parts/shown-once.tsx';
import { useFaultText } from '#web/shared/forms/fault.ts';
import { useT } from '#web/shared/language/language.tsx';
import { ScopeChoice } from './scope-choice.tsx';
import { KEY_LIFETIMES, useCreateKey } from './use-create-key.ts';

export interface CreateKeyDialogProps {
  /** What opened it. */
  returnFocus: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Makes a key, then shows it this once. */
export function CreateKeyDialog({ returnFocus, onClose }: CreateKeyDialogProps) {
  const t = useT('apiKeys');
  const common = useT('common');
  const faultText = useFaultText();
  const formId = useId();
  const { form, create } = useCreateKey();
  const { errors } = form.formState;
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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      locked={create.isPending}
      returnFocus={returnFocus}
      title={t('createTitle')}
      closeLabel={common('close')}
      footer={
        <>
          <Button variant="quiet" disabled={create.isPending} onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" form={formId} loading={create.isPending}>
            {t('create')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={form.handleSubmit((values) => create.mutate(values))}
      >
        <TextField
          label={t('name')}
          hint={t('nameHint')}
          autoComplete="off"
          maxLength={KEY_NAME_MAX_LENGTH}
          error={faultText(errors.name?.message)}
          data-autofocus
          {...form.register('name')}
        />
        <ScopeChoice form={form} />
        <SelectField label={t('lifetime')} {...form.register('days')}>
          {KEY_LIFETIMES.map((days) => (
            <option key={days} value={days}>
              {t('days', { count: Number(days) })}
            </option>
          ))}
        </SelectField>
      </form>
    </Dialog>
  );
}
