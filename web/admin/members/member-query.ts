import { adminQuery } from '#web/admin/parts/admin-query.ts';

/** One member as staff see them. Each reading is an entry in the audit trail, so it is read once a visit. */
export const memberQuery = (id: string) => ({
  ...adminQuery('GET /api/admin/users/{id}', { params: { id } }),
  refetchOnMount: 'always' as const,
});
