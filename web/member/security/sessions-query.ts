import { callQuery } from '#web/shared/api/call-query.ts';

/** Where the member is signed in; read anew with each visit, as other devices change it. */
export const sessionsQuery = { ...callQuery('GET /api/user/sessions'), staleTime: 0 };
export const SESSIONS_KEY = sessionsQuery.queryKey;
