import type { ReactNode } from 'react';

export interface EmptyStateProps {
  illustration?: ReactNode;
  title: string;
  text?: ReactNode;
  /** A link or button to continue with. */
  action?: ReactNode;
  /** `h1` if it fills the screen. */
  heading?: 'h1' | 'h2';
}

/** Shown instead of an empty list: why it is empty, and what to do. */
export function EmptyState({ illustration, title, text, action, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="mx-auto grid max-w-sm justify-items-center gap-2 px-4 py-8 text-center">
      {illustration && <div className="mb-2 w-40">{illustration}</div>}
      <Heading className="font-bold text-xl">{title}</Heading>
      {text && <p className="text-muted">{text}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
