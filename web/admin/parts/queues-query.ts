import { adminQuery } from './admin-query.ts';

const REFRESH_MS = 30_000;

/** What waits for the roles of the admin. */
export const queuesQuery = { ...adminQuery('GET /api/admin/queues'), refetchInterval: REFRESH_MS };
