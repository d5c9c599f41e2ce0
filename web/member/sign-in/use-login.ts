import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Member } from '#contract/member.ts';
import { toast } from '#ui/toast-store.ts';
import { CallError, call } from '#web/shared/api/call.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';

export interface Credentials {
  email: string;
  password: string;
}

/** One try. The server asks for `code` and `captcha` where it needs them; the same body is then sent with them. */
interface Try extends Credentials {
  code?: string | undefined;
  captcha?: string | undefined;
}

interface LoginEnds {
  onSignedIn: (member: Member) => unknown;
  /** Hears of every failure that is not another step. */
  onRefused: (error: Error) => void;
}

/**
 * Signing in, in as many steps as the server asks for: `held` are right credentials that still need a code, `challenged`
 * a try that still needs a solved captcha.
 */
export function useLogin({ onSignedIn, onRefused }: LoginEnds) {
  const t = useT('auth');
  const errors = useErrorText();
  const [held, setHeld] = useState<Credentials>();
  const [challenged, setChallenged] = useState<Try>();
  const login = useMutation({
    mutationFn: ({ email, ...proof }: Try) =>
      call('POST /api/login', { body: { username: email, ...proof } }),
    onSuccess: onSignedIn,
    onError: (error, tried) => {
      const code = error instanceof CallError ? error.code : undefined;
      if (code === 'two_factor_required') {
        login.reset();
        return setHeld({ email: tried.email, password: tried.password });
      }
      if (code === 'captcha_required') {
        login.reset();
        return setChallenged({ ...tried, captcha: undefined });
      }
      onRefused(error);
      toast({ title: t('login.failed'), description: errors.message(error), tone: 'error' });
    },
  });
  return {
    login,
    held,
    challenged,
    /** Sends the held credentials with a code. */
    enterCode: (code: string) => held && login.mutate({ ...held, code: code.replaceAll(/\s/g, '') }),
    /** Sends the challenged try with the token of a solved captcha. */
    enterCaptcha: (captcha: string) => {
      setChallenged(undefined);
      if (challenged) login.mutate({ ...challenged, captcha });
    },
    leaveCaptcha: () => setChallenged(undefined),
    /** Back to the credentials. */
    forget: () => {
      login.reset();
      setHeld(undefined);
    },
  };
}
