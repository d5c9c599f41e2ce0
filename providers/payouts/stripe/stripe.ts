import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import type {
  CallOutcome,
  CardFrame,
  EnrollOutcome,
  Fate,
  ListedReward,
  Outcome,
  PayoutEvent,
  PayoutProvider,
  PayoutRequest,
  VoidOutcome,
} from '#domain/redemption/index.ts';
import { cardholderOf } from './cardholder.ts';
import { isMissing, outcomeOfError } from './errors.ts';

/** The version of the library's types; the frame and its keys must name it too. */
const STRIPE_API_VERSION = '2026-09-30.endive';
/** Shorter than the caller's limit of one call, so that the library closes its connection first. */
const TIMEOUT_MS = 9_000;
const PAGE_SIZE = 100;
const SECOND_MS = 1_000;
const CURRENCY = 'usd';

export interface StripeSettings {
  apiKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** An origin; https://api.stripe.com except for stand-ins. */
  baseUrl: string;
}

/**
 * Stripe Issuing (https://docs.stripe.com/issuing): `prepare` makes an inactive virtual card with a spending limit,
 * `commit` activates it. A card is found by its cardholder and by our id in its metadata. Stripe's own frame shows the
 * number, which never reaches this server. A card reserves no funds.
 */
export class StripePayouts implements PayoutProvider {
  readonly id = 'stripe';
  readonly cardsOnly = true;
  readonly delivery = 'at_once';
  readonly #settings: StripeSettings;
  readonly #stripe: Stripe;

  constructor(settings: StripeSettings) {
    this.#settings = settings;
    const { protocol, hostname, port } = new URL(settings.baseUrl);
    this.#stripe = new Stripe(settings.apiKey, {
      apiVersion: STRIPE_API_VERSION,
      protocol: protocol === 'http:' ? 'http' : 'https',
      host: hostname,
      ...(port ? { port } : {}),
      // Callers decide about retries. Even so the library retries a reset connection once, with the same key.
      maxNetworkRetries: 0,
      timeout: TIMEOUT_MS,
      telemetry: false,
    });
  }

  /** Requires a name in Latin letters and a billing address. An unused cardholder is harmless. */
  async enroll(request: PayoutRequest): Promise<EnrollOutcome> {
    const { recipient } = request;
    // A member who has left has no address any more, and a card needs a cardholder.
    if (recipient.name === null || recipient.email === null) return { t: 'rejected', code: 'member_left' };
    const values = cardholderOf(recipient);
    if (!values) return { t: 'accepted', why: 'needs_info' };
    const digest = createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16);
    try {
      const { id } = await this.#stripe.issuing.cardholders.create(values, {
        idempotencyKey: `cardholder-${recipient.memberId}-${digest}`,
      });
      return { t: 'enrolled', customer: id };
    } catch (error) {
      return outcomeOfError(error);
    }
  }

  async prepare(request: PayoutRequest): Promise<CallOutcome> {
    const { customer } = request.recipient;
    if (customer === null) return { t: 'accepted', why: 'review' };
    try {
      const blocked = (await this.#obstacleOf(customer)) ?? (await this.#missingFunds(request));
      if (blocked) return blocked;
      const card = await this.#stripe.issuing.cards.create(
        {
          cardholder: customer,
          currency: CURRENCY,
          type: 'virtual',
          status: 'inactive',
          spending_controls: { spending_limits: [{ amount: request.amountCents, interval: 'all_time' }] },
          metadata: { redemption_id: request.redemptionId },
        },
        { idempotencyKey: `redemption-${request.redemptionId}` },
      );
      return describe(card, request);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeIdempotencyError)) return outcomeOfError(error);
      const found = await this.lookup(request);
      return found.t === 'absent' ? outcomeOfError(error) : found;
    }
  }

  async commit(request: PayoutRequest, ref: string): Promise<CallOutcome> {
    try {
      return describe(await this.#stripe.issuing.cards.update(ref, { status: 'active' }), request);
    } catch (error) {
      const outcome = outcomeOfError(error);
      const { customer } = request.recipient;
      if (outcome.t !== 'rejected' || customer === null) return outcome;
      // A card cannot be activated while Stripe requires more details of its cardholder.
      const obstacle = await this.#obstacleOf(customer).catch(outcomeOfError);
      return obstacle ? { ...obstacle, ...(obstacle.t === 'accepted' ? { ref } : {}) } : outcome;
    }
  }

  /** Finds an active card, else an inactive one, else any. Without a cardholder there is none. */
  async lookup(request: PayoutRequest): Promise<Outcome> {
    const { customer } = request.recipient;
    if (customer === null) return { t: 'absent' };
    const own: Stripe.Issuing.Card[] = [];
    try {
      for await (const cards of this.#cards({ cardholder: customer })) {
        own.push(...cards.filter((card) => card.metadata.redemption_id === request.redemptionId));
      }
    } catch (error) {
      const outcome = outcomeOfError(error);
      return outcome.t === 'rejected' ? { t: 'unknown', code: outcome.code } : outcome;
    }
    const inState = (status: string) => own.find((card) => card.status === status);
    const card = inState('active') ?? inState('inactive') ?? own[0];
    return card ? describe(card, request) : { t: 'absent' };
  }

  async void(ref: string): Promise<VoidOutcome> {
    try {
      const card = await this.#stripe.issuing.cards.retrieve(ref);
      if (card.status === 'active') return { t: 'rejected', code: 'issued' };
      if (card.status !== 'canceled') await this.#stripe.issuing.cards.update(ref, { status: 'canceled' });
      return { t: 'absent' };
    } catch (error) {
      if (isMissing(error)) return { t: 'absent' };
      const outcome = outcomeOfError(error);
      return outcome.t === 'accepted' ? { t: 'unknown', code: outcome.why } : outcome;
    }
  }

  /** The operator may cancel a card. A card with an approved authorization may have paid, even without a capture. */
  async fate(ref: string): Promise<Fate> {
    const card = await this.#stripe.issuing.cards.retrieve(ref);
    // A person replaced the card with another one.
    if (card.status !== 'canceled' || card.replaced_by) return { t: 'live' };
    const { data: captures } = await this.#stripe.issuing.transactions.list({ card: ref, limit: 1 });
    let unused = captures.length === 0;
    for await (const { approved } of this.#stripe.issuing.authorizations.list({
      card: ref,
      limit: PAGE_SIZE,
    })) {
      if (approved) unused = false;
    }
    return { t: 'withdrawn', unused };
  }

  frame(ref: string): CardFrame {
    return {
      cardId: ref,
      publishableKey: this.#settings.publishableKey,
      apiVersion: STRIPE_API_VERSION,
    };
  }

  /** A key works only in the browser that requested the nonce (https://docs.stripe.com/issuing/elements). */
  async frameKey(ref: string, nonce: string): Promise<string> {
    const key = await this.#stripe.ephemeralKeys.create(
      { issuing_card: ref, nonce },
      { apiVersion: STRIPE_API_VERSION },
    );
    if (!key.secret) throw new Error('Stripe answered a key without its secret');
    return key.secret;
  }

  parseWebhook(raw: Buffer, header: (name: string) => string | undefined): PayoutEvent | undefined {
    let message: Stripe.Event;
    try {
      const signature = header('stripe-signature') ?? '';
      message = this.#stripe.webhooks.constructEvent(raw, signature, this.#settings.webhookSecret);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
      throw error;
    }
    const event: PayoutEvent = { id: message.id, kind: message.type };
    if (message.type === 'issuing_card.created' || message.type === 'issuing_card.updated') {
      const { id, metadata } = message.data.object;
      const { redemption_id: redemptionId } = metadata;
      return { ...event, about: redemptionId ? { redemptionId } : { ref: id } };
    }
    if (message.type === 'issuing_cardholder.updated') {
      return { ...event, about: { customer: message.data.object.id } };
    }
    return event;
  }

  async *list(since: Date): AsyncGenerator<ListedReward[]> {
    for await (const cards of this.#cards({ created: { gte: Math.floor(since.getTime() / 1000) } })) {
      yield cards.map(listed);
    }
  }

  async *#cards(filter: Stripe.Issuing.CardListParams): AsyncGenerator<Stripe.Issuing.Card[]> {
    let after: { starting_after?: string } = {};
    for (;;) {
      const page = await this.#stripe.issuing.cards.list({ ...filter, ...after, limit: PAGE_SIZE });
      yield page.data;
      const last = page.data.at(-1);
      if (!page.has_more || !last) return;
      after = { starting_after: last.id };
    }
  }

  /** Returns why the cardholder's cards cannot be active now, or undefined. */
  async #obstacleOf(customer: string): Promise<CallOutcome | undefined> {
    let cardholder: Stripe.Issuing.Cardholder;
    try {
      cardholder = await this.#stripe.issuing.cardholders.retrieve(customer);
    } catch (error) {
      // A cardholder of another account or mode concerns only this member, so calls for others go on.
      if (isMissing(error)) return { t: 'accepted', why: 'review' };
      throw error;
    }
    const { disabled_reason: reason, past_due: due } = cardholder.requirements;
    if (reason === 'requirements.past_due' || due?.length) return { t: 'accepted', why: 'needs_info' };
    return reason || cardholder.status !== 'active' ? { t: 'accepted', why: 'review' } : undefined;
  }

  /** A card reserves no funds and shops would decline it without, so none is made then. */
  async #missingFunds(request: PayoutRequest): Promise<CallOutcome | undefined> {
    const balance = await this.#stripe.balance.retrieve();
    const own = balance.issuing?.available.filter(({ currency }) => currency === CURRENCY) ?? [];
    const cents = own.reduce((sum, { amount }) => sum + amount, 0);
    return cents < request.amountCents ? { t: 'retry', code: 'no_funds' } : undefined;
  }
}

function describe(card: Stripe.Issuing.Card, request: PayoutRequest): CallOutcome {
  const ref = card.id;
  if (card.status === 'canceled') return { t: 'rejected', code: 'voided' };
  // A card of another amount is not ours to hand out.
  if (limitOf(card) !== request.amountCents) return { t: 'accepted', ref, why: 'review' };
  if (card.status === 'inactive') return { t: 'prepared', ref };
  // A card is valid to the last day of its month.
  const expiresAt = new Date(Date.UTC(card.exp_year, card.exp_month, 1) - SECOND_MS);
  return { t: 'issued', ref, reveal: 'elements', expiresAt };
}

const limitOf = (card: Stripe.Issuing.Card): number =>
  card.spending_controls.spending_limits?.find(({ interval }) => interval === 'all_time')?.amount ?? 0;

const STATES: Record<string, ListedReward['state']> = { active: 'live', inactive: 'open' };

const listed = (card: Stripe.Issuing.Card): ListedReward => ({
  ref: card.id,
  redemptionId: card.metadata.redemption_id,
  amountCents: limitOf(card),
  state: STATES[card.status] ?? 'dead',
});
