import { tasks, walls } from '#contract/earning.ts';
import type { Database } from '#database/client.ts';
import { type ConfiguredWall, listTasks, listWalls } from '#domain/earning/index.ts';
import { implement, type Route } from './implement.ts';

export const earningRoutes = (database: Database, configured: ConfiguredWall[]): Route[] => [
  implement(tasks).with((_input, { member }) => listTasks(database, configured, member.id)),
  implement(walls).inTransaction((tx, _input, { member }) => listWalls(tx, configured, member.id)),
];
