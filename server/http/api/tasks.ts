import * as contract from '#contract/tasks.ts';
import { listTasks, taskTimeline, totalTasks } from '#domain/earning/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

export const taskRoutes = ({ database, walls }: Services): Route[] => [
  implement(contract.tasks).with(({ query }, { member }) =>
    listTasks(database, walls, member.id, query.before),
  ),
  implement(contract.taskTotals).with((_input, { member }) => totalTasks(database, member.id)),
  implement(contract.taskTimeline).with(({ params }, { member }) =>
    taskTimeline(database, walls, member.id, params.id),
  ),
];
