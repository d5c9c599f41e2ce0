import { useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import { email } from '#contract/rules.ts';
import { Button } from '#ui/button.tsx';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useCaptchaFirst } from '#web/shared/captcha/captcha-first.tsx';
import { EmailField } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useT } from '#web/shared/language/language.tsx';

const RULES = z.object({ email });
type ForgotValues = z.infer<typeof RULES>;

/** Requests a link to choose a new password. */
export function ForgotForm({ onBack, onSent }: { onBack: () => void; onSent: () => void }) {
  const t = useT('auth');
  const form = useRuledForm<ForgotValues>(RULES, { email: '' });
  const { setFocus } = form;
  useEffect(() => setFocus('email'), [setFocus]);

  const place = useRef<HTMLFormElement>(null);
  const { captchaFirst, dialog } = useCaptchaFirst(place);
  const ask = useCallMutation(
    (values: ForgotValues) =>
      captchaFirst((captcha) => call('POST /api/forgot-password', { body: { ...values, captcha } })),
    {
      form,
      done: { title: t('sent.title'), description: t('sent.message') },
      failed: (error, words) => ({
        title: t('error'),
        description: words.knownText(error) ?? t('forgot.failed'),
        next: words.next(error),
      }),
      tellsFieldErrors: true,
    },
  );
  return (
    <form
      ref={place}
      tabIndex={-1}
      noValidate
      className="grid gap-5 outline-none"
      // Not once this form was left: the next one may be filled in by then.
      onSubmit={form.handleSubmit((values) => ask.mutate(values, { onSuccess: onSent }))}
    >
      <EmailField control={form.control} name="email" label={t('email')} autoComplete="username" />
      <Button type="submit" size="large" loading={ask.isPending}>
        {t('forgot.submit')}
      </Button>
      <Button variant="quiet" onClick={onBack}>
        {t('forgot.back')}
      </Button>
      {dialog}
    </form>
  );
}
