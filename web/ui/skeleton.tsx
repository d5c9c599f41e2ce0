import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** A grey shape of the size of what is coming. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classes('animate-breathe rounded-2xl bg-sunken', className)} />;
}

/** Wraps the skeletons of one screen: a screen reader hears `label` instead of the shapes. */
export function Loading({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div role="status" aria-busy="true" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
