import { sql } from 'kysely';
import type pg from 'pg';
import type { Site } from '#contract/site.ts';
import { createDatabase, createPool, type Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { findSession } from '#domain/members/index.ts';
import type { Config } from './config.ts';
import { administrationRoutes } from './http/administration.ts';
import { createApp } from './http/app.ts';
import { docsRoutes } from './http/docs.ts';
import { eventRoutes } from './http/events.ts';
import { healthRoutes } from './http/health.ts';
import { mount } from './http/mount.ts';
import { pageRoutes } from './http/pages.ts';
import { sitePolicy } from './http/security-headers.ts';
import { siteRoutes } from './http/site.ts';
import { startJobs } from './jobs/index.ts';
import { openLive } from './live.ts';
import type { Log } from './log.ts';

export interface Server {
  /** Answers one request; bindings come from the HTTP server. */
  fetch: (request: Request, bindings?: unknown) => Response | Promise<Response>;
  database: Database;
  pool: pg.Pool;
  /** Ends the open event streams, so that their connections can be drained. */
  endStreams: () => void;
  /** Says on which port this process listens; parts that call the server over HTTP need it. */
  setPort: (port: number) => void;
  /** Ends background work and connections. Requests must have been drained. */
  close: () => Promise<void>;
}

/**
 * Wires the parts together: the one place that knows them all. `url` is the database's connection string, `webFolder`
 * the built web app; without it only the API is served.
 */
export async function compose(
  config: Config,
  url: string,
  log: Log,
  webFolder: string | undefined = undefined,
): Promise<Server> {
  const pool = createPool(url, (error) => log.warn({ err: error }, 'database connection lost'));
  const database = createDatabase(pool);
  const transact = transactOn(database);
  const live = await openLive(url, log);
  let listeningPort = config.port;

  const origins = { appUrl: config.appUrl, frameOrigins: [], scriptOrigins: [] };
  const app = createApp({
    ...origins,
    trustedProxies: config.trustedProxies,
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
  const site = publicSettings(config);
  mount(app, [...siteRoutes(site), ...administrationRoutes(database)], transact);
  eventRoutes(app, live.subscribe);
  docsRoutes(app, { productName: config.productName, appUrl: config.appUrl }, sitePolicy(origins));
  if (webFolder) pageRoutes(app, webFolder, site, sitePolicy(origins));

  const jobs = config.roles.includes('worker') ? await startJobs({ pool, log, tasks: {} }) : undefined;

  return {
    fetch: (request, bindings) => app.fetch(request, bindings as never),
    database,
    pool,
    endStreams: live.endStreams,
    setPort: (port) => {
      listeningPort = port;
    },
    close: async () => {
      await jobs?.stop();
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
