import { adminQuery } from '#web/admin/parts/admin-query.ts';

/** One member as staff see them, read anew at each visit. */
export const memberQuery = (id: string) => ({
  ...adminQuery('GET /api/admin/users/{id}', { params: { id } }),
  refetchOnMount: 'always' as const,
});
