import { randomUUID } from 'node:crypto';
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
const soon = () => AbortSignal.timeout(WAIT.timeout);

const recipientOf = (changes: Partial<PayoutRequest['recipient']>) => {
  const request = payoutRequest();
  return { ...request, recipient: { ...request.recipient, ...changes } };
};
const enrolled = async () => {
  const request = payoutRequest();
  const outcome = await provider.enroll(request, soon());
  if (outcome.t !== 'enrolled') throw new Error(outcome.t);
  return { ...request, recipient: { ...request.recipient, customer: outcome.customer } };
};
const prepared = async (request: PayoutRequest) => {
  const outcome = await provider.prepare(request, soon());
  if (outcome.t !== 'prepared') throw new Error(outcome.t);
  return outcome.ref;
};
const cardsOf = (request: PayoutRequest) =>
  vendor.cards.filter(({ metadata }) => metadata?.redemption_id === request.redemptionId);
/** The next responses have other values. */
const answerWith = (change: (body: Record<string, unknown>) => object) =>
  vendor.setFault(() => ({ change: (body) => ({ ...body, ...change(body) }) }));

describe('cardholders', () => {
  test.each([
    ['Robin Example', 'Robin Example', { first_name: 'Robin', last_name: 'Example' }],
    ['  Zoë   Ångström 2nd ', 'Zoe Angstrom nd', { first_name: 'Zoe', last_name: 'Angstrom nd' }],
    ['Maximiliane von Hohenstein-Lichtenberg', 'Maximiliane von Hohenste', expect.anything()],
    ['Robin', 'Robin', undefined],
    ['Đỗ Thị Đào', 'Do Thi Dao', { first_name: 'Do', last_name: 'Thi Dao' }],
    ['Łukasz Groß', 'Lukasz Gross', expect.anything()],
    ['Øystein Ǿrsted', 'Oystein Orsted', expect.anything()],
    ['Işıl Æðelþryð', 'Isil Aedelthryd', expect.anything()],
  ])('are enrolled with a name that cards allow: %s', async (name, printed, individual) => {
    expect(await provider.enroll(recipientOf({ name }), soon())).toMatchObject({ t: 'enrolled' });
    expect(vendor.cardholders.at(-1)).toMatchObject({ name: printed });
    expect(vendor.cardholders.at(-1)?.individual).toEqual(individual);
  });

  test.each([
    ['without an address', { address: null }, undefined],
    ['with a name in other letters', { name: '山田太郎' }, undefined],
    [
      'whose address Stripe finds wrong',
      { address: { ...BILLING_ADDRESS, postalCode: 'ABC' } },
      'billing[address][postal_code]',
    ],
  ])('are asked for details, and nothing is refused: %s', async (_case, recipient, field) => {
    expect(await provider.enroll(recipientOf(recipient), soon())).toEqual({
      t: 'accepted',
      why: 'needs_info',
      field,
    });
  });

  test('with open requirements keep their card waiting for a person, before and after it was prepared', async () => {
    const waits = { t: 'accepted', why: 'review', unasked: true };
    const [early, late] = [await enrolled(), await enrolled()];
    const ref = await prepared(late);
    vendor.setRequirements(['individual.verification.document']);
    expect(await provider.prepare(early, soon())).toEqual(waits);
    expect(cardsOf(early)).toEqual([]);
    expect(await provider.commit(late, ref, soon())).toEqual({ ...waits, ref });
    vendor.setRequirements([]);
    expect(await provider.commit(late, ref, soon())).toMatchObject({ t: 'issued', ref });
  });

  test('of another member are left to a person', async () => {
    answerWith(() => ({ metadata: { member_id: randomUUID() } }));
    expect(await provider.enroll(payoutRequest(), soon())).toEqual({ t: 'accepted', why: 'review' });
  });

  test('of another account are left to a person', async () => {
    const outcome = await provider.prepare(recipientOf({ customer: 'ich_elsewhere' }), soon());
    expect(outcome).toEqual({ t: 'accepted', why: 'review', unasked: true });
  });
});

test.each([429, 400])('a limit of calls that Stripe tells by %d is no refusal', async (status) => {
  const request = await enrolled();
  const body = { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Slow down' } };
  vendor.setFault(() => ({ status, headers: { 'Retry-After': '7' }, body }));
  expect(await provider.prepare(request, soon())).toEqual({ t: 'retry', code: 'rate', afterMs: 7_000 });
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
  expect(await provider.lookup(request, soon())).toEqual({ t: 'prepared', ref });
});

test('a repeated 500 of a key stays: no second key is tried, nothing is refused', async () => {
  const request = await enrolled();
  vendor.setFault((call) =>
    call.path === '/v1/issuing/cards' && call.method === 'POST' ? { status: 500, kept: true } : undefined,
  );
  expect(await provider.prepare(request, soon())).toMatchObject({ t: 'unknown' });
  vendor.setFault(() => undefined);
  expect(await provider.prepare(request, soon())).toMatchObject({ t: 'unknown' });
  expect(await provider.lookup(request, soon())).toEqual({ t: 'absent' });
  expect(cardsOf(request)).toEqual([]);
});

test('a call while the first one is in flight is refused as such', async () => {
  const request = await enrolled();
  const release = vendor.hold();
  const earlier = vendor.calls.length;
  const first = provider.prepare(request, soon());
  await vi.waitUntil(
    () =>
      vendor.calls.slice(earlier).some((call) => call.path === '/v1/issuing/cards' && call.method === 'POST'),
    WAIT,
  );
  expect(await provider.prepare(request, soon())).toEqual({ t: 'retry', code: 'in_flight' });
  release();
  expect(await first).toMatchObject({ t: 'prepared' });
});

test("Stripe's frame opens by a nonce, and no card number reaches this server", async () => {
  const request = await enrolled();
  const ref = await prepared(request);
  const lastSecond = new Date(Date.UTC(new Date().getUTCFullYear() + 3, 11, 31, 23, 59, 59));
  expect(await provider.commit(request, ref, soon())).toMatchObject({ t: 'issued', expiresAt: lastSecond });
  expect(await provider.frame(ref, soon())).toEqual({
    cardId: ref,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    apiVersion: API_VERSION,
  });
  expect(await provider.frameKey(ref, 'nonce', soon())).toMatch(/^ek_test_/);
  expect(vendor.calls.at(-1)?.headers['stripe-version']).toBe(API_VERSION);
  expect(provider).not.toHaveProperty('reveal');
});

describe('a card that is not what was asked for', () => {
  const ofOthers = [
    ['of another redemption', { metadata: { redemption_id: randomUUID() } }],
    ['of no redemption', { metadata: {} }],
    ['of another cardholder', { cardholder: { id: 'ich_other' } }],
    ['of another redemption, canceled', { metadata: { redemption_id: randomUUID() }, status: 'canceled' }],
  ] as const;

  test.each(ofOthers)('is neither kept nor shown, and a person looks at it: %s', async (_case, values) => {
    const request = await enrolled();
    vendor.setFault(({ path }) =>
      path.startsWith('/v1/issuing/cards/') || path === '/v1/issuing/cards'
        ? { change: (card) => ({ ...card, ...values }) }
        : undefined,
    );
    expect(await provider.prepare(request, soon())).toEqual({ t: 'accepted', why: 'review' });
    const ref = cardsOf(request)[0]?.id ?? '';
    expect(await provider.commit(request, ref, soon())).toEqual({ t: 'accepted', why: 'review' });
  });

  test('is left to a person if its currency is another one', async () => {
    const request = await enrolled();
    const ref = await prepared(request);
    answerWith(() => ({ currency: 'eur' }));
    expect(await provider.commit(request, ref, soon())).toEqual({ t: 'accepted', ref, why: 'review' });
  });

  test('tells nothing of the card that was asked about', async () => {
    const ref = await prepared(await enrolled());
    answerWith(() => ({ id: 'ic_other', status: 'canceled' }));
    await expect(provider.fate(ref, soon())).rejects.toThrow('another card');
    await expect(provider.void(ref, soon())).rejects.toThrow('another card');
  });
});

describe('a card that the operator replaced', () => {
  async function replaced(changes: Partial<(typeof vendor.cards)[number]> = {}) {
    const request = await enrolled();
    const ref = await prepared(request);
    await provider.commit(request, ref, soon());
    const old = cardsOf(request)[0];
    if (!old) throw new Error('no card');
    const next = { ...old, id: `ic_${randomUUID()}`, replacementFor: ref, ...changes };
    vendor.cards.push(next);
    Object.assign(old, { status: 'canceled', replacedBy: next.id });
    return { request, ref, next };
  }

  test('is live, and its member sees the one in its place', async () => {
    const { request, ref, next } = await replaced();
    expect(await provider.frame(ref, soon())).toMatchObject({ cardId: next.id });
    await provider.frameKey(ref, 'nonce', soon());
    expect(vendor.calls.at(-1)?.text).toContain(`issuing_card=${next.id}`);
    expect(await provider.fate(ref, soon())).toEqual({ t: 'live' });
    const listed = (
      await Array.fromAsync(provider.list(new Date(0), soon(), new Date(Date.now() + 60_000)))
    ).flat();
    const { redemptionId } = request;
    expect(listed.filter((card) => [ref, next.id].includes(card.ref))).toEqual([
      expect.objectContaining({ ref: next.id, redemptionId: undefined }),
      expect.objectContaining({ ref, redemptionId, state: 'live' }),
    ]);
  });

  test('is taken back with the last one in its place, unused if none of them has paid', async () => {
    const { request, ref, next } = await replaced();
    const last = { ...next, id: `ic_${randomUUID()}`, replacementFor: next.id };
    vendor.cards.push(last);
    Object.assign(next, { status: 'canceled', replacedBy: last.id });
    expect(await provider.fate(ref, soon())).toEqual({ t: 'live' });
    expect(await provider.redemptionOf(last.id, soon())).toBe(request.redemptionId);
    expect(await provider.redemptionOf('ic_unknown', soon())).toBeUndefined();
    last.status = 'canceled';
    expect(await provider.fate(ref, soon())).toEqual({ t: 'withdrawn', unused: true });
    const listed = (
      await Array.fromAsync(provider.list(new Date(0), soon(), new Date(Date.now() + 60_000)))
    ).flat();
    expect(listed.find((card) => card.ref === ref)).toMatchObject({ state: 'dead' });
    const paid = { object: 'issuing.authorization', card: next.id, approved: true } as const;
    vendor.uses.push({ id: `iauth_${randomUUID()}`, ...paid });
    expect(await provider.fate(ref, soon())).toEqual({ t: 'withdrawn', unused: false });
  });

  test('is found although the one in its place does not name the redemption', async () => {
    const { request, ref } = await replaced({ metadata: {} });
    expect(await provider.lookup(request, soon())).toMatchObject({ t: 'issued', ref });
  });

  test("is not shown as another member's, and not for ever", async () => {
    const other = (await enrolled()).recipient.customer ?? '';
    const { ref } = await replaced({ cardholder: other });
    await expect(provider.frame(ref, soon())).rejects.toThrow('another member');
    const { ref: first, next } = await replaced();
    Object.assign(next, { status: 'canceled', replacedBy: first });
    await expect(provider.frame(first, soon())).rejects.toThrow('too many');
  });
});

test.each([
  { exp_year: null },
  { exp_year: 'soon' },
  { exp_month: undefined },
  { exp_year: 99_999 },
  { exp_year: -100_000 },
])('a card is issued without a date if its vendor names none that there is: %j', async (values) => {
  const request = await enrolled();
  const ref = await prepared(request);
  answerWith(() => values);
  expect(await provider.commit(request, ref, soon())).toEqual({ t: 'issued', ref, reveal: 'elements' });
});

test('the list ends at the moment that it is asked for', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const ref = await prepared(await enrolled());
  const old = vendor.cards.find(({ id }) => id === ref);
  if (!old) throw new Error('no card');
  old.createdAt = daysAgo(3);
  const batches = await Array.fromAsync(provider.list(daysAgo(4), soon(), daysAgo(2)));
  expect(batches.flat().map((card) => card.ref)).toEqual([ref]);
});

describe('a vendor that never ends', () => {
  /** The bytes of an answer take far longer than the call, and none of the pauses is long. */
  const DRIP_MS = 20;
  const CALL_MS = 300;
  const short = () => AbortSignal.timeout(CALL_MS);
  const outcomeOf = (call: Promise<{ t: string }>) => call.catch(() => ({ t: 'unknown' }));
  const listAll = async (signal: AbortSignal) => {
    for await (const _ of provider.list(new Date(0), signal, new Date()));
    return { t: 'listed' };
  };
  const calls: [string, (request: PayoutRequest, ref: string) => Promise<{ t: string }>][] = [
    ['enroll', () => provider.enroll(payoutRequest(), short())],
    ['prepare', (request) => provider.prepare(request, short())],
    ['commit', (request, ref) => provider.commit(request, ref, short())],
    ['lookup', (request) => provider.lookup(request, short())],
    ['void', (_, ref) => provider.void(ref, short())],
    ['fate', (_, ref) => provider.fate(ref, short())],
    ['frameKey', async (_, ref) => ({ t: await provider.frameKey(ref, 'nonce', short()) })],
    ['list', () => listAll(short())],
  ];

  test.each(calls)('keeps no call longer than its signal: %s', async (_name, call) => {
    const request = await enrolled();
    const ref = await prepared(request);
    vendor.setFault(() => ({ dripMs: DRIP_MS }));
    expect(await outcomeOf(call(request, ref))).toMatchObject({ t: 'unknown' });
  });

  test('keeps no request longer than 9 s, however patient the call is', async () => {
    const request = await enrolled();
    await prepared(request);
    vendor.setFault(() => ({ dripMs: DRIP_MS }));
    expect(await provider.lookup(request, soon())).toMatchObject({ t: 'unknown' });
  });

  test('is not read to the end of an answer that is too long', async () => {
    const request = await enrolled();
    answerWith(() => ({ padding: 'x'.repeat(9_000_000) }));
    expect(await provider.lookup(request, soon())).toMatchObject({ t: 'unknown' });
  });

  test.each([
    ['the same page', [{ id: 'same', metadata: {}, cardholder: {}, spending_controls: {}, approved: false }]],
    ['an empty page', []],
  ])('is not asked for ever if it repeats %s', async (_case, data) => {
    const request = await enrolled();
    const ref = await prepared(request);
    expect(await provider.void(ref, soon())).toEqual({ t: 'absent' });
    answerWith(() => ({ has_more: true, data }));
    await expect(provider.lookup(request, soon())).rejects.toThrow('nothing new');
    await expect(listAll(soon())).rejects.toThrow('nothing new');
    await expect(provider.fate(ref, soon())).rejects.toThrow('nothing new');
  });

  test('is not asked for ever if each page brings something new', async () => {
    const request = await enrolled();
    await prepared(request);
    const [card] = cardsOf(request);
    vendor.setFault(() => ({
      change: (page) => ({ ...page, has_more: true, data: [{ ...card, id: randomUUID(), metadata: {} }] }),
    }));
    expect(await outcomeOf(provider.lookup(request, short()))).toMatchObject({ t: 'unknown' });
    await expect(provider.lookup(request, new AbortController().signal)).rejects.toThrow('too many pages');
  });
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
    ['issuing_card.updated', { id: 'ic_3' }, { ref: 'ic_3' }],
    ['issuing_card.updated', null, undefined],
    ['issuing_cardholder.updated', { id: 'ich_1' }, { customer: 'ich_1' }],
    ['issuing_cardholder.updated', {}, undefined],
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
