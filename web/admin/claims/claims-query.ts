import { queueQuery } from '#web/admin/parts/admin-query.ts';

/** Undecided claims, oldest first. */
export const claimsQuery = queueQuery('GET /api/admin/claims');
/** What the site knows about one, read again like the list: the wall may pay while somebody decides. */
export const evidenceQuery = (id: string) =>
  queueQuery('GET /api/admin/claims/{id}/evidence', { params: { id } });
