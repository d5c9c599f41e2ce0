import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef } from 'react';
import * as z from 'zod/mini';
import { pagePath } from '#contract/languages.ts';
import { email, name, newPassword } from '#contract/rules.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField, TextField } from '#ui/field.tsx';
import { toast } from '#ui/toast-store.ts';
import { call } from '#web/shared/api/call.ts';
import { site } from '#web/shared/api/site.ts';
import { CaptchaLeft, useCaptchaFirst } from '#web/shared/captcha/captcha-first.tsx';
import { useRuledForm, useRuleText, useServerFieldErrors } from '#web/shared/forms/form.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useLanguage, useT } from '#web/shared/language/language.tsx';
import { useEnter } from './use-enter.ts';

export interface SignupValues {
  name: string;
  email: string;
  password: string;
}

/** Asks for an account; `onUnverified` is told what was entered when the address must be confirmed first. */
export function SignupForm({ onUnverified }: { onUnverified: (values: SignupValues) => void }) {
  const t = useT('auth');
  const { code } = useLanguage();
  const errors = useErrorText();
  const ruleText = useRuleText();
  const enter = useEnter();
  const minimum = site().passwordMinLength;
  const rules = useMemo(() => z.object({ name, email, password: newPassword(minimum) }), [minimum]);
  const form = useRuledForm<SignupValues>(rules, { name: '', email: '', password: '' });
  const showFields = useServerFieldErrors(form, 'password');
  const place = useRef<HTMLFormElement>(null);
  const { captchaFirst, dialog } = useCaptchaFirst(place);
  const signup = useMutation({
    mutationFn: (values: SignupValues) =>
      captchaFirst((captcha) => call('POST /api/register', { body: { ...values, captcha } })),
    onSuccess: async ({ requiresVerification, user }, values) => {
      if (requiresVerification) return onUnverified(values);
      await enter(user ?? (await call('GET /api/user')));
    },
    onError: (error) => {
      if (error instanceof CaptchaLeft) return;
      showFields(error);
      toast({ title: t('signup.failed'), description: errors.message(error), tone: 'error' });
    },
  });
  const { errors: bad } = form.formState;
  return (
    <form
      ref={place}
      tabIndex={-1}
      noValidate
      className="grid gap-5 outline-none"
      onSubmit={form.handleSubmit((values) => signup.mutate(values))}
    >
      <TextField
        label={t('username')}
        autoComplete="nickname"
        error={ruleText(bad.name?.message)}
        {...form.register('name')}
      />
      <TextField
        label={t('email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        error={ruleText(bad.email?.message)}
        {...form.register('email')}
      />
      <PasswordField
        label={t('password')}
        hint={t('signup.passwordHint', { minimum })}
        showLabel={t('showPassword')}
        hideLabel={t('hidePassword')}
        autoComplete="new-password"
        error={ruleText(bad.password?.message)}
        {...form.register('password')}
      />
      <Button type="submit" size="large" loading={signup.isPending}>
        {t('signup.submit')}
      </Button>
      <p className="text-center text-muted text-sm">
        {t.rich('signup.consent', {
          terms: (words) => <LegalLink href={pagePath(code, '/terms')}>{words}</LegalLink>,
          privacy: (words) => <LegalLink href={pagePath(code, '/privacy')}>{words}</LegalLink>,
        })}
      </p>
      {dialog}
    </form>
  );
}

function LegalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="underline hover:text-ink">
      {children}
    </a>
  );
}
