import type { IconNode } from 'lucide';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';

export interface NavigationItem {
  key: string;
  label: string;
  icon: IconNode;
  current?: boolean;
  /** Shown only where there is room for more than a phone has. */
  wide?: boolean;
}

export interface NavigationLink {
  className: string;
  'aria-current': 'page' | undefined;
  children: ReactNode;
}

export interface BottomNavigationProps<Item extends NavigationItem> {
  label: string;
  items: Item[];
  /** Renders the link or button of an item; it must pass on the given props. */
  renderLink: (item: Item, link: NavigationLink) => ReactNode;
  /** Shown above the items on large screens, where the bar is a column at the side. */
  brand: ReactNode;
}

/** The main navigation: a bar at the bottom, within reach of a thumb; on large screens a column at the start. */
export function BottomNavigation<Item extends NavigationItem>({
  label,
  items,
  renderLink,
  brand,
}: BottomNavigationProps<Item>) {
  return (
    <nav
      aria-label={label}
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface/95 pb-[env(safe-area-inset-bottom)] backdrop-blur lg:inset-y-0 lg:inset-s-0 lg:inset-e-auto lg:w-60 lg:border-t-0 lg:border-e lg:bg-surface lg:px-4 lg:py-6"
    >
      <div className="mb-8 hidden px-3 lg:block">{brand}</div>
      <ul className="mx-auto flex max-w-xl lg:flex-col lg:gap-1">
        {items.map((item) => (
          <li key={item.key} className={classes('min-w-0 grow basis-0', item.wide && 'max-sm:hidden')}>
            {renderLink(item, linkOf(item))}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function linkOf({ icon, label, current }: NavigationItem): NavigationLink {
  return {
    'aria-current': current ? 'page' : undefined,
    className: classes(
      'flex min-h-16 w-full flex-col items-center justify-center gap-0.5 px-0.5 py-1.5 text-center text-[0.6875rem] leading-tight focus-visible:-outline-offset-3 lg:min-h-12 lg:flex-row lg:justify-start lg:gap-3 lg:rounded-2xl lg:px-3 lg:text-start lg:text-base',
      current
        ? 'font-bold text-brand lg:bg-brand-soft lg:text-on-brand-soft'
        : 'font-medium text-muted hover:text-ink lg:hover:bg-sunken',
    ),
    children: (
      <>
        <span
          className={classes(
            'grid h-7 w-full max-w-12 place-items-center rounded-full lg:w-auto',
            current && 'bg-brand-soft lg:bg-transparent',
          )}
        >
          <Icon of={icon} className="size-5.5" strokeWidth={current ? 2.4 : 2} />
        </span>
        <span className="wrap-anywhere max-w-full">{label}</span>
      </>
    ),
  };
}
