import { BlockList, isIP } from 'node:net';
import pg from 'pg';
import { z } from 'zod';
import { POINTS_MAX, POINTS_PER_DOLLAR } from '#contract/points.ts';
import { REDEMPTION_PROMISE_HOURS } from '#contract/redemptions.values.ts';
import { CARD_TIER_USD, FIRST_CARD_TIER } from '#contract/rewards.values.ts';
import { REWARD_WORDINGS } from '#contract/site.values.ts';
import type { TwoPeople } from '#domain/administration/index.ts';
import type { StaffPasskeys } from '#domain/members/index.ts';
import { type CaptchaConfig, captchaVariables, readCaptchaConfig } from './captcha.ts';
import { type Environment, readVariable } from './files.ts';
import { type IdentityConfig, identityVariables, readIdentityConfig } from './identities.ts';
import { type PassConfig, passVariables, readPassConfig } from './passes.ts';
import { type PayoutConfig, PayoutVariables, payoutFamilies, readPayoutConfig } from './payouts.ts';
import type { Plugin } from './plugin.ts';
import { loadPlugins } from './plugins.ts';
import { unknownSettings } from './unknown.ts';

/** Only this file reads the environment. All faults of the settings are reported together at the start. */

const SECRET_LENGTH_MIN = 32;
/** With fewer points no member could redeem what the site calls ready. */
const FIRST_CARD_POINTS = CARD_TIER_USD[FIRST_CARD_TIER] * POINTS_PER_DOLLAR;
/** In hours. An approval can wait for seven days, which must be longer than a new role's waiting time. */
const COOLING_HOURS_MAX = 24 * 6;
/** In production; longer than balancers need to notice that a server is about to stop. */
const SHUTDOWN_DELAY_SECONDS = 5;

const flag = (fallback: boolean) =>
  z
    .enum(['on', 'off'])
    .default(fallback ? 'on' : 'off')
    .transform((value) => value === 'on');
const list = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    );
const optional = z
  .string()
  .optional()
  .transform((text) => text || undefined);
/** The sender of mails: an address, or a name and the address in angle brackets. */
const MAILBOX = /^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;
const networks = z.array(
  z.union(
    [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
    'must be an address or a CIDR block, like 10.0.0.0/8',
  ),
);
const regions = z
  .array(z.string().regex(/^[A-Z]{2}$/, 'must be a code of ISO 3166-1 alpha-2, like US'))
  .min(1);

const SMTP_FORM =
  'must be like smtps://user:password@mail.example:465, with %25, %2F, %3F and %23 for %, /, ? and # of the password';

const postgresUrl = z
  .url({
    protocol: /^postgres(ql)?$/,
    error: 'must be like postgres://user:password@db.example:5432/pocketful',
  })
  .optional();

const Settings = z.object({
  APP_ENV: z.enum(['development', 'production']).default('development'),
  DEVELOPMENT_OPEN: flag(false),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HEALTH_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  HOST: optional,
  SHUTDOWN_DELAY: z.coerce.number().int().min(0).max(60).optional(),
  APP_URL: z.url({ protocol: /^https?$/ }).optional(),
  APP_SECRET: optional,
  APP_SECRET_PREVIOUS: optional,
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl,
  DATABASE_PREPARED_STATEMENTS: z.enum(['on', 'off']).optional(),
  MIGRATE: z.enum(['start', 'check']).default('start'),
  ROLES: list('web,worker').pipe(z.array(z.enum(['web', 'worker'])).min(1)),
  WALLS_FILE: optional,
  OFFER_SAMPLE: flag(false),
  PLUGINS: list(''),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: SMTP_FORM }).optional(),
  SMTP_TLS: z.enum(['required', 'optional']).optional(),
  MAIL_FROM: z.string().regex(MAILBOX, 'must be like Pocketful <no-reply@rewards.example>').optional(),
  SUPPORT_EMAIL: z.email().optional(),
  PRODUCT_NAME: z.string().min(1).max(40).default('Pocketful'),
  REWARD_WORDING: z.enum(REWARD_WORDINGS).default('specification'),
  REDEMPTION_THRESHOLD_POINTS: z.coerce
    .number()
    .int()
    .min(
      FIRST_CARD_POINTS,
      `must be ${FIRST_CARD_POINTS} or more, the price of the card that members redeem first`,
    )
    .max(POINTS_MAX)
    .default(FIRST_CARD_POINTS),
  STAFF_PASSKEYS: z.enum(['offered', 'required']).default('offered'),
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(64).default(6),
  BREACHED_PASSWORDS_URL: z.url({ protocol: /^https?$/ }).optional(),
  SUPPORTED_REGIONS: list('US,MX,BR').pipe(regions),
  EMAIL_VERIFICATION: flag(true),
  TRUSTED_PROXIES: list('').pipe(networks),
  TRUSTED_REQUEST_IDS: flag(false),
  AWARD_SECOND_APPROVAL_USD: z.coerce.number().int().min(1).default(20),
  ADJUSTMENT_SECOND_APPROVAL_POINTS: z.coerce.number().int().min(0).default(2000),
  MISSION_SECOND_APPROVAL_POINTS: z.coerce.number().int().min(0).max(POINTS_MAX).default(10_000),
  STAFF_DAILY_POINTS: z.coerce.number().int().min(0).max(POINTS_MAX).default(10_000),
  APPROVER_COOLING_HOURS: z.coerce.number().int().min(0).max(COOLING_HOURS_MAX).default(72),
  RISK_REVIEW_HOURS: z.coerce.number().int().min(1).max(REDEMPTION_PROMISE_HOURS).default(47),
  RISK_REVIEW_UNDECIDED: z.enum(['pay', 'refund']).default('refund'),
  WALL_COST_PERCENT_MAX: z.coerce.number().int().min(1).max(1_000).default(100),
  ...captchaVariables,
  ...identityVariables,
  ...passVariables,
  METRICS_TOKEN: optional,
  SENTRY_DSN: z.url({ protocol: /^https?$/ }).optional(),
  SENTRY_SAMPLE_RATE: z.coerce.number().min(0).max(1).default(1),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: list('').pipe(
    z.array(z.string().regex(/^[\w-]+=.+$/, 'must be like authorization=secret')),
  ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.1),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).optional(),
});

/** Names of all settings. Each can also come from a file, which NAME_FILE names. */
export const SETTINGS: readonly string[] = [
  ...Object.keys(Settings.shape),
  ...Object.keys(PayoutVariables.shape),
];

export interface Config {
  development: boolean;
  port: number;
  /** Where health and metrics are served too, for a process that serves nothing else. */
  healthPort: number | undefined;
  /** Addresses to listen on; '::' is every address of this machine. */
  hosts: [string, ...string[]];
  /** How long a server that was told to stop still takes requests. */
  shutdownDelayMs: number;
  /** Origin of the site, without a trailing slash. */
  appUrl: string;
  /** Set by the operator; in development a random one is kept in the data folder. */
  appSecret: string | undefined;
  /** The one before, for the command that encrypts anew; servers do not read it. */
  appSecretPrevious: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Set if `databaseUrl` leads to a pooler: the way around it. */
  databaseDirectUrl: string | undefined;
  /** Whether connections of `databaseUrl` keep prepared statements. */
  preparedStatements: boolean;
  /** At the start: apply missing migrations, or stop if any are missing. */
  migrate: 'start' | 'check';
  roles: ('web' | 'worker')[];
  wallsFile: string | undefined;
  /** Modules of the operator, loaded. */
  plugins: readonly Plugin[];
  smtpUrl: string | undefined;
  smtpTls: 'required' | 'optional';
  mailFrom: string;
  supportEmail: string;
  productName: string;
  rewardWording: (typeof REWARD_WORDINGS)[number];
  redemptionThresholdPoints: number;
  staffPasskeys: StaffPasskeys;
  passwordMinLength: number;
  /** Where passwords are looked up in breaches, with a slash at its end. */
  breachedPasswordsUrl: string | undefined;
  supportedRegions: string[];
  emailVerification: boolean;
  trustedProxies: string[];
  /** Whether those replace the ids that a client gives its request. */
  trustedRequestIds: boolean;
  /** Whether people who have not signed up see some of the offers. */
  offerSample: boolean;
  payouts: PayoutConfig;
  /** When a second admin has to agree. */
  twoPeople: TwoPeople;
  /** Hours that a redemption may be under review, and what happens to one that is still undecided. */
  riskReview: { hours: number; undecided: 'pay' | 'refund' };
  /** What a wall's points may be worth, in percent of the revenue that its calls name; more raises an alarm. */
  wallCostPercentMax: number;
  captcha: CaptchaConfig;
  /** Other sites whose accounts sign in here. */
  identityProviders: IdentityConfig[];
  passes: PassConfig;
  metricsToken: string | undefined;
  /** Where traces are sent, and which share of them; null: the process does not trace. */
  traces: { endpoint: string; headers: Record<string, string>; sampleRate: number } | null;
  /** Where faults in browsers and of the server are sent, and which share of them. */
  errorService: { dsn: string; sampleRate: number } | null;
  logLevel: string;
  /** Names of the settings that are given. */
  given: string[];
  /** Returns the value for `${NAME}` in the walls file, or undefined. Throws ConfigError if its file cannot be read. */
  variable: (name: string) => string | undefined;
  /** A line for each variable that looks like a misspelt setting. */
  unknown: string[];
}

/** Faults in the settings, one line each. */
export class ConfigError extends Error {
  readonly faults: string[];

  constructor(faults: string[]) {
    super(`The settings are not right:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/**
 * Gives the process more threads than libuv's four, of which two at most look names up: names of strangers that do not resolve
 * would keep mails, vendors and new connections to the database waiting. Must be called before anything uses the threads.
 */
export function widenThreadPool(): void {
  process.env.UV_THREADPOOL_SIZE ??= '16';
}

/** Reads and checks the settings. Throws ConfigError with every fault. */
export function readConfig(environment: Environment = process.env): Config {
  const unknown = unknownSettings(Object.keys(environment), SETTINGS, payoutFamilies);
  const given = withFiles(environment, unknown);
  // Programs are told by NODE_ENV that members use them; a site that shows every mail must not be taken for one.
  if (given.NODE_ENV === 'production' && !given.APP_ENV)
    throw new ConfigError(['APP_ENV: must be set where NODE_ENV is production', ...unknown]);
  const parsed = Settings.safeParse(given);
  const ofPayouts = PayoutVariables.safeParse(given);
  const faults = given.APP_ENV === 'production' ? productionFaults(given) : developmentFaults(given);
  if (!parsed.success || !ofPayouts.success) {
    const wrong = [parsed, ofPayouts]
      .flatMap(({ error }) => error?.issues ?? [])
      .map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError([...wrong, ...faults, ...unknown]);
  }
  const settings = parsed.data;
  if (settings.APP_URL && new URL(settings.APP_URL).pathname !== '/') {
    faults.push('APP_URL: must be an origin without a path, like https://rewards.example');
  }
  if (settings.SMTP_URL && /[?#]/.test(settings.SMTP_URL)) {
    faults.push('SMTP_URL: must end with the host and the port');
  }
  if (settings.SMTP_URL && !canDecode(new URL(settings.SMTP_URL))) faults.push(`SMTP_URL: ${SMTP_FORM}`);
  if (settings.HEALTH_PORT === settings.PORT) {
    faults.push('HEALTH_PORT: must be another one than PORT');
  }
  if (settings.DATABASE_DIRECT_URL && !settings.DATABASE_URL) {
    faults.push('DATABASE_DIRECT_URL: set although DATABASE_URL names no pooler');
  }
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const) {
    const fault = settings[name] && faultOfAddress(settings[name]);
    if (fault) faults.push(`${name}: ${fault}`);
  }
  const development = settings.APP_ENV === 'development';
  if (!development && settings.SMTP_TLS === 'optional' && !isNearby(settings.SMTP_URL)) {
    faults.push(
      'SMTP_TLS: may be optional in production only for a relay on this machine or a private address',
    );
  }
  for (const name of ['BREACHED_PASSWORDS_URL', 'SENTRY_DSN'] as const) {
    if (!development && settings[name]?.startsWith('http:') && !isNearby(settings[name]))
      faults.push(`${name}: must be https in production, unless it is at a private address`);
  }
  const plugins = loadPlugins(settings.PLUGINS, given, faults);
  if (!development && given.PLUGINS && !settings.SMTP_URL && !plugins.some(({ mail }) => mail))
    faults.push('SMTP_URL: must be set in production, since no plug-in sends mail');
  const making = plugins.flatMap(({ name, payouts }) => (payouts ? [name] : []));
  const payouts = readPayoutConfig(ofPayouts.data, development, faults, making);
  const captcha = readCaptchaConfig(settings, development, faults);
  const identityProviders = readIdentityConfig(settings, development, faults);
  const passes = readPassConfig(settings, faults);
  if (faults.length > 0) throw new ConfigError([...faults, ...unknown]);

  const appUrl = new URL(settings.APP_URL ?? `http://localhost:${settings.PORT}`).origin;
  const domain = new URL(appUrl).hostname;
  return {
    development,
    port: settings.PORT,
    healthPort: settings.HEALTH_PORT,
    hosts: settings.HOST ? [settings.HOST] : development ? ['127.0.0.1', '::1'] : ['::'],
    shutdownDelayMs: 1_000 * (settings.SHUTDOWN_DELAY ?? (development ? 0 : SHUTDOWN_DELAY_SECONDS)),
    appUrl,
    appSecret: settings.APP_SECRET,
    appSecretPrevious: settings.APP_SECRET_PREVIOUS,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    databaseDirectUrl: settings.DATABASE_DIRECT_URL,
    // Not every pooler keeps a statement for who prepared it.
    preparedStatements:
      settings.DATABASE_PREPARED_STATEMENTS === 'on' ||
      (settings.DATABASE_PREPARED_STATEMENTS === undefined && !settings.DATABASE_DIRECT_URL),
    migrate: settings.MIGRATE,
    roles: settings.ROLES,
    wallsFile: settings.WALLS_FILE,
    plugins,
    smtpUrl: settings.SMTP_URL,
    smtpTls: settings.SMTP_TLS ?? (development ? 'optional' : 'required'),
    mailFrom: settings.MAIL_FROM ?? `${settings.PRODUCT_NAME} <no-reply@${domain}>`,
    supportEmail: settings.SUPPORT_EMAIL ?? `support@${domain}`,
    productName: settings.PRODUCT_NAME,
    rewardWording: settings.REWARD_WORDING,
    redemptionThresholdPoints: settings.REDEMPTION_THRESHOLD_POINTS,
    staffPasskeys: settings.STAFF_PASSKEYS,
    passwordMinLength: settings.PASSWORD_MIN_LENGTH,
    breachedPasswordsUrl: settings.BREACHED_PASSWORDS_URL?.replace(/\/?$/, '/'),
    supportedRegions: settings.SUPPORTED_REGIONS,
    emailVerification: settings.EMAIL_VERIFICATION,
    trustedProxies: settings.TRUSTED_PROXIES,
    trustedRequestIds: settings.TRUSTED_REQUEST_IDS,
    offerSample: settings.OFFER_SAMPLE,
    payouts,
    twoPeople: {
      awardCents: settings.AWARD_SECOND_APPROVAL_USD * 100,
      adjustmentPoints: settings.ADJUSTMENT_SECOND_APPROVAL_POINTS,
      missionPoints: settings.MISSION_SECOND_APPROVAL_POINTS,
      dailyPoints: settings.STAFF_DAILY_POINTS,
      coolingHours: settings.APPROVER_COOLING_HOURS,
    },
    wallCostPercentMax: settings.WALL_COST_PERCENT_MAX,
    riskReview: { hours: settings.RISK_REVIEW_HOURS, undecided: settings.RISK_REVIEW_UNDECIDED },
    captcha,
    identityProviders,
    passes,
    metricsToken: settings.METRICS_TOKEN,
    errorService: settings.SENTRY_DSN
      ? { dsn: settings.SENTRY_DSN, sampleRate: settings.SENTRY_SAMPLE_RATE }
      : null,
    traces: settings.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: Object.fromEntries(
            settings.OTEL_EXPORTER_OTLP_HEADERS.map((pair) => {
              const at = pair.indexOf('=');
              return [pair.slice(0, at), pair.slice(at + 1)];
            }),
          ),
          sampleRate: settings.OTEL_TRACES_SAMPLER_ARG,
        }
      : null,
    logLevel: settings.LOG_LEVEL ?? (development ? 'warn' : 'info'),
    given: SETTINGS.filter((name) => given[name] !== undefined),
    variable: (name) => variableOf(environment, name),
    unknown: unknown.filter(
      (line) => !plugins.some(({ variables }) => variables?.some((name) => line.startsWith(`${name}:`))),
    ),
  };
}

/** The settings that are not empty, with the values of files. Throws ConfigError, as the rest cannot be judged without them. */
function withFiles(environment: Environment, unknown: string[]): Record<string, string> {
  const faults: string[] = [];
  const ours = SETTINGS.map((name) => [name, readVariable(environment, name, faults)] as const);
  if (faults.length > 0) throw new ConfigError([...faults, ...unknown]);
  const all = Object.entries({ ...environment, ...Object.fromEntries(ours) });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => Boolean(entry[1])));
}

function canDecode({ username, password }: URL): boolean {
  try {
    decodeURIComponent(`${username}:${password}`);
    return true;
  } catch {
    return false;
  }
}

/** What the driver says of an address, which may name files. */
function faultOfAddress(connectionString: string): string | undefined {
  try {
    new pg.Client({ connectionString });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function variableOf(environment: Environment, name: string): string | undefined {
  const faults: string[] = [];
  const value = readVariable(environment, name, faults);
  if (faults.length > 0) throw new ConfigError(faults);
  return value;
}

/**
 * True for loopback and private addresses (RFC 1918, 4193), `localhost`, and names without a dot, as in container
 * networks.
 */
function isNearby(url: string | undefined): boolean {
  const host = url ? new URL(url).hostname.replace(/^\[(.*)\]$/, '$1') : '';
  const family = isIP(host);
  return family === 0
    ? host !== '' && !host.includes('.')
    : NEARBY.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

const NEARBY = new BlockList();
NEARBY.addSubnet('127.0.0.0', 8, 'ipv4');
NEARBY.addSubnet('10.0.0.0', 8, 'ipv4');
NEARBY.addSubnet('172.16.0.0', 12, 'ipv4');
NEARBY.addSubnet('192.168.0.0', 16, 'ipv4');
NEARBY.addAddress('::1', 'ipv6');
NEARBY.addSubnet('fc00::', 7, 'ipv6');

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** In development anyone who reaches the site reads every mail and credits points, so only this machine may. */
function developmentFaults(settings: Environment): string[] {
  if (settings.DEVELOPMENT_OPEN === 'on') return [];
  const faults: string[] = [];
  const expected = 'must be of this machine in development; set APP_ENV=production, or DEVELOPMENT_OPEN=on';
  if (settings.HOST && !isLoopback(settings.HOST)) faults.push(`HOST: ${expected}`);
  // A public address says that a proxy passes requests on.
  const site = settings.APP_URL ? URL.parse(settings.APP_URL) : null;
  if (site && !isLoopback(site.hostname)) faults.push(`APP_URL: ${expected}`);
  return faults;
}

function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(bare);
  return family === 0 ? bare === 'localhost' : LOOPBACK.check(bare, family === 6 ? 'ipv6' : 'ipv4');
}

const MUST_BE_SET = [
  'APP_URL',
  'APP_SECRET',
  'DATABASE_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'SUPPORT_EMAIL',
  // The operator chooses between the 6 of the specification and the 8 of today's guidance.
  'PASSWORD_MIN_LENGTH',
];

function productionFaults(settings: Environment): string[] {
  const faults: string[] = [];
  if (settings.DEVELOPMENT_OPEN === 'on') faults.push('DEVELOPMENT_OPEN: must be off in production');
  for (const name of MUST_BE_SET) {
    const maybeElsewhere = name === 'SMTP_URL' && settings.PLUGINS;
    if (!settings[name] && !maybeElsewhere) faults.push(`${name}: must be set in production`);
  }
  if (settings.APP_URL && !settings.APP_URL.startsWith('https://'))
    faults.push('APP_URL: must be https in production');
  if (settings.APP_SECRET && settings.APP_SECRET.length < SECRET_LENGTH_MIN) {
    faults.push(`APP_SECRET: must have at least ${SECRET_LENGTH_MIN} random characters`);
  }
  if (settings.EMAIL_VERIFICATION === 'off') faults.push('EMAIL_VERIFICATION: must be on in production');
  return faults;
}
