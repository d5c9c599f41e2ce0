import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type {
  CallOutcome,
  Fate,
  ListedReward,
  Outcome,
  PayoutEvent,
  PayoutProvider,
  PayoutRequest,
  VoidOutcome,
} from '#domain/redemption/index.ts';
import { readBounded } from '#providers/common/read-bounded.ts';
import { realDate } from '#providers/common/real-date.ts';
import { retryAfterMs } from '#providers/common/retry-after.ts';

/** Largest page of the list of orders (https://developers.tremendous.com/reference/list-orders). */
const PAGE_SIZE = 500;
/** More pages of one list than any account has. */
const PAGES_MAX = 400;
/** Share of the account's 10 requests per second for redemptions; the rest is for links, messages and lists. */
const CALLS_PER_SECOND_MAX = 8;
/** A page of orders has some kilobytes for each. */
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;
const CURRENCY = 'USD';

export interface TremendousSettings {
  /** Includes the version; https://testflight.tremendous.com/api/v2 is the test system. */
  baseUrl: string;
  apiKey: string;
  /** `BALANCE` is the account's own balance. */
  fundingSourceId: string;
  /** Products that the member can choose from. */
  productIds: readonly string[];
  /** The webhook's private key. */
  webhookKey: string;
  /** Set only by tests with stand-ins. */
  callsPerSecondMax?: number;
}

const Order = z.object({
  id: z.string(),
  external_id: z.string().nullish(),
  status: z.string(),
  payment: z.object({ refund: z.object({ total: z.number() }).nullish() }).nullish(),
  rewards: z
    .array(
      z.object({
        id: z.string(),
        /** ISO 8601 (https://developers.tremendous.com/changelog/added-expires_at-field-in-reward-schema). */
        expires_at: z.string().nullish().catch(null),
        value: z.object({ denomination: z.number(), currency_code: z.string().nullish() }),
        delivery: z.object({ status: z.string() }).optional(),
      }),
    )
    .default([]),
});
type Order = z.infer<typeof Order>;
const OrderAnswer = z.object({ order: Order });
/** Tremendous explains its errors (https://developers.tremendous.com/docs/error-handling); what stands before it does not. */
const ErrorAnswer = z.object({ errors: z.looseObject({}) });
/** One odd order must not end the list: without a readable reward it is worth nothing, which the comparison tells. */
const ListedOrder = Order.extend({
  external_id: Order.shape.external_id.catch(null),
  rewards: Order.shape.rewards.catch([]),
});
const OrderList = z.object({ orders: z.array(ListedOrder) });
const RewardAnswer = z.object({ reward: z.object({ order_id: z.string() }) });
const LinkAnswer = z.object({ reward: z.object({ id: z.string().nullish(), link: z.string() }) });
const Payload = z.object({ resource: z.object({ id: z.string(), type: z.string() }) });
const Message = z.object({
  event: z.string(),
  uuid: z.string(),
  /** One webhook brings all that concerns the account; what has another form is about no reward. */
  payload: Payload.optional().catch(undefined),
});

/**
 * Tremendous (https://developers.tremendous.com): an order of one reward under the redemption's id, which keeps it
 * idempotent forever. There is no second step: an order is issued at once, its owner takes the reward by a link, and it
 * cannot be taken back. Amounts on the wire are dollars.
 */
export class TremendousPayouts implements PayoutProvider {
  readonly id = 'tremendous';
  readonly delivery = 'at_once';
  readonly needsProducts = true;
  readonly callsPerSecondMax: number;
  readonly #settings: TremendousSettings;

  constructor(settings: TremendousSettings) {
    this.#settings = settings;
    this.callsPerSecondMax = settings.callsPerSecondMax ?? CALLS_PER_SECOND_MAX;
  }

  async prepare(request: PayoutRequest, signal: AbortSignal): Promise<CallOutcome> {
    const answer = await this.#call('POST', '/orders', signal, this.#orderFor(request));
    if (answer.ok) return describe(OrderAnswer.parse(answer.json).order, request);
    if (answer.status === 409) return this.#earlier(request, signal);
    return refusal(answer);
  }

  /** The order was the commit, so this only looks it up. */
  async commit(request: PayoutRequest, ref: string, signal: AbortSignal): Promise<CallOutcome> {
    const found = await this.#find(ref, request, signal);
    return found.t === 'absent' ? { t: 'unknown', code: 'order_missing' } : found;
  }

  lookup(request: PayoutRequest, signal: AbortSignal): Promise<Outcome> {
    return this.#find(request.redemptionId, request, signal);
  }

  async void(ref: string, signal: AbortSignal): Promise<VoidOutcome> {
    const answer = await this.#call('GET', `/orders/${encodeURIComponent(ref)}`, signal);
    if (isAbsent(answer)) return { t: 'absent' };
    if (!answer.ok) return lookupRefusal(answer);
    return isDead(orderNamed(ref, answer)) ? { t: 'absent' } : { t: 'rejected', code: 'ordered' };
  }

  /** Only an untaken reward can be canceled; its money then returns to the operator's balance. */
  async fate(ref: string, signal: AbortSignal): Promise<Fate> {
    const order = orderNamed(ref, await this.#call('GET', `/orders/${encodeURIComponent(ref)}`, signal));
    if (isDead(order)) return { t: 'withdrawn', unused: true };
    return refundOf(order) > 0 ? { t: 'withdrawn', unused: false } : { t: 'live' };
  }

  async link(ref: string, signal: AbortSignal): Promise<string | undefined> {
    const order = orderNamed(ref, await this.#call('GET', `/orders/${encodeURIComponent(ref)}`, signal));
    const [reward] = order.rewards;
    if (!reward) return undefined;
    const path = `/rewards/${encodeURIComponent(reward.id)}/generate_link`;
    const { id, link } = LinkAnswer.parse(must(await this.#call('POST', path, signal))).reward;
    // Their published types do not promise the id.
    if (id && id !== reward.id) throw new Error("Tremendous answered another reward's link");
    return link;
  }

  /** Header `Tremendous-Webhook-Signature: sha256=<hex>`, HMAC-SHA-256 of the raw body under the webhook's private key. */
  parseWebhook(raw: Buffer, header: (name: string) => string | undefined): PayoutEvent | undefined {
    const expected = createHmac('sha256', this.#settings.webhookKey).update(raw).digest();
    const given = Buffer.from(
      /^sha256=([0-9a-f]{64})$/i.exec(header(SIGNATURE_HEADER) ?? '')?.[1] ?? '',
      'hex',
    );
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const message = Message.parse(JSON.parse(raw.toString('utf8')));
    const event: PayoutEvent = { id: message.uuid, kind: message.event };
    const resource = message.payload?.resource;
    if (resource?.type === 'orders') return { ...event, about: { ref: resource.id } };
    if (resource?.type === 'rewards') return { ...event, about: { part: resource.id } };
    return event;
  }

  async trace(part: string, signal: AbortSignal): Promise<string | undefined> {
    const answer = await this.#call('GET', `/rewards/${encodeURIComponent(part)}`, signal);
    return isAbsent(answer) ? undefined : RewardAnswer.parse(must(answer)).reward.order_id;
  }

  async redemptionOf(ref: string, signal: AbortSignal): Promise<string | undefined> {
    const answer = await this.#call('GET', `/orders/${encodeURIComponent(ref)}`, signal);
    return isAbsent(answer) ? undefined : (orderNamed(ref, answer).external_id ?? undefined);
  }

  /**
   * Ends at an empty page, since the vendor may give smaller ones than were asked for. Throws if a page brings nothing new or
   * there are too many, because then the vendor may never end.
   */
  async *list(since: Date, signal: AbortSignal, until: Date): AsyncGenerator<ListedReward[]> {
    const seen = new Set<string>();
    let offset = 0;
    for (let n = 0; n < PAGES_MAX; n++) {
      const query = new URLSearchParams({
        'created_at[gte]': since.toISOString(),
        'created_at[lte]': until.toISOString(),
        limit: String(PAGE_SIZE),
        offset: String(offset),
      });
      const { orders } = OrderList.parse(must(await this.#call('GET', `/orders?${query}`, signal)));
      if (orders.length === 0) return;
      yield orders.map(listed);
      offset += orders.length;
      const known = seen.size;
      for (const { id } of orders) seen.add(id);
      if (seen.size === known) throw new Error('Tremendous listed nothing new in a page');
    }
    throw new Error('Tremendous listed too many pages');
  }

  /** Tremendous refuses a known id with another body, such as a changed name; the earlier order counts. */
  async #earlier(request: PayoutRequest, signal: AbortSignal): Promise<CallOutcome> {
    const found = await this.lookup(request, signal);
    return found.t === 'absent' ? { t: 'accepted', why: 'review' } : found;
  }

  async #find(id: string, request: PayoutRequest, signal: AbortSignal): Promise<Outcome> {
    const answer = await this.#call('GET', `/orders/${encodeURIComponent(id)}`, signal);
    if (isAbsent(answer)) return { t: 'absent' };
    return answer.ok ? describe(OrderAnswer.parse(answer.json).order, request) : lookupRefusal(answer);
  }

  #orderFor(request: PayoutRequest) {
    const { name, email } = request.recipient;
    return {
      external_id: request.redemptionId,
      payment: { funding_source_id: this.#settings.fundingSourceId },
      reward: {
        value: { denomination: request.amountCents / 100, currency_code: CURRENCY },
        recipient: { ...(name === null ? {} : { name }), ...(email === null ? {} : { email }) },
        delivery: { method: 'LINK' },
        products: request.productIds.length > 0 ? request.productIds : this.#settings.productIds,
      },
    };
  }

  async #call(method: 'GET' | 'POST', path: string, signal: AbortSignal, body?: unknown): Promise<Answer> {
    const response = await fetch(this.#settings.baseUrl + path, {
      method,
      signal,
      redirect: 'error',
      headers: {
        Authorization: `Bearer ${this.#settings.apiKey}`,
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { status, ok } = response;
    const text = (await readBounded(response.body, ANSWER_BYTES_MAX)).toString();
    const afterMs = retryAfterMs(response.headers.get('retry-after')) ?? undefined;
    return {
      status,
      ok,
      json: ok ? JSON.parse(text) : undefined,
      explained: !ok && isExplained(text),
      afterMs,
    };
  }
}

const SIGNATURE_HEADER = 'tremendous-webhook-signature';

interface Answer {
  status: number;
  ok: boolean;
  json: unknown;
  /** An error in the vendor's own form. */
  explained: boolean;
  afterMs: number | undefined;
}

function isExplained(text: string): boolean {
  try {
    return ErrorAnswer.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/** Only the vendor itself can say that it has none; a proxy's 404 says nothing. */
const isAbsent = ({ status, explained }: Answer) => status === 404 && explained;

/** Returns the body of a successful response; throws for any other. */
function must(answer: Answer): unknown {
  if (!answer.ok) throw new Error(`Tremendous answered ${answer.status}`);
  return answer.json;
}

/** The order of this name; throws for any other answer. */
function orderNamed(ref: string, answer: Answer): Order {
  const { order } = OrderAnswer.parse(must(answer));
  if (order.id !== ref) throw new Error('Tremendous answered another order');
  return order;
}

/** The outcome of a refused order; `unknown` unless the response proves that nothing was ordered. */
function refusal(answer: Answer): CallOutcome {
  if (answer.status === 402) return { t: 'retry', code: 'no_funds' };
  // Tremendous returns 404 or 405 for an order at a wrong address.
  if (answer.status === 404) return { t: 'retry', code: 'config' };
  const known = answer.explained && [400, 422].includes(answer.status);
  return known ? { t: 'rejected', code: `tremendous_${answer.status}` } : lookupRefusal(answer);
}

function lookupRefusal({ status, afterMs }: Answer): Extract<Outcome, { t: 'retry' | 'unknown' }> {
  if (status === 429) return { t: 'retry', code: 'rate', afterMs };
  if ([401, 403, 405].includes(status)) return { t: 'retry', code: 'config' };
  return { t: 'unknown', code: `tremendous_${status}` };
}

/**
 * Whether the reward can never be taken. An executed order whose reward was canceled stays executed, but its money
 * came back (https://developers.tremendous.com/reference/obj-schema-orders).
 */
const isDead = (order: Order) =>
  order.status === 'CANCELED' ||
  order.status === 'FAILED' ||
  (refundOf(order) > 0 && refundOf(order) >= centsOf(order));
const refundOf = (order: Order) => toCents(order.payment?.refund?.total ?? 0);
const centsOf = (order: Order) =>
  order.rewards.reduce((sum, reward) => sum + toCents(reward.value.denomination), 0);
const UNDER_REVIEW = ['PENDING APPROVAL', 'PENDING INTERNAL PAYMENT APPROVAL'];

function describe(order: Order, request: PayoutRequest): CallOutcome {
  const ref = order.id;
  // Another member's order must be neither shown nor taken back, so the outcome does not name it.
  if (order.external_id !== request.redemptionId) return { t: 'accepted', why: 'review' };
  if (isDead(order)) return { t: 'rejected', code: `order_${order.status.toLowerCase()}` };
  // A part of the money came back, so a person has to see what is left of the reward.
  if (refundOf(order) > 0) return { t: 'accepted', ref, why: 'review' };
  const [reward] = order.rewards;
  // An order of another amount or currency is not ours to hand out.
  if (reward && !isWorth(request.amountCents, reward.value)) {
    return { t: 'accepted', ref, why: 'review' };
  }
  if (UNDER_REVIEW.includes(order.status)) return { t: 'accepted', ref, why: 'review' };
  if (order.status !== 'EXECUTED' || !reward) return { t: 'accepted', ref, why: 'async' };
  const delivery = reward.delivery?.status ?? 'SUCCEEDED';
  if (delivery === 'FAILED') return { t: 'accepted', ref, why: 'review' };
  if (delivery !== 'SUCCEEDED') return { t: 'accepted', ref, why: 'async' };
  const expiresAt = realDate(Date.parse(reward.expires_at ?? ''));
  return { t: 'issued', ref, reveal: 'link', ...(expiresAt ? { expiresAt } : {}) };
}

const isWorth = (cents: number, value: Order['rewards'][number]['value']) =>
  toCents(value.denomination) === cents && (value.currency_code ?? CURRENCY) === CURRENCY;
const toCents = (dollars: number) => Math.round(dollars * 100);

function listed(order: Order): ListedReward {
  const state = isDead(order) ? 'dead' : order.status === 'EXECUTED' ? 'live' : 'open';
  return {
    ref: order.id,
    redemptionId: order.external_id ?? undefined,
    amountCents: centsOf(order),
    state,
  };
}
