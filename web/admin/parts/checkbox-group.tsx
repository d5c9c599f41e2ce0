import { type ReactNode, useId } from 'react';
import { type Control, type FieldValues, type Path, useFormState } from 'react-hook-form';

interface CheckboxGroupProps<Values extends FieldValues> {
  control: Control<Values>;
  /** The name of a list of the form. */
  name: Path<Values>;
  legend: string;
  options: readonly { value: string; label: ReactNode }[];
  /** The error if a choice is required and none is made. */
  missing: string;
  /** A note on the chosen values. */
  note?: ReactNode;
  className?: string;
}

/** A group of checkboxes of a form. */
export function CheckboxGroup<Values extends FieldValues>(props: CheckboxGroupProps<Values>) {
  const { control, name, legend, options, missing, note, className = 'grid' } = props;
  const saidId = useId();
  const state = useFormState({ control, name, exact: true });
  const { invalid } = control.getFieldState(name, state);
  return (
    <fieldset aria-describedby={saidId}>
      <legend className="mb-1 font-semibold">{legend}</legend>
      <div className={className}>
        {options.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl">
            <input
              type="checkbox"
              value={value}
              aria-invalid={invalid || undefined}
              className="size-5 shrink-0 accent-brand"
              {...control.register(name)}
            />
            <span className="wrap-anywhere min-w-0">{label}</span>
          </label>
        ))}
      </div>
      <p id={saidId} role="status" className="text-sm">
        {invalid && <span className="text-danger">{missing}</span>}
        {note}
      </p>
    </fieldset>
  );
}
