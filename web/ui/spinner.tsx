import { classes } from './classes.ts';

const SIZES = { small: 'size-5', medium: 'size-8', large: 'size-12' };

export interface SpinnerProps {
  size?: keyof typeof SIZES;
  /** Text for screen readers. Without it the spinner is decoration beside a text that says the same. */
  label?: string;
  className?: string;
}

/** Shown while something of unknown duration is under way. */
export function Spinner({ size = 'medium', label, className }: SpinnerProps) {
  const ring = (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
      className={classes('animate-spin', SIZES[size], className)}
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.2" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
  if (label === undefined) return ring;
  return (
    <span role="status" className="inline-flex text-brand">
      {ring}
      <span className="sr-only">{label}</span>
    </span>
  );
}
