import type { ReactNode } from 'react';
import { Card, type CardProps } from './card.tsx';
import { classes } from './classes.ts';

interface HeadedCardProps extends Omit<CardProps, 'id' | 'title'> {
  /** Of the heading, which names the card. */
  id: string;
  title: string;
  /** Its size, and its colour where that is another one. */
  heading?: string;
  text?: ReactNode;
}

/** A card below a heading of its own. */
export function HeadedCard({ id, title, heading = 'text-xl', text, children, ...card }: HeadedCardProps) {
  const named = (
    <h2 id={id} className={classes('font-bold', heading)}>
      {title}
    </h2>
  );
  return (
    <Card {...card} aria-labelledby={id}>
      {text ? (
        <div>
          {named}
          {text}
        </div>
      ) : (
        named
      )}
      {children}
    </Card>
  );
}
