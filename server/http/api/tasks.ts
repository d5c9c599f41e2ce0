import * as contract from '#contract/tasks.ts';
import type { Database } from '#database/client.ts';
import { type ConfiguredWall, listTasks, taskTimeline, totalTasks } from '#domain/earning/index.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

export const taskRoutes = (database: Database, walls: ConfiguredWall[]): Route[] => [
  implement(contract.tasks).with(({ query }, { member }) =>
    listTasks(database, walls, member.id, query.before),
  ),
  implement(contract.taskTotals).with((_input, { member }) => totalTasks(database, member.id)),
  implement(contract.taskTimeline).with(({ params }, { member }) =>
    taskTimeline(database, walls, member.id, params.id),
  ),
];
