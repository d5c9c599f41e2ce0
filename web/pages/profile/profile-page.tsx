import { Link } from '@tanstack/react-router';
import { ChevronRight, LogOut } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { pagePath } from '#contract/languages.ts';
import { FreshSignInProvider } from '../../account/fresh-sign-in.tsx';
import { PauseBanner } from '../../account/pause-banner.tsx';
import { Sessions } from '../../account/sessions.tsx';
import { useUser } from '../../api/queries.ts';
import { useLogout } from '../../api/session.ts';
import { AreaTexts } from '../../language/areas.tsx';
import { useLanguage, useT } from '../../language/language.tsx';
import { usePageTitle } from '../../page-title.ts';
import { RedeemSection } from '../../redeem/redeem-section.tsx';
import { AppBar } from '../../ui/app-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Screen } from '../../ui/screen.tsx';
import { BackLink } from '../shared/back-link.tsx';
import { MainNavigation } from '../shared/main-navigation.tsx';
import { AccountSettings } from './account-settings.tsx';
import { AccountStats } from './account-stats.tsx';
import { Leaving } from './leaving.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { ProfileHeader } from './profile-header.tsx';
import { SecuritySettings } from './security-settings.tsx';

const LanguageSelect = lazy(() =>
  import('../../language/language-select.tsx').then((module) => ({ default: module.LanguageSelect })),
);

/** Who the member is, what they can redeem, every setting, and the way out. */
export function ProfilePage() {
  return (
    <AreaTexts area="account">
      <FreshSignInProvider>
        <Profile />
      </FreshSignInProvider>
    </AreaTexts>
  );
}

function Profile() {
  const t = useT('profile');
  const user = useUser();
  const logout = useLogout();
  usePageTitle(t('title'));
  if (!user) return null;
  return (
    <Screen
      bar={<AppBar back={<BackLink to="/dashboard" />} title={<h1>{t('title')}</h1>} />}
      navigation={<MainNavigation current="profile" />}
    >
      {user.pause && (
        <div className="mb-4 md:mb-5">
          <PauseBanner pause={user.pause} />
        </div>
      )}
      <div className="grid items-start gap-4 md:grid-cols-[3fr_2fr] md:gap-5">
        <div className="grid gap-4 md:gap-5">
          <ProfileHeader member={user} />
          <AreaTexts area="redeem">
            <RedeemSection member={user} />
          </AreaTexts>
          <AccountSettings member={user} />
          <NotificationSettings member={user} />
        </div>
        <div className="grid gap-4 md:gap-5">
          <SecuritySettings member={user} />
          <Sessions />
          <AccountStats member={user} />
          <Card as="div" className="py-2 sm:py-2">
            <Suspense fallback={<div className="min-h-12" />}>
              <LanguageSelect />
            </Suspense>
          </Card>
          <Links admin={user.isAdmin} />
          <Button variant="quiet" size="large" loading={logout.isPending} onClick={() => logout.mutate()}>
            <LogOut aria-hidden="true" className="size-5 rtl:-scale-x-100" />
            {t('signOut')}
          </Button>
          <Leaving />
        </div>
      </div>
    </Screen>
  );
}

function Links({ admin }: { admin: boolean }) {
  const t = useT('profile');
  const { code } = useLanguage();
  const row = 'flex min-h-14 items-center justify-between gap-3 font-semibold hover:underline';
  const arrow = <ChevronRight aria-hidden="true" className="size-5 text-muted rtl:-scale-x-100" />;
  return (
    <Card as="div" className="divide-y divide-line py-1 sm:py-1">
      {admin && (
        <Link to="/admin" className={row}>
          {t('admin')}
          {arrow}
        </Link>
      )}
      <a href={pagePath(code, '/privacy')} className={row}>
        {t('privacy')}
        {arrow}
      </a>
      <a href={pagePath(code, '/terms')} className={row}>
        {t('terms')}
        {arrow}
      </a>
    </Card>
  );
}
