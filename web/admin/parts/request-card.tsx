import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';

interface RequestCardProps {
  /** The id of the heading, which names the card. */
  id: string;
  title: ReactNode;
  /** The member who asks. */
  from: ReactNode;
  badge: ReactNode;
  /** What the text answers. */
  told?: ReactNode;
  text: string;
  /** The times of the request. */
  moments: ReactNode;
  children: ReactNode;
}

/** A member's request to staff: the member, the subject and the text, with the actions below. */
export function RequestCard({ id, title, from, badge, told, text, moments, children }: RequestCardProps) {
  return (
    <Card as="article" aria-labelledby={id} className="grid gap-4">
      <header className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 id={id} className="wrap-anywhere font-bold text-lg">
            {title}
          </h2>
          <p className="wrap-anywhere text-muted text-sm">{from}</p>
        </div>
        {badge}
      </header>
      {told}
      <blockquote className="wrap-anywhere whitespace-pre-wrap rounded-2xl bg-sunken p-4">
        <bdi>{text}</bdi>
      </blockquote>
      <p className="text-muted text-sm">{moments}</p>
      {children}
    </Card>
  );
}
