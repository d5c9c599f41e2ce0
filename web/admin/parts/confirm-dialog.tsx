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
  /** The toast on success; `failedText` is the one on failure. */
  doneText: string;
  failedText: string;
  /** Instead of `failedText`, where it may have been done although it failed. */
  unheardText?: string;
  /** Does the action; asks for a fresh sign-in if the server requires one. */
  work: () => Promise<unknown>;
  onDone?: () => unknown;
  /** Called at the end, also of a failure. */
  onEnd?: () => unknown;
  /** Read again before the dialog closes. */
  stale?: readonly QueryKey[];
  onClose: () => void;
  /** Instead of closing once it is done, if the dialog is still there then. */
  onSuccess?: () => void;
  /** Fields, above the buttons. */
  children?: ReactNode;
}

/** Asks for confirmation, then does the action. Shown while it is mounted. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, confirmLabel, variant = 'primary', onClose, children } = props;
  const act = useCallMutation(props.work, {
    fresh: true,
    done: { title: props.doneText },
    onDone: props.onDone,
    stale: props.stale,
    failed: props.failedText,
    unheard: props.unheardText,
    onEnd: props.onEnd,
  });
  const onSuccess = props.onSuccess ?? onClose;
  const confirm = (
    <Button
      variant={variant}
      loading={act.isPending}
      onClick={() => act.mutate(undefined, { onSuccess })}
      data-autofocus
    >
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
