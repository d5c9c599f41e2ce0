import type { CallInput, CallOutput } from '#contract/index.ts';
import { call } from '#web/shared/api/call.ts';
import { useUnheard } from '#web/shared/api/use-unheard.ts';

const NAME = 'POST /api/verify-email';

/**
 * `verifyEmail(body)` makes the call. When the answer to an earlier one was lost, the account may exist and the code be used up:
 * who then gives the same password again is signed in with it. Throws as `call` does.
 */
export const useVerifyEmail = (): ((
  body: CallInput<typeof NAME>['body'],
) => Promise<CallOutput<typeof NAME>>) =>
  useUnheard(
    'invalid_code',
    (body) => call(NAME, { body }),
    async ({ email, password }) => ({
      user: await call('POST /api/login', { body: { username: email, password } }),
    }),
  );
