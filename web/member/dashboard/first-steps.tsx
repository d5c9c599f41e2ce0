import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormatter } from 'use-intl';
import type { TypicalTasks } from '#contract/tasks.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { HeadedCard } from '#ui/headed-card.tsx';
import { openWall } from '#web/member/walls/wall-view.tsx';
import { useTypicalTasks, useWalls } from '#web/shared/api/queries.ts';
import { site } from '#web/shared/api/site.ts';
import { keep } from '#web/shared/browser/storage.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';

interface FirstStepsProps {
  /** Under which this browser stores that they are skipped. */
  skipKey: string;
}

/** The way of a new member to their first points: what a wall is, what it paid lately, and one to open. */
export function FirstSteps({ skipKey }: FirstStepsProps) {
  const [skipped, setSkipped] = useState(false);
  const skip = () => {
    keep(skipKey, 'yes');
    setSkipped(true);
  };
  if (skipped) return null;
  return (
    <AreaTexts area="earn">
      <Steps onSkip={skip} />
    </AreaTexts>
  );
}

function Steps({ onSkip }: { onSkip: () => void }) {
  const t = useT('firstSteps');
  const typical = useTypicalTasks().data;
  const walls = useWalls();
  const wall = openWall(walls.data ?? []);
  return (
    <HeadedCard id="first-steps" title={t('title')} className="grid gap-4">
      <p>{t('what')}</p>
      {typical && typical.types.length > 0 && <Pay typical={typical} />}
      <p className="text-muted text-sm">{t('wait')}</p>
      {typical && typical.holdDaysMax > 0 && (
        <p className="text-muted text-sm">{t('held', { days: typical.holdDaysMax })}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Link
          to={wall ? '/adwall' : '/task'}
          search={wall ? { wall: wall.id } : {}}
          className={`${buttonClass('primary', 'large')} grow`}
          aria-label={walls.isPending ? t('look') : undefined}
        >
          {/* No words before it is known which, as they would move. */}
          {!walls.isPending && (
            <span>{wall ? t.rich('start', { wall: () => <bdi>{wall.title}</bdi> }) : t('look')}</span>
          )}
        </Link>
        <Button variant="quiet" size="large" onClick={onSkip}>
          {t('skip')}
        </Button>
      </div>
    </HeadedCard>
  );
}

/** What tasks really paid here, what that makes of the threshold, and how soon the first points came. */
function Pay({ typical: { types, firstPointsMinutes } }: { typical: TypicalTasks }) {
  const t = useT('firstSteps');
  const task = useT('task.badges');
  const reward = useReward('dashboard');
  const duration = useDuration();
  const threshold = site().redemptionThresholdPoints;
  return (
    <div className="rounded-2xl bg-sunken p-4">
      <h3 className="font-semibold">{t('pay')}</h3>
      <ul className="mt-2 grid gap-2">
        {types.map(({ taskType, points }) => (
          <li key={taskType} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <Badge tone="brand">{task(taskType)}</Badge>
            {t('typical', {
              amount: reward.amount(points),
              count: Math.ceil(threshold / points),
              goal: reward.amount(threshold),
            })}
          </li>
        ))}
      </ul>
      {firstPointsMinutes !== null && (
        <p className="mt-3 text-sm">{t('soon', { duration: duration(firstPointsMinutes) })}</p>
      )}
    </div>
  );
}

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** Minutes -> `12 minutes`, `3 hours`, `2 days`, rounded up. */
function useDuration(): (minutes: number) => string {
  const format = useFormatter();
  const inUnit = (count: number, unit: 'minute' | 'hour' | 'day') =>
    format.number(Math.max(1, Math.ceil(count)), { style: 'unit', unit, unitDisplay: 'long' });
  return (minutes) => {
    if (minutes <= 2 * HOUR_MINUTES) return inUnit(minutes, 'minute');
    if (minutes <= 2 * DAY_MINUTES) return inUnit(minutes / HOUR_MINUTES, 'hour');
    return inUnit(minutes / DAY_MINUTES, 'day');
  };
}
