import type { CallName } from '#contract/index.ts';
import type { Arguments } from '#web/shared/api/call.ts';
import { callQuery } from '#web/shared/api/call-query.ts';

type AdminReading = Extract<CallName, `GET /api/admin/${string}`>;

/** Several people work on a queue, and figures change by themselves: both are read again at this interval while shown. */
const QUEUE_REFRESH_MS = 20_000;

/** What a call for admins reads, anew with each visit, as other admins change it too. */
export const adminQuery = <N extends AdminReading>(name: N, ...input: Arguments<N>) => ({
  ...callQuery(name, ...input),
  staleTime: 0,
});

/** The same for a queue or figures, which are read again at an interval. */
export const queueQuery = <N extends AdminReading>(name: N, ...input: Arguments<N>) => ({
  ...adminQuery(name, ...input),
  refetchInterval: QUEUE_REFRESH_MS,
});
