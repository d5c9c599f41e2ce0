import { useQueryClient } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';
import { callQuery } from '#web/shared/api/call-query.ts';
import { keys } from '#web/shared/api/queries.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useKeepSetting } from '#web/shared/api/use-keep-setting.ts';
import { useUnheard } from '#web/shared/api/use-unheard.ts';
import { part } from '#web/shared/browser/missing-part.ts';
import { addPasskey } from '#web/shared/browser/passkeys.ts';
import { useT } from '#web/shared/language/language.tsx';
import { regainPush } from '#web/shared/push/continue-push.ts';
import { SESSIONS_KEY } from './sessions-query.ts';

/** Not shared with the settings' switch: a file that both load would take the screen over its budget of bytes. */
export const loadBackupCodesDialog = () => part(import('./two-factor-dialog.tsx'));

/** The second step's backup codes are shown only in their dialog, so it is loaded first. Throws MissingPart. */
async function switchFactorOn() {
  await loadBackupCodesDialog();
  return call('POST /api/user/two-factor/passkey');
}

/** Changes of the member's passkeys; all but a new name start with a fresh sign-in. */
export function usePasskeys() {
  const t = useT('passkeys');
  const queryClient = useQueryClient();
  const keep = useKeepSetting();
  const list = callQuery('GET /api/user/passkeys').queryKey;
  const add = useCallMutation(addPasskey, {
    fresh: true,
    done: { title: t('done'), description: t('doneText') },
    stale: [list, keys.user],
    failed: (error, words) => ({
      title: t('addFailed'),
      // The browser says so, as the site told it which devices have one.
      description:
        error.name === 'InvalidStateError' ? t('hasOne') : (words.knownText(error) ?? t('browserFailed')),
    }),
  });
  const rename = useCallMutation(
    ({ id, name }: { id: string; name: string }) =>
      call('PATCH /api/user/passkeys/{id}', { params: { id }, body: { name } }),
    { staleAnyway: [list], failed: t('failed') },
  );
  const remove = useCallMutation((id: string) => call('DELETE /api/user/passkeys/{id}', { params: { id } }), {
    fresh: true,
    done: { title: t('removed'), description: t('removedText') },
    staleAnyway: [list, keys.user],
    failed: t('failed'),
  });
  const sendFactor = useUnheard('two_factor_enabled', switchFactorOn, () =>
    call('POST /api/user/two-factor/backup-codes'),
  );
  const factor = useCallMutation(sendFactor, {
    fresh: true,
    onDone: () => {
      keep('twoFactorAuth', true);
      regainPush(queryClient);
    },
    stale: [SESSIONS_KEY],
    failed: t('failed'),
  });
  return { add, rename, remove, factor };
}
