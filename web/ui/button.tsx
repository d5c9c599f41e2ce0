import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

const SHAPE =
  'relative inline-flex select-none items-center justify-center gap-2 rounded-full text-center font-semibold leading-tight transition-[background-color,color,border-color,transform] duration-150 not-disabled:not-aria-disabled:active:scale-[0.98]';
const OFF =
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted disabled:border-transparent disabled:shadow-none';
const FOCUSABLE_OFF = 'aria-disabled:cursor-not-allowed aria-disabled:bg-sunken aria-disabled:text-muted';
const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand shadow-card hover:bg-brand-hover',
  secondary: 'bg-brand-soft text-on-brand-soft hover:bg-sunken',
  quiet: 'bg-transparent text-ink hover:bg-sunken',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover',
};
const SIZES: Record<ButtonSize, string> = {
  small: 'min-h-10 px-4 py-2 text-sm',
  medium: 'min-h-12 px-5 py-2.5 text-base',
  large: 'min-h-14 px-5 py-3 text-[1.0625rem]',
};

/** The classes of a button, for links that act as one. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'medium'): string {
  return classes(SHAPE, OFF, VARIANTS[variant], SIZES[size]);
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner and ignores clicks; the button keeps its size, its name and the focus. */
  loading?: boolean;
  /** Cannot be pressed now, and looks so; unlike `disabled` it keeps the focus, as it may just have been pressed. */
  off?: boolean;
  /** What the button says beside the spinner while it is loading; without it the spinner covers the name. */
  loadingLabel?: ReactNode;
}

/** A button that does not submit unless `type="submit"` is set. */
export function Button({
  variant = 'primary',
  size = 'medium',
  loading = false,
  loadingLabel,
  off = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const isCovered = loading && !loadingLabel;
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading || off) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      aria-busy={loading || undefined}
      aria-disabled={loading || off || undefined}
      onClick={click}
      className={classes(buttonClass(variant, size), off && FOCUSABLE_OFF, className)}
    >
      <span className={classes('inline-flex items-center justify-center gap-2', isCovered && 'opacity-0')}>
        {(loading && loadingLabel) || children}
      </span>
      {loading && (
        <span className={isCovered ? 'absolute inset-0 grid place-items-center' : undefined}>
          <Spinner size="small" />
        </span>
      )}
    </button>
  );
}
