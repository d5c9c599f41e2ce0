import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

/** Rows of a page of most lists. */
const PAGE = 50;

/** Pages of a list, read anew with each visit. It ends where a page is not full; the id of its last row begins the next. */
export function usePages<Row extends { id: string }>(
  queryKey: QueryKey,
  read: (before: string | undefined, signal: AbortSignal) => Promise<Row[]>,
  pageSize = PAGE,
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length === pageSize ? page.at(-1)?.id : undefined),
    staleTime: 0,
  });
}
