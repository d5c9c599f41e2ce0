import type { ReactNode } from 'react';

export interface EmptyStateProps {
  illustration?: ReactNode;
  title: string;
  text?: ReactNode;
  /** Where to go from here. */
  action?: ReactNode;
}

/** Nothing here yet: why, and what to do about it. */
export function EmptyState({ illustration, title, text, action }: EmptyStateProps) {
  return (
    <div className="mx-auto grid max-w-sm justify-items-center gap-2 px-4 py-8 text-center">
      {illustration && <div className="mb-2 w-40">{illustration}</div>}
      <h2 className="font-bold font-display text-xl">{title}</h2>
      {text && <p className="text-muted">{text}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
