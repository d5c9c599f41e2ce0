import type { ReactNode } from 'react';
import { Trouble } from '#ui/illustrations/trouble.tsx';
import { Button } from './button.tsx';

export interface ErrorStateProps {
  title: string;
  text?: ReactNode;
  retryLabel: string;
  onRetry: () => void;
  retrying?: boolean;
  illustration?: ReactNode;
  /** `h2` if the screen has a heading of its own. */
  heading?: 'h1' | 'h2';
}

/** Shown if something could not be loaded: what happened, and a button to try again. */
export function ErrorState({
  title,
  text,
  retryLabel,
  onRetry,
  retrying,
  illustration,
  heading: Heading = 'h1',
}: ErrorStateProps) {
  return (
    <div role="alert" className="mx-auto grid max-w-sm justify-items-center gap-2 px-4 py-8 text-center">
      <div className="mb-2 w-40">{illustration ?? <Trouble />}</div>
      <Heading className="font-bold text-xl">{title}</Heading>
      {text && <p className="text-muted">{text}</p>}
      <Button variant="secondary" onClick={onRetry} loading={retrying} className="mt-4">
        {retryLabel}
      </Button>
    </div>
  );
}
