import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';

/** Several people work on the queue, so it is read again this often while it is shown. */
const REFRESH_MS = 20_000;

/** Redemptions that wait for a person, the earliest promise first. */
export const fulfilmentsQuery = queryOptions({
  queryKey: ['GET /api/admin/fulfilments'],
  queryFn: ({ signal }) => call('GET /api/admin/fulfilments', { signal }),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
});
