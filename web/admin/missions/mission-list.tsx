import type { MissionPlan, PlannedMission } from '#contract/missions.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TaskArt } from '#ui/illustrations/task-art.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { MISSION_LISTS } from './missions-query.ts';

const TONES: Record<MissionPlan['status'], BadgeTone> = {
  draft: 'neutral',
  active: 'brand',
  paused: 'accent',
  ended: 'neutral',
};

interface MissionListProps {
  missions: PlannedMission[];
  editable: boolean;
}

/** Every mission in the order of the members' list, including drafts. */
export function MissionList({ missions, editable }: MissionListProps) {
  return (
    <ul className="grid gap-3">
      {missions.map((mission) => (
        <Row key={mission.id} mission={mission} editable={editable} />
      ))}
    </ul>
  );
}

function Row({ mission, editable }: { mission: PlannedMission; editable: boolean }) {
  const t = useT('missionsEditor');
  const parts = useT('adminParts');
  const adjustments = useT('adjustments');
  const { number } = useFormats();
  const counts = [
    t('startedCount', { count: mission.started }),
    mission.totalCap === null
      ? t('completedCount', { count: mission.completed })
      : t('completedOf', { count: number(mission.completed), cap: number(mission.totalCap) }),
    mission.dailyCap === null
      ? t('todayCount', { count: mission.completedToday })
      : t('todayOf', { count: number(mission.completedToday), cap: number(mission.dailyCap) }),
  ];
  return (
    <Card as="li" className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <TaskArt kind={mission.content.kind} className="size-12 rounded-2xl bg-brand-soft p-1.5" />
      <div className="min-w-0 grow basis-56">
        <h2 className="wrap-anywhere font-bold">
          <bdi>{mission.title}</bdi>
        </h2>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
          <Badge tone={TONES[mission.status]}>{t(`statuses.${mission.status}`)}</Badge>
          {mission.awaitingApproval && <Badge tone="accent">{adjustments('waits')}</Badge>}
          <span>{t(`kinds.${mission.content.kind}`)}</span>
          <span className="font-semibold text-ink">{parts('points', { count: mission.points })}</span>
        </p>
        <p className="mt-1 text-muted text-sm">{counts.join(' · ')}</p>
      </div>
      {editable && (
        <div className="flex flex-wrap gap-2">
          <Switch mission={mission} />
          <AdminLink
            path="missions/$id"
            id={mission.id}
            aria-label={t('editName', { title: mission.title })}
            className={buttonClass('secondary', 'small')}
          >
            {t('edit')}
          </AdminLink>
        </div>
      )}
    </Card>
  );
}

/** Pauses an active mission; activates a draft or a paused one. */
function Switch({ mission }: { mission: PlannedMission }) {
  const t = useT('missionsEditor');
  const adjustments = useT('adjustments');
  const send = (status: MissionPlan['status']) =>
    call('PATCH /api/admin/missions/{id}', { params: { id: mission.id }, body: { status } });
  const change = useCallMutation(send, {
    fresh: true,
    done: ({ status, awaitingApproval }) => ({
      title: t('saved'),
      description: awaitingApproval ? adjustments('waits') : t(`savedText.${status}`),
    }),
    failed: t('saveFailed'),
    staleAnyway: MISSION_LISTS,
  });
  if (mission.status === 'ended') return null;
  const active = mission.status === 'active';
  // A mission that waits for approval can only be stopped.
  if (!active && mission.awaitingApproval) return null;
  return (
    <Button
      size="small"
      variant="quiet"
      loading={change.isPending}
      aria-label={
        active ? t('pauseName', { title: mission.title }) : t('activateName', { title: mission.title })
      }
      onClick={() => change.mutate(active ? 'paused' : 'active')}
    >
      {active ? t('pause') : t('activate')}
    </Button>
  );
}
