import { queueQuery } from '#web/admin/parts/admin-query.ts';

/** Claims that nobody has decided on, oldest first. */
export const claimsQuery = queueQuery('GET /api/admin/claims');
