import { REDEMPTION_PROMISE_HOURS, type RedemptionReason } from '#contract/redemptions.values.ts';
import { type Outcome, OWN_PROVIDERS, type RetryCode } from '#domain/redemption/ports.ts';
import type { HeldStatus } from '#domain/redemption/states.ts';
import type { Lease } from './lease.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Pause before the next lookup if an answer is missing or comes later. */
const LOOK_AGAIN_MS = 10 * MINUTE_MS;
/** Pause between lookups of a redemption in review, whose answer may still come. */
const REVIEW_EVERY_MS = HOUR_MS;
/** A call without an answer is carried out within this time, if at all. */
const LANDS_MS_MAX = LOOK_AGAIN_MS;
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
  lastUnansweredAt: Date | null;
  ref: string | null;
  ms: number;
}

/** Whether an earlier call is unanswered for so long that no further call that could pay may be made. */
export const answerIsMissing = (lease: Lease): boolean =>
  lease.unansweredSince !== null &&
  lease.takenAt.getTime() - lease.unansweredSince.getTime() > ANSWER_MISSING_HOURS * HOUR_MS;

/**
 * Whether an earlier call without an answer may still be carried out, so that a lookup that finds nothing proves nothing.
 * None is made after a person has ended the redemption.
 */
export function mayStillLand({ unansweredSince, lastUnansweredAt, endedAt, takenAt }: Lease): boolean {
  if (unansweredSince === null) return false;
  const lastCallMs =
    endedAt?.getTime() ?? Math.max(unansweredSince.getTime(), lastUnansweredAt?.getTime() ?? 0);
  return takenAt.getTime() - lastCallMs < LANDS_MS_MAX;
}

/** Whether the promised time is over. */
export const isLate = ({ takenAt, promisedBy }: Lease): boolean => takenAt > promisedBy;

/**
 * How a redemption waits after an outcome. `couldPay`: whether it came from a call that could pay. The site's own rewards
 * simply wait to be made, however late they are: there is nothing to find out.
 */
export function waitAfter(lease: Lease, outcome: WaitingOutcome, couldPay: boolean): Wait {
  const missing = whatIsMissing(outcome);
  const answers = missingAnswers(lease, outcome, couldPay);
  const isUnclear = isLate(lease) && !OWN_PROVIDERS.includes(lease.provider);
  const overdue = isUnclear || answerIsMissing({ ...lease, ...answers });
  const ref = outcome.t === 'prepared' || outcome.t === 'accepted' ? (outcome.ref ?? null) : null;
  const ms = pauseAfter(lease, outcome);
  if (!overdue) return { status: 'processing', reason: missing, ...answers, ref, ms };
  const reachable = outcome.t === 'absent' || outcome.t === 'accepted' || outcome.t === 'prepared';
  return {
    status: 'review',
    reason: missing ?? (reachable ? 'answer_missing' : 'provider_unreachable'),
    ...answers,
    ref,
    // Its member waits for the points once a person has ended it.
    ms: outcome.t === 'retry' || lease.endedAt ? ms : REVIEW_EVERY_MS,
  };
}

/** What the redemption waits for, if known: the member's details, or codes. */
function whatIsMissing(outcome: WaitingOutcome): RedemptionReason | null {
  if (outcome.t === 'accepted' && outcome.why === 'needs_info') return 'details_needed';
  return outcome.t === 'retry' && outcome.code === 'out_of_stock' ? 'out_of_stock' : null;
}

/** The times of the first and of the last call that is without an answer after this outcome. */
function missingAnswers(
  lease: Lease,
  outcome: WaitingOutcome,
  couldPay: boolean,
): Pick<Wait, 'unansweredSince' | 'lastUnansweredAt'> {
  const { unansweredSince, lastUnansweredAt, takenAt } = lease;
  const none = { unansweredSince: null, lastUnansweredAt: null };
  // The site's own rewards are in this database, which keeps nothing to itself.
  if (OWN_PROVIDERS.includes(lease.provider)) return none;
  if ((outcome.t === 'accepted' || outcome.t === 'prepared') && outcome.ref !== undefined) return none;
  const same = { unansweredSince, lastUnansweredAt };
  if (!couldPay) return same;
  // `in_flight` is an earlier call of ours, which may still succeed.
  if (outcome.t === 'unknown' || (outcome.t === 'retry' && outcome.code === 'in_flight'))
    return { unansweredSince: unansweredSince ?? takenAt, lastUnansweredAt: takenAt };
  // Of another reward, or of a call that this database does not know, which was made at any time since the request.
  if (outcome.t === 'accepted' && outcome.why !== 'needs_info' && !outcome.unasked)
    return { unansweredSince: lease.createdAt, lastUnansweredAt: takenAt };
  // It was not carried out, which proves nothing about an earlier call; the lookup before it does, once that cannot land.
  const isAnswer = !(outcome.t === 'retry' && outcome.unasked) && !mayStillLand(lease);
  return isAnswer ? none : same;
}

function pauseAfter({ createdAt, takenAt }: Lease, outcome: WaitingOutcome): number {
  // Its member may never give the details, and an address wakes it.
  const isForgotten = takenAt.getTime() - createdAt.getTime() > REDEMPTION_PROMISE_HOURS * HOUR_MS;
  if (whatIsMissing(outcome) === 'details_needed' && isForgotten) return REVIEW_EVERY_MS;
  if (outcome.t !== 'retry') return LOOK_AGAIN_MS;
  const ms = outcome.afterMs ?? RETRY_MS[outcome.code];
  return Math.min(Math.max(ms, RETRY_MS_MIN), RETRY_MS_MAX);
}
