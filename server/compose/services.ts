import type pg from 'pg';
import type { Site } from '#contract/site.ts';
import { openAnnouncer } from '#database/announcer.ts';
import { createDatabase, createPool, type Database } from '#database/client.ts';
import { readClock } from '#database/clock.ts';
import { openHeartbeat } from '#database/heartbeat.ts';
import { createListener } from '#database/listener.ts';
import { type Kept, type Memory, openMemory } from '#database/memory.ts';
import { limitRole } from '#database/role-limits.ts';
import { type Transact, transactOn } from '#database/transaction.ts';
import {
  applyRoleElsewhere,
  recordRenaming,
  type TwoPeople,
  type WebhookPorts,
} from '#domain/administration/index.ts';
import {
  type ConfiguredWall,
  type DrawPicture,
  frameOrigins,
  hasFeed,
  type Intake,
  listPauses,
  openIntake,
  saysPurchase,
  type WallPause,
  type WallWithFeed,
} from '#domain/earning/index.ts';
import { type AccountPorts, liveSessions, type PasswordHasher } from '#domain/members/index.ts';
import type { Mailer, NoticeChannel, Push } from '#domain/notices/index.ts';
import {
  activeRewards,
  type Breaker,
  createBreaker,
  openOwnRewards,
  openRequests,
  type PassPorts,
  type PayoutProvider,
  type Requests,
  type Reward,
  type RewardKeys,
  type Serving,
  wakeForDetails,
} from '#domain/redemption/index.ts';
import { type CaptchaVerifier, type Limits, openLimits } from '#domain/trust/index.ts';
import { openCountries } from '#providers/geo/country.ts';
import type { Mailbox } from '#providers/mail/mailbox.ts';
import { pictureDrawer } from '#providers/pictures/draw.ts';
import { webPushService } from '#providers/push/web-push.ts';
import { webhookSender } from '#providers/webhooks/send.ts';
import { type Config, ConfigError } from '#server/config/config.ts';
import { advertiserKey, deriveKey, mailboxKey, openSecret, SEALED } from '#server/config/secret.ts';
import { createFrameHosts, type FrameHosts } from '#server/frame-hosts.ts';
import { originAt } from '#server/http/frame/listen.ts';
import { passEvents } from '#server/live/live.ts';
import { openStreams, type Streams } from '#server/live/streams.ts';
import type { Log } from '#server/log.ts';
import { countedMailer, countedPush, countLost, observeBatch } from '#server/metrics/index.ts';
import { isTracing, recordSpan, traced } from '#server/tracing/index.ts';
import {
  configuredSandbox,
  openBreaches,
  openCaptcha,
  openChannels,
  openIdentities,
  openMail,
  openPasses,
  openPayouts,
  openWalls,
  rewardKeys,
} from './adapters.ts';

/**
 * What a process opens once for its routes and jobs. Holds single-purpose keys instead of the site's secret, and only
 * the settings that routes read.
 */
export interface Services {
  log: Log;
  pool: pg.Pool;
  /** Connections that are not shared by a pooler, for whatever is bound to one; without a pooler the same pool. */
  direct: pg.Pool;
  database: Database;
  transact: Transact;
  memory: Memory;
  streams: Streams;
  limits: Limits;
  captcha: CaptchaVerifier;
  accounts: AccountPorts;
  walls: ConfiguredWall[];
  wallPauses: Kept<readonly WallPause[]>;
  /** Whether the hosts of walls' frames answer. */
  frameHosts: FrameHosts;
  intake: Intake;
  /** Every payout provider that is set up; earlier redemptions may still need one. */
  providers: readonly PayoutProvider[];
  /** Of this process: stops calls to a provider that refuses our credentials. */
  breaker: Breaker;
  /** Which provider makes which reward. */
  serving: Serving;
  activeRewards: Kept<readonly Reward[]>;
  drawPicture: DrawPicture;
  requests: Requests;
  /** Keys of codes and links. */
  rewardKeys: RewardKeys;
  passes: PassPorts['passes'];
  mailer: Mailer;
  /** Set in development without a mail server. */
  mailbox: Mailbox | undefined;
  push: Push;
  /** Of plug-ins. */
  channels: readonly NoticeChannel[];
  webhooks: Pick<WebhookPorts, 'sender' | 'key'>;
  /** Signs the unsubscribe links of marketing mail. */
  unsubscribeKey: Buffer;
  /** Returns the key that this site shares with an advertiser of its missions. */
  advertiserKey: (advertiser: string) => Buffer;
  /** Signs the postbacks of the sandbox wall. */
  sandboxWallKey: string;
  /** The country (ISO 3166-1 alpha-2) of a network address, if known. */
  countryOf: (ip: string) => string | undefined;
  /** Address at which this process reaches its own server. */
  internalAddress: () => string;
  /** The public settings. */
  site: Site;
  productName: string;
  /** Origin of the site, without a slash at its end. */
  appUrl: string;
  thresholdPoints: number;
  twoPeople: TwoPeople;
  /** Longest review of a redemption. */
  reviewHours: number;
  /** False: signing up creates the account at once, without a code. */
  emailVerification: boolean;
}

export interface OpenServices {
  services: Services;
  /** Sets the port that this process listens on. */
  setPort: (port: number) => void;
  /** Closes the connections. Call it after requests and jobs have ended. */
  close: () => Promise<void>;
}

/** Opens everything that the settings ask for. Throws ConfigError with the faults of files that they name. */
export async function openServices(
  config: Config,
  url: string,
  log: Log,
  passwords: PasswordHasher,
): Promise<OpenServices> {
  let closing = false;
  const onError = (error: Error) => {
    if (!closing) log.warn({ err: error }, 'database connection lost');
  };
  const directUrl = config.databaseDirectUrl;
  const pool = createPool(url, onError, {
    limitsFrom: directUrl ? 'role' : 'connection',
    prepares: config.preparedStatements,
  });
  const direct = directUrl ? createPool(directUrl, onError) : pool;
  if (directUrl) await limitRole(direct);
  const database = createDatabase(pool, isTracing() ? traceStatement : undefined);
  const announcer = await openAnnouncer(direct, (error) =>
    log.warn({ err: error }, 'open pages are not told'),
  );
  const transact = tracedTransact(transactOn(database, announcer));
  const streams = openStreams((ids) => liveSessions(database, ids), log);
  const listener = createListener(directUrl ?? url, (err, what) => log.warn({ err }, what));
  passEvents(listener, streams);
  const memory = openMemory(listener);
  await listener.open();
  const secret = await openSecret(config.appSecret, config.dataDir);
  const mail = await openMail(config, log);
  const sandbox = configuredSandbox(secret);
  const walls = await openWalls(config, sandbox);
  const { productName, appUrl, redemptionThresholdPoints: thresholdPoints } = config;
  const limits = openLimits(database, deriveKey(secret, 'limits'), (err) =>
    log.warn({ err }, 'attempts that were right stay counted'),
  );
  const captcha = await openCaptcha(config, secret, log, () => readClock(database));
  const countryOf = openCountries();
  const ownKeys = rewardKeys(secret);
  const providers = await openPayouts(config, openOwnRewards(database, ownKeys));
  const serving = { tiers: config.payouts.serving, providers };
  const intake = openIntake({
    database,
    transact,
    announcer,
    origin: appUrl,
    thresholdPoints,
    onFailure: (error) => log.error({ err: error }, 'postback failed'),
    onBatch: observeBatch,
  });
  const reviewHours = config.riskReview.hours;
  const requests = openRequests(transact, { thresholdPoints, serving, reviewHours }, observeBatch);
  const heartbeat = openHeartbeat(pool, (error) => {
    countLost();
    log.warn({ err: error }, 'database lost');
    intake.giveUpWaiting(error);
    requests.giveUpWaiting();
  });
  if (directUrl && !(await announcer.isSeenBy(pool)))
    throw new ConfigError(['DATABASE_URL and DATABASE_DIRECT_URL: must lead to the same database']);
  let port = config.port;

  const services: Services = {
    log,
    pool,
    direct,
    database,
    transact,
    memory,
    streams,
    limits,
    captcha,
    accounts: {
      limits,
      captcha,
      passwords,
      policy: { minLength: config.passwordMinLength, productName },
      isBreached: openBreaches(config, log),
      ...accountKeys(secret),
      passkeys: {
        rpId: new URL(appUrl).hostname,
        origin: new URL(appUrl).origin,
        key: deriveKey(secret, 'challenges of passkeys'),
      },
      identities: {
        providers: openIdentities(config, log),
        origin: new URL(appUrl).origin,
        key: deriveKey(secret, 'answers of identity providers'),
        applyRole: applyRoleElsewhere,
      },
      phoneRegion: config.supportedRegions[0] ?? '',
      regions: { countryOf, supported: config.supportedRegions },
      onNameChanged: wakeForDetails,
      onStaffRenamed: recordRenaming,
      onSecurityEvent: (event) => log.info(event, 'security'),
    },
    walls,
    // While somebody develops or tests, no company's server hears of it.
    frameHosts: createFrameHosts(config.development ? [] : frameOrigins(walls)),
    wallPauses: memory.keep('wall_pauses', () => listPauses(database)),
    intake,
    providers,
    breaker: createBreaker((provider) => log.error({ provider }, 'payout provider refuses our credentials')),
    serving,
    requests,
    activeRewards: memory.keep('rewards', () => activeRewards(database)),
    drawPicture: pictureDrawer(),
    rewardKeys: ownKeys,
    passes: openPasses(config, log),
    mailer: countedMailer(mail.mailer),
    mailbox: mail.mailbox,
    channels: await openChannels(config),
    push: countedPush(
      webPushService({
        seed: deriveKey(secret, 'push messages', VAPID_SEED_BYTES),
        subject: `mailto:${config.supportEmail}`,
      }),
    ),
    webhooks: {
      sender: webhookSender({ allowLoopback: config.development }),
      key: deriveKey(secret, SEALED.webhooks),
    },
    unsubscribeKey: deriveKey(secret, 'unsubscribe links'),
    advertiserKey: (advertiser) => advertiserKey(secret, advertiser),
    sandboxWallKey: sandbox.secrets.key,
    countryOf,
    internalAddress: () => originAt(config.hosts[0], port),
    site: publicSettings(config, walls.filter(hasFeed)),
    productName,
    appUrl,
    thresholdPoints,
    twoPeople: config.twoPeople,
    reviewHours,
    emailVerification: config.emailVerification,
  };
  return {
    services,
    setPort: (listening) => {
      port = listening;
    },
    close: async () => {
      closing = true;
      await mail.close();
      streams.close();
      await listener.close();
      await heartbeat.close();
      await database.destroy();
      // It has a connection of its own, and tells what is committed until the last one of the pool is given back.
      await announcer.close();
      if (direct !== pool) await direct.end();
    },
  };
}

/** Longest text of a statement in a trace. */
const STATEMENT_CHARS_MAX = 2_000;

function traceStatement(text: string, ms: number): void {
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, STATEMENT_CHARS_MAX) };
  recordSpan({ name: `sql ${text.trimStart().split(/\s/, 1)[0]}`, kind: 'CLIENT', attributes }, ms);
}

const tracedTransact = (transact: Transact): Transact =>
  isTracing() ? (work) => traced({ name: 'transaction' }, () => transact(work)) : transact;

/** 64 bits more than the key has, so that every key is as likely as any other (FIPS 186-5, A.2.1). */
const VAPID_SEED_BYTES = 40;

const accountKeys = (secret: string) => ({
  mailboxKey: mailboxKey(secret),
  appealKey: deriveKey(secret, 'answers to suspensions'),
  codeKey: deriveKey(secret, 'verification codes'),
  browserKey: deriveKey(secret, 'known browsers'),
  seedKey: deriveKey(secret, SEALED.seeds),
});

/** `fed`: the walls that have a catalogue. */
function publicSettings(config: Config, fed: readonly WallWithFeed[]): Site {
  const offers = fed.length > 0;
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
    identityProviders: config.identityProviders.map(({ id, name }) => ({ id, name })),
    offers,
    offerWalls: fed.map(({ definition: { id, title } }) => ({ id, title })),
    purchaseKnown: fed.some(({ feed }) => saysPurchase(feed.definition)),
    offerSample: offers && config.offerSample,
    testPasses: config.development && !config.passes.apple,
    development: config.development,
  };
}
