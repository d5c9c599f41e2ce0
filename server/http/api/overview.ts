import * as contract from '#contract/overview.ts';
import type { Database } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { readActivity, readQueues, siteStats } from '#domain/administration/index.ts';
import type { ConfiguredWall } from '#domain/earning/index.ts';
import { rollUpLedger } from '#domain/ledger/index.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

/** Figures and work queues of the site. */
export const overviewRoutes = (
  database: Database,
  transact: Transact,
  walls: readonly ConfiguredWall[],
): Route[] => [
  implement(contract.adminStats).with(() => siteStats(database)),
  implement(contract.adminActivity).with(async ({ query }) => {
    // What members hold is read from the last roll-up: so let it be one of now.
    await rollUpLedger(transact);
    return readActivity(database, walls, query);
  }),
  implement(contract.workQueues).with(async (_, { permissions }) => {
    const states = await readQueues(database, permissions);
    return states.map((state) => ({ ...state, oldestAt: state.oldestAt?.toISOString() ?? null }));
  }),
];
