import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog, type DialogProps } from '#ui/dialog.tsx';
import { useT } from '#web/shared/language/language.tsx';

export interface ActionDialogProps
  extends Pick<DialogProps, 'title' | 'description' | 'returnFocus' | 'children'> {
  open?: boolean;
  /** The button that does it. */
  action: ReactNode;
  /** The words of the way back, where they are not the usual ones. */
  cancelLabel?: string;
  /** It is being done: the dialog stays open. */
  pending?: boolean;
  onClose: () => void;
  /** In place of `onClose`, where the way back is more than to close. */
  onCancel?: () => void;
}

/**
 * One action and the way back. Shown while it is mounted, unless `open` says otherwise. Once something is typed or chosen in
 * it, only its buttons close it.
 */
export function ActionDialog({
  open = true,
  action,
  cancelLabel,
  pending = false,
  onClose,
  onCancel = onClose,
  ...dialog
}: ActionDialogProps) {
  const common = useT('common');
  return (
    <Dialog
      {...dialog}
      open={open}
      onOpenChange={(next) => !next && onClose()}
      locked={pending}
      keepsTyped
      closeLabel={common('close')}
      footer={
        <>
          <Button variant="quiet" disabled={pending} onClick={onCancel}>
            {cancelLabel ?? common('cancel')}
          </Button>
          {action}
        </>
      }
    />
  );
}
