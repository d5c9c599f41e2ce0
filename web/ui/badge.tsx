import type { ReactNode } from 'react';
import { classes } from './classes.ts';

const TONES = {
  neutral: 'bg-sunken text-muted',
  brand: 'bg-brand-soft text-on-brand-soft',
  accent: 'bg-accent-soft text-on-accent-soft',
  danger: 'bg-danger-soft text-on-danger-soft',
};
export type BadgeTone = keyof typeof TONES;

/** A short label of the thing beside it. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 font-semibold text-xs leading-5',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
