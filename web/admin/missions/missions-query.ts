import { adminQuery } from '#web/admin/parts/admin-query.ts';
import { keys } from '#web/shared/api/queries.ts';

/** Every mission in the order of the list. */
export const plannedMissionsQuery = adminQuery('GET /api/admin/missions');

/** What staff and members see of missions, to be read again after a change. */
export const MISSION_LISTS = [plannedMissionsQuery.queryKey, keys.missions, keys.announced];
