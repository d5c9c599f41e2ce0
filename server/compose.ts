import { sql } from 'kysely';
import type pg from 'pg';
import type { Site } from '#contract/site.ts';
import { createDatabase, createPool, type Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { findSession } from '#domain/members/index.ts';
import type { Config } from './config.ts';
import { administrationRoutes } from './http/administration.ts';
import { createApp } from './http/app.ts';
import { eventRoutes } from './http/events.ts';
import { healthRoutes } from './http/health.ts';
import { mount } from './http/mount.ts';
import { siteRoutes } from './http/site.ts';
import { openLive } from './live.ts';
import type { Log } from './log.ts';

export interface Server {
  /** Answers one request; bindings come from the HTTP server. */
  fetch: (request: Request, bindings?: unknown) => Response | Promise<Response>;
  database: Database;
  pool: pg.Pool;
  /** Ends background work and connections. Requests must have been drained. */
  close: () => Promise<void>;
}

/** Wires the parts together: the one place that knows them all. `url` is the database's connection string. */
export async function compose(config: Config, url: string, log: Log): Promise<Server> {
  const pool = createPool(url, (error) => log.warn({ err: error }, 'database connection lost'));
  const database = createDatabase(pool);
  const transact = transactOn(database);
  const live = await openLive(url, log);

  const app = createApp({
    appUrl: config.appUrl,
    trustedProxies: config.trustedProxies,
    frameOrigins: [],
    scriptOrigins: [],
    log,
    authenticate: (token) => findSession(database, token),
  });
  healthRoutes(app, {
    ready: async () => {
      await sql`select 1`.execute(database);
    },
    metricsToken: config.metricsToken,
    development: config.development,
  });
  mount(app, [...siteRoutes(publicSettings(config)), ...administrationRoutes(database)], transact);
  eventRoutes(app, live.subscribe);

  return {
    fetch: (request, bindings) => app.fetch(request, bindings as never),
    database,
    pool,
    close: async () => {
      await live.close();
      await database.destroy();
    },
  };
}

/** What anyone may know of the settings. */
function publicSettings(config: Config): Site {
  return {
    productName: config.productName,
    supportEmail: config.supportEmail,
    passwordMinLength: config.passwordMinLength,
    redemptionThresholdPoints: config.redemptionThresholdPoints,
    rewardWording: config.rewardWording,
    supportedRegions: config.supportedRegions,
    development: config.development,
  };
}
