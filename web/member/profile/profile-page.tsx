import { Link } from '@tanstack/react-router';
import { ChevronRight, LogOut } from 'lucide';
import { Suspense, useRef, useState } from 'react';
import { pagePath } from '#contract/languages.ts';
import { AppBar } from '#ui/app-bar.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { Screen } from '#ui/screen.tsx';
import { MainNavigation } from '#web/member/main-navigation.tsx';
import { AddressDialog } from '#web/member/redemptions/late-address-dialog.ts';
import { RedeemSection } from '#web/member/redemptions/redeem-section.tsx';
import { SecuritySettings } from '#web/member/security/security-settings.tsx';
import { NotificationSettings } from '#web/member/settings/notification-settings.tsx';
import { useUser } from '#web/shared/api/queries.ts';
import { useLogout } from '#web/shared/api/session.ts';
import { site } from '#web/shared/api/site.ts';
import { usePageTitle } from '#web/shared/browser/page-title.ts';
import { FreshSignInProvider } from '#web/shared/fresh-sign-in/fresh-sign-in.tsx';
import { AreaTexts, withTexts } from '#web/shared/language/areas.tsx';
import { useLanguage, useT } from '#web/shared/language/language.tsx';
import { BackLink } from '#web/shared/parts/back-link.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';
import { SupportLink } from '#web/shared/parts/support-link.tsx';
import { AccountSettings } from './account-settings.tsx';
import { AccountStats } from './account-stats.tsx';
import { ProfileHeader } from './profile-header.tsx';

/** Most sites have no other sites whose accounts sign in. */
const Identities = latePart(
  () => import('#web/member/identities/identities.tsx'),
  (module) => module.Identities,
);
const Passkeys = latePart(
  () => import('#web/member/security/passkeys.tsx'),
  (module) => module.Passkeys,
);
const Sessions = latePart(
  () => import('#web/member/security/sessions.tsx'),
  (module) => module.Sessions,
);
/** Few members are paused, and few walls ask for more than a code. */
const PausePanel = latePart(
  () => withTexts('pause', import('#web/member/appeals/pause-panel.tsx')),
  (module) => module.PausePanel,
);
const SharingSettings = latePart(
  () => withTexts('missions', import('#web/member/walls/sharing.tsx')),
  (module) => module.SharingSettings,
);
/** Last on the screen, so that nothing moves when it comes. */
const Leaving = latePart(
  () => withTexts('leaving', import('#web/member/settings/leaving.tsx')),
  (module) => module.Leaving,
);
const LanguageSetting = latePart(
  () => import('#web/member/settings/language-setting.tsx'),
  (module) => module.LanguageSetting,
);

/** The profile, the rewards to redeem, every setting, and signing out. */
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
          <Suspense>
            <PausePanel pause={user.pause} />
          </Suspense>
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
          <AccountStats member={user} />
          <Suspense fallback={<Card as="div" className="min-h-48" />}>
            <Passkeys member={user} />
          </Suspense>
          {site().identityProviders.length > 0 && (
            <Suspense fallback={<Card as="div" className="min-h-48" />}>
              <Identities member={user} />
            </Suspense>
          )}
          <Suspense fallback={<Card as="div" className="min-h-48" />}>
            <Sessions />
          </Suspense>
          <Suspense>
            <SharingSettings />
          </Suspense>
          <Card as="div" className="py-2 sm:py-2">
            <Suspense fallback={<div className="min-h-12" />}>
              <LanguageSetting member={user} />
            </Suspense>
          </Card>
          <Links admin={user.isAdmin} />
          <Button variant="quiet" size="large" loading={logout.isPending} onClick={() => logout.mutate()}>
            <Icon of={LogOut} className="size-5 rtl:-scale-x-100" />
            {t('signOut')}
          </Button>
          <Suspense>
            <Leaving member={user} />
          </Suspense>
        </div>
      </div>
    </Screen>
  );
}

const ROW =
  'flex min-h-14 w-full items-center justify-between gap-3 text-start font-semibold hover:underline';
const ARROW = <Icon of={ChevronRight} className="size-5 text-muted rtl:-scale-x-100" />;

function Links({ admin }: { admin: boolean }) {
  const t = useT('profile');
  const navigation = useT('navigation');
  const { code } = useLanguage();
  return (
    <Card as="div" className="divide-y divide-line py-1 sm:py-1">
      <Link to="/redeem" className={ROW}>
        {navigation('redeem')}
        {ARROW}
      </Link>
      <AreaTexts area="redeem">
        <Address />
      </AreaTexts>
      {admin && (
        <Link to="/admin" className={ROW}>
          {t('admin')}
          {ARROW}
        </Link>
      )}
      <a href={pagePath(code, '/privacy')} className={ROW}>
        {t('privacy')}
        {ARROW}
      </a>
      <a href={pagePath(code, '/terms')} className={ROW}>
        {t('terms')}
        {ARROW}
      </a>
      <p className={ROW}>
        <SupportLink />
      </p>
    </Card>
  );
}

function Address() {
  const t = useT('redeem.address');
  const [open, setOpen] = useState(false);
  const row = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button ref={row} type="button" className={ROW} onClick={() => setOpen(true)}>
        {t('title')}
        {ARROW}
      </button>
      <Suspense>
        {open && <AddressDialog waiting={false} onClose={() => setOpen(false)} returnFocus={row} />}
      </Suspense>
    </>
  );
}
