import type { ReactNode } from 'react';
import { classes } from '#ui/classes.ts';

const TONES = {
  done: 'bg-brand text-on-brand',
  waiting: 'bg-accent-soft text-on-accent-soft',
  open: 'border-2 border-line bg-surface text-muted',
  over: 'bg-sunken text-muted',
  lost: 'bg-danger-soft text-on-danger-soft',
};
export type TimelineTone = keyof typeof TONES;

/** Steps in order, one below the other, joined by a line. */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol aria-label={label} className="grid">
      {children}
    </ol>
  );
}

interface TimelineStepProps {
  tone: TimelineTone;
  /** A number or an icon; the words beside it say the same. */
  mark: ReactNode;
  name: string;
  amount: ReactNode;
  children?: ReactNode;
}

export function TimelineStep({ tone, mark, name, amount, children }: TimelineStepProps) {
  return (
    <li className="group flex gap-3">
      <div aria-hidden="true" className="flex flex-col items-center">
        <span
          className={classes(
            'grid size-8 shrink-0 place-items-center rounded-full font-bold text-sm tabular-nums',
            TONES[tone],
          )}
        >
          {mark}
        </span>
        <span className="w-0.5 grow bg-line group-last:hidden" />
      </div>
      <div className="flex min-w-0 grow flex-wrap items-start gap-x-3 gap-y-0.5 pt-1 pb-5 group-last:pb-0">
        <div className="min-w-0 grow basis-40">
          <p className="wrap-anywhere font-semibold leading-snug">
            <bdi>{name}</bdi>
          </p>
          {children}
        </div>
        {amount}
      </div>
    </li>
  );
}
