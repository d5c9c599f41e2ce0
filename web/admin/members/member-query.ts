import { adminQuery } from '#web/admin/parts/admin-query.ts';

/** One member as staff see them. Each read adds an entry to the audit trail, so there is one per visit. */
export const memberQuery = (id: string) => ({
  ...adminQuery('GET /api/admin/users/{id}', { params: { id } }),
  refetchOnMount: 'always' as const,
});
