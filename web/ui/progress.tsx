import { classes } from './classes.ts';

const TONES = {
  brand: { track: 'bg-sunken', bar: 'bg-brand' },
  hero: { track: 'bg-hero-track', bar: 'bg-hero-fill' },
};

export interface ProgressProps {
  value: number;
  /** The goal, above zero; at it and beyond the bar is full. */
  max: number;
  label: string;
  /** The state in words, such as `$0.50 of $1.00`. */
  valueText: string;
  tone?: keyof typeof TONES;
  className?: string;
}

/** Progress towards a goal. */
export function Progress({ value, max, label, valueText, tone = 'brand', className }: ProgressProps) {
  const shown = Math.min(Math.max(value, 0), max);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={shown}
      aria-valuetext={valueText}
      className={classes('h-3.5 overflow-hidden rounded-full', TONES[tone].track, className)}
    >
      <div
        style={{ width: `${percent(shown, max)}%` }}
        className={classes(
          'h-full rounded-full transition-[width] duration-700 ease-settle',
          shown > 0 && 'min-w-3.5',
          shown === max && 'gleam',
          TONES[tone].bar,
        )}
      />
    </div>
  );
}

function percent(value: number, max: number): number {
  return max > 0 ? Math.floor((value / max) * 100) : 100;
}
