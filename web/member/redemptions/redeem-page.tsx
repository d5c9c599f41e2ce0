import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Member } from '#contract/member.ts';
import type { Redemption } from '#contract/redemptions.ts';
import { AppBar } from '#ui/app-bar.tsx';
import { buttonClass } from '#ui/button.tsx';
import { HeadedCard } from '#ui/headed-card.tsx';
import { RewardArt } from '#ui/illustrations/reward-art.tsx';
import { CountUp } from '#ui/money.tsx';
import { Screen } from '#ui/screen.tsx';
import { Loading } from '#ui/skeleton.tsx';
import { MainNavigation } from '#web/member/main-navigation.tsx';
import { useRedemptions, useUser } from '#web/shared/api/queries.ts';
import { usePageTitle } from '#web/shared/browser/page-title.ts';
import { FreshSignInProvider } from '#web/shared/fresh-sign-in/fresh-sign-in.tsx';
import { AreaTexts, withTexts } from '#web/shared/language/areas.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { BackLink } from '#web/shared/parts/back-link.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { SignOutButton } from '#web/shared/parts/sign-out-button.tsx';
import { NextRewardLine } from './next-reward-line.tsx';
import { RedeemSection } from './redeem-section.tsx';
import { StatusBadge } from './redemption-state.tsx';
import { useRewardNames } from './use-reward-names.ts';

const PausePanel = latePart(
  () => withTexts('pause', import('#web/member/appeals/pause-panel.tsx')),
  (module) => module.PausePanel,
);

/** Number of redemptions beside the choice; the history lists them all. */
const LATEST = 3;
const SHAPES = ['h-16', 'h-16', 'h-16'];

/** The choice of a reward first; beside it the balance with what is missing for the next one, and the last redemptions. */
export function RedeemPage() {
  return (
    <AreaTexts area="account">
      <FreshSignInProvider>
        <AreaTexts area="redeem">
          <Redeem />
        </AreaTexts>
      </FreshSignInProvider>
    </AreaTexts>
  );
}

function Redeem() {
  const t = useT('navigation');
  const user = useUser();
  usePageTitle(t('redeem'));
  if (!user) return null;
  return (
    <Screen
      bar={
        <AppBar
          back={<BackLink to="/dashboard" />}
          title={<h1>{t('redeem')}</h1>}
          actions={
            <>
              <BarBalance member={user} />
              <SignOutButton />
            </>
          }
        />
      }
      navigation={<MainNavigation current="redeem" />}
    >
      {user.pause && (
        <div className="mb-4 md:mb-5">
          <Suspense>
            <PausePanel pause={user.pause} />
          </Suspense>
        </div>
      )}
      <div className="grid items-start gap-4 md:grid-cols-[3fr_2fr] md:gap-5">
        <RedeemSection member={user} />
        <div className="grid gap-4 md:gap-5">
          <Standing member={user} />
          <Latest />
        </div>
      </div>
    </Screen>
  );
}

/** On a phone, where the balance stands below the choice. */
function BarBalance({ member }: { member: Member }) {
  const t = useT('dashboard');
  const reward = useReward('redeem');
  return (
    <p className="font-bold text-lg md:hidden">
      <span className="sr-only">{t('balance')}: </span>
      <CountUp value={member.points} format={reward.amount} />
    </p>
  );
}

function Standing({ member }: { member: Member }) {
  const t = useT('dashboard');
  const reward = useReward('redeem');
  const second = reward.secondAmount(member.points);
  return (
    <HeadedCard id="standing" title={t('balance')} heading="text-lg">
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
        <CountUp value={member.points} format={reward.amount} className="font-bold text-4xl" />
        {second && <span className="text-muted tabular-nums">{second}</span>}
      </p>
      <div className="my-3 min-h-17">
        <NextRewardLine member={member} screen="redeem" />
      </div>
      <Link to="/task" className={`${buttonClass('secondary')} w-full`}>
        {t('startEarning')}
      </Link>
    </HeadedCard>
  );
}

function Latest() {
  const t = useT('redeem');
  const history = useT('history');
  const loading = <Loading label={history('loadingCards')} shapes={SHAPES} className="mt-3 grid gap-3" />;
  return (
    <HeadedCard id="latest" title={t('latest')} heading="text-lg">
      <QueryView
        query={useRedemptions()}
        loading={loading}
        empty={<p className="mt-2 text-muted">{history('cardsEmptyText')}</p>}
      >
        {(redemptions) => (
          <>
            <ul className="mt-1 divide-y divide-line">
              {redemptions.slice(0, LATEST).map((redemption) => (
                <Row key={redemption.id} redemption={redemption} />
              ))}
            </ul>
            <Link
              to="/history"
              search={{ tab: 'cards' }}
              className={`${buttonClass('secondary')} mt-3 w-full`}
            >
              {t('toCards')}
            </Link>
          </>
        )}
      </QueryView>
    </HeadedCard>
  );
}

function Row({ redemption }: { redemption: Redemption }) {
  const names = useRewardNames();
  const { date } = useFormats();
  return (
    <li className="flex items-center gap-3 py-3">
      <RewardArt kind={redemption.kind} picture={redemption.picture} className="w-11 shrink-0" />
      <span className="min-w-0 grow">
        <span className="wrap-anywhere block font-semibold">
          <bdi>{names.reward(redemption)}</bdi>
        </span>
        <time dateTime={redemption.createdAt} className="text-muted text-sm">
          {date(redemption.createdAt)}
        </time>
      </span>
      <StatusBadge redemption={redemption} />
    </li>
  );
}
