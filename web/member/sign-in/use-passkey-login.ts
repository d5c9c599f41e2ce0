import { useEffect, useEffectEvent } from 'react';
import type { Member } from '#contract/member.ts';
import { suspensionOf } from '#web/member/appeals/suspension.ts';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { type ChosenPasskey, choosePasskey, stopAutofill } from '#web/shared/browser/passkeys.ts';
import { useT } from '#web/shared/language/language.tsx';
import { offerPasskeys } from './offer-passkeys.ts';

/**
 * Sign-in by a passkey. While the form is there and no passkey is asked for or checked, the browser also offers them at the
 * address field.
 */
export function usePasskeyLogin(onSignedIn: (member: Member) => unknown) {
  const t = useT('auth');
  const login = useCallMutation(
    async (offered: ChosenPasskey | undefined) => {
      const response = offered ?? (await choosePasskey());
      return call('POST /api/login/passkey', { body: { response } });
    },
    {
      onDone: onSignedIn,
      onRefused: (error) => suspensionOf(error) !== undefined,
      failed: t('passkey.failed'),
    },
  );
  const suspension = suspensionOf(login.error);
  const isOffering = login.isIdle || (login.isError && !suspension);
  const choose = useEffectEvent((passkey: ChosenPasskey) => login.mutate(passkey));
  useEffect(() => (isOffering ? offerPasskeys((passkey) => choose(passkey)) : undefined), [isOffering]);
  useEffect(() => () => void stopAutofill(), []);
  return { suspension, isPending: login.isPending, show: () => login.mutate(undefined) };
}
