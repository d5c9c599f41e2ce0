import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { forget } from '#web/shared/browser/storage.ts';
import { useT } from '#web/shared/language/language.tsx';
import { OWNER_KEY } from '#web/shared/push/owner-key.ts';
import { call } from './call.ts';
import { signOut } from './queries.ts';
import { useCallMutation } from './use-call-mutation.ts';

/** Ends push in this browser, so that its next user gets no messages of the member; at the server it ends with the session. */
async function endPush(): Promise<void> {
  forget(OWNER_KEY);
  const registration = await navigator.serviceWorker?.getRegistration('/');
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/** Signs out: `logout.mutate()`. Forgets the member and shows the sign-in screen; shows a failure as a toast. */
export function useLogout() {
  const t = useT('common');
  const queryClient = useQueryClient();
  const router = useRouter();
  return useCallMutation(() => call('POST /api/logout'), {
    onDone: async () => {
      // Not waited for: the next member here does not count as subscribed, and the server sends nothing without the session.
      void endPush().catch(() => undefined);
      signOut(queryClient);
      await router.navigate({ to: '/auth' });
    },
    failed: t('logoutFailed'),
  });
}
