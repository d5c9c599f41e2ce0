import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { focusHeading } from '#ui/focus-heading.ts';
import { Coins } from '#ui/illustrations/coins.tsx';
import { useTryToast } from '#ui/use-try-toast.ts';
import { call } from '#web/shared/api/call.ts';
import { mayHaveBeenDone } from '#web/shared/api/may-have-been-done.ts';
import { keys } from '#web/shared/api/queries.ts';
import { CaptchaDialog } from '#web/shared/captcha/captcha-dialog.tsx';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { Instructions, MissionAbout } from '#web/shared/missions/mission-about.tsx';
import { SupportLink } from '#web/shared/parts/support-link.tsx';
import { StateBadge } from './mission-section.tsx';
import { MissionWork } from './mission-work.tsx';
import { useMissionCall } from './use-missions.ts';

/** One mission: what it is, how to do it, and the work itself. */
export function MissionView({ mission }: { mission: Mission }) {
  const t = useT('missions');
  return (
    <div className="grid gap-5">
      <Card aria-labelledby="mission">
        <MissionAbout
          mission={{ ...mission, kind: mission.content.kind }}
          title={<Title mission={mission} />}
          badge={<StateBadge state={mission.state} />}
        />
        {mission.state !== 'completed' && mission.state !== 'reversed' && (
          <Instructions steps={mission.instructions} />
        )}
        <State mission={mission} />
      </Card>
      {mission.state === 'under_way' && <MissionWork mission={mission} />}
      <Link to="/task" className={`${buttonClass('quiet')} justify-self-start`}>
        {t('back')}
      </Link>
    </div>
  );
}

/** Takes the focus, so that keyboards and screen readers start at the title, also when what had it goes with the state. */
function Title({ mission: { title, state } }: { mission: Mission }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what had the focus goes with the state
  useEffect(() => focusHeading('#mission'), [state]);
  return (
    <h2 ref={heading} id="mission" tabIndex={-1} className="wrap-anywhere font-bold text-2xl outline-none">
      <bdi>{title}</bdi>
    </h2>
  );
}

/** Starts the mission, or says why it cannot be started. */
function State({ mission }: { mission: Mission }) {
  const t = useT('missions');
  switch (mission.state) {
    case 'open':
      return <Start mission={mission} />;
    case 'completed':
      return <Completed mission={mission} />;
    case 'reversed':
      return <Reversed mission={mission} />;
    case 'under_way':
      return mission.keptUntil && <Kept until={mission.keptUntil} />;
    default:
      return (
        <Said>
          {t(`blocked.${mission.state}`)} {mission.keptUntil && <Lost until={mission.keptUntil} />}
        </Said>
      );
  }
}

function Kept({ until }: { until: string }) {
  const t = useT('missions');
  const { date } = useFormats();
  return <p className="mt-5 text-muted text-sm">{t('kept', { date: date(until, 'moment') })}</p>;
}

/** What to do for who may have finished it without a place. */
function Lost({ until }: { until: string }) {
  const t = useT('missions');
  const { date } = useFormats();
  return t('lost', { date: date(until, 'moment') });
}

function Said({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mt-5 rounded-2xl bg-sunken p-4 font-medium">
      {children}
    </p>
  );
}

/** Says what became of the points. A mission that was credited once cannot be claimed. */
function Reversed({ mission }: { mission: Mission }) {
  const t = useT('missions');
  const reward = useReward('tasks');
  const amount = reward.amount(mission.pointsEarned);
  if (mission.completedAt === null) return <Said>{t('declined')}</Said>;
  return (
    <Said>
      {t('takenBack', { amount })} <SupportLink />
    </Said>
  );
}

/** The security check, then the start. A refusal stays readable here while the list is read again. */
function Start({ mission }: { mission: Mission }) {
  const t = useT('missions');
  const errors = useErrorText();
  const button = useRef<HTMLButtonElement>(null);
  const [checking, setChecking] = useState(false);
  const tries = useTryToast();
  const queryClient = useQueryClient();
  const start = useMissionCall(() => call('POST /api/missions/{id}/start', { params: { id: mission.id } }));
  const begin = () => {
    setChecking(false);
    start.mutate(undefined, {
      onError: (error) => {
        // The list was read again: a start whose answer was lost is there.
        const known = queryClient.getQueryData<Mission[]>(keys.missions)?.find(({ id }) => id === mission.id);
        if (mayHaveBeenDone(error) && known?.state === 'under_way') return;
        tries.fail({ title: t('startFailed'), description: errors.text(error) });
      },
    });
  };
  return (
    <>
      <Button
        ref={button}
        size="large"
        className="mt-5 w-full sm:w-auto"
        loading={start.isPending}
        onClick={() => {
          tries.clear();
          setChecking(true);
        }}
      >
        {t('start')}
      </Button>
      <CaptchaDialog
        action="mission"
        open={checking}
        onOpenChange={setChecking}
        onVerified={begin}
        returnFocus={button}
      />
    </>
  );
}

function Completed({ mission }: { mission: Mission }) {
  const t = useT('missions');
  const { date } = useFormats();
  const reward = useReward('tasks');
  return (
    <div
      role="status"
      className="mt-5 grid justify-items-center gap-1 rounded-2xl bg-brand-soft p-5 text-center"
    >
      <div className="w-28">
        <Coins />
      </div>
      <p className="font-bold text-on-brand-soft text-xl">{t('completedTitle')}</p>
      {mission.completedAt && (
        <p className="text-on-brand-soft">
          {t('completedText', {
            amount: reward.amount(mission.pointsEarned),
            date: date(mission.completedAt, 'moment'),
          })}
        </p>
      )}
    </div>
  );
}
