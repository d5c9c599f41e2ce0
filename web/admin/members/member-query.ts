import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';

/** One member as staff see them. Each reading is an entry in the audit trail, so it is read once a visit. */
export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: ['GET /api/admin/users/{id}', id],
    queryFn: ({ signal }) => call('GET /api/admin/users/{id}', { params: { id }, signal }),
    staleTime: 0,
    refetchOnMount: 'always',
  });
