import { queueQuery } from '#web/admin/parts/admin-query.ts';

/** Redemptions under review, the earliest end first, then those decided lately. */
export const reviewsQuery = queueQuery('GET /api/admin/reviews');
