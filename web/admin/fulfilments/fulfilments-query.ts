import { queueQuery } from '#web/admin/parts/admin-query.ts';

/** Redemptions that wait for a person, the earliest promise first. */
export const fulfilmentsQuery = queueQuery('GET /api/admin/fulfilments');
