import { Tabs as Radix } from 'radix-ui';
import { Activity, type ReactNode, useDeferredValue } from 'react';
import { classes } from './classes.ts';

export interface TabItem {
  value: string;
  label: ReactNode;
  content: ReactNode;
  /** What is typed in it stays while another tab is shown. */
  stays?: boolean;
}

export interface TabsProps {
  value: string;
  onValueChange: (value: string) => void;
  /** The name of the tabs, for screen readers. */
  label: string;
  items: TabItem[];
  className?: string;
}

/**
 * A row of tabs, equally wide while they fit; otherwise it scrolls on a phone and wraps on larger screens. Arrow keys
 * move between them. The tab is marked at once; what it shows may be long, and follows without keeping the tap waiting.
 */
export function Tabs({ value, onValueChange, label, items, className }: TabsProps) {
  const shown = useDeferredValue(value);
  const direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
  return (
    // Without `dir`, Radix would set ltr on the tabs of a right-to-left page.
    <Radix.Root
      dir={direction}
      value={value}
      onValueChange={onValueChange}
      className={classes('grid gap-5', className)}
    >
      <Radix.List
        aria-label={label}
        className="flex gap-1 overflow-x-auto rounded-[1.625rem] bg-sunken p-1 [scrollbar-width:none] md:flex-wrap"
      >
        {items.map((item) => (
          <Radix.Trigger
            key={item.value}
            value={item.value}
            className="min-h-11 shrink-0 grow basis-0 whitespace-nowrap rounded-full px-4 font-semibold text-muted text-sm transition-colors hover:text-ink focus-visible:-outline-offset-3 data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-card dark:data-[state=active]:bg-line"
          >
            {item.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {items.map((item) => (
        <Radix.Content
          key={item.value}
          value={item.value}
          forceMount
          hidden={item.value !== shown}
          className="rounded-card focus-visible:outline-offset-8"
        >
          {item.stays ? (
            <Activity mode={item.value === shown ? 'visible' : 'hidden'}>{item.content}</Activity>
          ) : (
            item.value === shown && item.content
          )}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
