import { queueQuery } from '#web/admin/parts/admin-query.ts';

/** Undecided claims, oldest first. */
export const claimsQuery = queueQuery('GET /api/admin/claims');
