import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../refusal.ts';
import { networkOf } from './network.ts';

/** Every limit of repeated attempts: so many points in so many seconds, counted from the first of them. */
export const LIMITS = {
  login_ip: { points: 30, seconds: 600 },
  login_ip_email: { points: 10, seconds: 900 },
  login_email: { points: 100, seconds: 3_600 },
  login_challenge_ip: { points: 60, seconds: 600 },
  mail_ip: { points: 20, seconds: 3_600 },
  // Apart, so that sign-up mails which a stranger asks for do not use up the owner's reset mails.
  sign_up_mail_email: { points: 5, seconds: 3_600 },
  reset_mail_email: { points: 5, seconds: 3_600 },
  code_ip: { points: 30, seconds: 600 },
  code_email: { points: 30, seconds: 86_400 },
  // Codes of authenticator apps and backup codes of one member, right ones given back.
  two_factor_user: { points: 5, seconds: 900 },
  // Passwords of a member who is signed in.
  password_user: { points: 10, seconds: 900 },
  email_change_user: { points: 5, seconds: 3_600 },
  push_user: { points: 30, seconds: 3_600 },
  claim_user: { points: 10, seconds: 86_400 },
  appeal_user: { points: 5, seconds: 3_600 },
  export_user: { points: 5, seconds: 3_600 },
  // Each is a signature.
  pass_user: { points: 30, seconds: 3_600 },
  // Each asks the issuer, whose few calls a second all members share.
  reveal_user: { points: 60, seconds: 600 },
  // Keys that are wrong, by address; calls by right ones, by key.
  api_key_ip: { points: 30, seconds: 600 },
  api_key: { points: 600, seconds: 60 },
  client_error_ip: { points: 20, seconds: 600 },
  unsubscribe_ip: { points: 60, seconds: 600 },
  // Challenges and their solutions together.
  captcha_member: { points: 120, seconds: 600 },
} as const;
export type LimitName = keyof typeof LIMITS;
/** What is counted: `[name, subject]`, the subject an address of the network, an e-mail address or both. */
export type Attempt = readonly [name: LimitName, ...subject: string[]];

const TABLE = 'rate_limits';
const KEY_BYTES = 24;

export interface Limits {
  /** Counts the attempts, one after the other. Throws Refusal too_many_requests at the first that is over its limit. */
  take: (...attempts: Attempt[]) => Promise<void>;
  /** Takes attempts back that turned out to be right, so that only failures add up. */
  giveBack: (...attempts: Attempt[]) => Promise<void>;
  /** Starts the count of a subject anew. */
  forget: (...attempts: Attempt[]) => Promise<void>;
}

/**
 * Counts in PostgreSQL, in statements of their own: a count stays when the request's transaction is rolled back, and
 * when the server restarts. Must not be called inside a transaction, as it takes a second connection. Subjects are
 * stored under HMAC with `key`, so that the table names nobody.
 */
export function openLimits(pool: pg.Pool, key: Buffer): Limits {
  const limiters = new Map<LimitName, RateLimiterPostgres>();
  for (const [name, { points, seconds }] of Object.entries(LIMITS)) {
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: TABLE,
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
    });
    limiters.set(name as LimitName, limiter);
  }
  const limiterOf = (name: LimitName) => {
    const limiter = limiters.get(name);
    if (!limiter) throw new Error(`there is no limit ${name}`);
    return limiter;
  };
  const nameOf = (subject: string[]) =>
    createHmac('sha256', key)
      .update(JSON.stringify(subject.map(networkOf)))
      .digest()
      .subarray(0, KEY_BYTES)
      .toString('base64url');

  return {
    take: async (...attempts) => {
      for (const [name, ...subject] of attempts) {
        await limiterOf(name).consume(nameOf(subject)).catch(refuse);
      }
    },
    giveBack: async (...attempts) => {
      for (const [name, ...subject] of attempts) await limiterOf(name).reward(nameOf(subject));
    },
    forget: async (...attempts) => {
      for (const [name, ...subject] of attempts) await limiterOf(name).delete(nameOf(subject));
    },
  };
}

/** The limiter rejects with its result where a limit is reached, and with an Error where the database failed. */
function refuse(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason;
  throw new Refusal('too_many_requests', { retryAfter: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)) });
}
