import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { z } from 'zod';
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
  Recipient,
  VoidOutcome,
} from '#domain/redemption/index.ts';
import { realDate } from '#providers/common/real-date.ts';
import { cardholderOf } from './cardholder.ts';
import { STRIPE_API_VERSION, stripeClient } from './client.ts';
import { isMissing, outcomeOfError } from './errors.ts';

const PAGE_SIZE = 100;
/** Far more than a cardholder, a card or a day has. */
const PAGES_MAX = 2_000;
/** Far more than a card is replaced. */
const REPLACEMENTS_MAX = 10;
const SECOND_MS = 1_000;
const CURRENCY = 'usd';

const Metadata = z.object({ redemption_id: z.string().optional() });
const Subject = z.object({ id: z.string(), metadata: Metadata.optional().catch(undefined) });
/** What a message is about; in another form it is about no card and no cardholder. */
const Message = z.object({ data: z.object({ object: Subject }) });

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

  constructor(settings: StripeSettings) {
    this.#settings = settings;
  }

  needsDetails(recipient: Recipient): boolean {
    return recipient.customer === null && cardholderOf(recipient) === undefined;
  }

  /** Requires a name in Latin letters and a billing address. An unused cardholder is harmless. */
  async enroll(request: PayoutRequest, signal: AbortSignal): Promise<EnrollOutcome> {
    const { recipient } = request;
    const values = cardholderOf(recipient);
    if (!values) return { t: 'accepted', why: 'needs_info' };
    const digest = createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16);
    try {
      const { id, metadata } = await this.#stripe(signal).issuing.cardholders.create(values, {
        idempotencyKey: `cardholder-${recipient.memberId}-${digest}`,
      });
      // Another member's cardholder must not get this member's cards.
      if (metadata.member_id !== recipient.memberId) return { t: 'accepted', why: 'review' };
      return { t: 'enrolled', customer: id };
    } catch (error) {
      return outcomeOfError(error);
    }
  }

  async prepare(request: PayoutRequest, signal: AbortSignal): Promise<CallOutcome> {
    const { customer } = request.recipient;
    if (customer === null) return { t: 'accepted', why: 'review', unasked: true };
    const stripe = this.#stripe(signal);
    try {
      const blocked = (await obstacleOf(stripe, customer)) ?? (await missingFunds(stripe, request));
      if (blocked) return blocked;
      const card = await stripe.issuing.cards.create(
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
      const found = await this.lookup(request, signal);
      return found.t === 'absent' ? outcomeOfError(error) : found;
    }
  }

  async commit(request: PayoutRequest, ref: string, signal: AbortSignal): Promise<CallOutcome> {
    const stripe = this.#stripe(signal);
    try {
      return describe(await stripe.issuing.cards.update(ref, { status: 'active' }), request);
    } catch (error) {
      const outcome = outcomeOfError(error);
      const { customer } = request.recipient;
      if (outcome.t !== 'rejected' || customer === null) return outcome;
      // A card cannot be activated while Stripe requires more details of its cardholder.
      const obstacle = await obstacleOf(stripe, customer).catch(outcomeOfError);
      return obstacle ? { ...obstacle, ...(obstacle.t === 'accepted' ? { ref } : {}) } : outcome;
    }
  }

  /** Finds an active card, else an inactive one, else any. Without a cardholder there is none. */
  async lookup(request: PayoutRequest, signal: AbortSignal): Promise<Outcome> {
    const { customer } = request.recipient;
    if (customer === null) return { t: 'absent' };
    const own: Stripe.Issuing.Card[] = [];
    try {
      for await (const cards of this.#cards({ cardholder: customer }, signal)) {
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

  async void(ref: string, signal: AbortSignal): Promise<VoidOutcome> {
    const stripe = this.#stripe(signal);
    try {
      const card = await cardNamed(stripe, ref);
      if (card.status === 'active') return { t: 'rejected', code: 'issued' };
      if (card.status !== 'canceled') await stripe.issuing.cards.update(ref, { status: 'canceled' });
      return { t: 'absent' };
    } catch (error) {
      if (isMissing(error)) return { t: 'absent' };
      const outcome = outcomeOfError(error);
      return outcome.t === 'accepted' ? { t: 'unknown', code: outcome.why } : outcome;
    }
  }

  /** Of a message about a card that stands in another one's place, the redemption is that of the first one. */
  async redemptionOf(ref: string, signal: AbortSignal): Promise<string | undefined> {
    const stripe = this.#stripe(signal);
    try {
      let card = await cardNamed(stripe, ref);
      for (let n = 0; card.replacement_for && n < REPLACEMENTS_MAX; n++)
        card = await cardNamed(stripe, idOf(card.replacement_for));
      return card.metadata.redemption_id;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** The operator may cancel a card, or the one in its place. It is unused if none of them has paid. */
  async fate(ref: string, signal: AbortSignal): Promise<Fate> {
    const stripe = this.#stripe(signal);
    const cards = await withReplacements(stripe, await cardNamed(stripe, ref));
    if (presentOf(cards).status !== 'canceled') return { t: 'live' };
    let unused = true;
    for (const { id } of cards) unused &&= await isUnused(stripe, id, signal);
    return { t: 'withdrawn', unused };
  }

  async frame(ref: string, signal: AbortSignal): Promise<CardFrame> {
    return {
      cardId: await presentCard(this.#stripe(signal), ref),
      publishableKey: this.#settings.publishableKey,
      apiVersion: STRIPE_API_VERSION,
    };
  }

  /** A key works only in the browser that requested the nonce (https://docs.stripe.com/issuing/elements). */
  async frameKey(ref: string, nonce: string, signal: AbortSignal): Promise<string> {
    const stripe = this.#stripe(signal);
    const key = await stripe.ephemeralKeys.create(
      { issuing_card: await presentCard(stripe, ref), nonce },
      { apiVersion: STRIPE_API_VERSION },
    );
    if (!key.secret) throw new Error('Stripe answered a key without its secret');
    return key.secret;
  }

  parseWebhook(raw: Buffer, header: (name: string) => string | undefined): PayoutEvent | undefined {
    let message: Stripe.Event;
    try {
      const signature = header('stripe-signature') ?? '';
      message = Stripe.webhooks.constructEvent(raw, signature, this.#settings.webhookSecret);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
      throw error;
    }
    const event: PayoutEvent = { id: message.id, kind: message.type };
    const subject = Message.safeParse(message).data?.data.object;
    if (!subject) return event;
    if (message.type === 'issuing_card.created' || message.type === 'issuing_card.updated') {
      const redemptionId = subject.metadata?.redemption_id;
      return { ...event, about: redemptionId ? { redemptionId } : { ref: subject.id } };
    }
    if (message.type === 'issuing_cardholder.updated') return { ...event, about: { customer: subject.id } };
    return event;
  }

  async *list(since: Date, signal: AbortSignal, until: Date): AsyncGenerator<ListedReward[]> {
    const created = {
      gte: Math.floor(since.getTime() / SECOND_MS),
      lt: Math.ceil(until.getTime() / SECOND_MS),
    };
    const stripe = this.#stripe(signal);
    for await (const cards of this.#cards({ created }, signal)) {
      const batch: ListedReward[] = [];
      for (const card of cards) batch.push(listed(await withReplacements(stripe, card)));
      yield batch;
    }
  }

  #cards(filter: Stripe.Issuing.CardListParams, signal: AbortSignal): AsyncGenerator<Stripe.Issuing.Card[]> {
    const stripe = this.#stripe(signal);
    return pages(signal, (page) => stripe.issuing.cards.list({ ...filter, ...page }));
  }

  #stripe(signal: AbortSignal): Stripe {
    return stripeClient(this.#settings, signal);
  }
}

type Page = { limit: number; starting_after?: string };

/** Lists all pages; throws if one brings nothing new or there are too many, because then the vendor may never end. */
async function* pages<T extends { id: string }>(
  signal: AbortSignal,
  list: (page: Page) => Promise<Stripe.ApiList<T>>,
): AsyncGenerator<T[]> {
  const seen = new Set<string>();
  let page: Page = { limit: PAGE_SIZE };
  for (let n = 0; n < PAGES_MAX; n++) {
    signal.throwIfAborted();
    const { data, has_more: more } = await list(page);
    yield data;
    if (!more) return;
    const known = seen.size;
    for (const { id } of data) seen.add(id);
    const last = data.at(-1);
    if (!last || seen.size === known) throw new Error('Stripe listed nothing new and says that more follows');
    page = { ...page, starting_after: last.id };
  }
  throw new Error('Stripe listed too many pages');
}

/** The card of this name; throws if another one is answered. */
async function cardNamed(stripe: Stripe, ref: string): Promise<Stripe.Issuing.Card> {
  const card = await stripe.issuing.cards.retrieve(ref);
  if (card.id !== ref) throw new Error('Stripe answered another card');
  return card;
}

/** Whether the operator replaced the card with another one, which stands in its place. */
const isReplaced = ({ status, replaced_by: by }: Stripe.Issuing.Card): boolean =>
  status === 'canceled' && Boolean(by);

const idOf = (card: string | Stripe.Issuing.Card): string => (typeof card === 'string' ? card : card.id);

type Cards = [first: Stripe.Issuing.Card, ...replacements: Stripe.Issuing.Card[]];

/** The card and those that came in its place, one after the other. */
async function withReplacements(stripe: Stripe, first: Stripe.Issuing.Card): Promise<Cards> {
  const cards: Cards = [first];
  let last = first;
  while (last.status === 'canceled' && last.replaced_by && cards.length <= REPLACEMENTS_MAX) {
    last = await cardNamed(stripe, idOf(last.replaced_by));
    cards.push(last);
  }
  return cards;
}

/** The card that the member has now. Throws if it is another member's, or cannot be told. */
function presentOf(cards: Cards): Stripe.Issuing.Card {
  const [first] = cards;
  const last = cards.at(-1) ?? first;
  if (isReplaced(last)) throw new Error('Stripe answered too many replacements of a card');
  if (cards.some(({ cardholder }) => cardholder.id !== first.cardholder.id))
    throw new Error("A card was replaced with another member's");
  return last;
}

/** The id of the card that the member has in place of this one, or of this one. */
const presentCard = async (stripe: Stripe, ref: string): Promise<string> =>
  presentOf(await withReplacements(stripe, await cardNamed(stripe, ref))).id;

/** Whether nothing was bought with the card. One with an approved authorization may have paid, even without a capture. */
async function isUnused(stripe: Stripe, ref: string, signal: AbortSignal): Promise<boolean> {
  const { data: captures } = await stripe.issuing.transactions.list({ card: ref, limit: 1 });
  let unused = captures.length === 0;
  const purchases = pages(signal, (page) => stripe.issuing.authorizations.list({ card: ref, ...page }));
  for await (const page of purchases) {
    if (page.some(({ approved }) => approved)) unused = false;
  }
  return unused;
}

/** Returns why the cardholder's cards cannot be active now, or undefined. */
async function obstacleOf(stripe: Stripe, customer: string): Promise<CallOutcome | undefined> {
  let cardholder: Stripe.Issuing.Cardholder;
  try {
    cardholder = await stripe.issuing.cardholders.retrieve(customer);
  } catch (error) {
    // A cardholder of another account or mode concerns only this member, so calls for others go on.
    if (isMissing(error)) return { t: 'accepted', why: 'review', unasked: true };
    throw error;
  }
  const { disabled_reason: reason, past_due: due } = cardholder.requirements;
  // What Stripe asks for later, such as a document, is given in its dashboard: the member can do nothing here.
  return reason || due?.length || cardholder.status !== 'active'
    ? { t: 'accepted', why: 'review', unasked: true }
    : undefined;
}

/** A card reserves no funds and shops would decline it without, so none is made then. */
async function missingFunds(stripe: Stripe, request: PayoutRequest): Promise<CallOutcome | undefined> {
  const balance = await stripe.balance.retrieve();
  const own = balance.issuing?.available.filter(({ currency }) => currency === CURRENCY) ?? [];
  const cents = own.reduce((sum, { amount }) => sum + amount, 0);
  return cents < request.amountCents ? { t: 'retry', code: 'no_funds' } : undefined;
}

function describe(card: Stripe.Issuing.Card, request: PayoutRequest): CallOutcome {
  const ref = card.id;
  const { redemptionId, recipient } = request;
  // Another member's card must be neither shown nor taken back, so the outcome does not name it.
  if (card.metadata.redemption_id !== redemptionId || card.cardholder.id !== recipient.customer) {
    return { t: 'accepted', why: 'review' };
  }
  if (card.status === 'canceled' && !isReplaced(card)) return { t: 'rejected', code: 'voided' };
  // A card of another amount or currency is not ours to hand out.
  if (limitOf(card) !== request.amountCents || card.currency !== CURRENCY) {
    return { t: 'accepted', ref, why: 'review' };
  }
  if (card.status === 'inactive') return { t: 'prepared', ref };
  // A card is valid to the last day of its month.
  const expiresAt = realDate(Date.UTC(card.exp_year, card.exp_month, 1) - SECOND_MS);
  return { t: 'issued', ref, reveal: 'elements', ...(expiresAt ? { expiresAt } : {}) };
}

const limitOf = (card: Stripe.Issuing.Card): number =>
  card.spending_controls.spending_limits?.find(({ interval }) => interval === 'all_time')?.amount ?? 0;

const STATES: Record<string, ListedReward['state']> = { active: 'live', inactive: 'open' };

/** A replacement is not ours, whatever its metadata: the card in whose place it stands is listed in its state. */
function listed(cards: Cards): ListedReward {
  const [card] = cards;
  const { status } = cards.at(-1) ?? card;
  return {
    ref: card.id,
    redemptionId: card.replacement_for ? undefined : card.metadata.redemption_id,
    customer: card.cardholder.id,
    amountCents: limitOf(card),
    state: STATES[status] ?? 'dead',
  };
}
