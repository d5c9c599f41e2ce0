import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';

/** A form with rules of the contract: checked on submit, then while typing; the first bad field gets the focus. */
export function useRuledForm<Values extends FieldValues>(
  rules: z.ZodMiniType<Values, Values>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values> {
  return useForm<Values>({ resolver: zodResolver(rules), defaultValues, reValidateMode: 'onChange' });
}
