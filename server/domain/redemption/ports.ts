import type { CardTier } from '#contract/values.ts';
import type { Transact } from '#database/transaction.ts';

/** Id of the issuer whose cards buy nothing. */
export const SANDBOX_PROVIDER = 'sandbox';

/** The reward to make. The redemption's id is the idempotency key with the provider. */
export interface PayoutRequest {
  redemptionId: string;
  cardTier: CardTier;
  /** Whole US cents. */
  amountUsd: number;
}

export type Outcome =
  /** It exists under `ref` and nothing of it can be spent yet. */
  | { t: 'prepared'; ref: string }
  | { t: 'issued'; ref: string; expiresAt?: Date }
  /** The provider has it and will answer later. */
  | { t: 'accepted'; ref: string; why: 'review' | 'async' | 'needs_info' }
  /** The same call can never succeed. */
  | { t: 'rejected'; code: string }
  /** Nothing happened; a later call may succeed. */
  | { t: 'retry'; code: RetryCode; afterMs?: number }
  /** It may have happened. */
  | { t: 'unknown'; code: string }
  /** Nothing exists. Only a lookup can tell. */
  | { t: 'absent' };
export type RetryCode = 'rate' | 'no_funds' | 'config' | 'in_flight';
export type CallOutcome = Exclude<Outcome, { t: 'absent' }>;
/** `absent`: what was prepared can never be spent any more. `rejected`: it cannot be taken back. */
export type VoidOutcome = Extract<Outcome, { t: 'absent' | 'rejected' | 'retry' | 'unknown' }>;

/** What the owner needs to spend a card. */
export interface CardDetails {
  label: string;
  number: string;
  /** MM/YYYY. */
  expires: string;
  securityCode: string;
}

/**
 * Port: makes rewards in two steps, so that a lost reply costs nothing. Every call may be repeated, from any process.
 * A call that throws counts as `unknown`. Calls end when `signal` aborts.
 */
export interface PayoutProvider {
  /** Kept with each redemption, which stays with its provider. */
  readonly id: string;
  /** Whether an answer comes in seconds or within the promise. */
  readonly delivery: 'at_once' | 'within_promise';
  /** Makes the reward ready, idempotent by the redemption's id; providers without two steps issue here. */
  prepare(request: PayoutRequest, signal: AbortSignal): Promise<CallOutcome>;
  /** Makes what was prepared spendable; repeating is harmless. */
  commit(request: PayoutRequest, ref: string, signal: AbortSignal): Promise<CallOutcome>;
  /** Finds the reward by the redemption's id. */
  lookup(request: PayoutRequest, signal: AbortSignal): Promise<Outcome>;
  /** Takes back what is not issued yet. */
  void(ref: string, signal: AbortSignal): Promise<VoidOutcome>;
  /** The card's details for its owner, of providers that let us see them; undefined when there is no such card. */
  reveal?(ref: string, signal: AbortSignal): Promise<CardDetails | undefined>;
}

/** What fulfilment needs. */
export interface FulfilPorts {
  transact: Transact;
  /** Those that are configured; a redemption stays with the one it was asked of. */
  providers: readonly PayoutProvider[];
  /** Told of calls that threw or took too long. */
  report: (error: unknown, call: { redemptionId: string; provider: string; call: string }) => void;
  /** Longest time of one call, for tests. */
  callTimeoutMs?: number;
}
