const TRIES_MAX = 5;

/** What an infinite query of TanStack gives. */
interface Paged<Result> {
  data: { pages: readonly unknown[] } | undefined;
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<Result>;
}

/**
 * Reads the next page of a list. News that come meanwhile read the list anew, which would drop the page that is on its way, and asking
 * for a page would drop that reading: so the one waits for the other, and the page is asked for again.
 */
export async function nextPage<
  Result extends { data: { pages: readonly unknown[] } | undefined; isError: boolean; hasNextPage: boolean },
>({ data, fetchNextPage }: Paged<Result>): Promise<Result> {
  const before = data?.pages.length ?? 0;
  for (let tries = 1; ; tries += 1) {
    const result = await fetchNextPage({ cancelRefetch: false });
    const isThere = (result.data?.pages.length ?? 0) > before;
    if (isThere || result.isError || !result.hasNextPage || tries === TRIES_MAX) return result;
  }
}
