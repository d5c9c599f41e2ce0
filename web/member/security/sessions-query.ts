import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';

export const SESSIONS_KEY = ['GET /api/user/sessions'] as const;

/** Where the member is signed in; read anew with each visit, as other devices change it. */
export const sessionsQuery = queryOptions({
  queryKey: SESSIONS_KEY,
  queryFn: ({ signal }) => call('GET /api/user/sessions', { signal }),
  staleTime: 0,
});
