import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';

/** Every mission in the order of the list; read anew with each visit, as other admins edit too. */
export const plannedMissionsQuery = queryOptions({
  queryKey: ['GET /api/admin/missions'],
  queryFn: ({ signal }) => call('GET /api/admin/missions', { signal }),
  staleTime: 0,
});
