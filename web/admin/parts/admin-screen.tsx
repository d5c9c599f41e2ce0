import { ChevronRight } from 'lucide';
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '#ui/icon.tsx';
import { usePageTitle } from '#web/shared/browser/page-title.ts';
import { useT } from '#web/shared/language/language.tsx';
import { AdminLink } from './admin-link.tsx';
import type { PlainSectionPath } from './section-path.ts';
import { useSectionPath } from './use-section.ts';

interface TrailStep {
  path: PlainSectionPath;
  label: string;
}

export interface AdminScreenProps {
  title: ReactNode;
  /** The title as plain text for the browser's tab, if `title` is not. */
  pageTitle?: string;
  intro?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** The screens above this one, the nearest last. */
  trail?: readonly TrailStep[];
  children: ReactNode;
}

/** The previous path. A screen takes the focus when it follows another one; the first one does not. */
let shownPath: string | undefined;

/** The frame of every screen of the admins: trail, title and actions. */
export function AdminScreen({ title, pageTitle, intro, actions, trail = [], children }: AdminScreenProps) {
  const t = useT('adminFrame');
  const path = useSectionPath();
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(t('pageTitle', { title: pageTitle ?? String(title) }));
  useEffect(() => {
    if (shownPath !== undefined && shownPath !== path) heading.current?.focus({ preventScroll: true });
    shownPath = path;
  }, [path]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          {trail.length > 0 && <Trail trail={trail} />}
          <h1
            ref={heading}
            tabIndex={-1}
            className="wrap-anywhere font-bold text-2xl outline-none sm:text-3xl"
          >
            {title}
          </h1>
          {intro && <p className="mt-1 max-w-prose text-muted">{intro}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

function Trail({ trail }: { trail: readonly TrailStep[] }) {
  const t = useT('adminFrame');
  return (
    <nav aria-label={t('trail')} className="mb-1">
      <ol className="flex flex-wrap items-center gap-1 text-sm">
        {trail.map(({ path, label }) => (
          <li key={path} className="flex items-center gap-1">
            <AdminLink path={path} className="rounded-lg font-semibold text-brand hover:underline">
              {label}
            </AdminLink>
            <Icon of={ChevronRight} className="size-4 text-muted rtl:-scale-x-100" />
          </li>
        ))}
      </ol>
    </nav>
  );
}
