import { useInfiniteQuery } from '@tanstack/react-query';
import { TASKS_PAGE_MAX } from '#contract/tasks.values.ts';
import { call } from '#web/shared/api/call.ts';
import { keys } from '#web/shared/api/queries.ts';

/** The member's tasks, newest first, page by page. A new or reversed task reads the loaded pages again. */
export const useTaskPages = () =>
  useInfiniteQuery({
    queryKey: [...keys.tasks, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/tasks', { query: pageParam === undefined ? {} : { before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < TASKS_PAGE_MAX ? undefined : page.at(-1)?.id),
  });
