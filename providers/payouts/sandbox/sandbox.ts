import { randomInt, randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CallOutcome,
  type CardDetails,
  type Outcome,
  type PayoutProvider,
  type PayoutRequest,
  SANDBOX_PROVIDER,
  type VoidOutcome,
} from '#domain/redemption/index.ts';
import { SandboxBook, type SandboxCard } from './book.ts';

const CARD_YEARS = 3;
const RATE_AFTER_MS = 1_000;

export type SandboxCall = 'prepare' | 'commit' | 'lookup' | 'void';
/** Fault of one call. `lose_request`: the call does not arrive; `lose_reply`: it is carried out without a reply. */
export type SandboxFault = 'refuse' | 'rate' | 'lose_request' | 'lose_reply' | { delayMs: number };

export interface SandboxOptions {
  dataDir: string;
  /** Called before each call to choose its fault. */
  fault?: (call: SandboxCall, redemptionId: string | undefined) => SandboxFault | undefined;
  /** The issuer forgets its idempotency keys: each `prepare` makes a new card. */
  forgetful?: boolean;
}

/**
 * The issuer of development makes 'TEST CARD's that buy nothing. Like real issuers it keeps state of its own, which
 * survives crashes of the server; tests can make it fail.
 */
export class SandboxIssuer implements PayoutProvider {
  readonly id = SANDBOX_PROVIDER;
  readonly test = true;
  readonly delivery = 'at_once';
  readonly #options: SandboxOptions;
  readonly #book: SandboxBook;

  constructor(options: SandboxOptions) {
    this.#options = options;
    this.#book = new SandboxBook(path.join(options.dataDir, 'sandbox-issuer.jsonl'));
  }

  /** Every card of the book, for tests. */
  cards(): Promise<SandboxCard[]> {
    return this.#book.cards();
  }

  prepare(request: PayoutRequest): Promise<CallOutcome> {
    return this.#call('prepare', request.redemptionId, async () => {
      const earlier = await this.#find(request.redemptionId);
      if (earlier && !this.#options.forgetful) return describe(earlier);
      const ref = `sandbox_${randomUUID()}`;
      await this.#book.append({
        t: 'prepared',
        ref,
        redemptionId: request.redemptionId,
        amountCents: request.amountCents,
        number: testNumber(),
        expiresAt: inYears(CARD_YEARS),
      });
      if (this.#options.forgetful) return { t: 'prepared', ref };
      // Reads the card back, because another process may have prepared one first.
      const card = await this.#find(request.redemptionId);
      return card ? describe(card) : { t: 'unknown', code: 'not_in_book' };
    });
  }

  commit(request: PayoutRequest, ref: string): Promise<CallOutcome> {
    return this.#call('commit', request.redemptionId, async () => {
      await this.#book.append({ t: 'issued', ref });
      const card = (await this.#book.cards()).find((candidate) => candidate.ref === ref);
      return card ? describe(card) : { t: 'rejected', code: 'no_such_card' };
    });
  }

  async lookup(request: PayoutRequest): Promise<Outcome> {
    return this.#call('lookup', request.redemptionId, async (): Promise<Outcome> => {
      const card = await this.#find(request.redemptionId);
      return card ? describe(card) : { t: 'absent' };
    });
  }

  void(ref: string): Promise<VoidOutcome> {
    return this.#call('void', undefined, async (): Promise<VoidOutcome> => {
      await this.#book.append({ t: 'voided', ref });
      const card = (await this.#book.cards()).find((candidate) => candidate.ref === ref);
      return card?.state === 'issued' ? { t: 'rejected', code: 'issued' } : { t: 'absent' };
    });
  }

  async reveal(ref: string): Promise<CardDetails | undefined> {
    const card = (await this.#book.cards()).find((candidate) => candidate.ref === ref);
    if (card?.state !== 'issued') return undefined;
    const month = String(card.expiresAt.getUTCMonth() + 1).padStart(2, '0');
    return {
      label: 'TEST CARD',
      number: card.number,
      expires: `${month}/${card.expiresAt.getUTCFullYear()}`,
      securityCode: '000',
    };
  }

  /** The card of a redemption: an issued one, else a prepared one, else the oldest. */
  async #find(redemptionId: string): Promise<SandboxCard | undefined> {
    const own = (await this.#book.cards()).filter((card) => card.redemptionId === redemptionId);
    const inState = (state: SandboxCard['state']) => own.find((card) => card.state === state);
    return inState('issued') ?? inState('prepared') ?? own[0];
  }

  async #call<T>(
    call: SandboxCall,
    redemptionId: string | undefined,
    work: () => Promise<T>,
  ): Promise<T | Refused> {
    const fault = this.#options.fault?.(call, redemptionId);
    if (fault === 'refuse') return { t: 'rejected', code: 'sandbox_refused' };
    if (fault === 'rate') return { t: 'retry', code: 'rate', afterMs: RATE_AFTER_MS };
    if (fault === 'lose_request') throw new Error(`sandbox issuer: ${call} did not arrive`);
    if (typeof fault === 'object') await delay(fault.delayMs);
    const outcome = await work();
    if (fault === 'lose_reply') throw new Error(`sandbox issuer: the reply to ${call} was lost`);
    return outcome;
  }
}

type Refused = Extract<CallOutcome, { t: 'rejected' | 'retry' }>;

function describe(card: SandboxCard): CallOutcome {
  if (card.state === 'prepared') return { t: 'prepared', ref: card.ref };
  if (card.state === 'issued')
    return { t: 'issued', ref: card.ref, reveal: 'details', expiresAt: card.expiresAt };
  return { t: 'rejected', code: 'voided' };
}

const inYears = (years: number) => {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date;
};

/** Sixteen digits like a test card's, with a wrong check digit (Luhn), so that no shop accepts them. */
function testNumber(): string {
  const digits = `40000000${String(randomInt(10_000_000)).padStart(7, '0')}`;
  const wrong = (luhnCheckDigit(digits) + 5) % 10;
  return `${digits}${wrong}`.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** The check digit that would make the number valid (ISO/IEC 7812-1, annex B). */
function luhnCheckDigit(digits: string): number {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return (10 - (sum % 10)) % 10;
}
