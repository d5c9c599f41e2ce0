import type { RedemptionReason } from '#contract/redemptions.values.ts';
import type { Outcome, RetryCode } from '#domain/redemption/ports.ts';
import type { HeldStatus } from '#domain/redemption/states.ts';
import type { Lease } from './lease.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Pause before the next lookup if an answer is missing or comes later. */
const LOOK_AGAIN_MS = 10 * MINUTE_MS;
/** Pause between lookups of a redemption in review, whose answer may still come. */
const REVIEW_EVERY_MS = HOUR_MS;
/** After this time without an answer a person decides: providers forget idempotency keys after a day. */
const ANSWER_MISSING_HOURS = 20;
const RETRY_MS: Record<RetryCode, number> = {
  rate: 30_000,
  in_flight: 30_000,
  no_funds: 10 * MINUTE_MS,
  out_of_stock: 10 * MINUTE_MS,
  config: 10 * MINUTE_MS,
};
const RETRY_MS_MIN = 1_000;
/** No wait is longer. */
export const RETRY_MS_MAX = HOUR_MS;

/** Outcomes after which the redemption waits for its next run. */
export type WaitingOutcome = Exclude<Outcome, { t: 'issued' | 'rejected' | 'stopped' }>;

export interface Wait {
  status: HeldStatus;
  reason: RedemptionReason | null;
  unansweredSince: Date | null;
  ref: string | null;
  ms: number;
}

/** Whether an earlier call is unanswered for so long that no further call that could pay may be made. */
export const answerIsMissing = (lease: Lease): boolean =>
  lease.unansweredSince !== null &&
  lease.takenAt.getTime() - lease.unansweredSince.getTime() > ANSWER_MISSING_HOURS * HOUR_MS;

/** How a redemption waits after an outcome. `asked`: whether it came from a lookup or from a call that could pay. */
export function waitAfter(lease: Lease, outcome: WaitingOutcome, asked: 'lookup' | 'call'): Wait {
  const unansweredSince = missingSince(lease, outcome, asked);
  const overdue = lease.takenAt > lease.promisedBy || answerIsMissing({ ...lease, unansweredSince });
  const ref = outcome.t === 'prepared' || outcome.t === 'accepted' ? (outcome.ref ?? null) : null;
  const ms = pauseAfter(outcome);
  const missing = whatIsMissing(outcome);
  if (!overdue) return { status: 'processing', reason: missing, unansweredSince, ref, ms };
  const reachable = outcome.t === 'absent' || outcome.t === 'accepted' || outcome.t === 'prepared';
  return {
    status: 'review',
    reason: missing ?? (reachable ? 'answer_missing' : 'provider_unreachable'),
    unansweredSince,
    ref,
    ms: outcome.t === 'retry' ? ms : REVIEW_EVERY_MS,
  };
}

/** What the redemption waits for, if known: the member's details, or codes. */
function whatIsMissing(outcome: WaitingOutcome): RedemptionReason | null {
  if (outcome.t === 'accepted' && outcome.why === 'needs_info') return 'details_needed';
  return outcome.t === 'retry' && outcome.code === 'out_of_stock' ? 'out_of_stock' : null;
}

function missingSince(lease: Lease, outcome: WaitingOutcome, asked: 'lookup' | 'call'): Date | null {
  // `in_flight` is an earlier call of ours, which may still succeed.
  if (outcome.t === 'unknown' || (outcome.t === 'retry' && outcome.code === 'in_flight'))
    return lease.unansweredSince ?? lease.takenAt;
  // A lookup that found nothing, or has to be repeated, proves nothing about an earlier call.
  if (asked === 'lookup' && (outcome.t === 'retry' || outcome.t === 'absent')) return lease.unansweredSince;
  return null;
}

function pauseAfter(outcome: WaitingOutcome): number {
  if (outcome.t !== 'retry') return LOOK_AGAIN_MS;
  const ms = outcome.afterMs ?? RETRY_MS[outcome.code];
  return Math.min(Math.max(ms, RETRY_MS_MIN), RETRY_MS_MAX);
}
