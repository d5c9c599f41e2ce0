import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useKeepSetting } from '#web/shared/api/use-keep-setting.ts';
import { part } from '#web/shared/browser/missing-part.ts';
import { useT } from '#web/shared/language/language.tsx';
import { regainPush } from '#web/shared/push/continue-push.ts';
import { SESSIONS_KEY } from './sessions-query.ts';
import type { TwoFactorKey } from './two-factor-dialog.tsx';

/** The step of two-factor sign-in under way. */
type Step =
  | { name: 'none' | 'disabling' }
  | { name: 'settingUp'; key: TwoFactorKey }
  | { name: 'showingCodes'; codes: string[] };

export const loadTwoFactorDialog = () => part(import('./two-factor-dialog.tsx'));

/** Sends a call once the dialog is loaded, as the key or the codes that come back are shown only there. Throws MissingPart. */
const shown = async <Output>(send: () => Promise<Output>): Promise<Output> => {
  await loadTwoFactorDialog();
  return send();
};

/** Switching two-factor sign-in on and off, and new backup codes; each starts with a fresh sign-in. */
export function useTwoFactor() {
  const t = useT('twoFactor');
  const settings = useT('settings');
  const queryClient = useQueryClient();
  const keep = useKeepSetting();
  const [step, setStep] = useState<Step>({ name: 'none' });
  const switched = async (on: boolean) => {
    keep('twoFactorAuth', on);
    await queryClient.invalidateQueries({ queryKey: SESSIONS_KEY });
  };
  const start = useCallMutation(() => shown(() => call('POST /api/user/two-factor')), {
    fresh: true,
    onDone: (key) => setStep({ name: 'settingUp', key }),
    failed: settings('failed'),
  });
  const disable = useCallMutation(() => call('DELETE /api/user/two-factor'), {
    fresh: true,
    done: { title: settings('saved'), description: t('disabledText') },
    onDone: () => switched(false),
    failed: settings('failed'),
  });
  const renew = useCallMutation(() => shown(() => call('POST /api/user/two-factor/backup-codes')), {
    fresh: true,
    onDone: ({ backupCodes }) => setStep({ name: 'showingCodes', codes: backupCodes }),
    failed: t('renewFailed'),
    // New ones that nobody has seen may have taken the place of the old ones.
    unheard: t('renewUnheard'),
  });
  return {
    step,
    busy: start.isPending || disable.isPending,
    start: () => start.mutate(),
    /** Two-factor sign-in is on; the backup codes are still shown. */
    enabled: () => {
      regainPush(queryClient);
      return switched(true);
    },
    askToDisable: () => setStep({ name: 'disabling' }),
    disable: () => {
      setStep({ name: 'none' });
      disable.mutate();
    },
    renew,
    close: () => setStep({ name: 'none' }),
  };
}
