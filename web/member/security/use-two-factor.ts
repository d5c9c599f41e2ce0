import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '#ui/toast-store.ts';
import { useKeepSetting } from '#web/member/settings/use-keep-setting.ts';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { call } from '#web/shared/api/call.ts';
import { useFreshSignIn } from '#web/shared/fresh-sign-in/freshly.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { SESSIONS_KEY } from './sessions-query.ts';
import type { TwoFactorKey } from './two-factor-dialog.tsx';

/** What of two-factor sign-in is under way. */
type Step =
  | { name: 'none' | 'disabling' }
  | { name: 'settingUp'; key: TwoFactorKey }
  | { name: 'showingCodes'; codes: string[] };

/** Switching two-factor sign-in on and off, and new backup codes; each starts with a fresh sign-in. */
export function useTwoFactor() {
  const t = useT('twoFactor');
  const settings = useT('settings');
  const errors = useErrorText();
  const freshly = useFreshSignIn();
  const queryClient = useQueryClient();
  const keep = useKeepSetting();
  const [step, setStep] = useState<Step>({ name: 'none' });
  const onError = (error: Error) => {
    if (error instanceof Abandoned) return;
    toast({ title: settings('failed'), description: errors.message(error), tone: 'error' });
  };
  const switched = async (on: boolean) => {
    keep('twoFactorAuth', on);
    await queryClient.invalidateQueries({ queryKey: SESSIONS_KEY });
  };
  const start = useMutation({
    mutationFn: () => freshly(() => call('POST /api/user/two-factor')),
    onSuccess: (key) => setStep({ name: 'settingUp', key }),
    onError,
  });
  const disable = useMutation({
    mutationFn: () => freshly(() => call('DELETE /api/user/two-factor')),
    onSuccess: () => {
      toast({ title: settings('saved'), description: t('disabledText'), tone: 'success' });
      return switched(false);
    },
    onError,
  });
  const renew = useMutation({
    mutationFn: () => freshly(() => call('POST /api/user/two-factor/backup-codes')),
    onSuccess: ({ backupCodes }) => setStep({ name: 'showingCodes', codes: backupCodes }),
    onError: (error) => {
      if (error instanceof Abandoned) return;
      toast({ title: t('renewFailed'), description: errors.message(error), tone: 'error' });
    },
  });
  return {
    step,
    busy: start.isPending || disable.isPending,
    start: () => start.mutate(),
    /** Two-factor sign-in was confirmed; the backup codes are still shown. */
    enabled: () => switched(true),
    askToDisable: () => setStep({ name: 'disabling' }),
    disable: () => {
      setStep({ name: 'none' });
      disable.mutate();
    },
    renew,
    close: () => setStep({ name: 'none' }),
  };
}
