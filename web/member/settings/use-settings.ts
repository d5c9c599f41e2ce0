import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Member, Settings } from '#contract/member.ts';
import { toast } from '#ui/toast-store.ts';
import { call } from '#web/shared/api/call.ts';
import { keys } from '#web/shared/api/queries.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useKeepSetting } from './use-keep-setting.ts';

/** Switches with a call of their own are not among them. */
export type SettingName = Exclude<keyof Settings, 'twoFactorAuth'>;

const SAVING = ['PATCH /api/user/settings'];

/**
 * Saves each switch at once. It shows the new state while the call runs and goes back if it fails; several changes in a
 * row are sent one after the other. All switches are sent together, so the others are read first: they may have been
 * changed on another device.
 */
export function useSettings() {
  const t = useT('settings');
  const errors = useErrorText();
  const queryClient = useQueryClient();
  const keep = useKeepSetting();
  return useMutation({
    mutationKey: SAVING,
    scope: { id: 'settings' },
    mutationFn: async ({ name, value }: { name: SettingName; value: boolean }) => {
      const { settings } = await call('GET /api/user');
      return call('PATCH /api/user/settings', { body: { ...settings, [name]: value } });
    },
    onMutate: ({ name, value }) => keep(name, value),
    onSuccess: (settings) => {
      toast({ title: t('saved'), tone: 'success' });
      // Those that wait for their turn already show what they will be.
      if (queryClient.isMutating({ mutationKey: SAVING }) > 1) return;
      queryClient.setQueryData<Member | null>(keys.user, (member) => member && { ...member, settings });
    },
    onError: (error, { name, value }) => {
      keep(name, !value);
      toast({ title: t('failed'), description: errors.message(error), tone: 'error' });
    },
  });
}
