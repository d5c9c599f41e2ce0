import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { CallName, CallOutput } from '#contract/index.ts';
import { type Arguments, call } from './call.ts';

/** What a call reads. Its key is the name of the call, then the values of its path, then its query. */
export function callQuery<N extends Extract<CallName, `GET ${string}`>>(name: N, ...input: Arguments<N>) {
  const given: { params?: object; query?: object; signal?: AbortSignal } = input[0] ?? {};
  const { params = {}, query } = given;
  const queryKey: QueryKey = [name, ...Object.values(params), ...(query ? [query] : [])];
  return queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<CallOutput<N>> =>
      call(name, ...([{ ...given, signal }] as unknown as Arguments<N>)),
  });
}
