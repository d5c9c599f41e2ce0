import { adminQuery } from '#web/admin/parts/admin-query.ts';

export const staffQuery = adminQuery('GET /api/admin/staff');
