import { Button } from '#ui/button.tsx';
import { useT } from '#web/shared/language/language.tsx';

export interface PagedQuery {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** Reads the next page; renders nothing if there is none. */
export function MoreButton({ query }: { query: PagedQuery }) {
  const t = useT('adminParts');
  if (!query.hasNextPage) return null;
  return (
    <Button
      variant="secondary"
      className="justify-self-center"
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {t('more')}
    </Button>
  );
}
