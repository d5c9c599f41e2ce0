import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { email, password } from '#contract/rules.ts';
import { CallError, call } from '../../api/call.ts';
import { useRuledForm, useRuleText, useServerFieldErrors } from '../../form.ts';
import { useErrorText } from '../../language/errors.ts';
import { useT } from '../../language/language.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { Notice } from './notice.tsx';
import { useEnter } from './use-enter.ts';

const RULES = z.object({ email, password });
type LoginValues = z.infer<typeof RULES>;

/** Refusals that another try with other values does not mend, so they stay to be read. */
const LASTING = new Set(['suspended', 'too_many_requests', 'busy']);

export function LoginForm({ onForgot }: { onForgot: () => void }) {
  const t = useT('auth');
  const errors = useErrorText();
  const ruleText = useRuleText();
  const enter = useEnter();
  const form = useRuledForm<LoginValues>(RULES, { email: '', password: '' });
  const showFields = useServerFieldErrors(form, undefined, { username: 'email' });
  const login = useMutation({
    mutationFn: (values: LoginValues) =>
      call('POST /api/login', { body: { username: values.email, password: values.password } }),
    onSuccess: enter,
    onError: (error) => {
      showFields(error);
      toast({ title: t('login.failed'), description: errors.message(error), tone: 'error' });
    },
  });
  const lasting = login.error instanceof CallError && LASTING.has(login.error.code ?? '');
  const { errors: bad } = form.formState;
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => login.mutate(values))}>
      {lasting && <Notice>{errors.text(login.error)}</Notice>}
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        error={ruleText(bad.email?.message)}
        {...form.register('email')}
      />
      <div className="grid gap-2">
        <PasswordField
          label={t('password')}
          showLabel={t('showPassword')}
          hideLabel={t('hidePassword')}
          autoComplete="current-password"
          error={ruleText(bad.password?.message)}
          {...form.register('password')}
        />
        <button
          type="button"
          onClick={onForgot}
          className="justify-self-end rounded-lg py-2 font-semibold text-brand text-sm underline underline-offset-4"
        >
          {t('login.forgot')}
        </button>
      </div>
      <Button type="submit" size="large" loading={login.isPending}>
        {t('login.submit')}
      </Button>
    </form>
  );
}
