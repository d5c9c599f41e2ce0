import { adminQuery } from '#web/admin/parts/admin-query.ts';

/** Every reward in the order of the list. */
export const plannedRewardsQuery = adminQuery('GET /api/admin/rewards');

/** The codes of one reward, grouped by upload. */
export const stockQuery = (id: string) => adminQuery('GET /api/admin/rewards/{id}/stock', { params: { id } });
