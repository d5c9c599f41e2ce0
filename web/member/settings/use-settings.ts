import { useMutationState, useQueryClient } from '@tanstack/react-query';
import type { Member, Settings } from '#contract/member.ts';
import { call } from '#web/shared/api/call.ts';
import { keys } from '#web/shared/api/queries.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';

/** All switches but those with a call of their own. */
export type SettingName = Exclude<keyof Settings, 'twoFactorAuth'>;

const SAVING = ['PATCH /api/user/settings'];

interface Change {
  name: SettingName;
  value: boolean;
}

/**
 * Saves each switch at once, and returns the state of each: the last change under way, else what is stored. Several changes
 * are sent one after the other. Each call sends all switches, so they are read first: another device may have changed some.
 */
export function useSettings(stored: Settings) {
  const t = useT('settings');
  const queryClient = useQueryClient();
  const changes = useMutationState({
    filters: { mutationKey: SAVING, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  });
  const save = useCallMutation(
    async ({ name, value }: Change) => {
      const { settings } = await call('GET /api/user');
      return call('PATCH /api/user/settings', { body: { ...settings, [name]: value } });
    },
    {
      mutationKey: SAVING,
      scope: { id: 'settings' },
      done: { title: t('saved') },
      onDone: (settings) => {
        queryClient.setQueryData<Member | null>(keys.user, (member) => member && { ...member, settings });
      },
      // A change may be stored although its answer was lost.
      staleAnyway: [keys.user],
      failed: t('failed'),
    },
  );
  return (name: SettingName) => {
    const change = changes.filter((one) => one.name === name).at(-1);
    return {
      checked: change?.value ?? stored[name],
      busy: change !== undefined,
      onChange: (value: boolean) => save.mutate({ name, value }),
    };
  };
}
