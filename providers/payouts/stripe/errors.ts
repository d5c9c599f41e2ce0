import Stripe from 'stripe';
import type { CallOutcome } from '#domain/redemption/index.ts';
import { retryAfterMs } from '#providers/common/retry-after.ts';

type Refused = Extract<CallOutcome, { t: 'accepted' | 'rejected' | 'retry' | 'unknown' }>;

/** Fields of a cardholder that the member can correct. */
const MEMBER_FIELDS = /^(billing|individual|name|email)\b/;
const NO_FUNDS = ['balance_insufficient', 'insufficient_funds'];

/**
 * Maps an error of Stripe's library (https://docs.stripe.com/error-handling). A call that may have been carried out is
 * `unknown`; the caller looks it up. Rethrows errors of other origins.
 */
export function outcomeOfError(error: unknown): Refused {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  // Stripe tells it by 429, for some calls by 400.
  if (error instanceof Stripe.errors.StripeRateLimitError)
    return { t: 'retry', code: 'rate', afterMs: retryAfterMs(error.headers?.['retry-after']) ?? undefined };
  const code = error.code ?? error.type;
  switch (error.statusCode) {
    case 401:
    case 403:
      return { t: 'retry', code: 'config' };
    case 409:
      // Another call with this key is still in progress.
      return error.code === 'idempotency_key_in_use'
        ? { t: 'retry', code: 'in_flight' }
        : { t: 'unknown', code };
    case 400:
    case 402:
    case 404:
      return refused(error, code);
    default:
      return { t: 'unknown', code };
  }
}

function refused(error: Stripe.errors.StripeError, code: string): Refused {
  // The key was used for a different call, so a person has to look at it.
  if (error.type === 'StripeIdempotencyError') return { t: 'accepted', why: 'review' };
  if (NO_FUNDS.includes(code)) return { t: 'retry', code: 'no_funds' };
  if (error.param && MEMBER_FIELDS.test(error.param))
    return { t: 'accepted', why: 'needs_info', field: error.param };
  // The cardholder is of another account or mode: our settings changed, so a person has to look at the redemption.
  if (code === 'resource_missing' && error.param === 'cardholder') return { t: 'accepted', why: 'review' };
  return { t: 'rejected', code };
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.statusCode === 404;
