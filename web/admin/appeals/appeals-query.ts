import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';

/** Several people work on the queue, so it is read again this often while it is shown. */
const REFRESH_MS = 20_000;

/** Open appeals, oldest first; read anew with each visit, as other admins decide too. */
export const appealsQuery = queryOptions({
  queryKey: ['GET /api/admin/appeals'],
  queryFn: ({ signal }) => call('GET /api/admin/appeals', { signal }),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
});
