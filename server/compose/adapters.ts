import { rejectWhenAborted } from '#domain/common/reject-when-aborted.ts';
import {
  type AskFeed,
  type ConfiguredWall,
  type PicturePorts,
  readWallsFile,
  WallsError,
} from '#domain/earning/index.ts';
import type { AccountPorts, IdentityProvider } from '#domain/members/index.ts';
import type { Mailer, NoticeChannel } from '#domain/notices/index.ts';
import type { OwnRewards, PassPorts, PayoutProvider, RewardKeys } from '#domain/redemption/index.ts';
import type { CaptchaVerifier } from '#domain/trust/index.ts';
import { pwnedPasswords } from '#providers/breaches/pwned-passwords.ts';
import { altcha } from '#providers/captcha/altcha.ts';
import { HCAPTCHA_ORIGINS, hcaptcha } from '#providers/captcha/hcaptcha.ts';
import { TURNSTILE_ORIGINS, turnstile } from '#providers/captcha/turnstile.ts';
import { feedAsker } from '#providers/feeds/ask.ts';
import { builtInFeeds } from '#providers/feeds/index.ts';
import { openIdConnect } from '#providers/identities/openid-connect.ts';
import type { Mailbox } from '#providers/mail/mailbox.ts';
import { smtpMailer } from '#providers/mail/smtp.ts';
import { applePasses } from '#providers/passes/apple.ts';
import { checkSigner } from '#providers/passes/apple-signer.ts';
import { developmentSigner } from '#providers/passes/development-signer.ts';
import { googlePasses } from '#providers/passes/google.ts';
import { payoutProviders } from '#providers/payouts/index.ts';
import { pictureFetcher } from '#providers/pictures/fetch.ts';
import { builtInWalls } from '#providers/walls/index.ts';
import { sandboxWall } from '#providers/walls/sandbox.ts';
import { type Config, ConfigError } from '#server/config/config.ts';
import type { Plugin, PluginGiven } from '#server/config/plugin.ts';
import { deriveKey } from '#server/config/secret.ts';
import { countBreachCheck } from '#server/http/frame/metrics.ts';
import type { Log } from '#server/log.ts';

/** Opens the adapters of the settings, for compose.ts and the operator's tools. */

export { builtInFeeds, builtInWalls };

const SANDBOX_POINTS_MAX = 1_000;
/** How long a mail of a plug-in may take, well below the lease of a notice. */
const PLUGIN_MAIL_MS_MAX = 60_000;

/** Every payout provider that is set up, including those of this site's own rewards. */
export function openPayouts(config: Config, own: OwnRewards): Promise<PayoutProvider[]> {
  return Promise.all([
    ...configuredPayouts(config).map((provider) =>
      provider.open(config.payouts.settings[provider.id], { own, dataDir: config.dataDir }),
    ),
    ...config.plugins.flatMap((plugin) => (plugin.payouts ? [openPluginPayouts(config, plugin)] : [])),
  ]);
}

/** Throws ConfigError if the provider has another id, by which redemptions would not find it again. */
async function openPluginPayouts(config: Config, plugin: Plugin): Promise<PayoutProvider> {
  const provider = await openPart(config, plugin, 'payouts');
  if (provider.id === plugin.name && !provider.own) return provider;
  throw new ConfigError([
    `PLUGINS: the payout provider of ${plugin.name} must have this id, and no trait \`own\``,
  ]);
}

/** Opens a part of a plug-in that has it. Throws ConfigError with what the plug-in throws. */
async function openPart<P extends 'payouts' | 'captcha' | 'mail' | 'notices'>(
  config: Config,
  plugin: Plugin,
  part: P,
): Promise<Awaited<ReturnType<NonNullable<Plugin[P]>>>> {
  const { development, appUrl, mailFrom } = config;
  const variable = (name: string) => {
    if (!plugin.variables?.includes(name)) throw new Error(`${name} is not among its variables`);
    return config.variable(name);
  };
  const open = plugin[part] as (given: PluginGiven) => Promise<never>;
  try {
    return await open({ variable, development, appUrl, mailFrom });
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const because = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`PLUGINS: ${part} of ${plugin.name}: ${because}`]);
  }
}

const configuredPayouts = (config: Config) =>
  payoutProviders.filter(({ id }) => config.payouts.settings[id] !== undefined);

/** Origins of the scripts that show rewards in a browser, for the providers that are set up. */
export const payoutOrigins = (config: Config): string[] =>
  configuredPayouts(config).flatMap(({ browserOrigins }) => browserOrigins);

/** Names of the wallets and apps that take the prepaid cards of this site. */
export const walletsOf = (config: Config): string[] => {
  const serving = Object.values(config.payouts.serving);
  return configuredPayouts(config).flatMap(({ id, worksWith }) => (serving.includes(id) ? worksWith : []));
};

/** The keys that encrypt and fingerprint codes and links of this site's own rewards. */
export const rewardKeys = (secret: string): RewardKeys => ({
  seal: deriveKey(secret, 'voucher codes'),
  fingerprint: deriveKey(secret, 'voucher fingerprints'),
});

/** Where members are told besides mail and push. */
export const openChannels = (config: Config): Promise<NoticeChannel[]> =>
  Promise.all(
    config.plugins.flatMap((plugin) => (plugin.notices ? [openPart(config, plugin, 'notices')] : [])),
  );

const CAPTCHA_ORIGINS = { altcha: [], hcaptcha: HCAPTCHA_ORIGINS, turnstile: TURNSTILE_ORIGINS };

/** Origins of the scripts and frames that the configured captcha needs in a browser. */
export const captchaOrigins = ({ captcha }: Config): string[] => CAPTCHA_ORIGINS[captcha.provider];

/** Opens the configured captcha. `now` returns the time that all processes share. */
export async function openCaptcha(
  config: Config,
  secret: string,
  log: Log,
  now: () => Promise<Date>,
): Promise<CaptchaVerifier> {
  const { captcha, plugins } = config;
  const plugin = plugins.find((one) => one.captcha);
  if (plugin) return openPart(config, plugin, 'captcha');
  if (captcha.provider === 'altcha') {
    return altcha({
      challengeKey: deriveKey(secret, 'captcha challenges'),
      answerKey: deriveKey(secret, 'captcha answers'),
      now,
    });
  }
  const open = { hcaptcha, turnstile }[captcha.provider];
  return open({
    ...captcha,
    hostname: new URL(config.appUrl).hostname,
    ticketKey: deriveKey(secret, 'captcha tickets'),
    now,
    report: (finding) => log.error(finding, 'captcha could not be checked'),
  });
}

/** The service that knows the passwords of breaches, if the operator names one. */
export const openBreaches = (
  { breachedPasswordsUrl: address }: Config,
  log: Log,
): AccountPorts['isBreached'] =>
  address === undefined
    ? undefined
    : pwnedPasswords({
        address,
        onChecked: (result, because) => {
          countBreachCheck(result);
          if (result === 'unknown') log.warn({ because }, 'breached passwords could not be asked for');
        },
      });

/** The other sites whose accounts sign in here. */
export const openIdentities = ({ identityProviders }: Config, log: Log): IdentityProvider[] =>
  identityProviders.map((settings) =>
    openIdConnect(settings, (finding) => log.warn(finding, 'sign-in by another site failed')),
  );

/** Throws ConfigError with every fault of the certificates that sign reward passes. Returns the warnings. */
export function verifyPasses({ passes: { apple } }: Config): string[] {
  const { faults, warnings } = apple ? checkSigner(apple) : { faults: [], warnings: [] };
  if (faults.length > 0) throw new ConfigError(faults);
  return warnings;
}

/**
 * Opens the makers of reward passes that have signing settings; development signs Apple's passes by itself. Throws
 * ConfigError with every fault of the certificates.
 */
export function openPasses(config: Config, log: Log): PassPorts['passes'] {
  const { apple, google } = config.passes;
  for (const warning of verifyPasses(config)) log.warn({ warning }, 'reward passes');
  return {
    ...(apple ? { apple: applePasses(async () => apple, false) } : {}),
    ...(!apple && config.development
      ? { apple: applePasses(() => developmentSigner(config.dataDir), true) }
      : {}),
    ...(google ? { google: googlePasses(google) } : {}),
  };
}

export const SANDBOX_WALL = sandboxWall.id;

/** The sandbox wall of development. A key derived from the site's secret signs its postbacks. */
export function configuredSandbox(secret: string): ConfiguredWall & { secrets: { key: string } } {
  const key = deriveKey(secret, 'sandbox wall').toString('hex');
  return {
    definition: sandboxWall,
    settings: {},
    secrets: { key },
    maxPoints: SANDBOX_POINTS_MAX,
    holdDays: 0,
    share: [],
  };
}

/** The operator's walls; in development also the sandbox wall. */
export async function openWalls(config: Config, sandbox: ConfiguredWall): Promise<ConfiguredWall[]> {
  const walls = config.wallsFile ? await readOperatorsWalls(config.wallsFile, config) : [];
  if (!config.development) return walls;
  if (walls.some(({ definition }) => definition.id === sandboxWall.id)) {
    throw new ConfigError([`WALLS_FILE: the id ${sandboxWall.id} is taken by the wall of development`]);
  }
  return [...walls, sandbox];
}

/** Asks the vendors of feeds by HTTP. */
export const openFeeds = (): AskFeed => feedAsker();

/** Fetches pictures of offers. */
export const openPictures = (): PicturePorts['fetchPicture'] => pictureFetcher();

/** The walls of a walls file. Throws ConfigError with every fault. */
export async function readOperatorsWalls(
  file: string,
  config: Pick<Config, 'variable'>,
): Promise<ConfiguredWall[]> {
  try {
    return await readWallsFile(file, {
      variable: config.variable,
      builtIn: builtInWalls,
      feeds: builtInFeeds,
    });
  } catch (error) {
    if (error instanceof WallsError) throw new ConfigError(error.faults);
    throw error;
  }
}

/** A plug-in may never answer, and the workers of mails must not wait for it for ever. */
const answeringMailer = (mailer: Mailer): Mailer => ({
  send: (mail) =>
    Promise.race([mailer.send(mail), rejectWhenAborted(AbortSignal.timeout(PLUGIN_MAIL_MS_MAX))]),
});

/** The operator's mail server; if none is set in development, a mailbox that delivers nothing. */
export async function openMail(
  config: Config,
  log: Log,
): Promise<{ mailer: Mailer; mailbox: Mailbox | undefined; close: () => Promise<void> }> {
  const plugin = config.plugins.find((one) => one.mail);
  if (plugin) {
    const mailer = await openPart(config, plugin, 'mail');
    return { mailer: answeringMailer(mailer), mailbox: undefined, close: async () => mailer.close?.() };
  }
  let mailbox: Mailbox | undefined;
  if (!config.smtpUrl && config.development) {
    // The mailbox's packages are development dependencies, absent from a production installation.
    const { openMailbox } = await import('#providers/mail/mailbox.ts');
    mailbox = await openMailbox(config.dataDir, (error) => log.warn({ err: error }, 'mailbox failed'));
  }
  const url = config.smtpUrl ?? mailbox?.url;
  if (!url) throw new Error('SMTP_URL must be set');
  const mailer = smtpMailer(url, config.mailFrom, config.smtpTls);
  return {
    mailer,
    mailbox,
    close: async () => {
      mailer.close();
      await mailbox?.close();
    },
  };
}
