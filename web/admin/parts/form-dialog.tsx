import { type ReactNode, type RefObject, useId } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useT } from '#web/shared/language/language.tsx';

export interface FormDialogProps {
  title: string;
  submitLabel: string;
  pending: boolean;
  onSubmit: (event: React.FormEvent) => unknown;
  onClose: () => void;
  returnFocus?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
}

/** A dialog whose one button sends its form. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, pending, onSubmit, onClose, returnFocus, children } = props;
  const common = useT('common');
  const formId = useId();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      locked={pending}
      {...(returnFocus ? { returnFocus } : {})}
      title={title}
      closeLabel={common('close')}
      footer={
        <>
          <Button variant="quiet" disabled={pending} onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" form={formId} loading={pending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-5" onSubmit={onSubmit}>
        {children}
      </form>
    </Dialog>
  );
}
