import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Member } from '#contract/member.ts';
import { Screen } from '#ui/screen.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ClaimsCard } from '#web/member/claims/claims-card.tsx';
import { EarningBar } from '#web/member/earning-bar.tsx';
import { MainNavigation } from '#web/member/main-navigation.tsx';
import { MissionScreen } from '#web/member/missions/mission-screen.tsx';
import { ComingSoon, OpenMissions } from '#web/member/missions/mission-section.tsx';
import { useMissions } from '#web/member/missions/use-missions.ts';
import { ZeroPointsDialog } from '#web/member/missions/zero-points-dialog.tsx';
import { STRIP } from '#web/member/offers/strip-height.ts';
import { openWall } from '#web/member/walls/wall-view.tsx';
import { Walls } from '#web/member/walls/walls.tsx';
import { useUser, useWalls } from '#web/shared/api/queries.ts';
import { site } from '#web/shared/api/site.ts';
import { usePageTitle } from '#web/shared/browser/page-title.ts';
import { AreaTexts, withTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';
import { EarnedCard } from './earned-card.tsx';
import { JumpLinks } from './jump-links.tsx';

// Loaded beside the screen, which does not wait for it, and only where there are offers.
const OffersStrip = latePart(
  () => withTexts('offers', import('#web/member/offers/offers-strip.tsx')),
  (module) => module.OffersStrip,
);
const PausePanel = latePart(
  () => withTexts('pause', import('#web/member/appeals/pause-panel.tsx')),
  (module) => module.PausePanel,
);

/** What can be done: offers, missions, then the offer walls, whose frames are long; only one mission with `?mission=<id>`. */
export function TasksPage() {
  return (
    <AreaTexts area="missions">
      <Tasks />
    </AreaTexts>
  );
}

function Tasks() {
  const user = useUser();
  const navigate = useNavigate({ from: '/task' });
  const { mission: id } = useSearch({ from: '/member/task' });
  const chosen = useMissions().data?.find((mission) => mission.id === id);
  const walls = useWalls();
  if (!user) return null;
  // As at the server: points are asked for where there is a wall to earn them at.
  const lacksPoints = chosen?.state === 'open' && user.points <= 0;
  const refused = lacksPoints && openWall(walls.data ?? []) !== undefined;
  const undecided = lacksPoints && walls.isPending;
  if (id && !refused && !undecided) return <MissionScreen id={id} />;
  return (
    <>
      <TaskList member={user} />
      <ZeroPointsDialog
        member={user}
        open={refused}
        onClose={() => void navigate({ search: {}, replace: true })}
      />
    </>
  );
}

function TaskList({ member }: { member: Member }) {
  const t = useT('tasks');
  const missions = useMissions();
  usePageTitle(t('title'));
  return (
    <Screen bar={<EarningBar back="/" title={t('title')} />} navigation={<MainNavigation current="tasks" />}>
      <header className="mb-3">
        <h2 className="font-bold text-2xl">{t('heading')}</h2>
        <p className="mt-1 text-muted">{t('intro')}</p>
        <Link
          to="/adwall"
          className="-mx-2 mt-1 inline-block rounded-full px-2 py-1.5 font-semibold text-brand text-sm underline"
        >
          {t('oneAtATime')}
        </Link>
      </header>
      <JumpLinks />
      {site().offers && (
        <section aria-labelledby="offers" className={`mb-8 ${STRIP}`}>
          <Suspense fallback={null}>
            <OffersStrip />
          </Suspense>
        </section>
      )}
      <div className="mb-8 empty:hidden">
        <OpenMissions />
      </div>
      {/* Nothing stands below the missions before their height is known, as it would move. */}
      {!missions.isPending && (
        <>
          <Walls isAll={missions.data?.length === 0 && !site().offers} />
          <section aria-labelledby="more" className="mt-10 grid gap-5">
            <h2 id="more" className="scroll-mt-4 font-bold text-xl tracking-wide">
              {t('moreComingSoon')}
            </h2>
            {member.pause && (
              <Suspense fallback={<Skeleton className="h-56 rounded-card" />}>
                <PausePanel pause={member.pause} />
              </Suspense>
            )}
            <EarnedCard member={member} />
            <ComingSoon />
            <ClaimsCard />
          </section>
        </>
      )}
    </Screen>
  );
}
