import { adminQuery } from '#web/admin/parts/admin-query.ts';

export const offerRulesQuery = adminQuery('GET /api/admin/offer-rules');
/** Lists that a rule changes. */
export const OFFERS_KEY = ['GET /api/admin/feeds/{wall}/offers'];
