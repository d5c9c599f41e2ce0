import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { ErrorCode } from '#contract/errors.ts';
import { CallError } from '#web/shared/api/call.ts';

/** The places where a form shows the server's refusals. */
export interface FieldPlaces<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  /** The form's names for fields that have another name on the server. */
  fieldNames?: Record<string, Path<Values>>;
  /** The fields that show refusals with these codes. */
  fieldOfCode?: Partial<Record<ErrorCode, Path<Values>>>;
  /** The field that shows a refused new password. */
  passwordField?: Path<Values>;
}

/** Shows the server's errors at the fields of a form. Returns whether it showed any. */
export function showFieldErrors<Values extends FieldValues>(
  { form, fieldNames = {}, fieldOfCode = {}, passwordField }: FieldPlaces<Values>,
  error: unknown,
  textOf: (error: unknown) => string,
): boolean {
  if (!(error instanceof CallError)) return false;
  const found = new Map<Path<Values>, string>();
  for (const [field, message] of Object.entries(error.fields)) {
    const name = fieldNames[field] ?? (field as Path<Values>);
    if (name in form.getValues()) found.set(name, message);
  }
  const refused = error.code?.startsWith('password_') ? passwordField : error.code && fieldOfCode[error.code];
  if (refused) found.set(refused, textOf(error));
  let first = true;
  for (const [name, message] of found) {
    form.setError(name, { type: 'server', message }, { shouldFocus: first });
    first = false;
  }
  return found.size > 0;
}
