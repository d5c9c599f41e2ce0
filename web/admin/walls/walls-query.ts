import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';

export type Period = 'day' | 'week';
const REFRESH_MS = 60_000;

/** How the walls fare in the period; read again while it is shown. */
export const wallsHealthQuery = (period: Period) =>
  queryOptions({
    queryKey: ['GET /api/admin/walls', period],
    queryFn: ({ signal }) => call('GET /api/admin/walls', { query: { period }, signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
