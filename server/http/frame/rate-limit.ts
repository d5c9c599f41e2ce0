import type { Context } from 'hono';
import type { Refusal } from '#domain/common/refusal.ts';
import { type Left, LIMITS, type LimitName } from '#domain/trust/index.ts';

/**
 * Tells the caller a limit and what it has left: `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-10.
 * Not for limits of guesses, which an attacker would use up to the last one.
 */
export function tellLimit(c: Context, name: LimitName, { left, seconds }: Left): void {
  const { points, seconds: window } = LIMITS[name];
  c.header('RateLimit-Policy', `"${name}";q=${points};w=${window}`);
  c.header('RateLimit', `"${name}";r=${left};t=${seconds}`);
}

/** Tells the caller a limit that is used up, if it is one that is told. */
export function tellRefusal(c: Context, { limit, retryAfter = 0 }: Refusal): void {
  const name = TOLD.find((one) => one === limit);
  if (name) tellLimit(c, name, { left: 0, seconds: retryAfter });
}

/** Limits of calls and of keys. */
const TOLD = (Object.keys(LIMITS) as LimitName[]).filter(
  (name) => 'by' in LIMITS[name] || name === 'api_key' || name === 'api_key_ip',
);
