import { sql } from 'kysely';
import type { RedemptionReason, RedemptionStatus } from '#contract/redemptions.values.ts';
import { MANUAL_PROVIDER, OWN_PROVIDERS } from './ports.ts';

/** The states of a redemption, and SQL conditions about them. No other file lists states. */

/**
 * Who may change the state. `rule`: a rule of risk, at the request or when the address for it is given. `worker`: the holder
 * of the lease. `member`: instead of giving the details that the issuer needs. `decision`: a person about a review, or the end
 * of its time. `clock`: the end of the last day. `issuer`: it took the reward back.
 */
type Mover = 'rule' | 'worker' | 'member' | 'decision' | 'clock' | 'issuer';

/**
 * `open`: the points are held. `given`: they were paid for a reward that the member has, or had to its last day.
 * `withdrawn`: they were paid, and the issuer took the reward back. `refunded`: they went back without a reward.
 */
type Stage = 'open' | 'given' | 'withdrawn' | 'refunded';

interface State {
  stage: Stage;
  /** The states that may follow, and who may change to them. */
  next: Partial<Record<RedemptionStatus, readonly Mover[]>>;
}

/** A new redemption is `pending`. */
export const STATES: Record<RedemptionStatus, State> = {
  pending: { stage: 'open', next: { review: ['rule'], processing: ['worker'] } },
  processing: {
    stage: 'open',
    next: { review: ['rule', 'worker'], issued: ['worker'], failed: ['worker', 'member'] },
  },
  review: {
    stage: 'open',
    next: {
      pending: ['decision'],
      processing: ['worker'],
      issued: ['worker'],
      failed: ['worker', 'member', 'decision'],
    },
  },
  issued: { stage: 'given', next: { expired: ['clock'], reversed: ['issuer'] } },
  expired: { stage: 'given', next: { reversed: ['issuer'] } },
  reversed: { stage: 'withdrawn', next: {} },
  failed: { stage: 'refunded', next: {} },
};

/** The states in which a worker leaves a redemption that waits for its next run. */
export type HeldStatus = Extract<RedemptionStatus, 'processing' | 'review'>;

const names = Object.keys(STATES) as RedemptionStatus[];
const inStage = (...stages: Stage[]) => names.filter((name) => stages.includes(STATES[name].stage));
/** Literals instead of parameters, because the indexes of open redemptions name the same states. */
const list = <T extends string>(values: readonly T[]) =>
  sql<T>`(${sql.join(values.map((value) => sql.lit(value)))})`;

export const isOpen = (status: RedemptionStatus): boolean => STATES[status].stage === 'open';
export const isGiven = (status: RedemptionStatus): boolean => STATES[status].stage === 'given';

/** The states in which the points are held. */
export const OPEN_STATUSES: readonly RedemptionStatus[] = inStage('open');

/** Lists of states for SQL, as in `status in ${OPEN}`. */
export const OPEN = list(OPEN_STATUSES);
export const GIVEN = list(inStage('given'));
export const PAID = list(inStage('given', 'withdrawn'));
/** States that a worker with a lease may end. */
export const HELD = list(names.filter((name) => STATES[name].next.issued?.includes('worker')));

/** Whether the redemption `r` is open. */
export const IS_OPEN = sql<boolean>`(r.status in ${OPEN})`;

/**
 * SQL for why a redemption is in its state. `exact_reason` is why it ended, and may stand there before: one that was returned
 * or given up is looked up first (0155).
 */
export const TOLD_REASON = `case when status in (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})
  then reason else coalesce(exact_reason, reason) end`;

/** Whether the redemption `r` is open and does not wait for a decision. */
export const GOES_ON = sql<boolean>`(${IS_OPEN} and r.reason is distinct from 'risk_review')`;

/** Providers of the site's own rewards, for SQL. */
export const OWN = list(OWN_PROVIDERS);

/** Whether the site itself makes the reward of redemption `r` with fulfilment `f`, and has not made it yet. */
export const IS_UNMADE = sql<boolean>`(r.provider in ${OWN} and ${GOES_ON} and f.decision is null
  and not exists (select from voucher_codes v where v.redemption_id = r.id))`;

/** Whether the redemption waits for a person: it is made by hand, or no code is left for it. */
export const WAITS_FOR_PERSON = sql<boolean>`(${IS_UNMADE}
  and (r.provider = ${sql.lit(MANUAL_PROVIDER)} or r.reason is not distinct from 'out_of_stock'))`;

/** The exact reason of a redemption that its member gave up instead of giving details. */
export const GIVEN_UP: RedemptionReason = 'details_needed';

/** Whether the open redemption `r` waits for its member's details, and no call of an earlier run can have made a reward. */
export const WAITS_FOR_MEMBER = sql<boolean>`(${IS_OPEN} and r.reason is not distinct from 'details_needed'
  and r.provider_ref is null and r.unanswered_since is null)`;
/**
 * Whether a person may end the redemption `r` with fulfilment `f` although its member may be paid: its provider did not
 * make the reward by the promise, has not answered for so long that it is asked for nothing more, or waits for the member.
 */
export const IS_STUCK = sql<boolean>`(${GOES_ON} and (r.status = 'review' or r.promised_by < now() or ${WAITS_FOR_MEMBER})
  and not ${WAITS_FOR_PERSON} and f.decision is null)`;

/** Whether a person has ended the redemption `r` with fulfilment `f`, or a code was taken for it: nobody can end it now. */
export const IS_DECIDED = sql<boolean>`(f.decision is not distinct from 'refused'
  or exists (select from voucher_codes v where v.redemption_id = r.id))`;

/** Whether a machine should have ended the redemption by now, as its member was promised. */
export const IS_LATE_PAYOUT = sql<boolean>`(${GOES_ON} and r.promised_by < now() and not ${WAITS_FOR_PERSON})`;
