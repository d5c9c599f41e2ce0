import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useT } from '#web/shared/language/language.tsx';
import { call } from './call.ts';
import { signOut } from './queries.ts';
import { useCallMutation } from './use-call-mutation.ts';

/** Whoever uses this browser next must not read the member's messages. Signing out does not wait for a push service's whims. */
async function endPush(): Promise<void> {
  if (!('serviceWorker' in navigator) || !(await navigator.serviceWorker.getRegistration('/'))) return;
  try {
    const { leavePush } = await import('#web/shared/push/browser-push.ts');
    await leavePush();
  } catch {
    // The browser has let go of its subscription before the call to the server, which then finds it gone.
  }
}

/** Signs out: `logout.mutate()`. The member is forgotten and the sign-in screen shown; a failure is told. */
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
