import type { UseFormReturn } from 'react-hook-form';

/** Empties the fields of a form that still hold what was sent: what was typed meanwhile is for the next time. */
export function clearSent<Values extends Record<string, string>>(
  form: UseFormReturn<Values>,
  sent: Values,
): void {
  const now: Record<string, string> = form.getValues();
  const typed = Object.entries(now).filter(([name, text]) => text.trim() !== sent[name]);
  const values = { ...form.formState.defaultValues, ...Object.fromEntries(typed) } as Values;
  form.reset(values, { keepDefaultValues: true, keepFieldsRef: true });
}
