import type { BillingAddress } from '#contract/redemptions.ts';
import type { Reveal } from '#contract/redemptions.values.ts';
import type { Transact } from '#database/transaction.ts';
import type { Breaker } from './payout/breaker.ts';

/**
 * Ids of providers that this module reads from the database without opening them: the issuer whose cards buy nothing,
 * and the providers of the site's own rewards, which this module stores. Opened providers have traits instead.
 */
export const SANDBOX_PROVIDER = 'sandbox';
export const STOCK_PROVIDER = 'stock';
export const MANUAL_PROVIDER = 'manual';
export const OWN_PROVIDERS: readonly string[] = [MANUAL_PROVIDER, STOCK_PROVIDER];
/** A provider's code for a redemption that a person has refused. */
export const STAFF_REFUSED = 'staff_refused';

/** The reward to make. The redemption's id is the idempotency key with the provider. */
export interface PayoutRequest {
  redemptionId: string;
  /** Whole US cents. */
  amountCents: number;
  /** The provider's ids of the products that the member can choose from; empty for its standard. */
  productIds: readonly string[];
  recipient: Recipient;
}

/** The member who gets the reward. Name and address are null once the member has left, for whom nothing new is asked for. */
export interface Recipient {
  memberId: string;
  name: string | null;
  email: string | null;
  /** Null if the member gave none. */
  address: BillingAddress | null;
  /** The provider's name of the member, if `enroll` has returned one. */
  customer: string | null;
}

export type Outcome =
  /** The reward exists under `ref` and cannot be spent yet. */
  | { t: 'prepared'; ref: string }
  | { t: 'issued'; ref: string; reveal: Reveal; expiresAt?: Date }
  /**
   * An answer comes later: from the provider under `ref`, otherwise from the member or a person. `unasked`: no reward was
   * asked for. A call that could pay and returns `review` or `async` with neither may have made a reward. `field`: what of the
   * member's details the provider did not take, by its own name of it.
   */
  | { t: 'accepted'; ref?: string; why: 'review' | 'async' | 'needs_info'; unasked?: true; field?: string }
  /** The same call can never succeed. */
  | { t: 'rejected'; code: string }
  /** Nothing happened; a later call may succeed. `unasked`: the provider was not even asked. */
  | { t: 'retry'; code: RetryCode; afterMs?: number; unasked?: true }
  /** It may have happened. */
  | { t: 'unknown'; code: string }
  /** The member is paused or suspended, a person has ended it, or another worker took over: nothing was asked for. */
  | { t: 'stopped' }
  /** Nothing exists. Only a lookup can tell. */
  | { t: 'absent' };
export type RetryCode = 'rate' | 'no_funds' | 'out_of_stock' | 'config' | 'in_flight';
export type CallOutcome = Exclude<Outcome, { t: 'absent' }>;
/** `absent`: the prepared reward can never be spent. `rejected`: it cannot be taken back. */
export type VoidOutcome = Extract<Outcome, { t: 'absent' | 'rejected' | 'retry' | 'unknown' }>;
/** `enrolled`: the provider knows the member under this name, and nothing can be spent yet. */
export type EnrollOutcome =
  | { t: 'enrolled'; customer: string }
  | Exclude<CallOutcome, { t: 'prepared' | 'issued' }>;

/** State of a reward after it was issued. `withdrawn`: it can no longer be spent; `unused`: it never was. */
export type Fate = { t: 'live' } | { t: 'withdrawn'; unused: boolean };

/** The details with which the owner spends a card. */
export interface CardDetails {
  label: string;
  number: string;
  /** MM/YYYY. */
  expires: string;
  securityCode: string;
}

/** The data with which the browser asks the issuer for a card's frame. */
export interface CardFrame {
  cardId: string;
  publishableKey: string;
  /** Version of the issuer's API that the frame must name. */
  apiVersion: string;
}

/** A message of the provider, proven by its signature. A repeat has the same id. */
export interface PayoutEvent {
  id: string;
  kind: string;
  /** Undefined for messages that we do not use. */
  about?: EventSubject;
}
/** Our id, the provider's name of the reward or of the member, or a part of the reward that `trace` can follow. */
export type EventSubject =
  | { redemptionId: string }
  | { ref: string }
  | { customer: string }
  | { part: string };

/** A reward in the provider's own list. */
export interface ListedReward {
  ref: string;
  /** Our id as the provider stores it; undefined for rewards that were not made by us. */
  redemptionId: string | undefined;
  /** The provider's name of the member, for providers that enrol members. */
  customer?: string;
  /** Whole US cents. */
  amountCents: number;
  /** `open`: it may still become `live`; `dead`: it can never be spent. */
  state: 'open' | 'live' | 'dead';
}

/** Properties of a provider that do not depend on a call. */
export interface ProviderTraits {
  /** Stored with each redemption, which stays with its provider. */
  readonly id: string;
  /** Whether rewards come in seconds or within the promise. */
  readonly delivery: 'at_once' | 'within_promise';
  /** Its rewards buy nothing. */
  readonly test?: boolean;
  /** The site itself has the reward: an uploaded code, or one that a person enters. */
  readonly own?: 'stock' | 'person';
  /** The provider makes only prepaid cards. */
  readonly cardsOnly?: boolean;
  /** Rewards other than prepaid cards must name the products that the member can choose from. */
  readonly needsProducts?: boolean;
  /** Whether the member's name or address does not suffice for a reward, which then waits for them. */
  needsDetails?(recipient: Recipient): boolean;
}

/**
 * Port: makes rewards in two steps, so that a lost reply costs nothing. Every call may be repeated, from any process. A
 * call that throws counts as `unknown`. Calls end when `signal` aborts.
 */
export interface PayoutProvider extends ProviderTraits {
  /** The provider's limit for all processes together; undefined if it has none. */
  readonly callsPerSecondMax?: number;
  /** Makes the member known to providers that need it before `prepare`. Its result is saved first. */
  enroll?(request: PayoutRequest, signal: AbortSignal): Promise<EnrollOutcome>;
  /** Makes the reward ready, idempotent by the redemption's id; providers without two steps issue here. */
  prepare(request: PayoutRequest, signal: AbortSignal): Promise<CallOutcome>;
  /** Makes what was prepared spendable; repeating is harmless. */
  commit(request: PayoutRequest, ref: string, signal: AbortSignal): Promise<CallOutcome>;
  /** Finds the reward by the redemption's id. */
  lookup(request: PayoutRequest, signal: AbortSignal): Promise<Outcome>;
  /** Takes back what is not issued yet. */
  void(ref: string, signal: AbortSignal): Promise<VoidOutcome>;
  /** The card's details for its owner, if the provider shows them to us; undefined if there is no such card. */
  reveal?(ref: string, signal: AbortSignal): Promise<CardDetails | undefined>;
  /** A fresh address at which the owner takes the reward. It is worth money: never stored, never logged. */
  link?(ref: string, signal: AbortSignal): Promise<string | undefined>;
  /** A voucher's code, if the provider gives codes. It is worth money: never logged. */
  code?(ref: string, signal: AbortSignal): Promise<RewardCode | undefined>;
  /** For cards whose numbers only the issuer's own frame shows. */
  frame?(ref: string, signal: AbortSignal): Promise<CardFrame>;
  /** A short-lived key of that frame, for a nonce that the browser got from the issuer. */
  frameKey?(ref: string, nonce: string, signal: AbortSignal): Promise<string>;
  /** Checks the signature over the raw body, then reads it; undefined if the signature is not the provider's. */
  parseWebhook?(raw: Buffer, header: (name: string) => string | undefined): PayoutEvent | undefined;
  /** The `ref` of the reward that has this part, or undefined. */
  trace?(part: string, signal: AbortSignal): Promise<string | undefined>;
  /** Our id of the reward as the provider stores it, or undefined. */
  redemptionOf?(ref: string, signal: AbortSignal): Promise<string | undefined>;
  /** State of an issued reward, for providers that can take one back. Throws without an answer. */
  fate?(ref: string, signal: AbortSignal): Promise<Fate>;
  /** Every reward made since then, in batches. Those made at `until` or later may be left out. */
  list?(since: Date, signal: AbortSignal, until: Date): AsyncIterable<ListedReward[]>;
}

/** A voucher's code as shown to its owner. */
export interface RewardCode {
  code: string;
  pin: string | null;
  expiresAt: Date | null;
}

/** The site's own reward of a redemption: a code of the stock, or one that a person entered. */
export type OwnReward =
  | { t: 'ready'; ref: string; reveal: 'code' | 'link'; expiresAt: Date | null }
  /** Final. */
  | { t: 'refused' }
  | { t: 'none' };
/** `stopped`: the member is paused or suspended, and gets nothing now. */
export type TakenReward = OwnReward | { t: 'stopped' };

/** Port: the database for providers of the site's own rewards. Every call may be repeated. */
export interface OwnRewards {
  find(redemptionId: string): Promise<OwnReward>;
  /** Gives the redemption a code of its reward's stock, always the same one; `none` if no code is left. */
  take(redemptionId: string): Promise<TakenReward>;
  /** Prevents any later fulfilment by hand; `ready` if it was already fulfilled. */
  withdraw(redemptionId: string): Promise<OwnReward>;
  code(ref: string): Promise<RewardCode | undefined>;
  link(ref: string): Promise<string | undefined>;
}

export interface ReportedCall {
  redemptionId: string;
  provider: string;
  call: string;
}

/** The ports of fulfilment. */
export interface FulfilPorts {
  transact: Transact;
  /** The providers that are set up; a redemption stays with the one that was asked first. */
  providers: readonly PayoutProvider[];
  /** Called for calls that threw or took too long. */
  report: (error: unknown, call: ReportedCall) => void;
  /** Called for calls that can never succeed, with the provider's code, or for details that it did not take, with their name. */
  onRefused?: (code: string, call: ReportedCall) => void;
  /** Called for every call that was made, with the kind of its outcome and its milliseconds. */
  onAnswered?: (call: ReportedCall, outcome: string, ms: number) => void;
  breaker?: Breaker;
  /** Longest call, for tests. */
  callTimeoutMs?: number;
}
