import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useT } from '#web/shared/language/language.tsx';
import { call } from './call.ts';
import { signOut } from './queries.ts';
import { useCallMutation } from './use-call-mutation.ts';

/** Ends push, so that the browser's next user gets no messages of the member. Signing out goes on if that fails. */
async function endPush(): Promise<void> {
  if (!('serviceWorker' in navigator) || !(await navigator.serviceWorker.getRegistration('/'))) return;
  try {
    const { leavePush } = await import('#web/shared/push/browser-push.ts');
    await leavePush();
  } catch {
    // The subscription is already removed here; the server learns of it when it next sends a message.
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
