import { adminQuery, queueQuery } from '#web/admin/parts/admin-query.ts';

/** Undecided claims, oldest first. */
export const claimsQuery = queueQuery('GET /api/admin/claims');
export const evidenceQuery = (id: string) =>
  adminQuery('GET /api/admin/claims/{id}/evidence', { params: { id } });
