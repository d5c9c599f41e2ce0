import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';

/** Several people work on the queue, so it is read again this often while it is shown. */
const REFRESH_MS = 20_000;

/** Redemptions under review, the earliest end first, then those decided lately. */
export const reviewsQuery = queryOptions({
  queryKey: ['GET /api/admin/reviews'],
  queryFn: ({ signal }) => call('GET /api/admin/reviews', { signal }),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
});
