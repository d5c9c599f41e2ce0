import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';

/** Every reward in the order of the list; read anew with each visit, as other admins edit too. */
export const plannedRewardsQuery = queryOptions({
  queryKey: ['GET /api/admin/rewards'],
  queryFn: ({ signal }) => call('GET /api/admin/rewards', { signal }),
  staleTime: 0,
});

/** The codes of one reward, by upload. */
export const stockQuery = (id: string) =>
  queryOptions({
    queryKey: ['GET /api/admin/rewards/{id}/stock', id],
    queryFn: ({ signal }) => call('GET /api/admin/rewards/{id}/stock', { params: { id }, signal }),
    staleTime: 0,
  });
