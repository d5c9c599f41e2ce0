import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';

interface HeadedCardProps {
  /** Of the heading, which names the card. */
  id: string;
  title: string;
  text?: ReactNode;
  children: ReactNode;
}

/** A card below a heading of its own. */
export function HeadedCard({ id, title, text, children }: HeadedCardProps) {
  const heading = (
    <h2 id={id} className="font-bold font-display text-xl">
      {title}
    </h2>
  );
  return (
    <Card aria-labelledby={id} className="grid gap-4">
      {text ? (
        <div>
          {heading}
          {text}
        </div>
      ) : (
        heading
      )}
      {children}
    </Card>
  );
}
