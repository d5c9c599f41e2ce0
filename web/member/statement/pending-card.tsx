import { useState } from 'react';
import type { CallOutput } from '#contract/index.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Amount } from '#ui/money.tsx';
import { taskTypeOf } from '#web/member/tasks/task-look.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';

const SHOWN_AT_FIRST = 3;

/** The points that are not in the balance yet, each with the day from which they count. Shows nothing without any. */
export function PendingCard({ pending }: { pending: CallOutput<'GET /api/statement/pending'> }) {
  const t = useT('statement');
  const task = useT('task');
  const { date, number } = useFormats();
  const reward = useReward('history');
  const [isWhole, setIsWhole] = useState(false);
  const { count, points, entries } = pending;
  if (count === 0) return null;
  const shown = isWhole ? entries : entries.slice(0, SHOWN_AT_FIRST);
  const unnamed = count - entries.length;
  return (
    <Card as="section" aria-labelledby="pending" className="pb-2">
      <h2 id="pending" className="font-bold text-lg">
        {t('pending', { amount: reward.amount(points) })}
      </h2>
      <p className="mt-1 text-muted text-sm">{t('pendingText')}</p>
      <ul className="mt-2 divide-y divide-line">
        {shown.map(({ id, points: waiting, countsAt, task: { title, taskType } }) => (
          <li key={id} className="flex flex-wrap items-start justify-between gap-x-3 py-3">
            <div className="min-w-0 grow basis-32">
              <p className="wrap-anywhere font-semibold">
                <bdi>{title ?? task(`types.${taskTypeOf(taskType)}`)}</bdi>
              </p>
              <p className="text-muted text-sm">{task('pendingUntil', { date: date(countsAt) })}</p>
            </div>
            <Amount className="whitespace-nowrap font-bold text-muted">{reward.gain(waiting)}</Amount>
          </li>
        ))}
      </ul>
      {isWhole && unnamed > 0 && (
        <p className="py-2 text-muted text-sm">{t('pendingMore', { count: number(unnamed) })}</p>
      )}
      {!isWhole && entries.length > SHOWN_AT_FIRST && (
        <Button variant="quiet" size="small" onClick={() => setIsWhole(true)}>
          {t('pendingAll')}
        </Button>
      )}
    </Card>
  );
}
