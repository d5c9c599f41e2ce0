import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import * as z from 'zod/mini';
import type { Member } from '#contract/member.ts';
import { verificationCode } from '#contract/rules.ts';
import { VERIFICATION_CODE_LENGTH, VERIFICATION_CODE_MINUTES } from '#contract/sign-in.values.ts';
import { Button } from '#ui/button.tsx';
import { MailboxLink } from '#web/member/sign-in/mailbox-link.tsx';
import { call } from '#web/shared/api/call.ts';
import { keepMember } from '#web/shared/api/keep-member.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useUnheard } from '#web/shared/api/use-unheard.ts';
import { CodeField } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useT } from '#web/shared/language/language.tsx';
import { FormDialog } from '#web/shared/parts/form-dialog.tsx';

const RULES = z.object({ code: verificationCode });

interface EmailChangeDialogProps {
  member: Member;
  /** The new address; the code was sent to it. */
  email: string;
  onClose: () => void;
  /** Called when the address is confirmed or given up. */
  onEnd: () => void;
  returnFocus: RefObject<HTMLElement | null>;
}

/** Asks for the code that proves the new address; until then the old one stays. */
export function EmailChangeDialog({ member, email, onClose, onEnd, returnFocus }: EmailChangeDialogProps) {
  const t = useT('emailChange');
  const { form, confirm, resend, giveUp } = useEmailChange(member, email, onEnd);
  return (
    <FormDialog
      title={t('title')}
      description={t('text', { email })}
      submitLabel={t('submit')}
      cancelLabel={t('cancel')}
      pending={confirm.isPending || giveUp.isPending}
      onSubmit={form.handleSubmit(({ code }) => confirm.mutate(code))}
      onClose={onClose}
      onCancel={() => giveUp.mutate()}
      returnFocus={returnFocus}
      className="grid gap-4"
    >
      <CodeField
        control={form.control}
        name="code"
        label={t('code')}
        hint={t('hint', { minutes: VERIFICATION_CODE_MINUTES })}
        length={VERIFICATION_CODE_LENGTH}
        data-autofocus
      />
      <Button variant="secondary" loading={resend.isPending} onClick={() => resend.mutate()}>
        {t('resend')}
      </Button>
      <MailboxLink />
    </FormDialog>
  );
}

function useEmailChange(member: Member, email: string, onDone: () => void) {
  const t = useT('emailChange');
  const account = useT('account');
  const queryClient = useQueryClient();
  const form = useRuledForm(RULES, { code: '' });
  const isDone = member.email === email;
  const end = useEffectEvent(onDone);
  // Also if a sign-in tells it, as the answer to the code was lost.
  useEffect(() => {
    if (isDone) end();
  }, [isDone]);

  const sendCode = useUnheard(
    'invalid_code',
    (code: string) => call('POST /api/user/email-change/confirm', { body: { code } }),
    async () => {
      const user = await call('GET /api/user');
      return user.email === email ? { user } : undefined;
    },
  );
  const confirm = useCallMutation(sendCode, {
    form,
    fieldOfCode: { invalid_code: 'code' },
    done: ({ user }) => ({
      title: account('updated'),
      description: t('updatedText', { email: user.email }),
    }),
    onDone: ({ user }) => keepMember(queryClient, user),
    failed: t('failed'),
  });
  const resend = useCallMutation(() => call('PATCH /api/user/profile', { body: { email } }), {
    fresh: true,
    done: { title: t('resent'), description: t('resentText') },
    failed: t('resendFailed'),
  });
  const giveUp = useCallMutation(() => call('PATCH /api/user/profile', { body: { email: member.email } }), {
    onDone,
    failed: account('updateFailed'),
  });
  return { form, confirm, resend, giveUp };
}
