import { Hono } from 'hono';
import type pg from 'pg';
import type { Database } from '#database/client.ts';
import { findSecretMark, keptSecretMark } from '#database/secret-mark.ts';
import { requireWritable } from '#database/writable.ts';
import { readFigures } from '#domain/administration/index.ts';
import {
  addExampleMissions,
  countMissions,
  hasCredited,
  offersExampleMissions,
} from '#domain/earning/index.ts';
import { createPasswordHasher } from '#domain/members/index.ts';
import {
  addExampleRewards,
  missingProviders,
  offersExampleRewards,
  rewardsWithoutProvider,
} from '#domain/redemption/index.ts';
import { type Config, ConfigError } from '#server/config/config.ts';
import { openSecret, secretMark } from '#server/config/secret.ts';
import { SANDBOX_ADVERTISER_URL } from '#server/http/development/sandbox-advertiser.ts';
import type { Handlers } from '#server/http/frame/listen.ts';
import { postbackLane } from '#server/http/receivers/postbacks.ts';
import { openHealth } from '#server/http/site/health.ts';
import type { Log } from '#server/log.ts';
import { showHeld } from '#server/metrics/index.ts';
import { configuredSandbox, openWalls, SANDBOX_WALL, verifyPasses } from './adapters.ts';
import { startWork } from './jobs.ts';
import { createRoutes } from './routes.ts';
import { openServices, type Services } from './services.ts';

export interface Server extends Handlers {
  /** Health and metrics of the process, for an address of their own. */
  health: Handlers;
  database: Database;
  pool: pg.Pool;
  /** Tells the parts that call this server over HTTP which port it listens on. */
  setPort: (port: number) => void;
  /** From now on /readyz is 503 and no job is begun; requests are still served. */
  retire: () => void;
  /** Ends background work and connections. Call it after requests have been drained. */
  close: () => Promise<void>;
}

/**
 * Throws ConfigError where this start would end after it has migrated the database, of which no process of the release of before
 * could be started any more: another site's database, or a fault in the walls file or in the certificates of passes. Changes nothing.
 */
export async function verifyBeforeMigrating(config: Config, url: string): Promise<void> {
  const secret = await openSecret(config.appSecret, config.dataDir);
  const mark = secretMark(secret);
  if (!config.development && ((await findSecretMark(url)) ?? mark) !== mark) throw foreignSecret();
  await openWalls(config, configuredSandbox(secret));
  verifyPasses(config);
}

const foreignSecret = () =>
  new ConfigError([
    'APP_SECRET: is not the one of this site; `npm run ops -- change-secret` replaces that one',
  ]);

/**
 * Wires the parts of one process together. `url` is the database's connection string, `webFolder` the built web app;
 * without it only the API is served. Tests hash passwords at a lower cost.
 */
export async function compose(
  config: Config,
  url: string,
  log: Log,
  webFolder: string | undefined = undefined,
  passwords = createPasswordHasher(),
): Promise<Server> {
  const { services, setPort, close } = await openServices(config, url, log, passwords);
  const { database, pool, streams, walls, intake } = services;
  // In development each data folder has a secret of its own.
  if (!config.development && !(await hasKnownSecret(database, config))) {
    await close();
    throw foreignSecret();
  }
  await countMissions(services.transact);
  await addExamples(services, config.development);
  await tellMissingProviders(services);
  if (!config.development) await tellDevelopmentData(services);
  let retiring = false;
  const addHealth = openHealth({
    ready: () => requireWritable(database),
    retiring: () => retiring,
    figures: () => readFigures(database, walls),
    report: (error) => log.error({ err: error }, 'figures of the metrics could not be read'),
    metricsToken: config.metricsToken,
    development: config.development,
  });
  const app = createRoutes(services, config, { webFolder, addHealth });
  const health = new Hono();
  addHealth(health);
  const hide = showHeld({
    roles: config.roles,
    pools: [
      { name: 'work', pool },
      ...(services.direct === pool ? [] : [{ name: 'direct', pool: services.direct }]),
    ],
    streams: streams.count,
    breakers: () =>
      services.providers.map(({ id }) => ({
        provider: id,
        open: services.breaker.pauseMs(id) > 0,
      })),
  });
  const work = config.roles.includes('worker') ? await startWork(services, config) : undefined;
  let workEnded: Promise<void> | undefined;
  const endWork = () => {
    workEnded ??= work?.stop() ?? Promise.resolve();
    return workEnded;
  };
  return {
    direct: postbackLane({ walls, intake, proxies: config, log }),
    fetch: (request, bindings) => app.fetch(request, bindings as never),
    health: { direct: () => false, fetch: (request) => health.fetch(request), endStreams: () => {} },
    database,
    pool,
    endStreams: streams.endAll,
    setPort,
    retire: () => {
      retiring = true;
      // `close` reports a failure.
      endWork().catch(() => undefined);
    },
    close: async () => {
      retiring = true;
      hide();
      await Promise.all([intake.drain(), endWork()]);
      await close();
    },
  };
}

/** What another secret encrypts could not be changed to the next one together with the rest. The first start says which it is. */
async function hasKnownSecret(database: Database, config: Config): Promise<boolean> {
  const mark = secretMark(await openSecret(config.appSecret, config.dataDir));
  return (await keptSecretMark(database, mark)) === mark;
}

/** Adds examples to a new site: usable in development, otherwise drafts for the operator to complete. */
async function addExamples({ database, transact, serving, log }: Services, development: boolean) {
  await transact((tx) => addExampleRewards(tx, development));
  for (const reward of await rewardsWithoutProvider(database, serving)) {
    log.error({ reward }, 'reward names a payout provider that is not set up, and is not offered');
  }
  const missions = development
    ? ({ status: 'active', advertiserUrl: SANDBOX_ADVERTISER_URL } as const)
    : ({ status: 'draft', advertiserUrl: 'https://advertiser.example/?click={click}' } as const);
  await transact((tx) => addExampleMissions(tx, missions));
}

/** What is open waits for the settings of its provider, and what was issued can be shown only with them. */
async function tellMissingProviders({ database, providers, log }: Services): Promise<void> {
  for (const missing of await missingProviders(database, providers)) {
    log.error(missing, 'redemptions need a payout provider that is not set up');
  }
}

/** Points of development cost nothing; on a site they are worth money. A wall of the operator's may have the sandbox's id. */
async function tellDevelopmentData({ database, walls, log }: Services): Promise<void> {
  const ownWall = walls.some(({ definition }) => definition.id === SANDBOX_WALL);
  const wasUsed =
    (await offersExampleMissions(database)) ||
    (await offersExampleRewards(database)) ||
    (!ownWall && (await hasCredited(database, SANDBOX_WALL)));
  if (!wasUsed) return;
  log.error(
    'this database was used in development: its points, example missions and example rewards are worth money here',
  );
}
