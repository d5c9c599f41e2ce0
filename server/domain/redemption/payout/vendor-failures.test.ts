import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { memberRewards } from '#domain/administration/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import {
  createBreaker,
  endRedemption,
  fulfilRedemption,
  type PayoutProvider,
  proveRedemptions,
} from '#domain/redemption/index.ts';
import { StripePayouts } from '#providers/payouts/stripe/stripe.ts';
import { TremendousPayouts } from '#providers/payouts/tremendous/tremendous.ts';
import { giveGrants } from '#testing/captcha.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { WAIT } from '#testing/patience.ts';
import { startStripe } from '#testing/payouts/stripe.ts';
import { startTremendous, TREMENDOUS_PRODUCT } from '#testing/payouts/tremendous.ts';
import { askForCard, BILLING_ADDRESS, endLease, openRedemption, payoutRequest } from '#testing/redemption.ts';

/** Redemptions while a vendor fails. After each test every sum is right and at most one reward is live. */

const { database, transact } = await testDatabase();
const [tremendous, stripe] = await Promise.all([startTremendous(), startStripe()]);
afterAll(() => Promise.all([tremendous.close(), stripe.close()]));
const providers = [new TremendousPayouts(tremendous.settings), new StripePayouts(stripe.settings)];

const admin = await createMember(database, { isAdmin: true });

const open = async (provider: 'tremendous' | 'stripe') => {
  const redemption = await openRedemption(database, { provider });
  await database
    .insertInto('billingAddresses')
    .values({ userId: redemption.memberId, ...BILLING_ADDRESS })
    .execute();
  return redemption;
};
const run = async (id: string, by: PayoutProvider[] = providers) => {
  await endLease(database, id);
  await fulfilRedemption({ transact, providers: by, report: () => {}, callTimeoutMs: WAIT.timeout }, id);
};
const read = (id: string) =>
  database.selectFrom('cardRedemptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const pointsOf = async (memberId: string) =>
  (await database.selectFrom('users').select('points').where('id', '=', memberId).executeTakeFirst())?.points;
const liveOf = (id: string) =>
  tremendous.orders.filter(({ externalId, status }) => externalId === id && status === 'EXECUTED').length +
  stripe.cards.filter(({ metadata, status }) => metadata?.redemption_id === id && status === 'active').length;

afterEach(async () => {
  tremendous.setFault(() => undefined);
  stripe.setFault(() => undefined);
  tremendous.setFunds(1_000_000);
  stripe.setFunds(1_000_000);
  expect(await proveLedger(database)).toEqual([]);
  expect(await proveRedemptions(database)).toEqual([]);
});

test('a member whose details are missing gets one notice, which never says that a person is at work', async () => {
  const { id, memberId } = await openRedemption(database, { provider: 'stripe' });
  const told = async () => {
    const rows = await database.selectFrom('notices').select('kind').where('userId', '=', memberId).execute();
    return rows.map(({ kind }) => kind).filter((kind) => kind !== 'points_credited');
  };
  await run(id);
  // The member may be looking at the page and give the details at once.
  expect(await told()).toEqual([]);
  await run(id);
  expect(await told()).toEqual(['redemption_details']);
  await sql`update card_redemptions set promised_by = now() - interval '1 hour' where id = ${id}`.execute(
    database,
  );
  await run(id);
  // It waits for the member, who was promised no time: nobody checks it.
  expect(await read(id)).toMatchObject({ status: 'processing', reason: 'details_needed' });
  expect(await told()).toEqual(['redemption_details']);
});

test('the redemption of a member who left before giving an address ends, and its points are not held', async () => {
  const { id, memberId } = await openRedemption(database, { provider: 'stripe' });
  await run(id);
  expect(await read(id)).toMatchObject({ reason: 'details_needed' });
  await sql`update users set erased_at = now() where id = ${memberId}`.execute(database);
  await run(id);
  expect(await read(id)).toMatchObject({ status: 'failed', leasedUntil: null });
  expect(await memberRewards(database, memberId, undefined)).toMatchObject([{ id, reason: 'member_left' }]);
  expect(await pointsOf(memberId)).toBe(100);
  expect(liveOf(id)).toBe(0);
});

test('a member who is unknown to the Stripe account does not keep others from their cards', async () => {
  const [stranger, other] = [await open('stripe'), await open('stripe')];
  await sql`update users set stripe_customer_id = 'ich_of_test_mode' where id = ${stranger.memberId}`.execute(
    database,
  );
  const breaker = createBreaker(() => {});
  for (const { id } of [stranger, other]) {
    await fulfilRedemption({ transact, providers, report: () => {}, breaker }, id);
  }
  expect(await read(other.id)).toMatchObject({ status: 'issued' });
  // Left to a person: the card may exist in the Stripe account that was configured before.
  expect(await read(stranger.id)).toMatchObject({ status: 'processing', reason: null });
  expect(await pointsOf(stranger.memberId)).toBe(0);
});

test('the points of a member who is unknown to the Stripe account go back once a person ends it, and the next card is made', async () => {
  const { id, memberId } = await open('stripe');
  const customer = (name: string) =>
    database.updateTable('users').set({ stripeCustomerId: name }).where('id', '=', memberId).execute();
  await customer('ich_of_the_account_before');
  for (let n = 0; n < 2; n++) await run(id);
  await database
    .updateTable('cardRedemptions')
    .set({ promisedBy: new Date(0) })
    .where('id', '=', id)
    .execute();
  await transact((tx) => endRedemption(tx, { redemptionId: id, text: 'We end this.', adminId: admin.id }));
  await run(id);
  expect(await read(id)).toMatchObject({ status: 'failed', reason: 'staff_refused', providerRef: null });
  expect(await pointsOf(memberId)).toBe(100);

  // The members of the other tests live there too.
  const moved = { line1: '7 Quiet Lane' };
  await database.updateTable('billingAddresses').set(moved).where('userId', '=', memberId).execute();
  await giveGrants(database, memberId, 'redemption');
  const next = await transact((tx) =>
    askForCard(tx, { memberId, requestId: randomUUID(), provider: 'stripe' }),
  );
  await run(next.id);
  expect(await read(next.id)).toMatchObject({ status: 'issued' });
});

test('a call without an answer in another Stripe account gives no points back, even if a person ends it', async () => {
  const { id, memberId } = await open('stripe');
  await database
    .updateTable('cardRedemptions')
    .set({
      ...{ providerCustomer: 'ich_of_the_account_before', attempts: 1, status: 'processing', resting: true },
      ...{ unansweredSince: new Date(0), lastUnansweredAt: new Date(0), promisedBy: new Date(0) },
    })
    .where('id', '=', id)
    .execute();
  await transact((tx) => endRedemption(tx, { redemptionId: id, text: 'We end this.', adminId: admin.id }));
  await run(id);
  expect(await read(id)).toMatchObject({ status: 'review' });
  expect(await pointsOf(memberId)).toBe(0);
});

test('a redemption that waits for funds is ordered with the products it was chosen from', async () => {
  const offered = (productIds: string[]) =>
    database.updateTable('rewards').set({ productIds }).where('key', '=', '1USD').execute();
  await offered([TREMENDOUS_PRODUCT, 'CHOSEN']);
  tremendous.setFunds(0);
  const { id } = await open('tremendous');
  await run(id);
  await offered([TREMENDOUS_PRODUCT, 'ANOTHER']);
  tremendous.setFunds(1_000_000);
  await run(id);
  expect(await read(id)).toMatchObject({ status: 'issued' });
  const order = tremendous.calls.findLast(
    ({ method, path }) => method === 'POST' && path.endsWith('/orders'),
  );
  expect(JSON.parse(order?.text ?? '{}').reward.products).toEqual([TREMENDOUS_PRODUCT, 'CHOSEN']);
  await offered([]);
});

test.each([
  ['tremendous', expect.any(Date)],
  // No card was asked for: already the call that enrols the member got no answer.
  ['stripe', null],
] as const)(
  'an hour without %s: points stay held, and the reward comes when the vendor is back',
  async (name, unansweredSince) => {
    const { id, memberId } = await open(name);
    const vendor = name === 'tremendous' ? tremendous : stripe;
    vendor.setFault(() => ({ status: 503 }));
    for (let tenMinutes = 0; tenMinutes < 6; tenMinutes++) await run(id);
    expect(await read(id)).toMatchObject({ status: 'processing', unansweredSince });
    expect(await pointsOf(memberId)).toBe(0);
    vendor.setFault(() => undefined);
    await run(id);
    expect(await read(id)).toMatchObject({ status: 'issued', unansweredSince: null });
    expect(liveOf(id)).toBe(1);
  },
);

test.each(['tremendous', 'stripe'] as const)(
  'a low balance at %s holds the points without a refund, and funds end the wait',
  async (name) => {
    const { id, memberId } = await open(name);
    const vendor = name === 'tremendous' ? tremendous : stripe;
    vendor.setFunds(50);
    for (let n = 0; n < 3; n++) await run(id);
    expect(await read(id)).toMatchObject({ status: 'processing', unansweredSince: null });
    expect(await pointsOf(memberId)).toBe(0);
    vendor.setFunds(1_000);
    await run(id);
    expect(await read(id)).toMatchObject({ status: 'issued' });
  },
);

test('a 500 that Stripe repeats for its key ends in a review, not with a refund or a second card', async () => {
  const { id, memberId } = await open('stripe');
  const creates = (call: { method: string; path: string }) =>
    call.method === 'POST' && call.path === '/v1/issuing/cards';
  stripe.setFault((call) => (creates(call) ? { status: 500, kept: true } : undefined));
  await run(id);
  stripe.setFault(() => undefined);
  await run(id);
  expect(await read(id)).toMatchObject({ status: 'processing' });
  await sql`update card_redemptions set unanswered_since = now() - interval '20 hours 1 minute'
    where id = ${id}`.execute(database);
  stripe.forgetKeys();
  await run(id);
  expect(await read(id)).toMatchObject({ status: 'review', reason: 'answer_missing' });
  expect(await pointsOf(memberId)).toBe(0);
  expect(liveOf(id)).toBe(0);
});

test('a call that is refused because another is in flight keeps the time since which the reply is missing', async () => {
  const { id } = await open('stripe');
  stripe.setFunds(0);
  await run(id);
  expect(await read(id)).toMatchObject({ providerCustomer: expect.any(String), unansweredSince: null });
  stripe.setFunds(1_000_000);
  const release = stripe.hold();
  const before = stripe.calls.length;
  const arrived = () =>
    stripe.calls.slice(before).some(({ method, path }) => method === 'POST' && path === '/v1/issuing/cards');
  const cut = new StripePayouts(stripe.settings);
  await run(id, [
    Object.assign(cut, {
      prepare: async (...asked: Parameters<StripePayouts['prepare']>) => {
        new StripePayouts(stripe.settings).prepare(...asked).catch(() => {});
        await expect.poll(arrived).toBe(true);
        throw new Error('the answer is lost');
      },
    }),
  ]);
  expect(await read(id)).toMatchObject({ unansweredSince: expect.any(Date) });
  const unansweredSince = new Date(Date.now() - 3_600_000);
  await database.updateTable('cardRedemptions').set({ unansweredSince }).where('id', '=', id).execute();
  await run(id);
  expect(await read(id)).toMatchObject({ status: 'processing', unansweredSince });
  release();
  // The call in flight may end a moment later.
  await vi.waitFor(async () => {
    await run(id);
    expect(await read(id)).toMatchObject({ status: 'issued' });
  }, WAIT);
  expect(liveOf(id)).toBe(1);
});

test('a key that Stripe knows of another call leads to no second card once Stripe has forgotten it', async () => {
  const { id, memberId } = await open('stripe');
  // What the lost site did after the backup that this one is restored from: a card of a cardholder who is not known here.
  const request = payoutRequest({ redemptionId: id });
  const signal = AbortSignal.timeout(WAIT.timeout);
  const made = new StripePayouts(stripe.settings);
  const enrolled = await made.enroll(request, signal);
  const customer = enrolled.t === 'enrolled' ? enrolled.customer : null;
  await made.prepare({ ...request, recipient: { ...request.recipient, customer } }, signal);
  await run(id);
  const { createdAt, unansweredSince, providerCustomer } = await read(id);
  expect(providerCustomer).not.toBe(customer);
  expect(unansweredSince).toEqual(createdAt);

  await sql`update card_redemptions set created_at = now() - interval '21 hours' where id = ${id}`.execute(
    database,
  );
  await run(id);
  stripe.forgetKeys();
  for (let n = 0; n < 3; n++) await run(id);
  expect(await read(id)).toMatchObject({ status: 'review', reason: 'answer_missing' });
  expect(stripe.cards.filter(({ metadata }) => metadata?.redemption_id === id)).toHaveLength(1);
  expect(await pointsOf(memberId)).toBe(0);
});

test('a 409 of Tremendous without an order leaves the answer missing, and a refusal after it gives nothing back', async () => {
  const { id, memberId } = await open('tremendous');
  const runAtOnce = async (status: number) => {
    await sql`update card_redemptions set leased_until = now() where id = ${id}`.execute(database);
    tremendous.setFault((call) => (call.method === 'POST' ? { status } : undefined));
    await fulfilRedemption({ transact, providers, report: () => {} }, id);
  };
  await runAtOnce(503);
  await runAtOnce(409);
  expect(await read(id)).toMatchObject({ unansweredSince: expect.any(Date) });
  await runAtOnce(422);
  expect(await read(id)).toMatchObject({ status: 'processing' });
  expect(await pointsOf(memberId)).toBe(0);
  tremendous.setFault(() => undefined);
  await run(id);
  expect(await read(id)).toMatchObject({ status: 'issued' });
});

test('an order canceled while it waited for approval gives the points back once', async () => {
  const { id, memberId } = await open('tremendous');
  tremendous.setNextStatus('PENDING APPROVAL');
  await run(id);
  tremendous.setNextStatus('EXECUTED');
  expect(await read(id)).toMatchObject({ status: 'processing' });
  for (const order of tremendous.orders) if (order.externalId === id) order.status = 'CANCELED';
  await run(id);
  await run(id);
  expect(await read(id)).toMatchObject({ status: 'failed', reason: 'provider_refused' });
  expect(await pointsOf(memberId)).toBe(100);
});

test('an ended redemption whose order waits for approval says that the vendor confirmed nothing, until the order is canceled', async () => {
  const { id, memberId } = await open('tremendous');
  tremendous.setNextStatus('PENDING APPROVAL');
  await run(id);
  tremendous.setNextStatus('EXECUTED');
  await sql`update card_redemptions set promised_by = now() - interval '1 hour' where id = ${id}`.execute(
    database,
  );
  await transact((tx) => endRedemption(tx, { redemptionId: id, text: 'We end this.', adminId: admin.id }));
  await run(id);
  expect(await read(id)).toMatchObject({ status: 'review', reason: 'answer_missing' });
  expect(await pointsOf(memberId)).toBe(0);
  tremendous.setFault(() => ({ status: 503 }));
  await run(id);
  expect(await read(id)).toMatchObject({ status: 'review', reason: 'provider_unreachable' });
  tremendous.setFault(() => undefined);
  for (const order of tremendous.orders) if (order.externalId === id) order.status = 'CANCELED';
  await run(id);
  expect(await read(id)).toMatchObject({ status: 'failed', reason: 'staff_refused' });
  expect(await pointsOf(memberId)).toBe(100);
});

test('a refused order gives the points back, and nothing was ordered', async () => {
  const { id, memberId } = await open('tremendous');
  tremendous.setFault((call) => (call.method === 'POST' ? { status: 422 } : undefined));
  await run(id);
  expect(await read(id)).toMatchObject({ status: 'failed' });
  expect(await pointsOf(memberId)).toBe(100);
  expect(tremendous.orders.some(({ externalId }) => externalId === id)).toBe(false);
});
