import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';

export interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  /** One line on what it does. */
  text: ReactNode;
  disabled?: boolean;
  /** True while the change is being saved. */
  busy?: boolean;
  /** More about the present state, below the line. */
  children?: ReactNode;
}

/** A setting that is on or off and takes effect at once. */
export function Switch({ checked, onChange, label, text, disabled, busy, children }: SwitchProps) {
  const id = useId();
  return (
    <div className="py-3.5">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <label htmlFor={id} className="font-semibold">
            {label}
          </label>
          <p id={`${id}-text`} className="mt-0.5 text-muted text-sm">
            {text}
          </p>
        </div>
        <button
          id={id}
          type="button"
          role="switch"
          aria-checked={checked}
          aria-describedby={`${id}-text`}
          aria-busy={busy || undefined}
          disabled={disabled}
          onClick={() => onChange(!checked)}
          className={classes(
            'group -m-2 shrink-0 rounded-full p-2 disabled:cursor-not-allowed',
            disabled && 'opacity-60',
          )}
        >
          <span
            className={classes(
              'block h-7 w-12 rounded-full border-2 p-0.5 transition-colors',
              checked ? 'border-brand bg-brand' : 'border-muted bg-surface',
            )}
          >
            <span
              className={classes(
                'block size-5 rounded-full transition-transform',
                checked ? 'translate-x-5 bg-on-brand rtl:-translate-x-5' : 'bg-muted',
                busy && 'animate-breathe',
              )}
            />
          </span>
        </button>
      </div>
      {children}
    </div>
  );
}
