import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

const TONES = {
  plain: 'bg-surface text-ink shadow-card',
  /** The card of a screen that shows money; one per screen. */
  hero: 'bg-linear-160 from-hero-from to-hero-to text-on-hero shadow-raised',
  accent: 'bg-accent-soft text-on-accent-soft',
  brand: 'bg-brand-soft text-on-brand-soft',
  sunken: 'bg-sunken text-ink',
};

export interface CardProps extends ComponentProps<'section'> {
  as?: 'section' | 'div' | 'article' | 'li';
  tone?: keyof typeof TONES;
  /** False if the content reaches the edges, such as a frame. */
  padded?: boolean;
}

/** A surface that groups related content. */
export function Card({ as: Tag = 'section', tone = 'plain', padded = true, className, ...rest }: CardProps) {
  const props = rest as ComponentProps<'div'>;
  const Element = Tag as 'div';
  return (
    <Element {...props} className={classes('rounded-card', padded && 'p-5 sm:p-6', TONES[tone], className)} />
  );
}
