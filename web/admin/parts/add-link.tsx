import { Plus } from 'lucide';
import type { ReactNode } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { AdminLink } from './admin-link.tsx';
import type { PlainSectionPath } from './section-path.ts';

/** Links to the screen that creates an entry of a list. */
export function AddLink({ path, children }: { path: PlainSectionPath; children: ReactNode }) {
  return (
    <AdminLink path={path} className={buttonClass('primary', 'small')}>
      <Icon of={Plus} className="size-4" />
      {children}
    </AdminLink>
  );
}
