import type { Transact } from '#database/transaction.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { AccountPorts, Client } from '#domain/members/ports.ts';
import { notifyOfGuessing } from '#domain/members/security/security-notice.ts';
import { type Attempt, isOver, type Left, spendCaptcha, takeUnlessOver } from '#domain/trust/index.ts';
import { readKnownBrowser } from './browser-token.ts';

/** Subject of challenges for calls without a session, where the member is not yet known. */
const ANYONE = 'anyone';

/** A captcha for a call of somebody who is not signed in, as the browser's widget loads it. */
export const challengeAnyone = ({ captcha }: AccountPorts): Promise<Record<string, unknown>> =>
  captcha.challenge('login', ANYONE);

/** Uses up a solved captcha. Throws Refusal captcha_required without one, or another captcha code. */
export async function requireCaptcha(
  transact: Transact,
  ports: AccountPorts,
  captcha: string | undefined,
  client: Client,
): Promise<void> {
  if (!captcha) throw new Refusal('captcha_required');
  const request = { token: captcha, subject: ANYONE, action: 'login', ip: client.ip } as const;
  await spendCaptcha({ transact, captcha: ports.captcha }, request);
}

export interface Guess {
  /** The counted attempts, to be given back if the password is right. */
  attempts: Attempt[];
  /** Whether the browser has signed in to the account before. */
  isKnown: boolean;
  /** Wrong passwords that are still taken after this one: ever from a known browser, or today from all unknown ones. */
  left: number;
}

/**
 * Counts a password try before anything is compared. For a browser that has signed in to the account before, only its
 * own tries count, so that strangers cannot lock the member out. All others count by address and by account: after
 * many wrong passwords for one account each try needs a captcha, and after more none is accepted that day. An address
 * that has used up its hashes is refused before anything is counted. Throws Refusal too_many_requests, a captcha code.
 */
export async function admitGuess(
  transact: Transact,
  ports: AccountPorts,
  { email, captcha, found }: GuessSubject,
  client: Client,
): Promise<Guess> {
  const browser = found && readKnownBrowser(ports.browserKey, client.knownBrowser, found.id, found.password);
  if (browser) {
    const hour: Attempt = ['login_device', found.id, browser];
    const life: Attempt = ['login_device_life', found.id, browser];
    // A known browser that has used up its own tries is treated as unknown.
    const own = (await isOver(ports.limits, hour)) ? undefined : await takeUnlessOver(ports.limits, life);
    if (own) return { attempts: [hour, life], isKnown: true, left: own.left };
  }
  await ports.limits.requireRoom(['password_ip', client.ip]);
  const byAddress: Attempt[] = [
    ['login_ip', client.ip],
    ['login_ip_email', client.ip, email],
  ];
  await ports.limits.take(...byAddress);
  if (await isOver(ports.limits, ['login_email', email])) {
    await requireCaptcha(transact, ports, captcha, client);
  }
  const { left } = await takeOfDay(transact, ports, { email, found }, client);
  const attempts: Attempt[] = [...byAddress, ['login_email', email], ['login_email_day', email]];
  return { attempts, isKnown: false, left };
}

/**
 * Counts a try of the day. The member is mailed at the last one that is compared, and at a refused one too: the last may have been
 * given back without a word, while others were refused. One mail a day comes of both.
 */
async function takeOfDay(
  transact: Transact,
  { limits }: Pick<AccountPorts, 'limits'>,
  { email, found }: Pick<GuessSubject, 'email' | 'found'>,
  client: Client,
): Promise<Left> {
  try {
    return await limits.take(['login_email_day', email]);
  } catch (error) {
    if (found && error instanceof Refusal)
      await notifyOfGuessing(transact, found.id, 'passwords_refused', client);
    throw error;
  }
}

interface GuessSubject {
  email: string;
  captcha: string | undefined;
  found: { id: string; password: string } | undefined;
}

/**
 * The counts that a password reset clears, since they were guesses at another password. Those of second factors stay;
 * otherwise someone who reads the mailbox could keep guessing them.
 */
export const strangersGuesses = (email: string): Attempt[] => [
  ['login_email', email],
  ['login_email_day', email],
];
