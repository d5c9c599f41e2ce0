import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import type { PayoutRequest } from '#domain/redemption/index.ts';
import { WAIT } from '#testing/patience.ts';
import { STRIPE_PUBLISHABLE_KEY, startStripe } from '#testing/payouts/stripe.ts';
import { BILLING_ADDRESS, payoutRequest } from '#testing/redemption.ts';
import { StripePayouts } from './stripe.ts';

const API_VERSION = '2026-09-30.endive';
const vendor = await startStripe();
afterAll(vendor.close);
afterEach(() => {
  vendor.setFault(() => undefined);
  vendor.setRequirements([]);
});
const provider = new StripePayouts(vendor.settings);

const recipientOf = (changes: Partial<PayoutRequest['recipient']>) => {
  const request = payoutRequest();
  return { ...request, recipient: { ...request.recipient, ...changes } };
};
const enrolled = async () => {
  const request = payoutRequest();
  const outcome = await provider.enroll(request);
  if (outcome.t !== 'enrolled') throw new Error(outcome.t);
  return { ...request, recipient: { ...request.recipient, customer: outcome.customer } };
};
const prepared = async (request: PayoutRequest) => {
  const outcome = await provider.prepare(request);
  if (outcome.t !== 'prepared') throw new Error(outcome.t);
  return outcome.ref;
};
const cardsOf = (request: PayoutRequest) =>
  vendor.cards.filter(({ metadata }) => metadata?.redemption_id === request.redemptionId);

describe('cardholders', () => {
  test.each([
    ['Robin Example', 'Robin Example', { first_name: 'Robin', last_name: 'Example' }],
    ['  Zoë   Ångström 2nd ', 'Zoe Angstrom nd', { first_name: 'Zoe', last_name: 'Angstrom nd' }],
    ['Maximiliane von Hohenstein-Lichtenberg', 'Maximiliane von Hohenste', expect.anything()],
    ['Robin', 'Robin', undefined],
  ])('are enrolled with a name that cards allow: %s', async (name, printed, individual) => {
    expect(await provider.enroll(recipientOf({ name }))).toMatchObject({ t: 'enrolled' });
    expect(vendor.cardholders.at(-1)).toMatchObject({ name: printed });
    expect(vendor.cardholders.at(-1)?.individual).toEqual(individual);
  });

  test.each([
    ['without an address', { address: null }],
    ['with a name in other letters', { name: '山田太郎' }],
    ['whose address Stripe finds wrong', { address: { ...BILLING_ADDRESS, postalCode: 'ABC' } }],
  ])('are asked for details, and nothing is refused: %s', async (_case, recipient) => {
    expect(await provider.enroll(recipientOf(recipient))).toEqual({ t: 'accepted', why: 'needs_info' });
  });

  test('are not created for a member who left', async () => {
    const outcome = await provider.enroll(recipientOf({ name: null, email: null }));
    expect(outcome).toEqual({ t: 'rejected', code: 'member_left' });
  });

  test('with open requirements keep their card waiting, before and after it was prepared', async () => {
    const [early, late] = [await enrolled(), await enrolled()];
    const ref = await prepared(late);
    vendor.setRequirements(['individual.verification.document']);
    expect(await provider.prepare(early)).toEqual({ t: 'accepted', why: 'needs_info' });
    expect(cardsOf(early)).toEqual([]);
    expect(await provider.commit(late, ref)).toEqual({ t: 'accepted', why: 'needs_info', ref });
    vendor.setRequirements([]);
    expect(await provider.commit(late, ref)).toMatchObject({ t: 'issued', ref });
  });

  test('of another account are left to a person', async () => {
    const outcome = await provider.prepare(recipientOf({ customer: 'ich_elsewhere' }));
    expect(outcome).toEqual({ t: 'accepted', why: 'review' });
  });
});

test('a card is inactive first, limited to its cents for all time, and named by the redemption', async () => {
  const request = await enrolled();
  await prepared(request);
  expect(cardsOf(request)).toEqual([
    expect.objectContaining({
      status: 'inactive',
      currency: 'usd',
      spending_controls: { spending_limits: [{ amount: 100, interval: 'all_time' }] },
    }),
  ]);
  const sent = vendor.calls.findLast(({ path }) => path === '/v1/issuing/cards');
  expect(sent?.headers['stripe-version']).toBe(API_VERSION);
  expect(sent?.headers['idempotency-key']).toBe(`redemption-${request.redemptionId}`);
});

test('a card is found by its cardholder after its key was pruned, behind a hundred others', async () => {
  const request = await enrolled();
  const ref = await prepared(request);
  for (let n = 0; n < 120; n++) {
    const other = vendor.cards[0];
    if (other)
      vendor.cards.push({
        ...other,
        id: `ic_${n}`,
        cardholder: request.recipient.customer ?? '',
        metadata: {},
      });
  }
  vendor.forgetKeys();
  expect(await provider.lookup(request)).toEqual({ t: 'prepared', ref });
});

test('a repeated 500 of a key stays: no second key is tried, nothing is refused', async () => {
  const request = await enrolled();
  vendor.setFault((call) =>
    call.path === '/v1/issuing/cards' && call.method === 'POST' ? { status: 500, kept: true } : undefined,
  );
  expect(await provider.prepare(request)).toMatchObject({ t: 'unknown' });
  vendor.setFault(() => undefined);
  expect(await provider.prepare(request)).toMatchObject({ t: 'unknown' });
  expect(await provider.lookup(request)).toEqual({ t: 'absent' });
  expect(cardsOf(request)).toEqual([]);
});

test('a call while the first one is in flight is refused as such', async () => {
  const request = await enrolled();
  const release = vendor.hold();
  const earlier = vendor.calls.length;
  const first = provider.prepare(request);
  await vi.waitUntil(
    () =>
      vendor.calls.slice(earlier).some((call) => call.path === '/v1/issuing/cards' && call.method === 'POST'),
    WAIT,
  );
  expect(await provider.prepare(request)).toEqual({ t: 'retry', code: 'in_flight' });
  release();
  expect(await first).toMatchObject({ t: 'prepared' });
});

test("Stripe's frame opens by a nonce, and no card number reaches this server", async () => {
  const request = await enrolled();
  const ref = await prepared(request);
  const lastSecond = new Date(Date.UTC(new Date().getUTCFullYear() + 3, 11, 31, 23, 59, 59));
  expect(await provider.commit(request, ref)).toMatchObject({ t: 'issued', expiresAt: lastSecond });
  expect(provider.frame(ref)).toEqual({
    cardId: ref,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    apiVersion: API_VERSION,
  });
  expect(await provider.frameKey(ref, 'nonce')).toMatch(/^ek_test_/);
  expect(vendor.calls.at(-1)?.headers['stripe-version']).toBe(API_VERSION);
  expect(provider).not.toHaveProperty('reveal');
});

describe('webhooks', () => {
  const parse = (message: { body: string; headers: Record<string, string> }, change = '') =>
    provider.parseWebhook(
      Buffer.from(message.body + change),
      (name) => Object.entries(message.headers).find(([key]) => key.toLowerCase() === name)?.[1],
    );

  test.each([
    ['issuing_card.updated', { id: 'ic_1', metadata: { redemption_id: 'r-1' } }, { redemptionId: 'r-1' }],
    ['issuing_card.created', { id: 'ic_2', metadata: {} }, { ref: 'ic_2' }],
    ['issuing_cardholder.updated', { id: 'ich_1' }, { customer: 'ich_1' }],
    ['payout.paid', { id: 'po_1' }, undefined],
  ])('%s', (type, object, about) => {
    const event = parse(vendor.webhook(type, object, { id: 'evt_1' }));
    expect(event).toEqual({ id: 'evt_1', kind: type, ...(about ? { about } : {}) });
  });

  test('are not accepted if forged, changed, unsigned or old', () => {
    const message = vendor.webhook('payout.paid', { id: 'po_1' });
    expect(parse(message, ' ')).toBeUndefined();
    expect(parse({ ...message, headers: {} })).toBeUndefined();
    expect(parse({ ...message, headers: { 'Stripe-Signature': 't=1,v1=00' } })).toBeUndefined();
    const old = vendor.webhook('payout.paid', { id: 'po_1' }, { at: new Date(Date.now() - 600_000) });
    expect(parse(old)).toBeUndefined();
  });
});
