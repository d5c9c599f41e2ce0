import { Eye, EyeOff } from 'lucide';
import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';

const INPUT =
  'block w-full min-w-0 min-h-13 rounded-2xl border-[1.5px] border-control bg-surface px-4 py-3 text-base text-ink placeholder:text-muted transition-colors hover:border-muted focus-visible:border-brand focus-visible:outline-offset-1 aria-invalid:border-danger disabled:bg-sunken disabled:text-muted';

interface Described {
  label: string;
  hint?: ReactNode;
  /** The error in words; marks the field as invalid. */
  error?: string;
}

export interface TextFieldProps extends Described, ComponentProps<'input'> {}

/** A labelled input with its hint and its error. */
export function TextField({ label, hint, error, className, id, ...input }: TextFieldProps) {
  const ids = useFieldIds(id);
  return (
    <Frame ids={ids} label={label} hint={hint} error={error}>
      <input {...input} {...described(ids, hint, error)} className={classes(INPUT, className)} />
    </Frame>
  );
}

export interface TextAreaProps extends Described, ComponentProps<'textarea'> {}

/** A labelled field for a few sentences. */
export function TextArea({ label, hint, error, className, id, rows = 4, ...area }: TextAreaProps) {
  const ids = useFieldIds(id);
  return (
    <Frame ids={ids} label={label} hint={hint} error={error}>
      <textarea
        {...area}
        {...described(ids, hint, error)}
        rows={rows}
        className={classes(INPUT, 'resize-y', className)}
      />
    </Frame>
  );
}

export interface SelectFieldProps extends Described, ComponentProps<'select'> {}

/** A labelled choice of `option` elements. */
export function SelectField({ label, hint, error, className, id, ...select }: SelectFieldProps) {
  const ids = useFieldIds(id);
  return (
    <Frame ids={ids} label={label} hint={hint} error={error}>
      <select {...select} {...described(ids, hint, error)} className={classes(INPUT, className)} />
    </Frame>
  );
}

interface OptionsProps<Value extends string | number> {
  values: readonly Value[];
  label: (value: Value) => string;
}

/** The choices of a `SelectField` that has one for each of these values. */
export function Options<Value extends string | number>({ values, label }: OptionsProps<Value>) {
  return values.map((value) => (
    <option key={value} value={value}>
      {label(value)}
    </option>
  ));
}

export interface PasswordFieldProps extends TextFieldProps {
  /** Names of the toggle; each says what pressing it does. */
  showLabel: string;
  hideLabel: string;
}

/** A password field whose text can be shown while typing. */
export function PasswordField({
  label,
  hint,
  error,
  className,
  id,
  showLabel,
  hideLabel,
  ...input
}: PasswordFieldProps) {
  const ids = useFieldIds(id);
  const [shown, setShown] = useState(false);
  const icon = shown ? EyeOff : Eye;
  return (
    <Frame ids={ids} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          {...input}
          {...described(ids, hint, error)}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={classes(INPUT, 'pe-14', className)}
        />
        <button
          type="button"
          aria-label={shown ? hideLabel : showLabel}
          aria-controls={ids.input}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 inset-e-1 grid w-12 place-items-center rounded-2xl text-muted hover:text-ink"
        >
          <Icon of={icon} className="size-5" />
        </button>
      </div>
    </Frame>
  );
}

export interface CodeFieldProps extends TextFieldProps {
  /** Number of digits. */
  length?: number;
}

/** A short numeric code, in one input so that pasting and autofill work. Spaces, with which apps show it, go as they come. */
export function CodeField({
  label,
  hint,
  error,
  className,
  id,
  length = 6,
  onChange,
  ...input
}: CodeFieldProps) {
  const ids = useFieldIds(id);
  return (
    <Frame ids={ids} label={label} hint={hint} error={error}>
      <input
        {...input}
        {...described(ids, hint, error)}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        onChange={(event) => {
          const { target } = event;
          target.value = target.value.replaceAll(/\s/g, '').slice(0, length);
          onChange?.(event);
        }}
        dir="ltr"
        className={classes(
          INPUT,
          'min-h-16 ps-[0.45em] text-center font-bold text-3xl tabular-nums tracking-[0.45em]',
          className,
        )}
      />
    </Frame>
  );
}

interface FieldIds {
  input: string;
  hint: string;
  error: string;
}

function useFieldIds(id: string | undefined): FieldIds {
  const made = useId();
  const input = id ?? made;
  return { input, hint: `${input}-hint`, error: `${input}-error` };
}

function described(ids: FieldIds, hint: ReactNode, error: string | undefined) {
  return {
    id: ids.input,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': classes(Boolean(hint) && ids.hint, Boolean(error) && ids.error) || undefined,
  };
}

function Frame({ ids, label, hint, error, children }: Described & { ids: FieldIds; children: ReactNode }) {
  const { isAlert, listeners } = useAlert(error);
  return (
    <div {...listeners} className="grid gap-1.5">
      <label htmlFor={ids.input} className="font-semibold text-ink text-sm">
        {label}
      </label>
      {children}
      {hint && (
        <p id={ids.hint} className="text-muted text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p
          key={error}
          id={ids.error}
          role={isAlert ? 'alert' : undefined}
          className="font-medium text-danger text-sm"
        >
          {error}
        </p>
      )}
    </div>
  );
}

/**
 * Whether the error came while the person was at work in the field, as after Enter: the focus does not move then, so screen
 * readers say only an alert. Where the focus moves to the field, they read its error with it.
 */
function useAlert(error: string | undefined) {
  const atWork = useRef(false);
  const [isAlert, setIsAlert] = useState(false);
  useLayoutEffect(() => setIsAlert(error !== undefined && atWork.current), [error]);
  const begin = () => {
    atWork.current = true;
  };
  const end = () => {
    atWork.current = false;
  };
  return { isAlert, listeners: { onKeyDown: begin, onInput: begin, onBlur: end } };
}
