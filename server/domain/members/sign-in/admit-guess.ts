import type { Transact } from '#database/transaction.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { AccountPorts, Client } from '#domain/members/ports.ts';
import { type Attempt, isOver, spendCaptcha } from '#domain/trust/index.ts';
import { readKnownBrowser } from './browser-token.ts';

/** Whom the challenges of calls without a session name: they are made before anybody is known. */
const ANYONE = 'anyone';

/** A captcha for a call of somebody who is not signed in, as the browser's widget loads it. */
export const challengeAnyone = ({ captcha }: AccountPorts): Promise<Record<string, unknown>> =>
  captcha.challenge('login', ANYONE);

/** Uses a solved captcha up. Throws Refusal captcha_required without one, or another captcha code. */
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
  /** What was counted, to be given back if the password is right. */
  attempts: Attempt[];
  /** The browser has signed in to the account before. */
  isKnown: boolean;
  /** Wrong passwords that the account takes today from browsers that it does not know; none left after this one: 0. */
  left: number;
}

/**
 * Counts a try of a password before anything is compared. Of a browser that has signed in to the account before only its
 * own tries count, so that strangers cannot keep the owner out. All others are counted by address and by account: many
 * wrong passwords for one account, from wherever, make every further one cost a captcha, and then none is taken on that
 * day. Throws Refusal too_many_requests, a captcha code.
 */
export async function admitGuess(
  transact: Transact,
  ports: AccountPorts,
  { email, captcha, found }: GuessSubject,
  client: Client,
): Promise<Guess> {
  const browser = found && readKnownBrowser(ports.browserKey, client.knownBrowser, found.id, found.password);
  if (browser) {
    const attempt: Attempt = ['login_device', found.id, browser];
    // One that has used its own tries up is like any other.
    if (!(await isOver(ports.limits, attempt))) {
      return { attempts: [attempt], isKnown: true, left: Number.POSITIVE_INFINITY };
    }
  }
  const byAddress: Attempt[] = [
    ['login_ip', client.ip],
    ['login_ip_email', client.ip, email],
  ];
  await ports.limits.take(...byAddress);
  if (await isOver(ports.limits, ['login_email', email])) {
    await requireCaptcha(transact, ports, captcha, client);
  }
  const left = await ports.limits.take(['login_email_day', email]);
  const attempts: Attempt[] = [...byAddress, ['login_email', email], ['login_email_day', email]];
  return { attempts, isKnown: false, left };
}

interface GuessSubject {
  email: string;
  captcha: string | undefined;
  found: { id: string; password: string } | undefined;
}

/**
 * What a reset of the password starts anew: strangers guessed at another one. Not the tries of second factors, or who
 * reads the mailbox could go on with those for ever.
 */
export const strangersGuesses = (email: string): Attempt[] => [
  ['login_email', email],
  ['login_email_day', email],
];
