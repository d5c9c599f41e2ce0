import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { StatementFilters } from '#contract/statement.ts';
import { STATEMENT_PAGE_MAX } from '#contract/statement.values.ts';
import { call } from '#web/shared/api/call.ts';
import { keys } from '#web/shared/api/queries.ts';

/** The statement with these filters, newest first, page by page. What moves the balance reads the loaded pages again. */
export const useStatementPages = (filters: StatementFilters) =>
  useInfiniteQuery({
    queryKey: [...keys.statement, 'pages', filters],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/statement', { query: { ...filters, ...(pageParam && { before: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < STATEMENT_PAGE_MAX ? undefined : page.at(-1)?.id),
    placeholderData: keepPreviousData,
  });

export const useStatementTotals = () =>
  useQuery({
    queryKey: [...keys.statement, 'totals'],
    queryFn: ({ signal }) => call('GET /api/statement/totals', { signal }),
  });
