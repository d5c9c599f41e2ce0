import { Link } from '@tanstack/react-router';
import { UserRound } from 'lucide';
import { Suspense } from 'react';
import type { Member } from '#contract/member.ts';
import { AppBar, iconLinkClass } from '#ui/app-bar.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { Wordmark } from '#ui/logo.tsx';
import { CountUp } from '#ui/money.tsx';
import { Screen } from '#ui/screen.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { MainNavigation } from '#web/member/main-navigation.tsx';
import { RedeemLink } from '#web/member/redeem-link.tsx';
import { useTypicalTasks, useUser } from '#web/shared/api/queries.ts';
import { site } from '#web/shared/api/site.ts';
import { usePageTitle } from '#web/shared/browser/page-title.ts';
import { kept } from '#web/shared/browser/storage.ts';
import { withTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { latePart } from '#web/shared/parts/late-part.tsx';
import { BalanceCard } from './balance-card.tsx';
import { ahead, loadAhead, Nothing } from './load-ahead.ts';

/** These are not waited for by the first screen that members see. */
const LatestActivity = latePart(
  // Not before the parts that stand above it.
  () => Promise.all([withTexts('statement', import('./latest-activity.tsx')), loadAhead().catch(Nothing)]),
  ([module]) => module.LatestActivity,
  Nothing,
);
const SignOutButton = latePart(
  () => import('#web/shared/parts/sign-out-button.tsx'),
  (module) => module.SignOutButton,
);
const PausePanel = latePart(
  () => withTexts('pause', import('#web/member/appeals/pause-panel.tsx')),
  (module) => module.PausePanel,
);

const FirstSteps = ahead((parts) => parts.FirstSteps);
const Coins = ahead((parts) => parts.Coins);
const SecondVisit = latePart(
  () => import('#web/member/security/second-visit.tsx'),
  (module) => module.SecondVisit,
);

const waiting = <Skeleton className="h-120 rounded-card" />;

/** The member's start: the balance, the way to the next reward, and where to go. */
export function DashboardPage() {
  const t = useT('dashboard');
  const nav = useT('navigation');
  const reward = useReward('dashboard');
  const user = useUser();
  // What the first steps say of it decides how high they are, and where the rest stands.
  const { isPending } = useTypicalTasks();
  usePageTitle(t('title'));
  if (!user) return null;
  const skipKey = `no-first-steps:${user.id}`;
  const begins = isNew(user) && !kept(skipKey);
  return (
    <Screen
      bar={
        <AppBar
          title={
            <span className="lg:hidden">
              <Wordmark name={site().productName} />
            </span>
          }
          actions={
            <>
              <RedeemLink />
              <Suspense fallback={<span className="size-11" />}>
                <SignOutButton />
              </Suspense>
              <Link to="/profile" aria-label={nav('profile')} className={iconLinkClass}>
                <Icon of={UserRound} className="size-5" />
              </Link>
            </>
          }
        />
      }
      navigation={<MainNavigation current="dashboard" />}
    >
      <h1 className="wrap-anywhere mb-4 font-bold text-2xl sm:text-3xl">
        {t.rich('welcome', { name: () => <bdi>{user.name}</bdi> })}
      </h1>
      {user.pause && (
        <div className="mb-4 md:mb-5">
          <Suspense fallback={<Skeleton className="h-56 rounded-card" />}>
            <PausePanel pause={user.pause} />
          </Suspense>
        </div>
      )}
      <div className="grid items-start gap-4 md:grid-cols-[3fr_2fr] md:gap-5">
        <BalanceCard member={user} />
        {begins && (
          <div className="md:col-span-2 md:row-start-2">
            <Suspense fallback={waiting}>{isPending ? waiting : <FirstSteps skipKey={skipKey} />}</Suspense>
          </div>
        )}
        <div className="grid gap-4 md:row-start-1 md:col-start-2 md:gap-5">
          <Banner />
          <Card>
            <h2 className="font-semibold text-muted text-sm">{t('cashEarned', { unit: reward.unit })}</h2>
            <p className="mt-1 font-bold text-3xl">
              <CountUp value={user.cashRewardedUSD} format={reward.amount} />
            </p>
            <p className="mt-1 text-muted text-sm">{t('cashEarnedText')}</p>
          </Card>
        </div>
        {!(begins && isPending) && (
          <div className="md:col-span-2">
            <Suspense fallback={!begins && waiting}>
              <LatestActivity begins={begins} />
            </Suspense>
          </div>
        )}
        <Suspense>
          <SecondVisit />
        </Suspense>
      </div>
    </Screen>
  );
}

/** Nothing was ever earned, and nothing is owed. */
const isNew = ({ points, daysActive, cashRewardedUSD }: Member) =>
  points === 0 && daysActive === 0 && cashRewardedUSD === 0;

function Banner() {
  const t = useT('dashboard');
  const { unit } = useReward('dashboard');
  return (
    <Card tone="accent" className="flex items-center gap-4">
      <div className="grow">
        <h2 className="font-bold text-lg leading-snug">{t('bannerTitle', { unit })}</h2>
        <p className="mt-1 text-sm">{t('bannerText', { unit })}</p>
        <Link
          to="/earn"
          className="-mx-2 mt-1 inline-block rounded-full px-2 py-1.5 font-bold text-sm underline"
        >
          {t('bannerLink')}
        </Link>
      </div>
      <div className="aspect-88/72 w-20 shrink-0">
        <Suspense>
          <Coins />
        </Suspense>
      </div>
    </Card>
  );
}
