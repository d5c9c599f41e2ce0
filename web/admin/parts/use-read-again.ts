import { useQueryClient } from '@tanstack/react-query';

/** Returns a function that reads all data of the admins again: members, totals, queues. */
export function useReadAllAgain(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith('GET /api/admin/'),
    });
}

/** Returns a function that reads the data of one member again, and the list of members. */
export function useReadMemberAgain(id: string): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) =>
        queryKey[0] === 'GET /api/admin/users' ||
        (String(queryKey[0]).startsWith('GET /api/admin/users/{id}') && queryKey[1] === id),
    });
}
