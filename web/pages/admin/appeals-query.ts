import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** Open appeals, oldest first; read anew with each visit, as other admins decide too. */
export const appealsQuery = queryOptions({
  queryKey: ['GET /api/admin/appeals'],
  queryFn: ({ signal }) => call('GET /api/admin/appeals', { signal }),
  staleTime: 0,
});
