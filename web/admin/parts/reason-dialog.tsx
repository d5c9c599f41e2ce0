import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import * as z from 'zod/mini';
import { required } from '#contract/rules.ts';
import { Button, type ButtonVariant } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextArea } from '#ui/field.tsx';
import { toast } from '#ui/toast-store.ts';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { useFaultText } from '#web/shared/forms/fault.ts';
import { useRuledForm, useServerFieldErrors } from '#web/shared/forms/form.ts';
import { useFreshSignIn } from '#web/shared/fresh-sign-in/freshly.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';

export interface ReasonDialogProps {
  title: string;
  description?: ReactNode;
  reasonLabel: string;
  /** Who reads the reason. */
  reasonHint: string;
  reasonMaxLength: number;
  confirmLabel: string;
  variant?: ButtonVariant;
  /** Shown as a toast afterwards, and when it failed. */
  doneText: string;
  failedText: string;
  /** Does it; a fresh sign-in is asked for where the server wants one. */
  work: (reason: string) => Promise<unknown>;
  onDone?: () => unknown;
  onClose: () => void;
  /** Further fields, above the reason. */
  children?: ReactNode;
}

/** Asks for the reason of an action, then does it. Shown while it is mounted. */
export function ReasonDialog(props: ReasonDialogProps) {
  const common = useT('common');
  const formId = useId();
  const faultText = useFaultText();
  const { form, act } = useAct(props);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      locked={act.isPending}
      title={props.title}
      description={props.description}
      closeLabel={common('close')}
      footer={
        <>
          <Button variant="quiet" disabled={act.isPending} onClick={props.onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" form={formId} variant={props.variant ?? 'primary'} loading={act.isPending}>
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={form.handleSubmit(({ reason }) => act.mutate(reason))}
      >
        {props.children}
        <TextArea
          label={props.reasonLabel}
          hint={props.reasonHint}
          maxLength={props.reasonMaxLength}
          error={faultText(form.formState.errors.reason?.message)}
          data-autofocus
          {...form.register('reason')}
        />
      </form>
    </Dialog>
  );
}

const RULES = z.object({ reason: required });

function useAct({ work, doneText, failedText, onDone, onClose }: ReasonDialogProps) {
  const errors = useErrorText();
  const freshly = useFreshSignIn();
  const form = useRuledForm(RULES, { reason: '' });
  const showFields = useServerFieldErrors(form, undefined, { text: 'reason', answer: 'reason' });
  const act = useMutation({
    mutationFn: (reason: string) => freshly(() => work(reason)),
    onSuccess: async () => {
      toast({ title: doneText, tone: 'success' });
      await onDone?.();
      onClose();
    },
    onError: (error) => {
      if (error instanceof Abandoned || showFields(error)) return;
      toast({ title: failedText, description: errors.message(error), tone: 'error' });
    },
  });
  return { form, act };
}
