import { adminActivity } from '#contract/activity.ts';
import { adminStats } from '#contract/administration.ts';
import type { Database } from '#database/client.ts';
import { readActivity, siteStats } from '#domain/administration/index.ts';
import { implement, type Route } from './implement.ts';

export const administrationRoutes = (database: Database): Route[] => [
  implement(adminStats).with(() => siteStats(database)),
  implement(adminActivity).with(({ query }) => readActivity(database, query)),
];
