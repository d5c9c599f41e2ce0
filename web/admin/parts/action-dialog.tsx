import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog, type DialogProps } from '#ui/dialog.tsx';
import { useT } from '#web/shared/language/language.tsx';

export interface ActionDialogProps
  extends Pick<DialogProps, 'title' | 'description' | 'returnFocus' | 'children'> {
  /** The button that does it. */
  action: ReactNode;
  /** It is being done: the dialog stays open. */
  pending: boolean;
  onClose: () => void;
}

/** One action and the way back. Shown while it is mounted. */
export function ActionDialog({ action, pending, onClose, ...dialog }: ActionDialogProps) {
  const common = useT('common');
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={(open) => !open && onClose()}
      locked={pending}
      closeLabel={common('close')}
      footer={
        <>
          <Button variant="quiet" disabled={pending} onClick={onClose}>
            {common('cancel')}
          </Button>
          {action}
        </>
      }
    />
  );
}
