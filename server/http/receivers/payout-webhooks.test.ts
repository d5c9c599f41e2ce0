import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { eraseAccount } from '#domain/privacy/index.ts';
import { proveRedemptions } from '#domain/redemption/index.ts';
import { giveGrants } from '#testing/captcha.ts';
import { createMember, MAILBOX_KEY, signIn } from '#testing/factories.ts';
import { WAIT } from '#testing/patience.ts';
import { patientCalls } from '#testing/patient-calls.ts';
import { startStripe } from '#testing/payouts/stripe.ts';
import { startTremendous } from '#testing/payouts/tremendous.ts';
import { BILLING_ADDRESS, openRedemption } from '#testing/redemption.ts';
import { startTestServer, type Visitor } from '#testing/server.ts';
import { leaveToTest } from '#testing/timetable.ts';

/** Real providers behind the whole server: the effect of their messages, and how a member gets the reward. */

patientCalls();
const [tremendous, stripe] = await Promise.all([startTremendous(), startStripe()]);
afterAll(() => Promise.all([tremendous.close(), stripe.close()]));
const server = await startTestServer({
  PAYOUT_PROVIDER: 'tremendous, 20USD = stripe',
  TREMENDOUS_BASE_URL: tremendous.settings.baseUrl,
  TREMENDOUS_API_KEY: tremendous.settings.apiKey,
  TREMENDOUS_PRODUCT_IDS: tremendous.settings.productIds.join(','),
  TREMENDOUS_WEBHOOK_KEY: tremendous.settings.webhookKey,
  STRIPE_BASE_URL: stripe.settings.baseUrl,
  STRIPE_API_KEY: stripe.settings.apiKey,
  STRIPE_PUBLISHABLE_KEY: stripe.settings.publishableKey,
  STRIPE_WEBHOOK_SECRET: stripe.settings.webhookSecret,
});
const { database } = server;
await leaveToTest(database, 'reconcile_payouts');
afterEach(async () => {
  tremendous.setNextStatus('EXECUTED');
  tremendous.setFault(() => undefined);
  expect(await proveLedger(database)).toEqual([]);
  expect(await proveRedemptions(database)).toEqual([]);
});

const read = (id: string) =>
  database.selectFrom('cardRedemptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const becomes = (id: string, values: object) =>
  vi.waitFor(async () => expect(await read(id)).toMatchObject(values), WAIT);
const movesOf = (memberId: string) =>
  database.selectFrom('ledgerTransfers').selectAll().where('memberId', '=', memberId).orderBy('id').execute();
/** Waits until no check of the issued reward is to come or under way. */
const checked = (id: string) =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from graphile_worker.jobs where key = ${`check_reward:${id}`}`.execute(
      database,
    );
    expect(rows).toHaveLength(0);
  }, WAIT);
const visitorOf = async (memberId: string): Promise<Visitor> => {
  const visitor = server.visitor();
  visitor.cookie = await signIn(database, { id: memberId, isAdmin: false });
  return visitor;
};
const deliver = async (provider: string, message: { body: string; headers: Record<string, string> }) => {
  const answer = await fetch(`${server.url}/api/webhooks/${provider}`, {
    method: 'POST',
    body: message.body,
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site', ...message.headers },
  });
  return { status: answer.status, text: await answer.text() };
};
const orderOf = (id: string) => {
  const order = tremendous.orders.find(({ externalId }) => externalId === id);
  if (!order) throw new Error('no order');
  return order;
};
/** A redemption whose order waits for an approval; it is not checked again for ten minutes. */
const waiting = async () => {
  tremendous.setNextStatus('PENDING APPROVAL');
  const redemption = await openRedemption(database, { provider: 'tremendous' });
  await becomes(redemption.id, { status: 'processing', resting: true });
  tremendous.setNextStatus('EXECUTED');
  return { ...redemption, order: orderOf(redemption.id) };
};

describe('a message of Tremendous', () => {
  test.each([
    ['about the order', 'orders'],
    ['about its reward', 'rewards'],
  ] as const)('%s triggers a check of the state at once', async (_name, type) => {
    const { id, order } = await waiting();
    order.status = 'EXECUTED';
    const resource = { id: type === 'orders' ? order.id : order.rewardId, type };
    const answer = await deliver('tremendous', tremendous.webhook('REWARDS.DELIVERY.SUCCEEDED', resource));
    expect(answer).toEqual({ status: 200, text: 'ok' });
    await becomes(id, { status: 'issued', providerRef: order.id, reveal: 'link' });
  });

  test('is not believed by itself: a message of success about a waiting order moves nothing', async () => {
    const { id, order } = await waiting();
    const { attempts } = await read(id);
    const message = tremendous.webhook('REWARDS.DELIVERY.SUCCEEDED', { id: order.id, type: 'orders' });
    await deliver('tremendous', message);
    await becomes(id, { status: 'processing', resting: true, attempts: attempts + 1 });
    order.status = 'CANCELED';
    await deliver('tremendous', tremendous.webhook('ORDERS.CANCELED', { id: order.id, type: 'orders' }));
    await becomes(id, { status: 'failed', reason: 'provider_refused' });
  });

  test('that comes twice, late or out of order counts once and does not change a final state', async () => {
    const { id, memberId, order } = await waiting();
    const { attempts } = await read(id);
    order.status = 'EXECUTED';
    const message = tremendous.webhook('REWARDS.DELIVERY.SUCCEEDED', { id: order.id, type: 'orders' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => deliver('tremendous', message)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    // Five messages, one run.
    await becomes(id, { status: 'issued', attempts: attempts + 1 });
    const before = { redemption: await read(id), moves: await movesOf(memberId) };
    const stateOf = async () => {
      await checked(id);
      return { redemption: await read(id), moves: await movesOf(memberId) };
    };

    const asked = tremendous.calls.length;
    await deliver('tremendous', tremendous.webhook('ORDERS.CANCELED', { id: order.id, type: 'orders' }));
    expect(await stateOf()).toEqual(before);
    // It was looked into, and the vendor says that the reward is there.
    expect(tremendous.calls.length).toBe(asked + 1);
    await deliver('tremendous', message);
    expect(await stateOf()).toEqual(before);
    expect(tremendous.calls.length).toBe(asked + 1);
  });

  test('about a reward canceled after its issue gives the points back once the vendor confirms it', async () => {
    const { id, memberId, order } = await waiting();
    order.status = 'EXECUTED';
    const resource = { id: order.rewardId, type: 'rewards' } as const;
    await deliver('tremendous', tremendous.webhook('REWARDS.DELIVERY.SUCCEEDED', resource));
    await becomes(id, { status: 'issued' });
    const asked = tremendous.calls.length;
    await deliver('tremendous', tremendous.webhook('REWARDS.CANCELED', resource));
    // One call is for the message about the reward, the other for the check.
    await vi.waitFor(() => expect(tremendous.calls.length).toBeGreaterThan(asked + 1), WAIT);
    expect(await read(id)).toMatchObject({ status: 'issued' });
    order.refundedCents = order.cents;
    const again = tremendous.webhook('REWARDS.CANCELED', resource);
    await Promise.all([1, 2, 3].map(() => deliver('tremendous', again)));
    await becomes(id, { status: 'reversed', reason: 'withdrawn_unused' });
    const { points } = await database
      .selectFrom('users')
      .select('points')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow();
    expect(points).toBe(100);
  });

  test('that arrives during a check is not lost: the next check follows at once', async () => {
    const { id, order } = await waiting();
    const mayAnswer = Promise.withResolvers<void>();
    const answerWhen = mayAnswer.promise;
    tremendous.setFault((call) => (call.method === 'GET' ? { answerWhen } : undefined));
    const message = () => tremendous.webhook('ORDERS.UPDATED', { id: order.id, type: 'orders' });
    await deliver('tremendous', message());
    await becomes(id, { resting: false });
    // The running check gets the state from before.
    await vi.waitFor(() => expect(tremendous.calls.at(-1)?.method).toBe('GET'), WAIT);
    order.status = 'EXECUTED';
    await deliver('tremendous', message());
    mayAnswer.resolve();
    await becomes(id, { status: 'issued' });
  });

  test('that arrives during the check which issues the reward is not lost: the reward is asked about once more', async () => {
    const { id, order } = await waiting();
    const mayAnswer = Promise.withResolvers<void>();
    const answerWhen = mayAnswer.promise;
    tremendous.setFault((call) => (call.method === 'GET' ? { answerWhen } : undefined));
    order.status = 'EXECUTED';
    const about = { id: order.id, type: 'orders' } as const;
    const asked = tremendous.calls.length;
    await deliver('tremendous', tremendous.webhook('REWARDS.DELIVERY.SUCCEEDED', about));
    // The running check gets the state from before.
    await vi.waitFor(() => expect(tremendous.calls.length).toBe(asked + 1), WAIT);
    order.refundedCents = order.cents;
    await deliver('tremendous', tremendous.webhook('REWARDS.CANCELED', about));
    mayAnswer.resolve();
    await becomes(id, { status: 'reversed', reason: 'withdrawn_unused' });
  });

  test('that comes again costs no further call, although it is about a reward', async () => {
    const { id, order } = await waiting();
    order.status = 'EXECUTED';
    const resource = { id: order.rewardId, type: 'rewards' } as const;
    const message = tremendous.webhook('REWARDS.DELIVERY.SUCCEEDED', resource);
    await deliver('tremendous', message);
    await becomes(id, { status: 'issued' });
    const asked = tremendous.calls.length;
    expect(await deliver('tremendous', message)).toEqual({ status: 200, text: 'ok' });
    expect(tremendous.calls.length).toBe(asked);
  });

  test.each([
    ['about the order', 'orders'],
    ['about its reward', 'rewards'],
  ] as const)(
    '%s that comes before the answer of the order was recorded is not lost',
    async (_name, type) => {
      const mayAnswer = Promise.withResolvers<void>();
      const answerWhen = mayAnswer.promise;
      tremendous.setNextStatus('OPEN');
      tremendous.setFault((call) => (call.method === 'POST' ? { answerWhen } : undefined));
      const { id } = await openRedemption(database, { provider: 'tremendous' });
      const order = await vi.waitFor(() => orderOf(id), WAIT);
      order.status = 'EXECUTED';
      const resource = { id: type === 'orders' ? order.id : order.rewardId, type };
      await deliver('tremendous', tremendous.webhook('REWARDS.DELIVERY.SUCCEEDED', resource));
      expect(await read(id)).toMatchObject({ providerRef: null, woken: true });
      mayAnswer.resolve();
      await becomes(id, { status: 'issued', providerRef: order.id });
    },
  );

  test('about a reward whose order got no answer finds it at once', async () => {
    tremendous.setFault((call) => (call.method === 'POST' ? 'lose_reply' : undefined));
    const { id } = await openRedemption(database, { provider: 'tremendous' });
    await becomes(id, { status: 'processing', resting: true, providerRef: null });
    const { id: providerRef, rewardId } = orderOf(id);
    const resource = { id: rewardId, type: 'rewards' } as const;
    await deliver('tremendous', tremendous.webhook('REWARDS.DELIVERY.SUCCEEDED', resource));
    await becomes(id, { status: 'issued', providerRef });
  });

  test('about the order of another site is acknowledged', async () => {
    const order = { id: 'ELSEWHERE', rewardId: 'REWARD-ELSEWHERE', cents: 100, body: '' };
    tremendous.orders.push({ ...order, externalId: randomUUID(), status: 'EXECUTED', createdAt: new Date() });
    const taken = { status: 200, text: 'ok' };
    for (const resource of [
      { id: order.id, type: 'orders' },
      { id: order.rewardId, type: 'rewards' },
    ] as const) {
      expect(await deliver('tremendous', tremendous.webhook('ORDERS.CANCELED', resource))).toEqual(taken);
    }
    tremendous.orders.pop();
  });

  test('about something unknown is acknowledged', async () => {
    const messages = [
      tremendous.webhook('ORDERS.CANCELED', { id: 'NOT-OURS', type: 'orders' }),
      tremendous.webhook('REWARDS.CANCELED', { id: 'NOT-OURS', type: 'rewards' }),
      tremendous.webhook('INVOICES.PAID', { id: 'NOT-OURS', type: 'orders' }),
    ];
    for (const message of messages) expect((await deliver('tremendous', message)).status).toBe(200);
  });

  test('gets a 503, so that it is sent again, if the vendor cannot be asked about it', async () => {
    const { id, order } = await waiting();
    tremendous.setFault(() => ({ status: 500 }));
    order.status = 'EXECUTED';
    const message = tremendous.webhook('REWARDS.DELIVERY.SUCCEEDED', { id: order.rewardId, type: 'rewards' });
    expect((await deliver('tremendous', message)).status).toBe(503);
    tremendous.setFault(() => undefined);
    expect((await deliver('tremendous', message)).status).toBe(200);
    await becomes(id, { status: 'issued' });
  });
});

describe('a payout webhook', () => {
  test.each(['tremendous', 'stripe'])('forged for %s is refused and leaves nothing', async (provider) => {
    const body = JSON.stringify({ id: 'evt_forged', uuid: 'forged', event: 'X', type: 'x' });
    expect((await deliver(provider, { body, headers: {} })).status).toBe(401);
    const headers = {
      'Tremendous-Webhook-Signature': `sha256=${'a'.repeat(64)}`,
      'Stripe-Signature': `t=${Math.floor(Date.now() / 1000)},v1=${'a'.repeat(64)}`,
    };
    expect((await deliver(provider, { body, headers })).status).toBe(401);
    const kept = await database
      .selectFrom('payoutWebhooks')
      .select('eventId')
      .where('eventId', 'in', ['evt_forged', 'forged'])
      .execute();
    expect(kept).toEqual([]);
  });

  test('that is proven but does not say what it is about is acknowledged', async () => {
    const body = JSON.stringify({ event: 'CAMPAIGNS.CHANGED', uuid: 'without-subject', payload: null });
    const digest = createHmac('sha256', tremendous.settings.webhookKey).update(body).digest('hex');
    const headers = { 'Tremendous-Webhook-Signature': `sha256=${digest}` };
    const taken = { status: 200, text: 'ok' };
    expect(await deliver('tremendous', { body, headers })).toEqual(taken);
    expect(await deliver('stripe', stripe.webhook('issuing_card.updated', null))).toEqual(taken);
  });

  test('of a megabyte is refused unread', async () => {
    const { headers } = tremendous.webhook('X', { id: 'X', type: 'orders' });
    expect((await deliver('tremendous', { body: 'x'.repeat(1_000_000), headers })).status).toBe(413);
  });

  test('of a provider without messages has no address', async () => {
    expect((await deliver('sandbox', { body: '{}', headers: {} })).status).toBe(404);
    expect((await deliver('elsewhere', { body: '{}', headers: {} })).status).toBe(404);
  });
});

describe('the member of a redemption', () => {
  test('gets a Tremendous reward by a link that no one else gets', async () => {
    const { id, memberId } = await openRedemption(database, { provider: 'tremendous' });
    await becomes(id, { status: 'issued' });
    const owner = await visitorOf(memberId);
    const [listed] = (await owner.get('/api/redemptions')).body;
    expect(listed).toMatchObject({ id, reveal: 'link', test: false });
    const { status, body } = await owner.get(`/api/redemptions/${id}/link`);
    expect([status, body]).toEqual([200, { link: expect.stringMatching(/^https:/), stays: false }]);
    const other = await visitorOf((await openRedemption(database, { provider: 'manual' })).memberId);
    for (const path of ['link', 'card', 'frame']) {
      expect((await other.get(`/api/redemptions/${id}/${path}`)).status).toBe(404);
    }
    expect((await owner.get(`/api/redemptions/${id}/card`)).status).toBe(404);
    tremendous.setFault(() => ({ status: 500 }));
    expect(await owner.get(`/api/redemptions/${id}/link`)).toMatchObject({
      status: 503,
      body: { code: 'busy' },
    });
  });

  test('gives the address that Stripe asks for, and gets a card in a frame', async () => {
    const redemption = await openRedemption(database, { provider: 'stripe', points: 100 });
    const { id, memberId } = redemption;
    await becomes(id, { status: 'processing', reason: 'details_needed', resting: true });
    const owner = await visitorOf(memberId);
    expect((await owner.get('/api/user/billing-address')).body).toEqual({ address: null });
    const save = (changes: Partial<typeof BILLING_ADDRESS> = {}) =>
      owner.call('PUT', '/api/user/billing-address', { ...BILLING_ADDRESS, ...changes });
    for (const country of ['USA', 'UK']) {
      const bad = await save({ country });
      expect([bad.status, Object.keys(bad.body.fields)]).toEqual([400, ['country']]);
    }
    // Stripe does not take it: cards of Stripe are not promised within seconds meanwhile.
    expect((await save({ postalCode: 'ABC' })).status).toBe(200);
    await vi.waitFor(() => expect(stripe.calls.some(({ text }) => text.includes('ABC'))).toBe(true), WAIT);
    await becomes(id, { status: 'processing', reason: 'details_needed', resting: true });
    const { offers } = (await owner.get('/api/rewards')).body;
    expect(offers).toContainEqual(expect.objectContaining({ cardTier: '20USD', needsDetails: true }));
    const saved = await save();
    expect([saved.status, saved.body]).toEqual([200, { address: BILLING_ADDRESS }]);
    await becomes(id, { status: 'issued', reason: null, reveal: 'elements' });

    const card = stripe.cards.find(({ metadata }) => metadata?.redemption_id === id);
    expect(await read(id)).toMatchObject({ stripeCardId: card?.id, providerRef: card?.id });
    const member = await database
      .selectFrom('users')
      .select('stripeCustomerId')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow();
    expect(member.stripeCustomerId).toBe(card?.cardholder);
    const frame = await owner.get(`/api/redemptions/${id}/frame`);
    expect(frame.body).toMatchObject({ cardId: card?.id, publishableKey: stripe.settings.publishableKey });
    const key = await owner.post(`/api/redemptions/${id}/frame/keys`, { nonce: 'from the browser' });
    expect(key.body).toEqual({ ephemeralKey: expect.stringMatching(/^ek_test_/) });
    expect((await owner.get(`/api/redemptions/${id}/link`)).status).toBe(404);
  });

  test('takes the points back instead of giving the address that Stripe asks for', async () => {
    const { id, memberId } = await openRedemption(database, { provider: 'stripe' });
    await becomes(id, { status: 'processing', reason: 'details_needed', resting: true });
    const owner = await visitorOf(memberId);
    const offers = async () => (await owner.get('/api/rewards')).body.offers;
    expect(await offers()).toContainEqual(expect.objectContaining({ cardTier: '20USD', needsDetails: true }));
    expect(await offers()).toContainEqual(expect.objectContaining({ cardTier: '1USD', needsDetails: false }));
    const other = await visitorOf((await createMember(database)).id);
    expect((await other.post(`/api/redemptions/${id}/end`)).status).toBe(404);
    const ended = await owner.post(`/api/redemptions/${id}/end`);
    expect([ended.status, ended.body]).toEqual([200, { ended: true }]);
    expect((await owner.get('/api/redemptions')).body).toMatchObject([
      { id, status: 'failed', reason: 'details_needed', message: null },
    ]);
    expect((await owner.get('/api/user')).body).toMatchObject({ points: 100 });
    expect((await owner.post(`/api/redemptions/${id}/end`)).body).toEqual({ ended: false });
  });

  test('gets the card once Stripe has what it asked of the cardholder', async () => {
    stripe.setRequirements(['individual.verification.document']);
    const redemption = await openRedemption(database, { provider: 'stripe' });
    await database
      .insertInto('billingAddresses')
      .values({ userId: redemption.memberId, ...BILLING_ADDRESS })
      .execute();
    const owner = await visitorOf(redemption.memberId);
    await owner.call('PUT', '/api/user/billing-address', BILLING_ADDRESS);
    const readCustomer = async () => {
      const { customer } = await database
        .selectFrom('users')
        .select('stripeCustomerId as customer')
        .where('id', '=', redemption.memberId)
        .executeTakeFirstOrThrow();
      return customer;
    };
    await expect.poll(readCustomer, WAIT).not.toBeNull();
    // Its member cannot give that here, so no address is asked for.
    await becomes(redemption.id, { status: 'processing', reason: null, resting: true });
    const customer = await readCustomer();
    stripe.setRequirements([]);
    await deliver('stripe', stripe.webhook('issuing_cardholder.updated', { id: customer }));
    await becomes(redemption.id, { status: 'issued' });
  });

  test('who leaves while a card is being made leaves no points behind', async () => {
    const redemption = await openRedemption(database, { provider: 'stripe', points: 100 });
    const { id, memberId } = redemption;
    stripe.setFault((call) => (call.text.includes('status=active') ? { status: 429 } : undefined));
    const owner = await visitorOf(memberId);
    // Of three members who share one, the third would be reviewed.
    await owner.call('PUT', '/api/user/billing-address', { ...BILLING_ADDRESS, line1: '3 Main Street' });
    await becomes(id, { status: 'processing', resting: true, providerRef: expect.any(String) });
    await transactOn(database)((tx) => eraseAccount(tx, memberId, MAILBOX_KEY));
    stripe.setFault(() => undefined);
    const { providerRef } = await read(id);
    const card = { id: providerRef, metadata: { redemption_id: id } };
    await deliver('stripe', stripe.webhook('issuing_card.updated', card));
    await becomes(id, { status: 'issued', providerRef });
  });
});

test('each reward is made by the provider that is configured for it', async () => {
  const { memberId } = await openRedemption(database, { provider: 'tremendous', points: 2_100 });
  const visitor = await visitorOf(memberId);
  await giveGrants(database, memberId, 'redemption');
  const body = { requestId: 'twenty-dollars', cardTier: '20USD' };
  const { id } = (await visitor.post('/api/redemptions', body)).body;
  expect(await read(id)).toMatchObject({ provider: 'stripe' });
  expect((await visitor.get('/api/rewards')).body).toMatchObject({ delivery: 'at_once', test: false });
});
