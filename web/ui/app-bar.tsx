import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export interface AppBarProps {
  /** A link back, styled with `iconLinkClass`. */
  back?: ReactNode;
  /** The screen's name; the page's heading unless there is another. */
  title?: ReactNode;
  actions?: ReactNode;
  className?: string;
}

/** Classes of a link or button in the bar that shows only an icon. It needs an accessible name. */
export const iconLinkClass =
  'grid size-11 shrink-0 place-items-center rounded-full bg-surface text-ink shadow-card hover:bg-sunken';

/** The bar at the top of a screen. */
export function AppBar({ back, title, actions, className }: AppBarProps) {
  return (
    <header className={classes('flex min-h-16 items-center gap-3 pt-[env(safe-area-inset-top)]', className)}>
      {back}
      <div className="min-w-0 grow font-bold font-display text-lg">{title}</div>
      {actions}
    </header>
  );
}
