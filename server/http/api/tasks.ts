import * as contract from '#contract/tasks.ts';
import { listTasks, taskTimeline, totalTasks, typicalTasks } from '#domain/earning/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

/** What is typical changes slowly, and many members ask for it. */
const TYPICAL_MS = 10 * 60 * 1000;

export const taskRoutes = ({ database, walls, wallPauses }: Services): Route[] => [
  implement(contract.tasks).with(({ query }, { member }) =>
    listTasks(database, walls, member.id, query.before),
  ),
  implement(contract.taskTotals).with((_input, { member }) => totalTasks(database, member.id)),
  implement(contract.typicalTasks).with(
    keptFor(TYPICAL_MS, async () => {
      const paused = new Set((await wallPauses()).map(({ wall }) => wall));
      const shown = walls.filter(({ definition: { id, embed } }) => embed && !paused.has(id));
      const typical = await typicalTasks(
        database,
        shown.map(({ definition }) => definition.id),
      );
      return { ...typical, holdDaysMax: Math.max(0, ...shown.map(({ holdDays }) => holdDays)) };
    }),
  ),
  implement(contract.taskTimeline).with(({ params }, { member }) =>
    taskTimeline(database, walls, member.id, params.id),
  ),
];

/** Returns what `read` returns, read again by the first call after so many milliseconds; a failure is not kept. */
function keptFor<Value>(milliseconds: number, read: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Promise<Value>; until: number } | undefined;
  return () => {
    if (kept && performance.now() < kept.until) return kept.value;
    const reading = { value: read(), until: performance.now() + milliseconds };
    kept = reading;
    reading.value.catch(() => {
      if (kept === reading) kept = undefined;
    });
    return reading.value;
  };
}
