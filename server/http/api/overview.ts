import * as contract from '#contract/overview.ts';
import { readActivity, readQueues, siteStats } from '#domain/administration/index.ts';
import { rollUpLedger } from '#domain/ledger/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

/** Figures and work queues of the site. */
export const overviewRoutes = ({ database, transact, walls }: Services): Route[] => [
  implement(contract.adminStats).with(() => siteStats(database)),
  implement(contract.adminActivity).with(async ({ query }) => {
    // The points of members come from the last roll-up, so this updates it.
    await rollUpLedger(transact);
    return readActivity(database, walls, query);
  }),
  implement(contract.workQueues).with((_, { permissions }) => readQueues(database, permissions)),
];
