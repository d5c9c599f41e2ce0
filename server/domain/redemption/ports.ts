import type { BillingAddress } from '#contract/redemptions.ts';
import type { Reveal } from '#contract/redemptions.values.ts';
import type { Transact } from '#database/transaction.ts';
import type { Breaker } from './payout/breaker.ts';

/**
 * Ids that this module knows from rows of the database, where no provider is opened: the issuer whose cards buy nothing,
 * and those of the site's own rewards, which this module keeps. Of an opened provider its traits are asked.
 */
export const SANDBOX_PROVIDER = 'sandbox';
export const STOCK_PROVIDER = 'stock';
export const MANUAL_PROVIDER = 'manual';
export const OWN_PROVIDERS: readonly string[] = [MANUAL_PROVIDER, STOCK_PROVIDER];
/** Word of a provider for a redemption that a person has refused. */
export const STAFF_REFUSED = 'staff_refused';

/** The reward to make. The redemption's id is the idempotency key with the provider. */
export interface PayoutRequest {
  redemptionId: string;
  /** Whole US cents. */
  amountUsd: number;
  /** The provider's names of what the member may choose from; empty for its standard. */
  productIds: readonly string[];
  recipient: Recipient;
}

/** Who gets the reward. Name and address are null once the member has left. */
export interface Recipient {
  memberId: string;
  name: string | null;
  email: string | null;
  /** Where the member gave it. */
  address: BillingAddress | null;
  /** The provider's name of the member, where it keeps one and `enroll` has answered it. */
  customer: string | null;
}

export type Outcome =
  /** It exists under `ref` and nothing of it can be spent yet. */
  | { t: 'prepared'; ref: string }
  | { t: 'issued'; ref: string; reveal: Reveal; expiresAt?: Date }
  /** It will be answered later: under `ref` if the provider has it, by the member or a person if not. */
  | { t: 'accepted'; ref?: string; why: 'review' | 'async' | 'needs_info' }
  /** The same call can never succeed. */
  | { t: 'rejected'; code: string }
  /** Nothing happened; a later call may succeed. */
  | { t: 'retry'; code: RetryCode; afterMs?: number }
  /** It may have happened. */
  | { t: 'unknown'; code: string }
  /** The member is paused or suspended: nothing was asked for. */
  | { t: 'stopped' }
  /** Nothing exists. Only a lookup can tell. */
  | { t: 'absent' };
export type RetryCode = 'rate' | 'no_funds' | 'out_of_stock' | 'config' | 'in_flight';
export type CallOutcome = Exclude<Outcome, { t: 'absent' }>;
/** `absent`: what was prepared can never be spent any more. `rejected`: it cannot be taken back. */
export type VoidOutcome = Extract<Outcome, { t: 'absent' | 'rejected' | 'retry' | 'unknown' }>;
/** `enrolled`: the member is known to the provider under this name, and nothing can be spent yet. */
export type EnrollOutcome =
  | { t: 'enrolled'; customer: string }
  | Exclude<CallOutcome, { t: 'prepared' | 'issued' }>;

/** What became of a reward after it was issued. `withdrawn`: nothing can be spent any more; `unused`: nothing ever was. */
export type Fate = { t: 'live' } | { t: 'withdrawn'; unused: boolean };

/** What the owner needs to spend a card. */
export interface CardDetails {
  label: string;
  number: string;
  /** MM/YYYY. */
  expires: string;
  securityCode: string;
}

/** What the browser needs before it can ask the issuer for a card's frame. */
export interface CardFrame {
  cardId: string;
  publishableKey: string;
  /** Version of the issuer's API that the frame must name. */
  apiVersion: string;
}

/** A message of the provider, proven by its signature. Its id is the same each time it is sent. */
export interface PayoutEvent {
  id: string;
  kind: string;
  /** Undefined for messages that are of no use to us. */
  about?: EventSubject;
}
/** Our id, the provider's name of the reward, of the member, or of a part of the reward that `trace` can follow. */
export type EventSubject =
  | { redemptionId: string }
  | { ref: string }
  | { customer: string }
  | { part: string };

/** A reward as the provider's own list has it. */
export interface ListedReward {
  ref: string;
  /** As the provider keeps it; undefined for rewards that were not made by us. */
  redemptionId: string | undefined;
  /** Whole US cents. */
  amountUsd: number;
  /** `open`: it may still become `live`; `dead`: it can never be spent. */
  state: 'open' | 'live' | 'dead';
}

/** What is true of a provider whatever it is asked. */
export interface ProviderTraits {
  /** Kept with each redemption, which stays with its provider. */
  readonly id: string;
  /** Whether an answer comes in seconds or within the promise. */
  readonly delivery: 'at_once' | 'within_promise';
  /** Its rewards buy nothing. */
  readonly test?: boolean;
  /** The site itself has the reward: a code that was uploaded, or what a person enters. */
  readonly own?: 'stock' | 'person';
  /** It makes prepaid cards, and no other reward. */
  readonly cardsOnly?: boolean;
  /** A reward that is no prepaid card has to name what its member may choose from. */
  readonly needsProducts?: boolean;
}

/**
 * Port: makes rewards in two steps, so that a lost reply costs nothing. Every call may be repeated, from any process.
 * A call that throws counts as `unknown`. Calls end when `signal` aborts.
 */
export interface PayoutProvider extends ProviderTraits {
  /** Calls that the provider takes from all processes together; undefined where it names no limit. */
  readonly callsPerSecondMax?: number;
  /** Makes the member known, of providers that need it before `prepare`; its answer is saved first. */
  enroll?(request: PayoutRequest, signal: AbortSignal): Promise<EnrollOutcome>;
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
  /** A fresh address at which the owner takes the reward. It is worth money: never kept, never logged. */
  link?(ref: string, signal: AbortSignal): Promise<string | undefined>;
  /** A voucher's code, of providers that give one. It is worth money: never logged. */
  code?(ref: string, signal: AbortSignal): Promise<RewardCode | undefined>;
  /** For cards whose numbers only the issuer's own frame shows. */
  frame?(ref: string): CardFrame;
  /** A short-lived key of that frame, for a nonce that the browser got from the issuer. */
  frameKey?(ref: string, nonce: string, signal: AbortSignal): Promise<string>;
  /** Checks the signature over the raw body, then reads it; undefined when it is not the provider's. */
  parseWebhook?(raw: Buffer, header: (name: string) => string | undefined): PayoutEvent | undefined;
  /** The `ref` of the reward that has this part, or undefined. */
  trace?(part: string, signal: AbortSignal): Promise<string | undefined>;
  /** Whether an issued reward still stands, of providers where one can be taken back. Throws without an answer. */
  fate?(ref: string, signal: AbortSignal): Promise<Fate>;
  /** Every reward made since then, in batches. */
  list?(since: Date, signal: AbortSignal): AsyncIterable<ListedReward[]>;
}

/** A voucher's code as its owner sees it. */
export interface RewardCode {
  code: string;
  pin: string | null;
  expiresAt: Date | null;
}

/** What this site itself has for a redemption: a code of the stock, or what a person entered. */
export type OwnReward =
  | { t: 'ready'; ref: string; reveal: 'code' | 'link'; expiresAt: Date | null }
  /** For good. */
  | { t: 'refused' }
  | { t: 'none' };
/** `stopped`: the member is paused or suspended, and gets nothing now. */
export type TakenReward = OwnReward | { t: 'stopped' };

/** Port: what providers of the site's own rewards need of its database. Every call may be repeated. */
export interface OwnRewards {
  find(redemptionId: string): Promise<OwnReward>;
  /** Gives the redemption a code of its reward's stock, the same one each time; `none` when there is none left. */
  take(redemptionId: string): Promise<TakenReward>;
  /** Makes sure that nobody can fulfil it any more; `ready` when somebody has. */
  withdraw(redemptionId: string): Promise<OwnReward>;
  code(ref: string): Promise<RewardCode | undefined>;
  link(ref: string): Promise<string | undefined>;
}

export interface ReportedCall {
  redemptionId: string;
  provider: string;
  call: string;
}

/** What fulfilment needs. */
export interface FulfilPorts {
  transact: Transact;
  /** Those that are configured; a redemption stays with the one it was asked of. */
  providers: readonly PayoutProvider[];
  /** Told of calls that threw or took too long. */
  report: (error: unknown, call: ReportedCall) => void;
  /** Told of calls that can never succeed, with the provider's word for it. */
  onRefused?: (code: string, call: ReportedCall) => void;
  breaker?: Breaker;
  /** Longest time of one call, for tests. */
  callTimeoutMs?: number;
}
