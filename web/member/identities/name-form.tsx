import * as z from 'zod/mini';
import { name } from '#contract/rules.ts';
import { Button } from '#ui/button.tsx';
import { Consent } from '#web/member/sign-in/consent.tsx';
import { TextField } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useT } from '#web/shared/language/language.tsx';

const RULES = z.object({ name });

interface NameFormProps {
  /** The name that the other site has told. */
  suggested: string;
  pending: boolean;
  onName: (name: string) => void;
}

/** Asks for the name of a new account whose address another site has confirmed. */
export function NameForm({ suggested, pending, onName }: NameFormProps) {
  const t = useT('auth');
  const form = useRuledForm(RULES, { name: suggested });
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => onName(values.name))}>
      <TextField control={form.control} name="name" label={t('username')} autoComplete="nickname" />
      <Button type="submit" size="large" loading={pending}>
        {t('signup.submit')}
      </Button>
      <Consent />
    </form>
  );
}
