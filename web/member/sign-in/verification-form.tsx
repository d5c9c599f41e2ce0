import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import { verificationCode } from '#contract/rules.ts';
import { VERIFICATION_CODE_LENGTH, VERIFICATION_CODE_MINUTES } from '#contract/sign-in.values.ts';
import { Button } from '#ui/button.tsx';
import { CodeField } from '#ui/field.tsx';
import { toast } from '#ui/toast-store.ts';
import { call } from '#web/shared/api/call.ts';
import { CaptchaLeft, useCaptchaFirst } from '#web/shared/captcha/captcha-first.tsx';
import { useRuledForm, useRuleText, useServerFieldErrors } from '#web/shared/forms/form.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { MailboxLink } from './mailbox-link.tsx';
import type { SignupValues } from './signup-form.tsx';
import { useEnter } from './use-enter.ts';

const RULES = z.object({ code: verificationCode });
type VerificationValues = z.infer<typeof RULES>;

/** Takes the code of the mail; the account is made with what was entered before. */
export function VerificationForm({ held, onBack }: { held: SignupValues; onBack: () => void }) {
  const t = useT('auth');
  const errors = useErrorText();
  const ruleText = useRuleText();
  const enter = useEnter();
  const form = useRuledForm<VerificationValues>(RULES, { code: '' });
  const showFields = useServerFieldErrors(form);
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);

  const verify = useMutation({
    mutationFn: ({ code }: VerificationValues) => call('POST /api/verify-email', { body: { ...held, code } }),
    onSuccess: async ({ user }) => {
      toast({
        title: t('verification.succeeded'),
        description: t('verification.succeededText'),
        tone: 'success',
      });
      await enter(user);
    },
    onError: (error) => {
      showFields(error);
      toast({ title: t('verification.failed'), description: errors.message(error), tone: 'error' });
    },
  });
  const place = useRef<HTMLFormElement>(null);
  const { captchaFirst, dialog } = useCaptchaFirst(place);
  const resend = useMutation({
    mutationFn: () =>
      captchaFirst((captcha) =>
        call('POST /api/resend-verification', { body: { email: held.email, captcha } }),
      ),
    onSuccess: () =>
      toast({ title: t('verification.resent'), description: t('verification.resentText'), tone: 'success' }),
    onError: (error) => {
      if (error instanceof CaptchaLeft) return;
      toast({ title: t('verification.resendFailed'), description: errors.message(error), tone: 'error' });
    },
  });
  return (
    <form
      ref={place}
      tabIndex={-1}
      noValidate
      className="grid gap-5 outline-none"
      onSubmit={form.handleSubmit((values) => verify.mutate(values))}
    >
      <CodeField
        label={t('verification.code')}
        hint={t('verification.hint', { minutes: VERIFICATION_CODE_MINUTES })}
        length={VERIFICATION_CODE_LENGTH}
        error={ruleText(form.formState.errors.code?.message)}
        {...form.register('code')}
      />
      <Button type="submit" size="large" loading={verify.isPending}>
        {t('verification.submit')}
      </Button>
      <div className="grid gap-1">
        <Button variant="secondary" loading={resend.isPending} onClick={() => resend.mutate()}>
          {t('verification.resend')}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {t('verification.back')}
        </Button>
      </div>
      <MailboxLink />
      {dialog}
    </form>
  );
}
