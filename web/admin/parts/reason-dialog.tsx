import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { required } from '#contract/rules.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { TextArea } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { FormDialog } from '#web/shared/parts/form-dialog.tsx';
import type { ConfirmDialogProps } from './confirm-dialog.tsx';
import { DealtWith } from './dealt-with.tsx';

export interface ReasonDialogProps extends Omit<ConfirmDialogProps, 'work' | 'onSuccess'> {
  reasonLabel: string;
  /** Says who reads the reason. */
  reasonHint: string;
  reasonMaxLength: number;
  /** Somebody else was faster: the action goes, the reason stays. */
  gone?: boolean;
  /** How it ended then, where that is known. */
  outcome?: ReactNode;
  /** Does the action; asks for a fresh sign-in if the server requires one. */
  work: (reason: string) => Promise<unknown>;
}

const RULES = z.object({ reason: required });

/** Asks for the reason of an action, below any other fields, then does it. Shown while it is mounted. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, confirmLabel, variant, onClose, children } = props;
  const form = useRuledForm(RULES, { reason: '' });
  const { isDirty } = form.formState;
  const act = useCallMutation(props.work, {
    form,
    fieldNames: { text: 'reason', answer: 'reason' },
    fresh: true,
    done: { title: props.doneText },
    onDone: props.onDone,
    stale: props.stale,
    failed: props.failedText,
    onEnd: (_, error) => error ?? onClose(),
  });
  const dealtWith = props.gone && !act.isPending;
  return (
    <FormDialog
      title={title}
      description={description}
      submitLabel={dealtWith ? undefined : confirmLabel}
      variant={variant}
      pending={act.isPending}
      onSubmit={form.handleSubmit(({ reason }) => act.mutate(reason))}
      onClose={onClose}
      className="grid gap-4"
    >
      {children}
      <TextArea
        control={form.control}
        name="reason"
        label={props.reasonLabel}
        hint={props.reasonHint}
        maxLength={props.reasonMaxLength}
        data-autofocus
      />
      {dealtWith && <DealtWith typed={isDirty}>{props.outcome}</DealtWith>}
    </FormDialog>
  );
}
