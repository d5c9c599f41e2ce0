import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useT } from '#web/shared/language/language.tsx';
import { call } from './call.ts';
import { signOut } from './queries.ts';
import { useCallMutation } from './use-call-mutation.ts';

/**
 * Ends push in this browser, so that its next user gets no messages of the member; at the server it ends with the session.
 * Signing out goes on if that fails.
 */
async function endPush(): Promise<void> {
  if (!('serviceWorker' in navigator) || !(await navigator.serviceWorker.getRegistration('/'))) return;
  try {
    const { dropPush } = await import('#web/shared/push/browser-push.ts');
    await dropPush();
  } catch {
    // The next member here does not count as subscribed, and the server sends nothing without the session.
  }
}

/** Signs out: `logout.mutate()`. Forgets the member and shows the sign-in screen; shows a failure as a toast. */
export function useLogout() {
  const t = useT('common');
  const queryClient = useQueryClient();
  const router = useRouter();
  return useCallMutation(
    async () => {
      await endPush();
      return call('POST /api/logout');
    },
    {
      onDone: async () => {
        signOut(queryClient);
        await router.navigate({ to: '/auth' });
      },
      failed: t('logoutFailed'),
    },
  );
}
