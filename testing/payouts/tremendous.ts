import { createHmac, randomUUID } from 'node:crypto';
import schemas from './schemas/tremendous-orders-contract.schema.json' with { type: 'json' };
import { type Call, type Reply, type StandIn, schemaChecks, startStandIn } from './stand-in.ts';

/**
 * A stand-in for Tremendous: `node testing/payouts/tremendous.ts [port]`. It checks each request against the vendor's own
 * types, stores every order by our id, and can be made to fail.
 */

export const TREMENDOUS_KEY = 'TEST_stand_in';
export const TREMENDOUS_WEBHOOK_KEY = 'stand-in webhook key';
export const TREMENDOUS_PRODUCT = 'STANDINVISA1';
/** The largest amount of a product in dollars, so that cents taken for dollars, or dollars for cents, are refused. */
const DENOMINATION_MAX = 50;
/** A high limit, because tests make many calls. */
const CALLS_PER_SECOND_MAX = 10_000;

export type OrderStatus =
  | 'CANCELED'
  | 'OPEN'
  | 'EXECUTED'
  | 'FAILED'
  | 'PENDING APPROVAL'
  | 'PENDING INTERNAL PAYMENT APPROVAL'
  | 'PENDING SETTLEMENT';

export interface StandInOrder {
  id: string;
  rewardId: string;
  externalId: string | null;
  /** Whole US cents. */
  cents: number;
  status: OrderStatus;
  createdAt: Date;
  body: string;
  /** Whole US cents that came back because the reward was canceled. */
  refundedCents?: number;
}

export interface TremendousStandIn extends StandIn {
  /** The settings for the provider. */
  settings: {
    baseUrl: string;
    apiKey: string;
    fundingSourceId: string;
    productIds: string[];
    webhookKey: string;
    callsPerSecondMax: number;
  };
  orders: StandInOrder[];
  /** Whole US cents; unlimited at first. */
  setFunds: (cents: number) => void;
  /** The state of later orders. */
  setNextStatus: (status: OrderStatus) => void;
  /** Makes the vendor forget our ids, so that the same order makes another one. */
  setForgetful: (forgetful: boolean) => void;
  /** A message as Tremendous signs it. */
  webhook: (
    event: string,
    resource: { id: string; type: 'orders' | 'rewards' },
    uuid?: string,
  ) => { body: string; headers: Record<string, string> };
}

/** Starts it on a free port of the loopback, or on the given one. */
export async function startTremendous(port = 0): Promise<TremendousStandIn> {
  const check = schemaChecks(schemas, ['OrderCreate', 'OrderResponse'], { coerce: false });
  const orders: StandInOrder[] = [];
  let funds = Number.POSITIVE_INFINITY;
  let nextStatus: OrderStatus = 'EXECUTED';
  let forgetful = false;

  const find = (id: string) => orders.find((order) => order.id === id || order.externalId === id);

  function answer(call: Call): Reply {
    if (call.headers.authorization !== `Bearer ${TREMENDOUS_KEY}`) return failure(401, 'Unauthorized access');
    const path = call.path.replace('/api/v2', '');
    if (call.method === 'POST' && path === '/orders') return create(call);
    if (call.method === 'GET' && path === '/orders') return list(call.query);
    const [, kind, id = '', action] = path.split('/').map(decodeURIComponent);
    if (kind === 'orders' && call.method === 'GET') {
      const order = find(id);
      return order ? checked(200, { order: describe(order) }) : failure(404, 'Order not found');
    }
    const order = orders.find(({ rewardId }) => rewardId === id);
    if (kind !== 'rewards' || !order) return failure(404, 'Not found');
    if (call.method === 'GET') return { status: 200, body: { reward: describe(order).rewards[0] } };
    if (call.method !== 'POST' || action !== 'generate_link') return failure(404, 'Not found');
    if (order.status !== 'EXECUTED') return failure(422, 'This reward has no link');
    const link = `https://testflight.tremendous.com/rewards/payout/${randomUUID()}`;
    return { status: 200, body: { reward: { id, order_id: order.id, link } } };
  }

  function create(call: Call): Reply {
    const body = JSON.parse(call.text) as {
      external_id?: string | null;
      reward: { value: { denomination: number }; products?: string[] };
    };
    const fault = check('OrderCreate', body) ?? faultOfProduct(body.reward);
    if (fault) return failure(400, fault);
    const externalId = body.external_id ?? null;
    const earlier = externalId !== null && !forgetful ? find(externalId) : undefined;
    if (earlier) {
      return earlier.body === call.text
        ? checked(201, { order: describe(earlier) })
        : failure(409, 'external_id was used for another order');
    }
    const cents = Math.round(body.reward.value.denomination * 100);
    if (funds < cents) return failure(402, 'Insufficient funds');
    funds -= cents;
    const order = {
      id: randomId(),
      rewardId: randomId(),
      externalId,
      cents,
      status: nextStatus,
      createdAt: new Date(),
      body: call.text,
    };
    orders.push(order);
    return checked(201, { order: describe(order) });
  }

  function list(query: URLSearchParams): Reply {
    const since = new Date(query.get('created_at[gte]') ?? 0);
    const until = new Date(query.get('created_at[lte]') ?? '9999-12-31');
    const offset = Number(query.get('offset') ?? 0);
    const limit = Math.min(Number(query.get('limit') ?? 10), 500);
    const found = orders.filter(({ createdAt }) => createdAt >= since && createdAt <= until).reverse();
    const page = found.slice(offset, offset + limit).map(describe);
    return { status: 200, body: { orders: page, total_count: found.length } };
  }

  /** The responses of the stand-in must match the vendor's types. */
  function checked(status: number, body: { order: unknown }): Reply {
    const fault = check('OrderResponse', body);
    if (fault) throw new Error(fault);
    return { status, body };
  }

  const server = await startStandIn(answer, { port, failure: (status) => failure(status, 'as asked').body });
  return {
    ...server,
    settings: {
      baseUrl: `${server.origin}/api/v2`,
      apiKey: TREMENDOUS_KEY,
      fundingSourceId: 'BALANCE',
      productIds: [TREMENDOUS_PRODUCT],
      webhookKey: TREMENDOUS_WEBHOOK_KEY,
      callsPerSecondMax: CALLS_PER_SECOND_MAX,
    },
    orders,
    setFunds: (cents) => {
      funds = cents;
    },
    setNextStatus: (status) => {
      nextStatus = status;
    },
    setForgetful: (value) => {
      forgetful = value;
    },
    webhook: (event, resource, uuid = randomUUID()) => {
      const body = JSON.stringify({
        event,
        uuid,
        created_utc: new Date().toISOString(),
        payload: { resource },
      });
      const digest = createHmac('sha256', TREMENDOUS_WEBHOOK_KEY).update(body).digest('hex');
      return { body, headers: { 'Tremendous-Webhook-Signature': `sha256=${digest}` } };
    },
  };
}

function faultOfProduct(reward: {
  value: { denomination: number };
  products?: string[];
}): string | undefined {
  const { denomination } = reward.value;
  if (!reward.products?.includes(TREMENDOUS_PRODUCT)) return 'products: unknown product';
  const wholeCents = Math.abs(denomination * 100 - Math.round(denomination * 100)) < 1e-6;
  if (denomination > 0 && denomination <= DENOMINATION_MAX && wholeCents) return undefined;
  return `value.denomination: ${denomination} is not within the product's range`;
}

function describe(order: StandInOrder) {
  return {
    id: order.id,
    external_id: order.externalId,
    campaign_id: null,
    created_at: order.createdAt.toISOString(),
    status: order.status,
    channel: 'API',
    payment: {
      subtotal: order.cents / 100,
      total: order.cents / 100,
      fees: 0,
      discount: 0,
      currency_code: 'USD',
      ...(order.refundedCents ? { refund: { total: order.refundedCents / 100, currency_code: 'USD' } } : {}),
    },
    rewards: [
      {
        id: order.rewardId,
        order_id: order.id,
        created_at: order.createdAt.toISOString(),
        value: { denomination: order.cents / 100, currency_code: 'USD' },
        delivery: { method: 'LINK', status: order.status === 'EXECUTED' ? 'SUCCEEDED' : 'PENDING' },
      },
    ],
  };
}

/** Errors as `{ errors: { message, payload } }` (https://developers.tremendous.com/docs/error-handling). */
const failure = (status: number, message: string): Reply => ({
  status,
  body: { errors: { message, payload: {} } },
});

const randomId = () => randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase();

if (import.meta.main) {
  const { origin, settings } = await startTremendous(Number(process.argv[2] ?? 4010));
  console.log(`A stand-in for Tremendous answers at ${origin}. Settings:\n`);
  console.log(`PAYOUT_PROVIDER=tremendous\nTREMENDOUS_BASE_URL=${settings.baseUrl}`);
  console.log(`TREMENDOUS_API_KEY=${TREMENDOUS_KEY}\nTREMENDOUS_PRODUCT_IDS=${TREMENDOUS_PRODUCT}`);
  console.log(`TREMENDOUS_WEBHOOK_KEY='${TREMENDOUS_WEBHOOK_KEY}'`);
}
