import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Member } from '#contract/member.ts';
import { CallError, call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';

export interface Credentials {
  email: string;
  password: string;
}

/** One try. If the server asks for `code` or `captcha`, the same body is sent again with it. */
interface Try extends Credentials {
  code?: string | undefined;
  captcha?: string | undefined;
}

/** Right credentials that still need a code: of the account's app, or a backup code if it has no app. */
interface Held extends Credentials {
  hasApp: boolean;
}

const isWrong = (error: Error) => error instanceof CallError && error.code === 'wrong_credentials';
const hasApp = (error: Error) => !(error instanceof CallError && error.details.code === 'backup');

/**
 * Sign-in in as many steps as the server asks for: `held` are right credentials that still need a code, `challenged` is
 * a try that still needs a solved captcha. `memberId` is the only member to sign in, whose session has ended.
 */
export function useLogin(
  form: UseFormReturn<Credentials>,
  onSignedIn: (member: Member) => unknown,
  memberId?: string,
) {
  const t = useT('auth');
  const reset = useT('reset');
  const [held, setHeld] = useState<Held>();
  const [challenged, setChallenged] = useState<Try>();
  /** Returns whether the error asks for another step. */
  const nextStep = (error: Error, { email, password, ...tried }: Try): boolean => {
    const code = error instanceof CallError ? error.code : undefined;
    if (code === 'two_factor_required') setHeld({ email, password, hasApp: hasApp(error) });
    else if (code === 'captcha_required') setChallenged({ ...tried, email, password, captcha: undefined });
    else return false;
    login.reset();
    return true;
  };
  const login = useCallMutation(
    ({ email, ...proof }: Try) => call('POST /api/login', { body: { username: email, memberId, ...proof } }),
    {
      form,
      fieldNames: { username: 'email' },
      onDone: onSignedIn,
      onRefused: nextStep,
      failed: (error, words) => ({
        title: t('login.failed'),
        description: words.message(error),
        // A new password ends sessions, and perhaps has ended this one.
        next: memberId && isWrong(error) ? reset('perhapsDone') : words.next(error),
      }),
      tellsFieldErrors: true,
    },
  );
  return {
    login,
    held,
    challenged,
    /** Sends the held credentials with a code. */
    enterCode: (code: string) =>
      held && login.mutate({ email: held.email, password: held.password, code: code.replaceAll(/\s/g, '') }),
    /** Sends the challenged try with the token of a solved captcha. */
    enterCaptcha: (captcha: string) => {
      setChallenged(undefined);
      if (challenged) login.mutate({ ...challenged, captcha });
    },
    leaveCaptcha: () => setChallenged(undefined),
    /** Returns to the credentials. */
    forget: () => {
      login.reset();
      setHeld(undefined);
    },
  };
}
