import { adminQuery } from '#web/admin/parts/admin-query.ts';

export type Period = 'day' | 'week';
const REFRESH_MS = 60_000;
const WALLS = 'GET /api/admin/walls';
/** Common start of the keys of all periods. */
export const WALLS_KEY = [WALLS];

/** The health of the walls in a period; read again at an interval while it is shown. */
export const wallsHealthQuery = (period: Period) => ({
  ...adminQuery(WALLS, { query: { period } }),
  refetchInterval: REFRESH_MS,
});

/** Open alarms; read again at an interval while they are shown. */
export const alarmsQuery = { ...adminQuery('GET /api/admin/wall-alarms'), refetchInterval: REFRESH_MS };
