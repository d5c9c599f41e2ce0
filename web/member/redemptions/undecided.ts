import type { CallError } from '#web/shared/api/call.ts';

const SERVER_FAULT = 500;
const TOO_MANY_REQUESTS = 429;

/** True if the redemption may or may not have been made; it can then be repeated with the same id. */
export function isUndecided({ status }: Pick<CallError, 'status'>): boolean {
  return status >= SERVER_FAULT || status === TOO_MANY_REQUESTS;
}
