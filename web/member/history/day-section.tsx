import { memo } from 'react';
import type { Task } from '#contract/tasks.ts';
import { Card } from '#ui/card.tsx';
import { TaskRow } from '#web/member/tasks/task-row.tsx';
import { useFormats } from '#web/shared/language/language.tsx';
import type { Day } from './by-day.ts';
import { TaskMore } from './task-more.tsx';

/**
 * The tasks of a day. Rendered again only if they change: with some thousand tasks on the screen, each added page would
 * otherwise cost as much as all before it.
 */
export const DaySection = memo(
  function DaySection({ day: { key, tasks } }: { day: Day }) {
    const { date } = useFormats();
    return (
      <section aria-labelledby={`day-${key}`}>
        <h2 id={`day-${key}`} className="mb-2 px-1 font-semibold text-muted text-sm">
          {date(tasks[0]?.completedAt ?? key, 'long')}
        </h2>
        <Card as="div" className="py-1.5 sm:py-2">
          <ul className="divide-y divide-line">
            {tasks.map((task) => (
              <TaskRow key={task.id} task={task} action={<TaskMore task={task} />} />
            ))}
          </ul>
        </Card>
      </section>
    );
  },
  ({ day: before }, { day: now }) =>
    before.key === now.key &&
    before.tasks.length === now.tasks.length &&
    before.tasks.every((task, position) => looksTheSame(task, now.tasks[position])),
);

/** Compares the only fields of a task that change, the title with the language. After a credit the list holds new objects. */
const looksTheSame = (before: Task, now: Task | undefined): boolean =>
  before.id === now?.id &&
  before.title === now.title &&
  before.reversedAt === now.reversedAt &&
  before.pendingUntil === now.pendingUntil;
