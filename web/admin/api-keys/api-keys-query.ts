import { adminQuery } from '#web/admin/parts/admin-query.ts';

export const apiKeysQuery = adminQuery('GET /api/admin/keys');
