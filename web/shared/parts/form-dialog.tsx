import { type FormEvent, useId } from 'react';
import { Button, type ButtonVariant } from '#ui/button.tsx';
import { ActionDialog, type ActionDialogProps } from './action-dialog.tsx';

export interface FormDialogProps extends Omit<ActionDialogProps, 'action'> {
  /** Without one, it cannot be submitted. */
  submitLabel: string | undefined;
  variant?: ButtonVariant;
  onSubmit: (event: FormEvent) => unknown;
  /** Classes of the form, such as its gap. */
  className?: string;
}

/** A dialog whose action submits its form. */
export function FormDialog({
  submitLabel,
  variant = 'primary',
  onSubmit,
  className = 'grid gap-5',
  children,
  ...dialog
}: FormDialogProps) {
  const formId = useId();
  const submit = submitLabel !== undefined && (
    <Button type="submit" form={formId} variant={variant} loading={dialog.pending}>
      {submitLabel}
    </Button>
  );
  return (
    <ActionDialog {...dialog} action={submit}>
      <form id={formId} noValidate className={className} onSubmit={onSubmit}>
        {children}
      </form>
    </ActionDialog>
  );
}
