import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from '#ui/button.tsx';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { ActionDialog } from '#web/shared/parts/action-dialog.tsx';

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
  /** Read again before the dialog closes. */
  stale?: readonly QueryKey[];
  onClose: () => void;
  /** Fields, above the buttons. */
  children?: ReactNode;
}

/** Asks once more, then does it. Shown while it is mounted. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, confirmLabel, variant = 'primary', onClose, children } = props;
  const act = useCallMutation(props.work, {
    fresh: true,
    done: { title: props.doneText },
    onDone: props.onDone,
    stale: props.stale,
    failed: props.failedText,
    onEnd: (_, error) => error ?? onClose(),
  });
  const confirm = (
    <Button variant={variant} loading={act.isPending} onClick={() => act.mutate()} data-autofocus>
      {confirmLabel}
    </Button>
  );
  return (
    <ActionDialog
      title={title}
      description={description}
      action={confirm}
      pending={act.isPending}
      onClose={onClose}
    >
      {children}
    </ActionDialog>
  );
}
