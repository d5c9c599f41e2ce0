import { useQuery } from '@tanstack/react-query';
import { Toaster } from '#ui/toast.tsx';
import { Tooltips } from '#ui/tooltips.tsx';
import { SignInAgain } from '#web/member/sign-in/sign-in-again.tsx';
import { userQuery } from '#web/shared/api/queries.ts';
import { useT } from '#web/shared/language/language.tsx';
import { Notices } from '#web/shared/offline/notices.tsx';
import { BackButton } from './back-button.ts';
import { Companion } from './companion.tsx';
import { LiveNews } from './live-news.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import type { AppRouter } from './routes.tsx';

/** Parts of every screen that can load late: live changes, notifications, notices of connection and version, Back, other tabs. */
export function Idle({ router }: { router: AppRouter }) {
  const t = useT('common');
  const member = useQuery({ ...userQuery, enabled: false }).data;
  return (
    <>
      <Toaster
        // The library fills in {hotkey} itself, so its placeholder is kept.
        viewportLabel={t('notifications', { hotkey: '{hotkey}' })}
        label={t('notification')}
        closeLabel={t('close')}
      />
      <Tooltips />
      <RouteAnnouncer />
      <BackButton router={router} />
      <Notices />
      <SignInAgain router={router} />
      <Companion router={router} />
      {member && <LiveNews router={router} />}
    </>
  );
}
