import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const adminStats = endpoint({
  method: 'GET',
  path: '/api/admin/stats',
  access: 'admin',
  permission: 'site.read',
  summary: 'Totals of the site: members, cash rewarded (US cents), points earned',
  output: z.object({ totalUsers: z.int(), totalCashRewarded: z.int(), totalPoints: z.int() }),
  errors: [],
});
