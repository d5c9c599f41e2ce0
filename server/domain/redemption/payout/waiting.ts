import type { RedemptionReason } from '#contract/redemptions.values.ts';
import type { Outcome, RetryCode } from '#domain/redemption/ports.ts';
import type { HeldStatus } from '#domain/redemption/states.ts';
import type { Lease } from './lease.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** After an answer that is missing, or that comes later, the provider is asked again after this. */
const LOOK_AGAIN_MS = 10 * MINUTE_MS;
/** A redemption in review is looked at this often: the answer may still come. */
const REVIEW_EVERY_MS = HOUR_MS;
/** An answer that is missing for this long is a case for a person: providers forget idempotency keys after a day. */
const ANSWER_MISSING_HOURS = 20;
const RETRY_MS: Record<RetryCode, number> = {
  rate: 30_000,
  in_flight: 30_000,
  no_funds: 10 * MINUTE_MS,
  out_of_stock: 10 * MINUTE_MS,
  config: 10 * MINUTE_MS,
};
const RETRY_MS_MIN = 1_000;
const RETRY_MS_MAX = HOUR_MS;

/** Outcomes after which the redemption waits for its next run. */
export type WaitingOutcome = Exclude<Outcome, { t: 'issued' | 'rejected' | 'stopped' }>;

export interface Wait {
  status: HeldStatus;
  reason: RedemptionReason | null;
  unansweredSince: Date | null;
  ref: string | null;
  ms: number;
}

/** No new call that could pay may be made: an earlier one was not answered for too long. */
export const answerIsMissing = (lease: Lease): boolean =>
  lease.unansweredSince !== null &&
  lease.takenAt.getTime() - lease.unansweredSince.getTime() > ANSWER_MISSING_HOURS * HOUR_MS;

/** How a redemption waits after an outcome. `asked` says whether the outcome answers a lookup or a call that pays. */
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

/** What it waits for, where that is known: the member's details, or codes. */
function whatIsMissing(outcome: WaitingOutcome): RedemptionReason | null {
  if (outcome.t === 'accepted' && outcome.why === 'needs_info') return 'details_needed';
  return outcome.t === 'retry' && outcome.code === 'out_of_stock' ? 'out_of_stock' : null;
}

function missingSince(lease: Lease, outcome: WaitingOutcome, asked: 'lookup' | 'call'): Date | null {
  // In flight is an earlier call of ours, which may come through.
  if (outcome.t === 'unknown' || (outcome.t === 'retry' && outcome.code === 'in_flight'))
    return lease.unansweredSince ?? lease.takenAt;
  // That a lookup was told to come later, or found nothing, says nothing about an earlier call.
  if (asked === 'lookup' && (outcome.t === 'retry' || outcome.t === 'absent')) return lease.unansweredSince;
  return null;
}

function pauseAfter(outcome: WaitingOutcome): number {
  if (outcome.t !== 'retry') return LOOK_AGAIN_MS;
  const ms = outcome.afterMs ?? RETRY_MS[outcome.code];
  return Math.min(Math.max(ms, RETRY_MS_MIN), RETRY_MS_MAX);
}
