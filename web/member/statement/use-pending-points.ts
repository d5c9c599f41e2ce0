import { useQuery } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';
import { keys } from '#web/shared/api/queries.ts';

/** The points that wait. Its key starts with that of the statement: what moves the balance reads them again. */
export const usePendingPoints = () =>
  useQuery({
    queryKey: [...keys.statement, 'pending'],
    queryFn: ({ signal }) => call('GET /api/statement/pending', { signal }),
  });
