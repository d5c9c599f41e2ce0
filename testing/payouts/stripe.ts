import { createHmac, randomUUID } from 'node:crypto';
import { parseForm } from './form.ts';
import schemas from './schemas/stripe-issuing-contract.schema.json' with { type: 'json' };
import { type Call, type Reply, type StandIn, schemaChecks, startStandIn } from './stand-in.ts';
import {
  describeCard,
  describeCardholder,
  type StandInCard,
  type StandInCardholder,
} from './stripe-objects.ts';

/**
 * A stand-in for Stripe Issuing: `node testing/payouts/stripe.ts [port]`. It checks each request against the types of
 * Stripe's own package, stores idempotency keys with their first response, and can be made to fail.
 */

export const STRIPE_KEY = 'sk_test_standin';
export const STRIPE_PUBLISHABLE_KEY = 'pk_test_standin';
export const STRIPE_WEBHOOK_SECRET = 'whsec_standin';
const PAGE_MAX = 100;
const DEFINITIONS = [
  'CardholderCreate',
  'CardCreate',
  'CardUpdate',
  'EphemeralKeyCreate',
  'Cardholder',
  'Card',
  'Balance',
  'EphemeralKey',
] as const;

export interface StandInUse {
  id: string;
  object: 'issuing.authorization' | 'issuing.transaction';
  card: string;
  /** Only an authorization has it. */
  approved?: boolean;
}

export interface StripeStandIn extends StandIn {
  /** The settings for the provider. */
  settings: { baseUrl: string; apiKey: string; publishableKey: string; webhookSecret: string };
  cards: StandInCard[];
  cardholders: StandInCardholder[];
  /** Purchases with the cards. */
  uses: StandInUse[];
  /** Whole US cents of the Issuing balance; plenty at first. */
  setFunds: (cents: number) => void;
  /** What Stripe requires of each cardholder before cards work. */
  setRequirements: (pastDue: string[]) => void;
  /** Prunes the keys, which Stripe does after a day. */
  forgetKeys: () => void;
  /** Requests with a key wait until the returned function is called, so that two can overlap. */
  hold: () => () => void;
  /** A message as Stripe signs it, now or at another time. */
  webhook: (
    type: string,
    object: unknown,
    options?: { id?: string; at?: Date },
  ) => { body: string; headers: Record<string, string> };
}

/** Starts it on a free port of the loopback, or on the given one. */
export async function startStripe(port = 0): Promise<StripeStandIn> {
  const check = schemaChecks(schemas, DEFINITIONS, { coerce: true });
  const cards: StandInCard[] = [];
  const cardholders: StandInCardholder[] = [];
  const uses: StandInUse[] = [];
  const keys = new Map<string, { text: string; reply: Reply | undefined }>();
  let funds = 1_000_000_00;
  let pastDue: string[] = [];
  let held: Promise<void> | undefined;

  async function answer(call: Call): Promise<Reply> {
    if (call.headers.authorization !== `Bearer ${STRIPE_KEY}`)
      return failure(401, { message: 'Invalid API Key' });
    const key = call.headers['idempotency-key'];
    if (call.method !== 'POST' || typeof key !== 'string') return carryOut(call);
    const first = keys.get(key);
    const text = `${call.path} ${call.text}`;
    if (first && first.text !== text) {
      return failure(400, { type: 'idempotency_error', message: 'Keys may be used for the same call only' });
    }
    if (first) return first.reply ?? failure(409, { code: 'idempotency_key_in_use', message: 'In use' });
    const entry: { text: string; reply: Reply | undefined } = { text, reply: undefined };
    keys.set(key, entry);
    await held;
    const reply = carryOut(call);
    // A request that fails validation was never begun, and its key is not stored (https://docs.stripe.com/api/idempotent_requests).
    if (reply.status === 400) keys.delete(key);
    entry.reply = reply;
    return reply;
  }

  function carryOut(call: Call): Reply {
    const body = call.method === 'POST' ? parseForm(call.text) : {};
    const [, version, ...path] = call.path.split('/');
    const route = `${call.method} /${path.slice(0, 2).join('/')}`;
    const [, , id] = path;
    if (version !== 'v1') return failure(404, { message: 'Unrecognized request URL' });
    if (route === 'GET /balance') {
      return checked('Balance', {
        object: 'balance',
        available: [],
        pending: [],
        livemode: false,
        issuing: { available: [{ amount: funds, currency: 'usd' }] },
      });
    }
    if (route === 'POST /ephemeral_keys') return createKey(body);
    if (route === 'POST /issuing/cardholders' && !id) return createCardholder(body);
    if (route === 'GET /issuing/cardholders' && id) {
      const found = cardholders.find((holder) => holder.id === id);
      return found ? checked('Cardholder', describeCardholder(found, pastDue)) : missing('cardholder', 404);
    }
    if (route === 'POST /issuing/cards' && !id) return createCard(body);
    if (route === 'GET /issuing/cards' && !id) return listCards(call.query);
    if (route === 'GET /issuing/authorizations') return listUses(call.query, 'issuing.authorization');
    if (route === 'GET /issuing/transactions') return listUses(call.query, 'issuing.transaction');
    const card = cards.find((candidate) => candidate.id === id);
    if (path[1] !== 'cards' || !card) return missing('card', 404);
    return call.method === 'POST' ? updateCard(card, body) : checked('Card', shown(card));
  }

  function createCardholder(body: Record<string, unknown>): Reply {
    const fault = check('CardholderCreate', body);
    if (fault) return failure(400, { message: fault });
    const values = body as unknown as Omit<StandInCardholder, 'id' | 'createdAt'>;
    if (values.name.length > 24 || !/^[A-Za-z .,'-]+$/.test(values.name)) {
      return failure(400, { message: 'The name is not valid', param: 'name' });
    }
    if (
      values.billing.address.country === 'US' &&
      !/^\d{5}(-\d{4})?$/.test(values.billing.address.postal_code)
    ) {
      return failure(400, {
        message: 'The postal code is not valid',
        param: 'billing[address][postal_code]',
      });
    }
    const holder = { ...values, id: `ich_${randomUUID()}`, createdAt: new Date() };
    cardholders.push(holder);
    return checked('Cardholder', describeCardholder(holder, pastDue));
  }

  function createCard(body: Record<string, unknown>): Reply {
    const fault = check('CardCreate', body);
    if (fault) return failure(400, { message: fault });
    const values = body as unknown as Omit<StandInCard, 'id' | 'createdAt'>;
    const holder = cardholders.find(({ id }) => id === values.cardholder);
    if (!holder) return missing('cardholder', 400);
    const card = { ...values, id: `ic_${randomUUID()}`, createdAt: new Date() };
    cards.push(card);
    return checked('Card', shown(card));
  }

  function updateCard(card: StandInCard, body: Record<string, unknown>): Reply {
    const fault = check('CardUpdate', body);
    if (fault) return failure(400, { message: fault });
    const { status } = body as { status?: StandInCard['status'] };
    if (card.status === 'canceled' && status !== 'canceled') {
      return failure(400, { message: 'This card is canceled', code: 'card_canceled' });
    }
    if (status === 'active' && pastDue.length > 0) {
      return failure(400, { message: 'The cardholder has outstanding requirements' });
    }
    card.status = status ?? card.status;
    return checked('Card', shown(card));
  }

  function listCards(query: URLSearchParams): Reply {
    const holder = query.get('cardholder');
    if (holder && !cardholders.some(({ id }) => id === holder)) return missing('cardholder', 400);
    const since = Number(query.get('created[gte]') ?? 0);
    const until = Number(query.get('created[lt]') ?? Number.POSITIVE_INFINITY);
    const found = cards
      .filter(({ cardholder, createdAt }) => {
        const created = Math.floor(createdAt.getTime() / 1000);
        return (!holder || cardholder === holder) && created >= since && created < until;
      })
      .reverse();
    const start = found.findIndex(({ id }) => id === query.get('starting_after')) + 1;
    const limit = Math.min(Number(query.get('limit') ?? 10), PAGE_MAX);
    const page = found.slice(start, start + limit).map(shown);
    const has_more = start + limit < found.length;
    return { status: 200, body: { object: 'list', url: '/v1/issuing/cards', has_more, data: page } };
  }

  function listUses(query: URLSearchParams, object: StandInUse['object']): Reply {
    const data = uses.filter((use) => use.card === query.get('card') && use.object === object);
    return { status: 200, body: { object: 'list', url: '/v1/issuing', has_more: false, data } };
  }

  function createKey(body: Record<string, unknown>): Reply {
    const fault = check('EphemeralKeyCreate', body);
    if (fault) return failure(400, { message: fault });
    if (!cards.some(({ id }) => id === body.issuing_card)) return missing('issuing_card', 404);
    const created = Math.floor(Date.now() / 1000);
    return checked('EphemeralKey', {
      id: `ephkey_${randomUUID()}`,
      object: 'ephemeral_key',
      created,
      expires: created + 3600,
      livemode: false,
      secret: `ek_test_${randomUUID()}`,
    });
  }

  const shown = (card: StandInCard) => {
    const holder = cardholders.find(({ id }) => id === card.cardholder);
    if (!holder) throw new Error('a card without its cardholder');
    return describeCard(card, describeCardholder(holder, pastDue));
  };

  /** The responses of the stand-in must match the vendor's types. */
  function checked(definition: (typeof DEFINITIONS)[number], body: unknown): Reply {
    const fault = check(definition, body);
    if (fault) throw new Error(fault);
    return { status: 200, body };
  }

  const server = await startStandIn(answer, {
    port,
    failure: (status) =>
      failure(status, { message: 'as asked', type: status >= 500 ? 'api_error' : undefined }).body,
    keep: (call, reply) => {
      const key = call.headers['idempotency-key'];
      if (typeof key === 'string') keys.set(key, { text: `${call.path} ${call.text}`, reply });
    },
  });
  return {
    ...server,
    settings: {
      baseUrl: server.origin,
      apiKey: STRIPE_KEY,
      publishableKey: STRIPE_PUBLISHABLE_KEY,
      webhookSecret: STRIPE_WEBHOOK_SECRET,
    },
    cards,
    cardholders,
    uses,
    setFunds: (cents) => {
      funds = cents;
    },
    setRequirements: (fields) => {
      pastDue = fields;
    },
    forgetKeys: () => keys.clear(),
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    webhook: (type, object, { id = `evt_${randomUUID()}`, at = new Date() } = {}) => {
      const time = Math.floor(at.getTime() / 1000);
      const body = JSON.stringify({ id, object: 'event', type, created: time, data: { object } });
      const digest = createHmac('sha256', STRIPE_WEBHOOK_SECRET).update(`${time}.${body}`).digest('hex');
      return { body, headers: { 'Stripe-Signature': `t=${time},v1=${digest}` } };
    },
  };
}

const failure = (
  status: number,
  error: { message: string; type?: string; code?: string; param?: string },
): Reply => ({ status, body: { error: { ...error, type: error.type ?? 'invalid_request_error' } } });

const missing = (param: string, status: number) =>
  failure(status, { message: `No such ${param}`, code: 'resource_missing', param });

if (import.meta.main) {
  const { origin } = await startStripe(Number(process.argv[2] ?? 4020));
  console.log(`A stand-in for Stripe Issuing answers at ${origin}. Settings:\n`);
  console.log(`PAYOUT_PROVIDER=stripe\nSTRIPE_BASE_URL=${origin}\nSTRIPE_API_KEY=${STRIPE_KEY}`);
  console.log(
    `STRIPE_PUBLISHABLE_KEY=${STRIPE_PUBLISHABLE_KEY}\nSTRIPE_WEBHOOK_SECRET=${STRIPE_WEBHOOK_SECRET}`,
  );
}
