import { createHmac } from 'node:crypto';
import type { CallLimit } from '#contract/endpoint.ts';
import type { Database } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { type Count, type Counter, openCounts } from './counts.ts';
import { networkOf, siteOf } from './network.ts';

/** Of a limit that calls of the contract name, `by` says who is counted. */
interface Limit {
  points: number;
  seconds: number;
  sitePoints?: number;
  by?: 'member' | 'address';
}

/**
 * Every limit: `points` attempts within `seconds`, counted from the first attempt. An IPv6 address counts by its /64,
 * and if `sitePoints` is set by its /48 as well. docs/security.md says what they add up to.
 */
export const LIMITS = {
  // Wrong passwords from browsers that the account does not know: per address, and per address and account.
  login_ip: { points: 30, seconds: 600, sitePoints: 120 },
  login_ip_email: { points: 10, seconds: 900, sitePoints: 30 },
  // And per account from all addresses: beyond the first limit a captcha each, beyond the second none that day.
  login_email: { points: 20, seconds: 3_600 },
  login_email_day: { points: 100, seconds: 86_400 },
  // Wrong passwords from a browser that has signed in to the account before, and for as long as its cookie lives. The member is
  // mailed at the last.
  login_device: { points: 10, seconds: 3_600 },
  login_device_life: { points: 30, seconds: 180 * 86_400 },
  // All hashed passwords, right ones too, since they cost as much. Many members share the address of a school or a
  // carrier.
  password_ip: { points: 300, seconds: 600, sitePoints: 900 },
  // The same for a member who is signed in or in a browser that the account knows.
  password_member: { points: 60, seconds: 600 },
  login_challenge_ip: { points: 60, seconds: 600, sitePoints: 240, by: 'address' },
  mail_ip: { points: 20, seconds: 3_600, sitePoints: 80 },
  // Separate limits, so that sign-up mails requested by a stranger do not use up the owner's reset mails.
  sign_up_mail_email: { points: 5, seconds: 3_600 },
  reset_mail_email: { points: 5, seconds: 3_600 },
  // Further mails, with a captcha each.
  sign_up_mail_captcha: { points: 12, seconds: 86_400 },
  reset_mail_captcha: { points: 12, seconds: 86_400 },
  email_change_mail_email: { points: 5, seconds: 21_600 },
  code_ip: { points: 30, seconds: 600, sitePoints: 120 },
  // Mailed codes: per mailbox for browsers that did not ask for one, per browser that did, and per member who changes
  // address.
  code_email: { points: 30, seconds: 86_400 },
  code_asked: { points: 5, seconds: 3_600 },
  code_member: { points: 30, seconds: 86_400 },
  // Codes of authenticator apps and backup codes of one member, right ones given back; unknown and known browsers of
  // the account have separate limits.
  two_factor_user: { points: 5, seconds: 900 },
  two_factor_user_day: { points: 20, seconds: 86_400 },
  two_factor_known: { points: 5, seconds: 900 },
  two_factor_known_day: { points: 20, seconds: 86_400 },
  // Wrong ones after the same proof, the password or an account elsewhere. The member is mailed at the last and beyond it.
  two_factor_told: { points: 5, seconds: 86_400 },
  // Refused passkeys, and the challenges that they are asked with.
  passkey_ip: { points: 30, seconds: 600, sitePoints: 120 },
  passkey_challenge_ip: { points: 120, seconds: 600, sitePoints: 480, by: 'address' },
  // Refused sign-ins by accounts elsewhere, and those that are started.
  identity_ip: { points: 30, seconds: 600, sitePoints: 120 },
  identity_start_ip: { points: 60, seconds: 600, sitePoints: 240, by: 'address' },
  // Wrong passwords of a signed-in member, per session, and for as long as it lives. It ends at the last.
  password_session: { points: 10, seconds: 900 },
  password_session_life: { points: 30, seconds: 60 * 86_400 },
  email_change_user: { points: 5, seconds: 3_600 },
  // Changes around the account's security, each of which is mailed; what takes something away again needs none.
  security_user: { points: 30, seconds: 3_600, by: 'member' },
  push_user: { points: 30, seconds: 3_600, by: 'member' },
  // Each new one is a row and an address of the vendor.
  offer_start_user: { points: 60, seconds: 3_600, by: 'member' },
  claim_user: { points: 10, seconds: 86_400, by: 'member' },
  // Answers to suspensions, from outside.
  appeal_ip: { points: 20, seconds: 3_600, sitePoints: 80, by: 'address' },
  appeal_user: { points: 5, seconds: 3_600, by: 'member' },
  export_user: { points: 5, seconds: 3_600 },
  // The statement as a file: a member tries some filters.
  statement_user: { points: 30, seconds: 3_600 },
  // Each pass needs a signature.
  pass_user: { points: 30, seconds: 3_600 },
  // Each may ask the issuer, whose few calls a second all members share. A look at a card in its issuer's frame is two.
  reveal_user: { points: 60, seconds: 600, by: 'member' },
  // Uploads of codes, trials too. Each says which of 20,000 codes are known: codes that can be guessed would be read by it.
  stock_user: { points: 200, seconds: 86_400, by: 'member' },
  // Keys that are wrong, by address; calls by right ones, by key.
  api_key_ip: { points: 30, seconds: 600, sitePoints: 120 },
  api_key: { points: 600, seconds: 60 },
  // Rows about clicks that an advertiser's signed messages name and that do not exist.
  unknown_click: { points: 5_000, seconds: 86_400 },
  client_error_ip: { points: 20, seconds: 600, sitePoints: 80, by: 'address' },
  violation_ip: { points: 20, seconds: 600, sitePoints: 80 },
  // Pictures of offers that the process does not remember: a page names 50.
  picture_ip: { points: 1_200, seconds: 600, sitePoints: 4_800 },
  unsubscribe_ip: { points: 60, seconds: 600, sitePoints: 240 },
  // Challenges and their solutions together.
  captcha_member: { points: 120, seconds: 600, by: 'member' },
} as const satisfies Record<string, Limit> & Record<CallLimit, Limit & { by: 'member' | 'address' }>;
export type LimitName = keyof typeof LIMITS;
/** What is counted: `[name, subject]`; the subject is a network address, an email address or both. */
export type Attempt = readonly [name: LimitName, ...subject: string[]];

const KEY_BYTES = 24;

/** What a limit has left, until its count starts anew in `seconds`. */
export interface Left {
  left: number;
  seconds: number;
}

export interface Limits {
  /**
   * Counts the attempts one after the other and returns what the scarcest limit has left. Throws Refusal
   * too_many_requests at the first one over its limit, with its name; those counted before it stay counted.
   */
  take: (...attempts: Attempt[]) => Promise<Left>;
  /** Counts nothing. Throws Refusal too_many_requests if `take` would refuse one of the attempts. */
  requireRoom: (...attempts: Attempt[]) => Promise<void>;
  /**
   * Takes back attempts that turned out to be right, so that only failures add up. Never throws, since what the attempts were
   * for may be done: at worst the counts stay higher until they start anew.
   */
  giveBack: (...attempts: Attempt[]) => Promise<void>;
  /** Clears the count of a subject. Never throws either. */
  forget: (...attempts: Attempt[]) => Promise<void>;
}

/**
 * Counts in PostgreSQL, in statements of their own, so that counts survive a rollback of the request's transaction
 * and a restart of the server. Must not be called inside a transaction, since it takes a second connection. Subjects
 * are stored as HMACs with `key`, so that the table names no one. `onFailure` hears of counts that were not given back.
 */
export function openLimits(database: Database, key: Buffer, onFailure: (error: unknown) => void): Limits {
  const counts = openCounts(database);
  const nameOf = (subject: string[]) =>
    createHmac('sha256', key)
      .update(JSON.stringify(subject))
      .digest()
      .subarray(0, KEY_BYTES)
      .toString('base64url');
  /** The counters of an attempt: of its network and of the larger network around it. */
  const countersOf = ([name, ...subject]: Attempt): NamedCounter[] => {
    const { points, seconds, sitePoints }: Limit = LIMITS[name];
    const inner = { name, key: `${name}:${nameOf(subject.map(networkOf))}`, points, seconds };
    const site = subject.map(siteOf);
    const isWider = site.some((part, n) => part !== subject[n]);
    return sitePoints !== undefined && isWider
      ? [inner, { name, key: `${name}_site:${nameOf(site)}`, points: sitePoints, seconds }]
      : [inner];
  };
  const each = async (attempts: Attempt[], act: (counter: NamedCounter) => Promise<void>) => {
    for (const counter of attempts.flatMap(countersOf)) await act(counter);
  };

  const requireRoomIn = async (counters: NamedCounter[]) => {
    for (const counter of counters) {
      const count = await counts.read(counter);
      if (count && count.used >= counter.points) refuse(counter, count);
    }
  };

  return {
    requireRoom: (...attempts) => requireRoomIn(attempts.flatMap(countersOf)),
    take: async (...attempts) => {
      // Checks the /48s first, so that a full one adds no rows: it has 65,536 networks, each with a count of its own.
      await requireRoomIn(attempts.flatMap((attempt) => countersOf(attempt).slice(1)));
      let scarcest: Left = { left: Number.POSITIVE_INFINITY, seconds: 0 };
      await each(attempts, async (counter) => {
        const count = await counts.add(counter);
        if (count.used > counter.points) refuse(counter, count);
        const left = counter.points - count.used;
        if (left < scarcest.left) scarcest = { left, seconds: wholeSeconds(count) };
      });
      return scarcest;
    },
    giveBack: (...attempts) => each(attempts, counts.takeBack).catch(onFailure),
    forget: (...attempts) => each(attempts, counts.clear).catch(onFailure),
  };
}

/** Counts an attempt and returns whether it is over its limit. */
export const isOver = async (limits: Limits, attempt: Attempt): Promise<boolean> =>
  (await takeUnlessOver(limits, attempt)) === undefined;

/** Counts an attempt and returns what its limit has left; undefined if it is over it. */
export async function takeUnlessOver(limits: Limits, attempt: Attempt): Promise<Left | undefined> {
  try {
    return await limits.take(attempt);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too_many_requests') return undefined;
    throw error;
  }
}

type NamedCounter = Counter & { name: LimitName };

function refuse({ name }: NamedCounter, count: Count): never {
  throw new Refusal('too_many_requests', { retryAfter: wholeSeconds(count), limit: name });
}

const wholeSeconds = ({ seconds }: Count) => Math.max(1, Math.ceil(seconds));
