import { zodResolver } from '@hookform/resolvers/zod';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { CallError } from '#web/shared/api/call.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';

/** A form under rules of the contract: checked when sent, then while typing; the first bad field gets the focus. */
export function useRuledForm<Values extends FieldValues>(
  rules: z.ZodMiniType<Values, Values>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values> {
  return useForm<Values>({ resolver: zodResolver(rules), defaultValues, reValidateMode: 'onChange' });
}

/** The words that rules.ts uses, and where their translations are. */
export const RULE_TEXTS = {
  Required: 'required',
  'Invalid input': 'invalid',
  'Please enter a valid email address': 'email',
  'Verification code must be 6 digits': 'code',
  'Please enter a valid phone number': 'phone',
  "Passwords don't match": 'passwordsDiffer',
} as const;

/** Turns the message of a rule, from the browser or from the server's `fields`, into this language. */
export function useRuleText(): (message: string | undefined) => string | undefined {
  const t = useT('rules');
  return (message) => {
    if (!message) return undefined;
    const minimum = message.match(/^Password must be at least (\d+) characters long$/)?.[1];
    if (minimum) return t('passwordLength', { minimum: Number(minimum) });
    const key = RULE_TEXTS[message as keyof typeof RULE_TEXTS];
    return key ? t(key) : message;
  };
}

/**
 * Shows what the server found wrong with fields of this form at those fields, and a refused password at `passwordField`.
 * Answers whether it showed anything. `names` translates the server's field names where the form has others.
 */
export function useServerFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  passwordField?: Path<Values>,
  names: Record<string, Path<Values>> = {},
): (error: unknown) => boolean {
  const errors = useErrorText();
  return (error) => {
    if (!(error instanceof CallError)) return false;
    const found = new Map<Path<Values>, string>();
    for (const [field, message] of Object.entries(error.fields)) {
      const name = names[field] ?? (field as Path<Values>);
      if (name in form.getValues()) found.set(name, message);
    }
    if (passwordField && error.code?.startsWith('password_')) found.set(passwordField, errors.text(error));
    let first = true;
    for (const [name, message] of found) {
      form.setError(name, { type: 'server', message }, { shouldFocus: first });
      first = false;
    }
    return found.size > 0;
  };
}
