import {
  rapidoreachUid,
  tasks,
  taskTimeline as taskTimelineCall,
  taskTotals,
  walls,
} from '#contract/earning.ts';
import type { Database } from '#database/client.ts';
import {
  type ConfiguredWall,
  derivedFor,
  listTasks,
  listWalls,
  taskTimeline,
  totalTasks,
} from '#domain/earning/index.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

export const earningRoutes = (database: Database, configured: ConfiguredWall[]): Route[] => [
  implement(tasks).with(({ query }, { member }) => listTasks(database, configured, member.id, query.before)),
  implement(taskTotals).with((_input, { member }) => totalTasks(database, member.id)),
  implement(taskTimelineCall).with(({ params }, { member }) =>
    taskTimeline(database, configured, member.id, params.id),
  ),
  implement(walls).inTransaction((tx, _input, { member }) => listWalls(tx, configured, member.id)),
  implement(rapidoreachUid).inTransaction(async (tx, _input, { member }) => ({
    uid: await derivedFor(tx, configured, member.id, { wall: 'rapidoreach', name: 'uid' }),
  })),
];
