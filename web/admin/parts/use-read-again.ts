import { useQueryClient } from '@tanstack/react-query';

/** Members, totals, queues: reads again whatever admins see. */
export function useReadAllAgain(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith('GET /api/admin/'),
    });
}

/** Reads again what staff see of one member, the list of members too. */
export function useReadMemberAgain(id: string): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) =>
        queryKey[0] === 'GET /api/admin/users' ||
        (String(queryKey[0]).startsWith('GET /api/admin/users/{id}') && queryKey[1] === id),
    });
}
