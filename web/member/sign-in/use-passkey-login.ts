import { useEffect, useEffectEvent } from 'react';
import type { Member } from '#contract/member.ts';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { CallError } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import {
  canAutofillPasskeys,
  signInByOfferedPasskey,
  signInByPasskey,
  stopAutofill,
} from '#web/shared/browser/passkeys.ts';
import { useT } from '#web/shared/language/language.tsx';

const SIGN_IN = { asked: signInByPasskey, offered: signInByOfferedPasskey };

/** Sign-in by a passkey; while the form is there, the browser also offers passkeys at the address field. */
export function usePasskeyLogin(onSignedIn: (member: Member) => unknown) {
  const t = useT('auth');
  const login = useCallMutation((how: 'asked' | 'offered') => SIGN_IN[how](), {
    onDone: onSignedIn,
    onRefused: (error) => error instanceof CallError && error.code === 'suspended',
    failed: t('passkey.failed'),
  });
  const offer = useEffectEvent(() => login.mutate('offered'));
  useEffect(() => {
    let here = true;
    void canAutofillPasskeys().then((can) => can && here && offer());
    return () => {
      here = false;
      void stopAutofill();
    };
  }, []);
  return { error: login.error instanceof Abandoned ? null : login.error, show: () => login.mutate('asked') };
}
