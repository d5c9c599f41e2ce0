import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** A grey shape in place of content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classes('animate-breathe rounded-2xl bg-sunken', className)} />;
}

/** A grey word in place of one that is loading, as high as the text around it. */
export function SkeletonWord() {
  return (
    <span
      aria-hidden="true"
      className="inline-block w-20 animate-breathe select-none rounded-lg bg-sunken text-transparent"
    >
      0
    </span>
  );
}

interface LoadingProps {
  label: string;
  /** The classes of each shape, if they form one column or grid. */
  shapes?: readonly string[];
  className?: string;
  children?: ReactNode;
}

/** Wraps the skeletons of one screen: screen readers read `label` instead of the shapes. */
export function Loading({ label, shapes = [], className, children }: LoadingProps) {
  return (
    <div role="status" aria-busy="true" className={className}>
      <span className="sr-only">{label}</span>
      {shapes.map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without identity
        <Skeleton key={index} className={shape} />
      ))}
      {children}
    </div>
  );
}
