import { adminQuery } from '#web/admin/parts/admin-query.ts';

/** Every mission in the order of the list. */
export const plannedMissionsQuery = adminQuery('GET /api/admin/missions');
