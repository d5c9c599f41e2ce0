import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';

export const riskRulesQuery = queryOptions({
  queryKey: ['GET /api/admin/risk-rules'],
  queryFn: ({ signal }) => call('GET /api/admin/risk-rules', { signal }),
  staleTime: 0,
});
