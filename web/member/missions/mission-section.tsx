import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AnnouncedMission, Mission } from '#contract/missions.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { classes } from '#ui/classes.ts';
import { TaskArt } from '#ui/illustrations/task-art.tsx';
import { Amount } from '#ui/money.tsx';
import { Loading } from '#ui/skeleton.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { useAnnouncedMissions, useMissions } from './use-missions.ts';

/** High enough to keep what follows below the fold. */
const SHAPES = ['h-[85svh] rounded-card'];

/** The missions of this site. */
export function OpenMissions() {
  const t = useT('missions');
  const loading = <Loading label={t('loading')} shapes={SHAPES} />;
  return (
    <QueryView query={useMissions()} loading={loading}>
      {(missions) =>
        missions.length > 0 && (
          <MissionList id="missions" heading={t('heading')} text={t('intro')}>
            {missions.map((mission) => (
              <MissionCard key={mission.id} mission={mission} />
            ))}
          </MissionList>
        )
      }
    </QueryView>
  );
}

/** Drafts that are announced. */
export function ComingSoon() {
  const t = useT('missions');
  const announced = useAnnouncedMissions().data ?? [];
  return (
    announced.length > 0 && (
      <MissionList id="soon" heading={t('comingSoon')} text={t('comingSoonText')}>
        {announced.map((mission) => (
          <AnnouncedCard key={mission.id} mission={mission} />
        ))}
      </MissionList>
    )
  );
}

interface MissionListProps {
  id: string;
  heading: string;
  text: string;
  children: ReactNode;
}

function MissionList({ id, heading, text, children }: MissionListProps) {
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div>
        <h3 id={id} className="scroll-mt-4 font-bold text-lg tracking-wide">
          {heading}
        </h3>
        <p className="text-muted text-sm">{text}</p>
      </div>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">{children}</ul>
    </section>
  );
}

/** What is known of a mission that cannot be started yet. */
function AnnouncedCard({ mission }: { mission: AnnouncedMission }) {
  const t = useT('missions');
  const reward = useReward('tasks');
  return (
    <Card as="li" className="flex items-start gap-4 sm:flex-col sm:gap-3">
      <TaskArt kind={mission.kind} className="size-14 rounded-2xl bg-sunken p-1.5 grayscale" />
      <div className="grid min-w-0 gap-1">
        <h4 className="wrap-anywhere font-bold">
          <bdi>{mission.title}</bdi>
        </h4>
        <p className="wrap-anywhere text-muted text-sm">
          <bdi>{mission.description}</bdi>
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <Amount className="font-bold text-muted">{reward.amount(mission.pointsEarned)}</Amount>
          <Badge>{t(`difficulty.${mission.difficulty}`)}</Badge>
        </p>
      </div>
    </Card>
  );
}

/** A card of a mission; its title is a link that covers the card. */
function MissionCard({ mission }: { mission: Mission }) {
  const t = useT('missions');
  const reward = useReward('tasks');
  const ready = mission.state === 'open' || mission.state === 'under_way';
  return (
    <Card
      as="li"
      className="relative flex items-start gap-4 transition-shadow has-focus-visible:outline-3 has-focus-visible:outline-brand has-focus-visible:outline-offset-2 hover:shadow-raised sm:flex-col sm:gap-3"
    >
      <TaskArt
        kind={mission.content.kind}
        className={classes('size-14 rounded-2xl p-1.5', ready ? 'bg-brand-soft' : 'bg-sunken grayscale')}
      />
      <div className="grid min-w-0 gap-1">
        <h4 className="wrap-anywhere font-bold">
          <Link
            to="/task"
            search={{ mission: mission.id }}
            className="outline-none after:absolute after:inset-0 after:rounded-card"
          >
            <bdi>{mission.title}</bdi>
          </Link>
        </h4>
        <p className="wrap-anywhere text-muted text-sm">
          <bdi>{mission.description}</bdi>
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <Amount className={classes('font-bold', ready ? 'text-brand' : 'text-muted')}>
            {reward.amount(mission.pointsEarned)}
          </Amount>
          <Badge>{t(`difficulty.${mission.difficulty}`)}</Badge>
          <StateBadge state={mission.state} />
        </p>
      </div>
    </Card>
  );
}

/** The state of a mission; nothing if it can be started. */
export function StateBadge({ state }: { state: Mission['state'] }) {
  const t = useT('missions');
  if (state === 'open') return null;
  const tone = state === 'completed' ? 'brand' : state === 'under_way' ? 'accent' : 'neutral';
  return <Badge tone={tone}>{t(`badges.${state}`)}</Badge>;
}
