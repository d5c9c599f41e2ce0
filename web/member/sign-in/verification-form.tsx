import { useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import { verificationCode } from '#contract/rules.ts';
import { VERIFICATION_CODE_LENGTH, VERIFICATION_CODE_MINUTES } from '#contract/sign-in.values.ts';
import { Button } from '#ui/button.tsx';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useCaptchaFirst } from '#web/shared/captcha/captcha-first.tsx';
import { CodeField } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useT } from '#web/shared/language/language.tsx';
import { MailboxLink } from './mailbox-link.tsx';
import type { SignupValues } from './signup-form.tsx';
import { useEnter } from './use-enter.ts';

const RULES = z.object({ code: verificationCode });
type VerificationValues = z.infer<typeof RULES>;

/** Asks for the code of the mail, and creates the account with the values entered before. */
export function VerificationForm({ held, onBack }: { held: SignupValues; onBack: () => void }) {
  const t = useT('auth');
  const enter = useEnter();
  const form = useRuledForm<VerificationValues>(RULES, { code: '' });
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);

  const verify = useCallMutation(
    ({ code }: VerificationValues) => call('POST /api/verify-email', { body: { ...held, code } }),
    {
      form,
      done: { title: t('verification.succeeded'), description: t('verification.succeededText') },
      onDone: ({ user }) => enter(user),
      failed: t('verification.failed'),
      tellsFieldErrors: true,
    },
  );
  const place = useRef<HTMLFormElement>(null);
  const { captchaFirst, dialog } = useCaptchaFirst(place);
  const resend = useCallMutation(
    () =>
      captchaFirst((captcha) =>
        call('POST /api/resend-verification', { body: { email: held.email, captcha } }),
      ),
    {
      done: { title: t('verification.resent'), description: t('verification.resentText') },
      failed: t('verification.resendFailed'),
    },
  );
  return (
    <form
      ref={place}
      tabIndex={-1}
      noValidate
      className="grid gap-5 outline-none"
      onSubmit={form.handleSubmit((values) => verify.mutate(values))}
    >
      <CodeField
        control={form.control}
        name="code"
        label={t('verification.code')}
        hint={t('verification.hint', { minutes: VERIFICATION_CODE_MINUTES })}
        length={VERIFICATION_CODE_LENGTH}
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
