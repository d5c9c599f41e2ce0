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
import type { Config } from '#server/config/config.ts';
import { advertiserKey, deriveKey, openSecret } from '#server/config/secret.ts';
import { apiKeyRoutes } from '#server/http/api/api-keys.ts';
import { appealRoutes } from '#server/http/api/appeals.ts';
import { approvalRoutes } from '#server/http/api/approvals.ts';
import { auditTrailRoutes } from '#server/http/api/audit-trail.ts';
import { awardRoutes } from '#server/http/api/awards.ts';
import { captchaRoutes } from '#server/http/api/captcha.ts';
import { claimRoutes } from '#server/http/api/claims.ts';
import { clientErrorRoutes } from '#server/http/api/client-errors.ts';
import { exportListRoutes } from '#server/http/api/exports.ts';
import { fulfilmentRoutes } from '#server/http/api/fulfilments.ts';
import { eventRoutes } from '#server/http/api/live.ts';
import { memberCsvRoute, memberRoutes } from '#server/http/api/members.ts';
import { missionRoutes } from '#server/http/api/missions.ts';
import { overviewRoutes } from '#server/http/api/overview.ts';
import { exportRoutes } from '#server/http/api/own-data.ts';
import { passRoutes } from '#server/http/api/passes.ts';
import { postbackRoutes } from '#server/http/api/postbacks.ts';
import { profileRoutes } from '#server/http/api/profile.ts';
import { redemptionRoutes } from '#server/http/api/redemptions.ts';
import { reviewRoutes } from '#server/http/api/reviews.ts';
import { rewardRoutes } from '#server/http/api/rewards.ts';
import { riskRuleRoutes } from '#server/http/api/risk-rules.ts';
import { securityRoutes } from '#server/http/api/security.ts';
import { settingsRoutes } from '#server/http/api/settings.ts';
import { signInRoutes } from '#server/http/api/sign-in.ts';
import { siteRoutes } from '#server/http/api/site.ts';
import { staffRoutes } from '#server/http/api/staff.ts';
import { suspensionRoutes } from '#server/http/api/suspensions.ts';
import { taskRoutes } from '#server/http/api/tasks.ts';
import { wallRoutes } from '#server/http/api/walls.ts';
import { webhookRoutes } from '#server/http/api/webhooks.ts';
import { mailboxRoutes } from '#server/http/development/mailbox.ts';
import {
  SANDBOX_ADVERTISER_URL,
  sandboxAdvertiserRoutes,
} from '#server/http/development/sandbox-advertiser.ts';
import { sandboxWallRoutes } from '#server/http/development/sandbox-wall.ts';
import { docsRoutes } from '#server/http/docs/docs.ts';
import { createApp } from '#server/http/frame/app.ts';
import type { Handlers } from '#server/http/frame/listen.ts';
import { mount } from '#server/http/frame/mount.ts';
import { sitePolicy } from '#server/http/frame/security-headers.ts';
import { missionPostbackRoutes } from '#server/http/receivers/mission-postbacks.ts';
import { payoutWebhookRoutes } from '#server/http/receivers/payout-webhooks.ts';
import { postbackLane, refusePostbacks } from '#server/http/receivers/postbacks.ts';
import { healthRoutes } from '#server/http/site/health.ts';
import { mediaRoutes } from '#server/http/site/media.ts';
import { pageRoutes } from '#server/http/site/pages.ts';
import { unsubscribeRoutes } from '#server/http/site/unsubscribe.ts';
import { accountTasks } from '#server/jobs/accounts.ts';
import { cleanUpTasks } from '#server/jobs/clean-up.ts';
import { earningTasks } from '#server/jobs/earning.ts';
import { startJobs } from '#server/jobs/index.ts';
import { ledgerTasks } from '#server/jobs/ledger.ts';
import { noticeTasks } from '#server/jobs/notices.ts';
import { redemptionTasks, startRecovery } from '#server/jobs/redemption.ts';
import { reviewTasks } from '#server/jobs/reviews.ts';
import { trustTasks } from '#server/jobs/trust.ts';
import { startWebhooks } from '#server/jobs/webhooks.ts';
import { openLive } from '#server/live/live.ts';
import { openStreams } from '#server/live/streams.ts';
import type { Log } from '#server/log.ts';
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
  const { emailVerification, redemptionThresholdPoints: thresholdPoints, twoPeople } = config;
  const accounts = signInRoutes({ database, transact, ports: accountPorts, emailVerification });
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
  mount(
    app,
    [
      ...siteRoutes(site),
      ...clientErrorRoutes({ limits, log }),
      ...accounts,
      ...profileRoutes({ transact, ports: accountPorts }),
      ...securityRoutes({ database, transact, ports: accountPorts }),
      ...settingsRoutes({ transact, limits, mailboxKey, pushKey: push.publicKey }),
      ...suspensionRoutes(),
      ...appealRoutes({ database, transact, limits, appealKey }),
      ...taskRoutes(database, walls),
      ...wallRoutes({ database, walls, appUrl: config.appUrl, internalAddress }),
      ...postbackRoutes({ database, walls, thresholdPoints }),
      ...missionRoutes(database, thresholdPoints, twoPeople),
      ...claimRoutes({ database, transact, limits, walls, twoPeople, thresholdPoints }),
      ...captchaRoutes({ transact, captcha, limits }),
      ...rewardRoutes({ database, serving, keys: ownKeys, thresholdPoints, countryOf }),
      ...fulfilmentRoutes({ database, keys: ownKeys }),
      ...redemptionRoutes({
        database,
        transact,
        limits,
        thresholdPoints,
        providers: payouts,
        serving,
        reviewHours: config.riskReview.hours,
        countryOf,
        report: (error) => log.warn({ err: error }, 'reward not shown'),
        passes,
      }),
      ...overviewRoutes(database, transact, walls),
      ...memberRoutes({ database, transact }),
      ...awardRoutes({ database, twoPeople, serving }),
      ...approvalRoutes({ database, twoPeople, thresholdPoints, serving }),
      ...reviewRoutes(database),
      ...riskRuleRoutes(database),
      ...auditTrailRoutes(database),
      ...staffRoutes(database),
      ...apiKeyRoutes(database),
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
  refusePostbacks(app, walls);
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
