import { Toaster } from '#ui/toast.tsx';
import { SignInAgain } from '#web/member/sign-in/sign-in-again.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { Notices } from '#web/shared/offline/notices.tsx';
import { Companion } from './companion.tsx';
import type { AppRouter } from './routes.tsx';

/** Parts of every screen that can load late: notifications, notices of connection and version, other tabs. */
export function Idle({ router }: { router: AppRouter }) {
  const t = useT('common');
  return (
    <>
      <Toaster
        // The library fills in {hotkey} itself, so its placeholder is kept.
        viewportLabel={t('notifications', { hotkey: '{hotkey}' })}
        label={t('notification')}
        closeLabel={t('close')}
      />
      <Notices />
      <SignInAgain router={router} />
      <Companion router={router} />
    </>
  );
}
