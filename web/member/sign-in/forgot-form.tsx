import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import { email } from '#contract/rules.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { toast } from '#ui/toast-store.ts';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { call } from '#web/shared/api/call.ts';
import { useCaptchaFirst } from '#web/shared/captcha/captcha-first.tsx';
import { useFaultText } from '#web/shared/forms/fault.ts';
import { useRuledForm, useServerFieldErrors } from '#web/shared/forms/form.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';

const RULES = z.object({ email });
type ForgotValues = z.infer<typeof RULES>;

/** Asks for a link to choose a new password. */
export function ForgotForm({ onBack, onSent }: { onBack: () => void; onSent: () => void }) {
  const t = useT('auth');
  const errors = useErrorText();
  const faultText = useFaultText();
  const form = useRuledForm<ForgotValues>(RULES, { email: '' });
  const showFields = useServerFieldErrors(form);
  const { setFocus } = form;
  useEffect(() => setFocus('email'), [setFocus]);

  const place = useRef<HTMLFormElement>(null);
  const { captchaFirst, dialog } = useCaptchaFirst(place);
  const ask = useMutation({
    mutationFn: (values: ForgotValues) =>
      captchaFirst((captcha) => call('POST /api/forgot-password', { body: { ...values, captcha } })),
    onSuccess: () => {
      toast({ title: t('sent.title'), description: t('sent.message'), tone: 'success' });
      onSent();
    },
    onError: (error) => {
      if (error instanceof Abandoned) return;
      showFields(error);
      toast({
        title: t('error'),
        description: errors.knownText(error) ?? t('forgot.failed'),
        tone: 'error',
      });
    },
  });
  return (
    <form
      ref={place}
      tabIndex={-1}
      noValidate
      className="grid gap-5 outline-none"
      onSubmit={form.handleSubmit((values) => ask.mutate(values))}
    >
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        error={faultText(form.formState.errors.email?.message)}
        {...form.register('email')}
      />
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
