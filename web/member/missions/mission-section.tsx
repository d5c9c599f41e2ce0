import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { Mission } from '#contract/missions.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/icon.tsx';
import { Amount } from '#ui/money.tsx';
import { Loading } from '#ui/skeleton.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { MISSION_ICONS } from '#web/shared/missions/mission-icons.ts';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { useMissions } from './use-missions.ts';

const SHAPES = new Array<string>(3).fill('h-40 rounded-card');

/** The missions that a member can do or has done, then those that cannot be started at present. */
export function MissionSection() {
  const t = useT('missions');
  const loading = <Loading label={t('loading')} shapes={SHAPES} className="grid gap-3 sm:grid-cols-3" />;
  return (
    <QueryView query={useMissions()} loading={loading}>
      {(missions) => <MissionLists missions={missions} />}
    </QueryView>
  );
}

function MissionLists({ missions }: { missions: Mission[] }) {
  const t = useT('missions');
  const soon = missions.filter(({ state }) => state === 'paused' || state === 'full_today');
  const shown = missions.filter((mission) => !soon.includes(mission));
  return (
    <>
      {shown.length > 0 && <MissionList heading={t('heading')} text={t('intro')} missions={shown} />}
      <MissionList
        heading={t('comingSoon')}
        text={soon.length > 0 ? t('notNow') : t('comingSoonText')}
        missions={soon}
      />
    </>
  );
}

function MissionList({ heading, text, missions }: { heading: string; text: string; missions: Mission[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div>
        <h3 id={id} className="font-bold font-display text-lg tracking-wide">
          {heading}
        </h3>
        <p className="text-muted text-sm">{text}</p>
      </div>
      {missions.length > 0 && (
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {missions.map((mission) => (
            <MissionCard key={mission.id} mission={mission} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** A card of a mission; its title is a link that covers the card. */
function MissionCard({ mission }: { mission: Mission }) {
  const t = useT('missions');
  const reward = useReward('tasks');
  const icon = MISSION_ICONS[mission.content.kind];
  const ready = mission.state === 'open' || mission.state === 'under_way';
  return (
    <Card
      as="li"
      className="relative flex items-start gap-4 transition-shadow has-focus-visible:outline-3 has-focus-visible:outline-brand has-focus-visible:outline-offset-2 hover:shadow-raised sm:flex-col sm:gap-3"
    >
      <span
        className={classes(
          'grid size-12 shrink-0 place-items-center rounded-2xl',
          ready ? 'bg-brand-soft text-on-brand-soft' : 'bg-sunken text-muted',
        )}
      >
        <Icon of={icon} className="size-6" />
      </span>
      <div className="grid min-w-0 gap-1">
        <h4 className="wrap-anywhere font-bold">
          <Link
            to="/task"
            search={{ mission: mission.id }}
            className="outline-none after:absolute after:inset-0 after:rounded-card"
          >
            {mission.title}
          </Link>
        </h4>
        <p className="wrap-anywhere text-muted text-sm">{mission.description}</p>
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
