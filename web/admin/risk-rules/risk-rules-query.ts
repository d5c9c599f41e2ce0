import { adminQuery } from '#web/admin/parts/admin-query.ts';

export const riskRulesQuery = adminQuery('GET /api/admin/risk-rules');
