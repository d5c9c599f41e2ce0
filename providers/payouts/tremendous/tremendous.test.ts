import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { WAIT } from '#testing/patience.ts';
import {
  type OrderStatus,
  startTremendous,
  TREMENDOUS_KEY,
  TREMENDOUS_WEBHOOK_KEY,
} from '#testing/payouts/tremendous.ts';
import { payoutRequest } from '#testing/redemption.ts';
import { TremendousPayouts } from './tremendous.ts';

const vendor = await startTremendous();
afterAll(vendor.close);
afterEach(() => {
  vendor.setNextStatus('EXECUTED');
  vendor.setFault(() => undefined);
});
const provider = new TremendousPayouts(vendor.settings);
const soon = () => AbortSignal.timeout(WAIT.timeout);
const issued = async () => {
  const request = payoutRequest();
  const outcome = await provider.prepare(request, soon());
  if (outcome.t !== 'issued') throw new Error(outcome.t);
  return { request, ref: outcome.ref };
};

test('an order holds only the recipient, the dollars, the funding source and the delivery', async () => {
  const request = payoutRequest({ amountCents: 500 });
  await provider.prepare(request, soon());
  const sent = vendor.calls.at(-1);
  expect(JSON.parse(sent?.text ?? '')).toEqual({
    external_id: request.redemptionId,
    payment: { funding_source_id: 'BALANCE' },
    reward: {
      value: { denomination: 5, currency_code: 'USD' },
      recipient: { name: request.recipient.name, email: request.recipient.email },
      delivery: { method: 'LINK' },
      products: vendor.settings.productIds,
    },
  });
  expect(sent?.headers.authorization).toBe(`Bearer ${TREMENDOUS_KEY}`);
});

test('a reward with its own products offers only these', async () => {
  await provider.prepare(payoutRequest({ productIds: ['GIFTCARD1', 'GIFTCARD2'] }), soon());
  const sent = JSON.parse(vendor.calls.at(-1)?.text ?? '');
  expect(sent.reward.products).toEqual(['GIFTCARD1', 'GIFTCARD2']);
});

test.each<[OrderStatus, object]>([
  ['EXECUTED', { t: 'issued', reveal: 'link' }],
  ['PENDING APPROVAL', { t: 'accepted', why: 'review' }],
  ['PENDING INTERNAL PAYMENT APPROVAL', { t: 'accepted', why: 'review' }],
  ['PENDING SETTLEMENT', { t: 'accepted', why: 'async' }],
  ['OPEN', { t: 'accepted', why: 'async' }],
  ['CANCELED', { t: 'rejected', code: 'order_canceled' }],
  ['FAILED', { t: 'rejected', code: 'order_failed' }],
])('an order that is %s leads to %j', async (status, outcome) => {
  vendor.setNextStatus(status);
  const request = payoutRequest();
  expect(await provider.prepare(request, soon())).toMatchObject(outcome);
  expect(await provider.lookup(request, soon())).toMatchObject(outcome);
});

test('a waiting order is found issued later, and a canceled one is proven to be worth nothing', async () => {
  vendor.setNextStatus('PENDING APPROVAL');
  const request = payoutRequest();
  const accepted = await provider.prepare(request, soon());
  const ref = accepted.t === 'accepted' ? (accepted.ref ?? '') : '';
  expect(await provider.void(ref, soon())).toMatchObject({ t: 'rejected' });
  const order = vendor.orders.at(-1);
  if (!order) throw new Error('no order');
  order.status = 'EXECUTED';
  expect(await provider.commit(request, ref, soon())).toMatchObject({ t: 'issued', ref });
  order.status = 'CANCELED';
  expect(await provider.void(ref, soon())).toEqual({ t: 'absent' });
});

test('what was ordered before its member left still counts', async () => {
  const request = payoutRequest();
  const { ref } = (await provider.prepare(request, soon())) as { ref: string };
  const erased = { ...request, recipient: { ...request.recipient, name: null, email: null } };
  expect(await provider.lookup(erased, soon())).toMatchObject({ t: 'issued', ref });
});

test('the member gets a fresh link each time', async () => {
  const { ref } = await issued();
  const first = await provider.link(ref, soon());
  expect(first).toMatch(/^https:\/\//);
  expect(await provider.link(ref, soon())).not.toBe(first);
});

test('commit never repeats a lost order', async () => {
  const request = payoutRequest();
  expect(await provider.commit(request, 'GONE', soon())).toEqual({ t: 'unknown', code: 'order_missing' });
  expect(vendor.orders.some(({ externalId }) => externalId === request.redemptionId)).toBe(false);
});

test('a wrong address of the vendor is a fault of the settings, not a refusal', async () => {
  const lost = new TremendousPayouts({ ...vendor.settings, baseUrl: `${vendor.origin}/elsewhere` });
  expect(await lost.prepare(payoutRequest(), soon())).toEqual({ t: 'retry', code: 'config' });
});

test.each([
  ['a page', '<html>'],
  ['nothing', ''],
  ['JSON of another form', '{"message":"no route"}'],
])('a proxy that answers %s in place of Tremendous proves nothing', async (_case, body) => {
  let status = 400;
  const proxy = createServer((_, response) => void response.writeHead(status).end(body));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const behind = new TremendousPayouts({ ...vendor.settings, baseUrl });
  expect(await behind.prepare(payoutRequest(), soon())).toEqual({ t: 'unknown', code: 'tremendous_400' });
  status = 422;
  expect(await behind.prepare(payoutRequest(), soon())).toEqual({ t: 'unknown', code: 'tremendous_422' });
  status = 404;
  const unknown = { t: 'unknown', code: 'tremendous_404' };
  expect(await behind.lookup(payoutRequest(), soon())).toEqual(unknown);
  expect(await behind.void('ORDER', soon())).toEqual(unknown);
  await expect(behind.trace('REWARD', soon())).rejects.toThrow('404');
  await expect(behind.redemptionOf('ORDER', soon())).rejects.toThrow('404');
});

describe('an order that is not what was asked for', () => {
  const rewards = (values: object) => (body: Record<string, unknown>) => {
    const { order } = body as { order: { rewards: object[] } };
    return { order: { ...order, rewards: order.rewards.map((reward) => ({ ...reward, ...values })) } };
  };
  const order = (values: object) => (body: Record<string, unknown>) => ({
    order: { ...(body.order as object), ...values },
  });

  test.each([
    ['of another redemption', { external_id: randomUUID() }],
    ['of no redemption', { external_id: null }],
    ['of another redemption, canceled', { external_id: randomUUID(), status: 'CANCELED' }],
  ])('is neither kept nor shown, and a person looks at it: %s', async (_case, values) => {
    const request = payoutRequest();
    vendor.setFault(() => ({ change: order(values) }));
    const review = { t: 'accepted', why: 'review' };
    expect(await provider.prepare(request, soon())).toEqual(review);
    expect(await provider.lookup(request, soon())).toEqual(review);
    expect(await provider.commit(request, vendor.orders.at(-1)?.id ?? '', soon())).toEqual(review);
  });

  test('is left to a person if its currency is another one', async () => {
    vendor.setFault(() => ({ change: rewards({ value: { denomination: 1, currency_code: 'EUR' } }) }));
    const outcome = await provider.prepare(payoutRequest(), soon());
    expect(outcome).toEqual({ t: 'accepted', ref: vendor.orders.at(-1)?.id, why: 'review' });
  });

  test('tells nothing of the order that was asked about, and gives no link', async () => {
    const { ref } = await issued();
    vendor.setFault(() => ({ change: order({ id: 'OTHER', status: 'CANCELED' }) }));
    await expect(provider.fate(ref, soon())).rejects.toThrow('another order');
    await expect(provider.void(ref, soon())).rejects.toThrow('another order');
    await expect(provider.link(ref, soon())).rejects.toThrow('another order');
    vendor.setFault(({ method }) =>
      method === 'POST'
        ? { change: () => ({ reward: { id: 'OTHER', link: 'https://example.com' } }) }
        : undefined,
    );
    await expect(provider.link(ref, soon())).rejects.toThrow("another reward's link");
  });

  test.each([
    ['soon', undefined],
    [20_270_101, undefined],
    [null, undefined],
    ['-100000-01-01T00:00:00Z', undefined],
    ['+099999-01-01T00:00:00Z', undefined],
    ['2027-07-15T09:59:59Z', new Date('2027-07-15T09:59:59Z')],
  ])('is issued with the date of its end only if there is such a date: %s', async (given, expiresAt) => {
    vendor.setFault(() => ({ change: rewards({ expires_at: given }) }));
    const outcome = await provider.prepare(payoutRequest(), soon());
    const ref = vendor.orders.at(-1)?.id;
    expect(outcome).toEqual({ t: 'issued', ref, reveal: 'link', ...(expiresAt ? { expiresAt } : {}) });
  });
});

describe('webhooks', () => {
  const parse = (body: string, headers: Record<string, string>) =>
    provider.parseWebhook(
      Buffer.from(body),
      (name) => Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1],
    );

  test('about an order name it, about a reward name a part that leads to the order, and the order leads to our id', async () => {
    const { ref, request } = await issued();
    const order = vendor.webhook('ORDERS.CANCELED', { id: ref, type: 'orders' }, 'uuid-1');
    expect(parse(order.body, order.headers)).toEqual({
      id: 'uuid-1',
      kind: 'ORDERS.CANCELED',
      about: { ref },
    });
    const rewardId = vendor.orders.at(-1)?.rewardId ?? '';
    const reward = vendor.webhook('REWARDS.DELIVERY.SUCCEEDED', { id: rewardId, type: 'rewards' });
    expect(parse(reward.body, reward.headers)?.about).toEqual({ part: rewardId });
    expect(await provider.trace(rewardId, soon())).toBe(ref);
    expect(await provider.trace('UNKNOWN', soon())).toBeUndefined();
    expect(await provider.redemptionOf(ref, soon())).toBe(request.redemptionId);
    expect(await provider.redemptionOf('UNKNOWN', soon())).toBeUndefined();
  });

  test.each([
    ['no payload', {}],
    ['an empty payload', { payload: null }],
    ['a payload without a resource', { payload: { campaign: 'C-1' } }],
    ['a resource in another form', { payload: { resource: { id: 7, type: 'orders' } } }],
    ['a resource of another kind', { payload: { resource: { id: 'I-1', type: 'invoices' } } }],
  ])('with %s are about no reward', (_name, rest) => {
    const body = JSON.stringify({ event: 'INVOICES.PAID', uuid: 'uuid-2', ...rest });
    const digest = createHmac('sha256', TREMENDOUS_WEBHOOK_KEY).update(body).digest('hex');
    const event = parse(body, { 'Tremendous-Webhook-Signature': `sha256=${digest}` });
    expect(event).toEqual({ id: 'uuid-2', kind: 'INVOICES.PAID' });
  });

  test.each([
    ['another body', (body: string) => `${body} `, undefined],
    ['another signature', (body: string) => body, `sha256=${'0'.repeat(64)}`],
    ['a signature of no length', (body: string) => body, 'sha256='],
    ['no signature', (body: string) => body, ''],
  ])('with %s are not accepted', (_name, change, signature) => {
    const { body, headers } = vendor.webhook('ORDERS.CANCELED', { id: 'X', type: 'orders' });
    const given = signature === undefined ? headers : { 'Tremendous-Webhook-Signature': signature };
    expect(parse(change(body), given)).toBeUndefined();
  });
});

describe('the list', () => {
  const listAll = () => Array.fromAsync(provider.list(new Date(0), soon(), new Date()));

  test.each<[string, object, object]>([
    ['without rewards', { rewards: null }, { amountCents: 0 }],
    ['whose reward has no value', { rewards: [{ id: 'REWARD' }] }, { amountCents: 0 }],
    ['whose name is no text', { external_id: 7 }, { redemptionId: undefined }],
  ])('is not ended by an order %s', async (_form, values, expected) => {
    const [odd, other] = [await issued(), await issued()];
    vendor.setFault(() => ({
      change: ({ orders }) => ({
        orders: (orders as { id: string }[]).map((order) =>
          order.id === odd.ref ? { ...order, ...values } : order,
        ),
      }),
    }));
    const found = new Map((await listAll()).flat().map((reward) => [reward.ref, reward]));
    expect(found.get(odd.ref)).toMatchObject({ state: 'live', ...expected });
    expect(found.get(other.ref)).toMatchObject({
      amountCents: 100,
      redemptionId: other.request.redemptionId,
    });
  });

  test.each([
    ['repeats a page', () => 'SAME', 'nothing new'],
    ['brings something new on each page', () => randomUUID(), 'too many pages'],
  ])('is not asked for ever if it %s', async (_case, id, because) => {
    const page = () => Array.from({ length: 500 }, () => ({ id: id(), status: 'EXECUTED' }));
    vendor.setFault(() => ({ change: () => ({ orders: page() }) }));
    await expect(listAll()).rejects.toThrow(because);
  });
});

test('the list continues over pages', async () => {
  const before = vendor.orders.length;
  for (let n = 0; n < 501 - before; n++) {
    vendor.orders.push({
      id: `PAGE${n}`,
      rewardId: `REWARD${n}`,
      externalId: null,
      cents: 100,
      status: 'EXECUTED',
      createdAt: new Date(),
      body: '',
    });
  }
  const batches = [];
  for await (const batch of provider.list(new Date(0), soon(), new Date())) batches.push(batch.length);
  expect(batches).toEqual([500, 1]);
});

test('the list continues over pages that are smaller than was asked for', async () => {
  vendor.setFault(() => ({ change: ({ orders }) => ({ orders: (orders as object[]).slice(0, 100) }) }));
  const batches = await Array.fromAsync(provider.list(new Date(0), soon(), new Date()));
  expect(new Set(batches.flat().map(({ ref }) => ref)).size).toBe(vendor.orders.length);
});

test('the list ends at the moment that it is asked for', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const old = vendor.orders.at(-1);
  if (!old) throw new Error('no order');
  old.createdAt = daysAgo(3);
  const batches = await Array.fromAsync(provider.list(daysAgo(4), soon(), daysAgo(2)));
  expect(batches.flat().map(({ ref }) => ref)).toEqual([old.id]);
});
