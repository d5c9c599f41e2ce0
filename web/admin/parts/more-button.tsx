import { Button } from '#ui/button.tsx';
import { nextPage } from '#web/shared/api/next-page.ts';
import { useT } from '#web/shared/language/language.tsx';

export type PagedQuery = Parameters<typeof nextPage>[0] & {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
};

/** Reads the next page; renders nothing if there is none. */
export function MoreButton({ query }: { query: PagedQuery }) {
  const t = useT('adminParts');
  if (!query.hasNextPage) return null;
  return (
    <Button
      variant="secondary"
      className="justify-self-center"
      loading={query.isFetchingNextPage}
      onClick={() => void nextPage(query)}
    >
      {t('more')}
    </Button>
  );
}
