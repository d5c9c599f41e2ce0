import { adminActivity } from '#contract/activity.ts';
import { adminStats } from '#contract/administration.ts';
import type { Database } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { readActivity, siteStats } from '#domain/administration/index.ts';
import type { ConfiguredWall } from '#domain/earning/index.ts';
import { rollUpLedger } from '#domain/ledger/index.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

export const administrationRoutes = (
  database: Database,
  transact: Transact,
  walls: readonly ConfiguredWall[],
): Route[] => [
  implement(adminStats).with(() => siteStats(database)),
  implement(adminActivity).with(async ({ query }) => {
    // What members hold is read from the last roll-up: so let it be one of now.
    await rollUpLedger(transact);
    return readActivity(database, walls, query);
  }),
];
