import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { nextPage } from '#web/shared/api/next-page.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';

export type PagedQuery = Parameters<typeof nextPage>[0] & {
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
};

/** Reads the next page, and says so if it could not be read. Where there is none, only the place of the focus is left. */
export function MoreButton({ query }: { query: PagedQuery }) {
  const t = useT('adminParts');
  const errors = useErrorText();
  const end = useRef<HTMLDivElement>(null);
  const showMore = async () => {
    const { hasNextPage } = await nextPage(query);
    // The button that had the focus is gone.
    if (!hasNextPage) end.current?.focus();
  };
  return (
    <div ref={end} tabIndex={-1} className="grid justify-items-center gap-2 outline-none">
      {query.isFetchNextPageError && (
        <p role="alert" className="text-danger text-sm">
          {errors.message(query.error)}
        </p>
      )}
      {query.hasNextPage && (
        <Button variant="secondary" loading={query.isFetchingNextPage} onClick={() => void showMore()}>
          {t('more')}
        </Button>
      )}
    </div>
  );
}
