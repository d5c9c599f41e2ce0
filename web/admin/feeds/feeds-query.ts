import { adminQuery } from '#web/admin/parts/admin-query.ts';

/** Feeds are pulled every few minutes. */
const REFRESH_MS = 60_000;

/** The health of the catalogues; read again at an interval while it is shown. */
export const feedsQuery = { ...adminQuery('GET /api/admin/feeds'), refetchInterval: REFRESH_MS };
