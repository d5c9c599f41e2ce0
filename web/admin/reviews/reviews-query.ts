import { queueQuery } from '#web/admin/parts/admin-query.ts';

/** Redemptions under review, the earliest deadline first, then those decided recently. */
export const reviewsQuery = queueQuery('GET /api/admin/reviews');
