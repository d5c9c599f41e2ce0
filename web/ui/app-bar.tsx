import type { ReactNode } from 'react';

export interface AppBarProps {
  /** A link back, styled with `iconLinkClass`. */
  back?: ReactNode;
  /** The screen's name; the page's heading unless there is another. */
  title?: ReactNode;
  actions?: ReactNode;
}

/** Classes of a link or button in the bar that shows only an icon. It needs an accessible name. */
export const iconLinkClass =
  'grid size-11 shrink-0 place-items-center rounded-full bg-surface text-ink shadow-card hover:bg-sunken';

/** The bar at the top of a screen. In large letters the actions have a line of their own. */
export function AppBar({ back, title, actions }: AppBarProps) {
  return (
    <header className="flex min-h-16 flex-wrap items-center gap-3 pt-[env(safe-area-inset-top)]">
      {back}
      <div className="wrap-anywhere min-w-18 grow basis-0 font-bold text-lg">{title}</div>
      {actions && <div className="ms-auto flex flex-wrap items-center gap-3">{actions}</div>}
    </header>
  );
}
