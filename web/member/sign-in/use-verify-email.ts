import { useRef } from 'react';
import type { CallInput, CallOutput } from '#contract/index.ts';
import { CallError, call, NetworkError } from '#web/shared/api/call.ts';

const NAME = 'POST /api/verify-email';

/**
 * `verifyEmail(body)` makes the call. When the answer to an earlier one was lost, the account may exist and the code be used up:
 * who then gives the same password again is signed in with it. Throws as `call` does.
 */
export function useVerifyEmail(): (body: CallInput<typeof NAME>['body']) => Promise<CallOutput<typeof NAME>> {
  const isUnanswered = useRef(false);
  return async (body) => {
    try {
      return await call(NAME, { body });
    } catch (error) {
      if (error instanceof NetworkError) isUnanswered.current = true;
      const isUsedUp = error instanceof CallError && error.code === 'invalid_code';
      if (!isUsedUp || !isUnanswered.current) throw error;
      const { email, password } = body;
      const user = await call('POST /api/login', { body: { username: email, password } }).catch(
        (refused: unknown) => {
          throw refused instanceof CallError ? error : refused;
        },
      );
      return { user };
    }
  };
}
