import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { toast } from '#ui/toast-store.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { call } from './call.ts';
import { signOut } from './queries.ts';

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
  const errors = useErrorText();
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: async () => {
      await endPush();
      return call('POST /api/logout');
    },
    onSuccess: async () => {
      signOut(queryClient);
      await router.navigate({ to: '/auth' });
    },
    onError: (error) =>
      toast({ title: t('logoutFailed'), description: errors.message(error), tone: 'error' }),
  });
}
