import path from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Site } from '#contract/site.ts';
import { createDatabase, createPool, type Database } from '#database/client.ts';
import { type Transact, transactOn } from '#database/transaction.ts';
import { authenticateKey } from '#domain/administration/index.ts';
import {
  addExampleMissions,
  countAlarms,
  frameOrigins,
  openIntake,
  SANDBOX_ADVERTISER,
  scriptOrigins,
} from '#domain/earning/index.ts';
import { type AccountPorts, createPasswordHasher, findSession, liveSessions } from '#domain/members/index.ts';
import {
  addExampleRewards,
  askForCheck,
  createBreaker,
  openOwnRewards,
  type PayoutProvider,
  reconcilePayouts,
  rewardsWithoutProvider,
} from '#domain/redemption/index.ts';
import { openLimits } from '#domain/trust/index.ts';
import { openCountries } from '#providers/geo/country.ts';
import { webPushService } from '#providers/push/web-push.ts';
import { webhookSender } from '#providers/webhooks/send.ts';
import {
  captchaOrigins,
  configuredSandbox,
  openCaptcha,
  openMail,
  openPasses,
  openPayouts,
  openWalls,
  rewardKeys,
} from './adapters.ts';
import type { Config } from './config.ts';
import { accountRoutes } from './http/accounts.ts';
import { adminMemberRoutes, memberCsvRoute } from './http/admin-members.ts';
import { administrationRoutes } from './http/administration.ts';
import { createApp } from './http/app.ts';
import { catalogueRoutes } from './http/catalogue.ts';
import { claimRoutes } from './http/claims.ts';
import { clientErrorRoutes } from './http/client-errors.ts';
import { mailboxRoutes } from './http/development-mailbox.ts';
import { docsRoutes } from './http/docs.ts';
import { earningRoutes } from './http/earning.ts';
import { eventRoutes } from './http/events.ts';
import { exportRoutes } from './http/export.ts';
import { exportListRoutes } from './http/exports.ts';
import { healthRoutes } from './http/health.ts';
import { keyRoutes } from './http/keys.ts';
import { mediaRoutes } from './http/media.ts';
import { missionPostbackRoutes, missionRoutes } from './http/missions.ts';
import { moneyRoutes } from './http/money.ts';
import { mount } from './http/mount.ts';
import { operationRoutes } from './http/operations.ts';
import { pageRoutes } from './http/pages.ts';
import { passRoutes } from './http/passes.ts';
import { payoutWebhookRoutes } from './http/payout-webhooks.ts';
import { postbackLane, postbackRoutes } from './http/postbacks.ts';
import { profileRoutes } from './http/profile.ts';
import { redemptionRoutes } from './http/redemption.ts';
import { riskRoutes } from './http/risk.ts';
import { SANDBOX_ADVERTISER_URL, sandboxAdvertiserRoutes } from './http/sandbox-advertiser.ts';
import { sandboxWallRoutes } from './http/sandbox-wall.ts';
import { securityRoutes } from './http/security.ts';
import { sitePolicy } from './http/security-headers.ts';
import { settingsRoutes } from './http/settings.ts';
import { siteRoutes } from './http/site.ts';
import { trustRoutes } from './http/trust.ts';
import { unsubscribeRoutes } from './http/unsubscribe.ts';
import { webhookRoutes } from './http/webhooks.ts';
import { accountTasks } from './jobs/accounts.ts';
import { cleanUpTasks } from './jobs/clean-up.ts';
import { earningTasks } from './jobs/earning.ts';
import { startJobs } from './jobs/index.ts';
import { ledgerTasks } from './jobs/ledger.ts';
import { noticeTasks } from './jobs/notices.ts';
import { redemptionTasks, startRecovery } from './jobs/redemption.ts';
import { reviewTasks } from './jobs/reviews.ts';
import { trustTasks } from './jobs/trust.ts';
import { startWebhooks } from './jobs/webhooks.ts';
import type { Handlers } from './listen.ts';
import { openLive } from './live.ts';
import type { Log } from './log.ts';
import { advertiserKey, deriveKey, openSecret } from './secret.ts';
import { openStreams } from './streams.ts';

export interface Server extends Handlers {
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
  let closing = false;
  const pool = createPool(url, (error) => {
    if (!closing) log.warn({ err: error }, 'database connection lost');
  });
  const database = createDatabase(pool);
  const transact = transactOn(database);
  const streams = openStreams((ids) => liveSessions(database, ids), log);
  const live = await openLive(url, streams, log);
  let listeningPort = config.port;
  const internalAddress = () => `http://127.0.0.1:${listeningPort}`;
  const secret = await openSecret(config.appSecret, config.dataDir);
  const mail = await openMail(config, log);
  const codeKey = deriveKey(secret, 'verification codes');
  const mailboxKey = deriveKey(secret, 'mailboxes of former members');
  const appealKey = deriveKey(secret, 'answers to suspensions');
  const unsubscribeKey = deriveKey(secret, 'unsubscribe links');
  const push = webPushService({
    seed: deriveKey(secret, 'push messages', VAPID_SEED_BYTES),
    subject: `mailto:${config.supportEmail}`,
  });

  const sandbox = configuredSandbox(secret);
  const walls = await openWalls(config, sandbox);

  const origins = {
    appUrl: config.appUrl,
    frameOrigins: frameOrigins(walls),
    scriptOrigins: [
      ...scriptOrigins(walls),
      ...(config.payouts.stripe ? STRIPE_ORIGINS : []),
      ...captchaOrigins(config),
    ],
    connectOrigins: config.errorService ? [new URL(config.errorService.dsn).origin] : [],
  };
  const limits = openLimits(pool, deriveKey(secret, 'limits'));
  const app = createApp({
    ...origins,
    trustedProxies: config.trustedProxies,
    log,
    authenticate: (token) => findSession(database, token),
    authenticateKey: (token, ip) => authenticateKey({ database, limits }, token, ip),
  });
  healthRoutes(app, {
    ready: async () => {
      await sql`select 1`.execute(database);
    },
    wallAlarms: () => countAlarms(database),
    metricsToken: config.metricsToken,
    development: config.development,
  });
  const site = publicSettings(config);
  const captcha = openCaptcha(config, secret, log);
  const countryOf = openCountries();
  const accountPorts: AccountPorts = {
    limits,
    captcha,
    passwords: createPasswordHasher(),
    policy: { minLength: config.passwordMinLength, productName: config.productName },
    mailboxKey,
    appealKey,
    codeKey,
    browserKey: deriveKey(secret, 'known browsers'),
    seedKey: deriveKey(secret, 'two-factor seeds'),
    phoneRegion: config.supportedRegions[0] ?? '',
    regions: { countryOf, supported: config.supportedRegions },
    onSecurityEvent: (event) => log.info(event, 'security'),
  };
  const { emailVerification } = config;
  const accounts = accountRoutes({ database, transact, ports: accountPorts, emailVerification });
  const ownKeys = rewardKeys(secret);
  const payouts = openPayouts(config, openOwnRewards(database, ownKeys));
  const serving = { tiers: config.payouts.serving, providers: payouts };
  await transact((tx) => addExampleRewards(tx, config.development));
  for (const reward of await rewardsWithoutProvider(database, serving)) {
    log.error({ reward }, 'reward names a payout provider that is not set up, and is not offered');
  }
  const passes = openPasses(config, log);
  const webhooks = {
    sender: webhookSender({ allowLoopback: config.development }),
    key: deriveKey(secret, 'webhook secrets'),
  };
  const redemption = redemptionRoutes({
    database,
    transact,
    captcha,
    limits,
    thresholdPoints: config.redemptionThresholdPoints,
    providers: payouts,
    serving,
    reviewHours: config.riskReview.hours,
    countryOf,
    report: (error) => log.warn({ err: error }, 'reward not shown'),
    passes,
  });
  mount(
    app,
    [
      ...siteRoutes(site),
      ...clientErrorRoutes({ limits, log }),
      ...accounts,
      ...profileRoutes({ transact, ports: accountPorts }),
      ...securityRoutes({ database, transact, ports: accountPorts }),
      ...settingsRoutes({ transact, limits, mailboxKey, pushKey: push.publicKey }),
      ...trustRoutes({ database, transact, limits, appealKey }),
      ...earningRoutes(database, walls),
      ...missionRoutes(database, config.redemptionThresholdPoints, config.twoPeople),
      ...claimRoutes({
        ...{ database, transact, limits, walls },
        twoPeople: config.twoPeople,
        thresholdPoints: config.redemptionThresholdPoints,
      }),
      ...redemption,
      ...administrationRoutes(database, transact, walls),
      ...adminMemberRoutes({ database, transact }),
      ...moneyRoutes({
        database,
        twoPeople: config.twoPeople,
        thresholdPoints: config.redemptionThresholdPoints,
        serving,
      }),
      ...riskRoutes({ database }),
      ...operationRoutes({
        ...{ database, walls, appUrl: config.appUrl, internalAddress },
        thresholdPoints: config.redemptionThresholdPoints,
      }),
      ...catalogueRoutes({ database, serving, keys: ownKeys }),
      ...keyRoutes(database),
      ...webhookRoutes(database, webhooks),
    ],
    transact,
  );
  const intake = openIntake({
    database,
    transact,
    origin: config.appUrl,
    thresholdPoints: config.redemptionThresholdPoints,
    onFailure: (error) => log.error({ err: error }, 'postback failed'),
  });
  payoutWebhookRoutes(app, {
    transact,
    providers: payouts,
    onUnused: (message) => log.warn(message, 'payout webhook woke nothing'),
    onFailure: (error) => log.error({ err: error }, 'payout webhook failed'),
  });
  postbackRoutes(app, walls);
  await transact((tx) => addExampleMissions(tx, exampleMissions(config.development)));
  missionPostbackRoutes(app, {
    transact,
    thresholdPoints: config.redemptionThresholdPoints,
    keyOf: (advertiser) => advertiserKey(secret, advertiser),
  });
  if (config.development) {
    sandboxWallRoutes(app, { key: sandbox.secrets.key, internalAddress });
    sandboxAdvertiserRoutes(app, { key: advertiserKey(secret, SANDBOX_ADVERTISER), internalAddress });
  }
  if (mail.mailbox) mailboxRoutes(app, config.productName, mail.mailbox.list);
  eventRoutes(app, streams);
  memberCsvRoute(app, { database, transact });
  exportListRoutes(app, { database, transact });
  const { productName } = config;
  exportRoutes(app, { database, limits, productName });
  passRoutes(app, {
    ...{ database, limits, passes, productName, appUrl: config.appUrl },
    report: (error) => log.error({ err: error }, 'reward pass not made'),
  });
  unsubscribeRoutes(app, { transact, limits, productName, key: unsubscribeKey });
  docsRoutes(app, { productName: config.productName, appUrl: config.appUrl }, sitePolicy(origins));
  mediaRoutes(
    app,
    [config.dataDir, ...(webFolder ? [webFolder] : [])].map((folder) => path.resolve(folder, 'media')),
  );
  if (webFolder) {
    pageRoutes(app, { folder: webFolder, site, appUrl: config.appUrl, policy: sitePolicy(origins) });
  }

  const mailSite = {
    productName: config.productName,
    appUrl: config.appUrl,
    supportEmail: config.supportEmail,
  };
  const accountJobs = accountTasks(transact, { mailer: mail.mailer, site: mailSite, codeKey });
  const noticeJobs = noticeTasks(transact, { mailer: mail.mailer, push, site: mailSite, unsubscribeKey });
  const payoutJobs = openPayoutJobs(database, transact, payouts, log);
  const works = config.roles.includes('worker');
  const tasks = {
    ...accountJobs,
    ...noticeJobs,
    ...payoutJobs,
    ...cleanUpTasks(transact),
    ...trustTasks(transact),
    ...reviewTasks(transact, config.riskReview.undecided),
    ...ledgerTasks(transact),
    ...earningTasks(transact, config.redemptionThresholdPoints, {
      walls,
      costPercentMax: config.wallCostPercentMax,
      onAlarm: (alarm) => log.warn(alarm, 'wall alarm'),
    }),
  };
  const jobs = works ? await startJobs({ pool, log, tasks }) : undefined;
  const onRecoveryFailure = (error: unknown) => log.error({ err: error }, 'recovery of redemptions failed');
  const recovery = works ? startRecovery(transact, onRecoveryFailure) : undefined;
  const onWebhookFailure = (error: unknown) => log.error({ err: error }, 'webhooks failed');
  const telling = works ? startWebhooks({ transact, ...webhooks }, onWebhookFailure) : undefined;

  return {
    direct: postbackLane({ walls, intake, trustedProxies: config.trustedProxies, log }),
    fetch: (request, bindings) => app.fetch(request, bindings as never),
    database,
    pool,
    endStreams: streams.endAll,
    setPort: (port) => {
      listeningPort = port;
    },
    close: async () => {
      closing = true;
      await intake.drain();
      await recovery?.stop();
      await telling?.stop();
      await jobs?.stop();
      await mail.close();
      streams.close();
      await live.close();
      await database.destroy();
    },
  };
}

/** Whose script shows a card's numbers, and whom it asks (https://docs.stripe.com/security/guide). */
const STRIPE_ORIGINS = ['https://js.stripe.com', 'https://api.stripe.com'];

function openPayoutJobs(
  database: Database,
  transact: Transact,
  providers: readonly PayoutProvider[],
  log: Log,
): ReturnType<typeof redemptionTasks> {
  const ports = {
    transact,
    providers,
    report: (error: unknown, call: object) => log.warn({ err: error, ...call }, 'payout provider failed'),
    onRefused: (code: string, call: object) => log.warn({ code, ...call }, 'payout provider refused'),
    breaker: createBreaker((provider) => log.error({ provider }, 'payout provider refuses our credentials')),
  };
  const checkGone = (redemptionId: string) => transact((tx) => askForCheck(tx, redemptionId));
  return redemptionTasks(ports, async () => {
    for (const difference of await reconcilePayouts(database, providers, checkGone)) {
      log.error({ difference }, 'payouts differ from the list of their provider');
    }
  });
}

/** 64 bits more than the key has, so that every key is as likely as any other (FIPS 186-5, A.2.1). */
const VAPID_SEED_BYTES = 40;

/** Real in development, where a page of this site is the advertiser; elsewhere drafts for the operator to complete. */
const exampleMissions = (development: boolean) =>
  development
    ? ({ status: 'active', advertiserUrl: SANDBOX_ADVERTISER_URL } as const)
    : ({ status: 'draft', advertiserUrl: 'https://advertiser.example/?click={click}' } as const);

/** What anyone may know of the settings. */
function publicSettings(config: Config): Site {
  return {
    productName: config.productName,
    supportEmail: config.supportEmail,
    passwordMinLength: config.passwordMinLength,
    redemptionThresholdPoints: config.redemptionThresholdPoints,
    rewardWording: config.rewardWording,
    supportedRegions: config.supportedRegions,
    errorService: config.errorService,
    captcha: {
      provider: config.captcha.provider,
      siteKey: 'siteKey' in config.captcha ? config.captcha.siteKey : null,
    },
    testPasses: config.development && !config.passes.apple,
    development: config.development,
  };
}
