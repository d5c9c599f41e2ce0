import { ChevronLeft, ChevronRight } from 'lucide';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { useT } from '#web/shared/language/language.tsx';

/** Handlers for the pages beside this one; undefined if there is none. */
export interface PageLinks {
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** The total number of rows, in words. */
  summary?: ReactNode;
}

/** Moves between the pages of a list. */
export function Pager({ pages: { onPrevious, onNext, summary } }: { pages: PageLinks }) {
  const t = useT('adminParts');
  return (
    <nav aria-label={t('pages')} className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted text-sm" aria-live="polite">
        {summary}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" off={!onPrevious} onClick={onPrevious}>
          <Icon of={ChevronLeft} className="size-4 rtl:-scale-x-100" />
          {t('previous')}
        </Button>
        <Button variant="secondary" size="small" off={!onNext} onClick={onNext}>
          {t('next')}
          <Icon of={ChevronRight} className="size-4 rtl:-scale-x-100" />
        </Button>
      </div>
    </nav>
  );
}
