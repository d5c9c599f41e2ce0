import { type Control, type FieldValues, type Path, useFormState } from 'react-hook-form';
import * as field from '#ui/field.tsx';
import { useFaultText } from './fault.ts';

/** The fields of `#ui/field.tsx` for a form: bound by their name, with their error in this language. */
type Bound<Props, Values extends FieldValues> = Omit<Props, 'name' | 'error' | 'control'> & {
  control: Control<Values>;
  name: Path<Values>;
};

/** Value and error of one field; only this field is drawn again when its error changes. */
function useBound<Values extends FieldValues>(control: Control<Values>, name: Path<Values>) {
  const text = useFaultText();
  const state = useFormState({ control, name, exact: true });
  const { error } = control.getFieldState(name, state);
  return { ...control.register(name), error: text(error?.message) };
}

export function TextField<Values extends FieldValues>({
  control,
  name,
  ...props
}: Bound<field.TextFieldProps, Values>) {
  return <field.TextField {...props} {...useBound(control, name)} />;
}

export function TextArea<Values extends FieldValues>({
  control,
  name,
  ...props
}: Bound<field.TextAreaProps, Values>) {
  return <field.TextArea {...props} {...useBound(control, name)} />;
}

export function SelectField<Values extends FieldValues>({
  control,
  name,
  ...props
}: Bound<field.SelectFieldProps, Values>) {
  return <field.SelectField {...props} {...useBound(control, name)} />;
}

export function PasswordField<Values extends FieldValues>({
  control,
  name,
  ...props
}: Bound<field.PasswordFieldProps, Values>) {
  return <field.PasswordField {...props} {...useBound(control, name)} />;
}

export function CodeField<Values extends FieldValues>({
  control,
  name,
  ...props
}: Bound<field.CodeFieldProps, Values>) {
  return <field.CodeField {...props} {...useBound(control, name)} />;
}
