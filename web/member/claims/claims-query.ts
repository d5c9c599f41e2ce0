import { callQuery } from '#web/shared/api/call-query.ts';

/** The member's claims; read anew with each visit, as admins decide meanwhile. */
export const claimsQuery = { ...callQuery('GET /api/claims'), staleTime: 0 };
