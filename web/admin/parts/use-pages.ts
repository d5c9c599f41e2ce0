import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

/** Rows per page of most lists. */
const PAGE = 50;

/** Pages of a list, read again with each visit. After a full page, the next one starts at its last id. */
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
