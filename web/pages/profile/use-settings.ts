import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Member, Settings } from '#contract/accounts.ts';
import { useKeepSetting } from '../../account/use-keep-setting.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/queries.ts';
import { useErrorText } from '../../language/errors.ts';
import { useT } from '../../language/language.tsx';
import { toast } from '../../ui/toast-store.ts';

/** Switches with a call of their own are not among them. */
export type SettingName = Exclude<keyof Settings, 'twoFactorAuth'>;

/**
 * Saves each switch at once. It shows the new state while the call runs and goes back if it fails; several changes in a
 * row are sent one after the other, so that each carries those before it.
 */
export function useSettings() {
  const t = useT('settings');
  const errors = useErrorText();
  const queryClient = useQueryClient();
  const keep = useKeepSetting();
  return useMutation({
    scope: { id: 'settings' },
    mutationFn: ({ name, value }: { name: SettingName; value: boolean }) => {
      const member = queryClient.getQueryData<Member | null>(keys.user);
      if (!member) throw new Error('Nobody is signed in');
      return call('PATCH /api/user/settings', { body: { ...member.settings, [name]: value } });
    },
    onMutate: ({ name, value }) => keep(name, value),
    onSuccess: () => toast({ title: t('saved'), tone: 'success' }),
    onError: (error, { name, value }) => {
      keep(name, !value);
      toast({ title: t('failed'), description: errors.message(error), tone: 'error' });
    },
  });
}
