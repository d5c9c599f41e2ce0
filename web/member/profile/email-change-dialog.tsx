import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useId } from 'react';
import * as z from 'zod/mini';
import type { Member } from '#contract/member.ts';
import { verificationCode } from '#contract/rules.ts';
import { VERIFICATION_CODE_LENGTH, VERIFICATION_CODE_MINUTES } from '#contract/sign-in.values.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { CodeField } from '#ui/field.tsx';
import { toast } from '#ui/toast-store.ts';
import { MailboxLink } from '#web/member/sign-in/mailbox-link.tsx';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { CallError, call } from '#web/shared/api/call.ts';
import { keys } from '#web/shared/api/queries.ts';
import { useFaultText } from '#web/shared/forms/fault.ts';
import { useRuledForm, useServerFieldErrors } from '#web/shared/forms/form.ts';
import { useFreshSignIn } from '#web/shared/fresh-sign-in/freshly.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';

const RULES = z.object({ code: verificationCode });

interface EmailChangeDialogProps {
  /** The new address, to which a code was sent. */
  email: string;
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
}

/** Takes the code that proves the new address; until then the old one stays. */
export function EmailChangeDialog({ email, onClose, returnFocus }: EmailChangeDialogProps) {
  const t = useT('emailChange');
  const common = useT('common');
  const formId = useId();
  const faultText = useFaultText();
  const { form, confirm, resend } = useEmailChange(email, onClose);
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      returnFocus={returnFocus}
      locked={confirm.isPending}
      title={t('title')}
      description={t('text', { email })}
      closeLabel={common('close')}
      footer={
        <>
          <Button variant="quiet" disabled={confirm.isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} loading={confirm.isPending}>
            {t('submit')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={form.handleSubmit(({ code }) => confirm.mutate(code))}
      >
        <CodeField
          label={t('code')}
          hint={t('hint', { minutes: VERIFICATION_CODE_MINUTES })}
          length={VERIFICATION_CODE_LENGTH}
          error={faultText(form.formState.errors.code?.message)}
          data-autofocus
          {...form.register('code')}
        />
        <Button variant="secondary" loading={resend.isPending} onClick={() => resend.mutate()}>
          {t('resend')}
        </Button>
        <MailboxLink />
      </form>
    </Dialog>
  );
}

function useEmailChange(email: string, onDone: () => void) {
  const t = useT('emailChange');
  const account = useT('account');
  const errors = useErrorText();
  const freshly = useFreshSignIn();
  const queryClient = useQueryClient();
  const form = useRuledForm(RULES, { code: '' });
  const showFields = useServerFieldErrors(form);

  const confirm = useMutation({
    mutationFn: (code: string) => call('POST /api/user/email-change/confirm', { body: { code } }),
    onSuccess: ({ user }) => {
      queryClient.setQueryData<Member | null>(keys.user, user);
      const description = t('updatedText', { email: user.email });
      toast({ title: account('updated'), description, tone: 'success' });
      onDone();
    },
    onError: (error) => {
      const wrong = error instanceof CallError && error.code === 'invalid_code';
      if (wrong)
        form.setError('code', { type: 'server', message: errors.text(error) }, { shouldFocus: true });
      else if (!showFields(error)) {
        toast({ title: t('failed'), description: errors.message(error), tone: 'error' });
      }
    },
  });
  const resend = useMutation({
    mutationFn: () => freshly(() => call('PATCH /api/user/profile', { body: { email } })),
    onSuccess: () => toast({ title: t('resent'), description: t('resentText'), tone: 'success' }),
    onError: (error) => {
      if (error instanceof Abandoned) return;
      toast({ title: t('resendFailed'), description: errors.message(error), tone: 'error' });
    },
  });
  return { form, confirm, resend };
}
