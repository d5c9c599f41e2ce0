import type { ComponentType } from 'react';
import { type Control, type FieldValues, type Path, useFormState } from 'react-hook-form';
import * as field from '#ui/field.tsx';
import { useFaultText } from './fault.ts';

/** The fields of `#ui/field.tsx` for a form: `<TextField control={form.control} name="email" label=... />`. */
export const TextField = bound(field.TextField);
export const TextArea = bound(field.TextArea);
export const SelectField = bound(field.SelectField);
export const PasswordField = bound(field.PasswordField);
export const CodeField = bound(field.CodeField);

/** The field of an email address. */
export function EmailField<Values extends FieldValues>(props: BoundProps<field.TextFieldProps, Values>) {
  return <TextField type="email" inputMode="email" autoCapitalize="none" {...props} />;
}

type BoundProps<Props, Values extends FieldValues> = Omit<Props, 'name' | 'error'> & {
  control: Control<Values>;
  name: Path<Values>;
};

/** Binds a field to its value and its translated error; only the field renders again when the error changes. */
function bound<Props>(Field: ComponentType<Props>) {
  return function BoundField<Values extends FieldValues>({
    control,
    name,
    ...props
  }: BoundProps<Props, Values>) {
    const faultText = useFaultText();
    const state = useFormState({ control, name, exact: true });
    const error = faultText(control.getFieldState(name, state).error?.message);
    return <Field {...(props as Props)} {...control.register(name)} error={error} />;
  };
}
