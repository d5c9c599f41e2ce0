import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';
import { keys } from '#web/shared/api/queries.ts';

/** The member's claims; read anew with each visit, as admins decide meanwhile. */
export const claimsQuery = queryOptions({
  queryKey: keys.claims,
  queryFn: ({ signal }) => call('GET /api/claims', { signal }),
  staleTime: 0,
});
