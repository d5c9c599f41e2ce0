import { adminQuery } from '#web/admin/parts/admin-query.ts';

export type Period = 'day' | 'week';
const REFRESH_MS = 60_000;
const WALLS = 'GET /api/admin/walls';
/** The beginning of the keys of all periods. */
export const WALLS_KEY = [WALLS];

/** How the walls fare in the period; read again while it is shown. */
export const wallsHealthQuery = (period: Period) => ({
  ...adminQuery(WALLS, { query: { period } }),
  refetchInterval: REFRESH_MS,
});

/** Alarms that nobody has closed; read again while they are shown. */
export const alarmsQuery = { ...adminQuery('GET /api/admin/wall-alarms'), refetchInterval: REFRESH_MS };
