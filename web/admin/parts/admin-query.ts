import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { CallName, CallOutput } from '#contract/index.ts';
import { type Arguments, call } from '#web/shared/api/call.ts';

type AdminReading = Extract<CallName, `GET /api/admin/${string}`>;

/** Several people work on a queue, so it is read again this often while it is shown. */
const QUEUE_REFRESH_MS = 20_000;

/**
 * What a call for admins reads, anew with each visit, as other admins change it too. Its key is the name of the call, then
 * the values of its path, then its query.
 */
export function adminQuery<N extends AdminReading>(name: N, ...input: Arguments<N>) {
  const given: { params?: object; query?: object; signal?: AbortSignal } = input[0] ?? {};
  const { params = {}, query } = given;
  const queryKey: QueryKey = [name, ...Object.values(params), ...(query ? [query] : [])];
  return queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<CallOutput<N>> =>
      call(name, ...([{ ...given, signal }] as unknown as Arguments<N>)),
    staleTime: 0,
  });
}

/** The same for a queue. */
export const queueQuery = <N extends AdminReading>(name: N, ...input: Arguments<N>) => ({
  ...adminQuery(name, ...input),
  refetchInterval: QUEUE_REFRESH_MS,
});
