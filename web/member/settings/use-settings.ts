import { useQueryClient } from '@tanstack/react-query';
import type { Member, Settings } from '#contract/member.ts';
import { call } from '#web/shared/api/call.ts';
import { keys } from '#web/shared/api/queries.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useKeepSetting } from '#web/shared/api/use-keep-setting.ts';
import { useT } from '#web/shared/language/language.tsx';

/** All switches but those with a call of their own. */
export type SettingName = Exclude<keyof Settings, 'twoFactorAuth'>;

const SAVING = ['PATCH /api/user/settings'];

/**
 * Saves each switch at once. It shows the new state during the call and goes back if it fails; several changes are sent
 * one after the other. Each call sends all switches, so they are read first: another device may have changed some.
 */
export function useSettings() {
  const t = useT('settings');
  const queryClient = useQueryClient();
  const keep = useKeepSetting();
  return useCallMutation(
    async ({ name, value }: { name: SettingName; value: boolean }) => {
      const { settings } = await call('GET /api/user');
      return call('PATCH /api/user/settings', { body: { ...settings, [name]: value } });
    },
    {
      mutationKey: SAVING,
      scope: { id: 'settings' },
      onStart: ({ name, value }) => keep(name, value),
      done: { title: t('saved') },
      onDone: (settings) => {
        // Waiting changes already show their new state.
        if (queryClient.isMutating({ mutationKey: SAVING }) > 1) return;
        queryClient.setQueryData<Member | null>(keys.user, (member) => member && { ...member, settings });
      },
      onRefused: (_, { name, value }) => keep(name, !value),
      failed: t('failed'),
    },
  );
}
