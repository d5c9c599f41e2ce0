import { Link } from '@tanstack/react-router';
import { Menu } from 'lucide';
import { Suspense, useState } from 'react';
import { AppBar, iconLinkClass } from '#ui/app-bar.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { Lost } from '#ui/illustrations/lost.tsx';
import { Shield } from '#ui/illustrations/shield.tsx';
import { Wordmark } from '#ui/logo.tsx';
import { Screen } from '#ui/screen.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { FindSectionContext } from '#web/admin/parts/find-section.ts';
import { usePermissions } from '#web/admin/parts/use-permission.ts';
import { useSectionPath } from '#web/admin/parts/use-section.ts';
import { useUser } from '#web/shared/api/queries.ts';
import { site } from '#web/shared/api/site.ts';
import { usePageTitle } from '#web/shared/browser/page-title.ts';
import { FreshSignInProvider } from '#web/shared/fresh-sign-in/fresh-sign-in.tsx';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { BackLink } from '#web/shared/parts/back-link.tsx';
import { SignOutButton } from '#web/shared/parts/sign-out-button.tsx';
import { SectionNavigation } from './section-navigation.tsx';
import { findSection } from './sections.ts';

/** The layout of the admins' screens, with their navigation. The server refuses the calls of anyone else. */
export function AdminLayout() {
  return (
    <AreaTexts area="account">
      <AreaTexts area="admin">
        <FreshSignInProvider>
          <FindSectionContext value={findSection}>
            <Gate />
          </FindSectionContext>
        </FreshSignInProvider>
      </AreaTexts>
    </AreaTexts>
  );
}

function Gate() {
  const user = useUser();
  if (!user) return null;
  if (user.isAdmin && user.settings.twoFactorAuth) return <Frame />;
  return (
    <Screen width="wide" bar={<AppBar back={<BackLink to="/dashboard" />} actions={<SignOutButton />} />}>
      {user.isAdmin ? <TwoFactorNeeded /> : <Denied />}
    </Screen>
  );
}

function Denied() {
  const t = useT('adminFrame');
  usePageTitle(t('title'));
  return (
    <EmptyState
      heading="h1"
      illustration={<Shield />}
      title={t('denied')}
      text={t('deniedText')}
      action={
        <Link to="/dashboard" className={buttonClass('secondary')}>
          {t('toDashboard')}
        </Link>
      }
    />
  );
}

function TwoFactorNeeded() {
  const t = useT('adminFrame');
  usePageTitle(t('title'));
  return (
    <EmptyState
      heading="h1"
      illustration={<Shield />}
      title={t('twoFactorTitle')}
      text={t('twoFactorText')}
      action={
        <Link to="/profile" hash="security" className={buttonClass()}>
          {t('toSecurity')}
        </Link>
      }
    />
  );
}

function Frame() {
  const t = useT('adminFrame');
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
      <header className="sticky top-0 z-20 flex items-center gap-3 border-line border-b bg-surface/95 px-4 py-2 backdrop-blur lg:hidden low:static">
        <BackLink to="/dashboard" />
        <span className="min-w-0 grow truncate font-bold text-lg">{t('title')}</span>
        <SectionMenu />
        <SignOutButton />
      </header>
      <aside className="sticky top-0 hidden max-h-dvh overflow-y-auto border-line border-e bg-surface px-4 py-6 lg:block lg:h-dvh">
        <div className="mb-6 flex items-center justify-between gap-2">
          <Link to="/dashboard" className="min-w-0 rounded-xl px-3">
            <Wordmark name={site().productName} />
          </Link>
          <SignOutButton />
        </div>
        <SectionNavigation />
      </aside>
      <main className="mx-auto w-full max-w-6xl px-4 pt-5 pb-16 sm:px-6 lg:pt-8">
        <Section />
      </main>
    </div>
  );
}

/** The navigation on a phone, as a sheet. */
function SectionMenu() {
  const t = useT('adminFrame');
  const common = useT('common');
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={t('menu')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={iconLinkClass}
      >
        <Icon of={Menu} className="size-5" />
      </button>
      {open && (
        <Dialog open onOpenChange={setOpen} title={t('menu')} closeLabel={common('close')}>
          <SectionNavigation onChosen={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function Section() {
  const path = useSectionPath();
  const permissions = usePermissions();
  const found = findSection(path);
  if (!found) return <SectionMissing kind="unknown" />;
  if (!permissions.includes(found.section.permission)) return <SectionMissing kind="forbidden" />;
  const { screen: Chosen } = found.section;
  return (
    <Suspense fallback={<SectionSkeleton />}>
      <Chosen key={path} />
    </Suspense>
  );
}

function SectionMissing({ kind }: { kind: 'unknown' | 'forbidden' }) {
  const t = useT('adminFrame');
  usePageTitle(t('title'));
  const allowed = usePermissions().includes('site.read');
  return (
    <EmptyState
      heading="h1"
      illustration={kind === 'unknown' ? <Lost /> : <Shield />}
      title={t(`${kind}Title`)}
      text={t(`${kind}Text`)}
      action={
        allowed && (
          <AdminLink path="" className={buttonClass('secondary')}>
            {t('toOverview')}
          </AdminLink>
        )
      }
    />
  );
}

function SectionSkeleton() {
  const t = useT('adminFrame');
  return (
    <Loading label={t('loading')} className="grid gap-6">
      <Skeleton className="h-10 w-60" />
      <Skeleton className="h-80 rounded-card" />
    </Loading>
  );
}
