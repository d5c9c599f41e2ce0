import { Link } from '@tanstack/react-router';
import { ClipboardList, Gamepad2, type IconNode, MonitorPlay, ShoppingBag } from 'lucide';
import { Suspense } from 'react';
import type { Member } from '#contract/member.ts';
import { AppBar } from '#ui/app-bar.tsx';
import { Badge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { Amount } from '#ui/money.tsx';
import { Screen } from '#ui/screen.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { MainNavigation } from '#web/member/main-navigation.tsx';
import { RedeemLink } from '#web/member/redeem-link.tsx';
import { useRewards, useUser } from '#web/shared/api/queries.ts';
import { site } from '#web/shared/api/site.ts';
import { usePageTitle } from '#web/shared/browser/page-title.ts';
import { AreaTexts, withTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { BackLink } from '#web/shared/parts/back-link.tsx';
import { Failure } from '#web/shared/parts/failure.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';
import { SignOutButton } from '#web/shared/parts/sign-out-button.tsx';
import { StandingCard } from './standing-card.tsx';
import { TierList } from './tier-list.tsx';
import { tiersOf } from './tiers.ts';

const PausePanel = latePart(
  () => withTexts('pause', import('#web/member/appeals/pause-panel.tsx')),
  (module) => module.PausePanel,
);

interface Example {
  key: 'installGame' | 'shopOnline' | 'watchVideo' | 'survey';
  icon: IconNode;
  points: number;
}

const EXAMPLES: Example[] = [
  { key: 'installGame', icon: Gamepad2, points: 120 },
  { key: 'shopOnline', icon: ShoppingBag, points: 200 },
  { key: 'watchVideo', icon: MonitorPlay, points: 25 },
  { key: 'survey', icon: ClipboardList, points: 75 },
];

/** How to earn more, and what the larger rewards cost. */
export function EarnPage() {
  return (
    <AreaTexts area="earn">
      <Earn />
    </AreaTexts>
  );
}

function Earn() {
  const t = useT('earn');
  const { unit } = useReward('earn');
  const user = useUser();
  usePageTitle(t('heading', { unit }));
  if (!user) return null;
  return (
    <Screen
      bar={
        <AppBar
          back={<BackLink to="/" />}
          title={<h1>{t('heading', { unit })}</h1>}
          actions={
            <>
              <RedeemLink />
              <SignOutButton />
            </>
          }
        />
      }
      navigation={<MainNavigation />}
    >
      <Ways member={user} />
    </Screen>
  );
}

/** Shown at once with what the server says of the rewards, so that nothing moves when it does. */
function Ways({ member: { points, pause } }: { member: Member }) {
  const t = useT('earn');
  const common = useT('common');
  const rewards = useRewards();
  if (rewards.isPending)
    return (
      <Loading
        label={common('loading', { productName: site().productName })}
        shapes={['h-40', 'h-72', 'h-72']}
        className="grid items-start gap-5 md:grid-cols-2"
      />
    );
  const tiers = rewards.data ? tiersOf(rewards.data, points) : [];
  const [first] = tiers;
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      <div className="grid gap-5">
        <StandingCard points={points} tier={first} />
        {rewards.data ? null : <Failure query={rewards} />}
        {first && <TierList tiers={tiers} paused={pause !== null} />}
        {first?.missingPoints === 0 && !pause && (
          <Link to="/profile" className={buttonClass('primary', 'large')}>
            {t('redeem')}
          </Link>
        )}
        {pause && (
          <Suspense fallback={<Skeleton className="h-56 rounded-card" />}>
            <PausePanel pause={pause} />
          </Suspense>
        )}
      </div>
      <Examples />
    </div>
  );
}

function Examples() {
  const t = useT('earn');
  const reward = useReward('earn');
  return (
    <Card aria-labelledby="ways">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id="ways" className="font-bold text-lg">
          {t('offers')}
        </h2>
        <Badge>{t('example')}</Badge>
      </div>
      <p className="mt-1 text-muted text-sm">{t('offersText')}</p>
      <ul className="my-3 divide-y divide-line">
        {EXAMPLES.map(({ key, icon, points }) => (
          <li key={key} className="flex items-center gap-3 py-3">
            <span className="grid size-11 shrink-0 place-items-center rounded-2xl bg-brand-soft text-on-brand-soft">
              <Icon of={icon} className="size-5" />
            </span>
            <span className="wrap-anywhere min-w-0 grow font-semibold">{t(key)}</span>
            <Amount className="whitespace-nowrap font-bold text-brand">{reward.gain(points)}</Amount>
          </li>
        ))}
      </ul>
      <Link to="/task" className={`${buttonClass('secondary')} w-full`}>
        {t('seeOffers')}
      </Link>
    </Card>
  );
}
