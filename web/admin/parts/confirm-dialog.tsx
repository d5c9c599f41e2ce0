import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { useFreshSignIn } from '#web/shared/fresh-sign-in/freshly.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';

export interface ConfirmDialogProps {
  title: string;
  description: ReactNode;
  confirmLabel: string;
  variant?: ButtonVariant;
  /** Shown as a toast afterwards, and when it failed. */
  doneText: string;
  failedText: string;
  /** Does it; a fresh sign-in is asked for where the server wants one. */
  work: () => Promise<unknown>;
  onDone?: () => unknown;
  onClose: () => void;
  /** Fields, above the buttons. */
  children?: ReactNode;
}

/** Asks once more, then does it. Shown while it is mounted. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, confirmLabel, variant, doneText, failedText, work, onDone, onClose } = props;
  const common = useT('common');
  const errors = useErrorText();
  const freshly = useFreshSignIn();
  const act = useMutation({
    mutationFn: () => freshly(work),
    onSuccess: async () => {
      toast({ title: doneText, tone: 'success' });
      await onDone?.();
      onClose();
    },
    onError: (error) => {
      if (error instanceof Abandoned) return;
      toast({ title: failedText, description: errors.message(error), tone: 'error' });
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      locked={act.isPending}
      title={title}
      description={description}
      closeLabel={common('close')}
      footer={
        <>
          <Button variant="quiet" disabled={act.isPending} onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button
            variant={variant ?? 'primary'}
            loading={act.isPending}
            onClick={() => act.mutate()}
            data-autofocus
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {props.children}
    </Dialog>
  );
}
