import { queueQuery } from '#web/admin/parts/admin-query.ts';

/** Open appeals, oldest first. */
export const appealsQuery = queueQuery('GET /api/admin/appeals');
