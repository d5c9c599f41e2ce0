import { zodResolver } from '@hookform/resolvers/zod';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { useErrorText } from '#web/shared/language/errors.ts';
import { showFieldErrors } from './field-errors.ts';

/** A form under rules of the contract: checked when sent, then while typing; the first bad field gets the focus. */
export function useRuledForm<Values extends FieldValues>(
  rules: z.ZodMiniType<Values, Values>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values> {
  return useForm<Values>({ resolver: zodResolver(rules), defaultValues, reValidateMode: 'onChange' });
}

/** For mutations that do not use `useCallMutation`: shows refused fields, returns whether it showed anything. */
export function useServerFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  passwordField?: Path<Values>,
  fieldNames: Record<string, Path<Values>> = {},
): (error: unknown) => boolean {
  const errors = useErrorText();
  return (error) => showFieldErrors({ form, fieldNames, passwordField }, error, errors.text);
}
