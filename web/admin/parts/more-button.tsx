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

/** Reads the next page, and says so if it could not be read; renders nothing if there is none. */
export function MoreButton({ query }: { query: PagedQuery }) {
  const t = useT('adminParts');
  const errors = useErrorText();
  if (!query.hasNextPage) return null;
  return (
    <div className="grid justify-items-center gap-2">
      {query.isFetchNextPageError && (
        <p role="alert" className="text-danger text-sm">
          {errors.message(query.error)}
        </p>
      )}
      <Button variant="secondary" loading={query.isFetchingNextPage} onClick={() => void nextPage(query)}>
        {t('more')}
      </Button>
    </div>
  );
}
