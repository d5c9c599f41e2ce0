import { Abandoned } from '#web/shared/api/abandoned.ts';
import { CallError } from '#web/shared/api/call.ts';
import { mayHaveBeenDone } from '#web/shared/api/may-have-been-done.ts';

const CONFLICT = 409;
const TOO_MANY_REQUESTS = 429;

/**
 * True if the redemption may or may not have been made; it can then be repeated with the same id. `repeat`: the request
 * was sent before, so only a refusal that comes after the server has looked for its id tells that it made nothing.
 */
export function isUndecided(error: Error, { repeat }: { repeat: boolean }): boolean {
  if (error instanceof Abandoned) return repeat;
  if (!(error instanceof CallError)) return true;
  const { status, code } = error;
  if (mayHaveBeenDone(error) || status === TOO_MANY_REQUESTS) return true;
  return repeat && status !== CONFLICT && code !== 'suspended' && code !== 'paused';
}
