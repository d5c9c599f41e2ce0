import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { BillingAddress } from '#contract/redemptions.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import {
  activeRewards,
  countOpenRedemptions,
  decideReview,
  endOwnRedemption,
  endRedemption,
  fulfilRedemption,
  listRedemptions,
  offerRewards,
  type PayoutProvider,
  proveRedemptions,
  saveBillingAddress,
  wakeForDetails,
} from '#domain/redemption/index.ts';
import { StripePayouts } from '#providers/payouts/stripe/stripe.ts';
import { untilBlocked } from '#testing/blocked.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { startStripe } from '#testing/payouts/stripe.ts';
import { BILLING_ADDRESS, endLease, openRedemption, servedBy } from '#testing/redemption.ts';

/** Redemptions that wait for the address of their member. */

const { database, transact } = await testDatabase();
const stripe = await startStripe();
afterAll(() => stripe.close());
const provider = new StripePayouts(stripe.settings);
const admin = await createMember(database, { isAdmin: true });

const run = async (id: string, other: PayoutProvider = provider) => {
  await endLease(database, id);
  await fulfilRedemption({ transact, providers: [other], report: () => {} }, id);
};
/** A redemption of a new member that waits for their address. */
const waiting = async () => {
  const redemption = await openRedemption(database, { provider: 'stripe' });
  await run(redemption.id);
  expect(await read(redemption.id)).toMatchObject({ status: 'processing', reason: 'details_needed' });
  return redemption;
};
const settings = { providers: [provider], reviewHours: 47 };
const save = (memberId: string, address: BillingAddress) =>
  transact((tx) => saveBillingAddress(tx, memberId, address, settings));
const read = (id: string) =>
  database.selectFrom('cardRedemptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const reviewOf = (id: string) =>
  database.selectFrom('riskReviews').selectAll().where('redemptionId', '=', id).executeTakeFirst();
const pointsOf = async (id: string) =>
  (await database.selectFrom('users').select('points').where('id', '=', id).executeTakeFirstOrThrow()).points;
const cardsOf = (id: string) => stripe.cards.filter(({ metadata }) => metadata?.redemption_id === id);
const HELD = { status: 'review', reason: 'risk_review' };
let streets = 0;
/** An address that nobody has yet. */
const newAddress = (): BillingAddress => {
  streets += 1;
  return { ...BILLING_ADDRESS, line1: `${streets} Long Street` };
};
/** Gives other members the address. */
const shareWith = async (address: BillingAddress, members: number) => {
  for (let n = 0; n < members; n++) await save((await createMember(database)).id, address);
};

afterEach(async () => {
  expect(await proveLedger(database)).toEqual([]);
  expect(await proveRedemptions(database)).toEqual([]);
});

test('of three members who ask first and give one address afterwards, the third is reviewed before a card is asked for', async () => {
  const address = newAddress();
  const redemptions = [await waiting(), await waiting(), await waiting()];
  const [first, second, third] = redemptions as [
    (typeof redemptions)[0],
    (typeof redemptions)[0],
    (typeof redemptions)[0],
  ];
  // However long it has waited, there is time for a review.
  await sql`update card_redemptions set promised_by = now() - interval '1 day' where id = ${third.id}`.execute(
    database,
  );
  for (const { memberId } of redemptions) await save(memberId, address);
  for (const { id } of redemptions) await run(id);
  for (const { id } of [first, second]) expect(await read(id)).toMatchObject({ status: 'issued' });
  const { promisedBy, ...held } = await read(third.id);
  expect(held).toMatchObject(HELD);
  expect(cardsOf(third.id)).toEqual([]);
  const review = await reviewOf(third.id);
  expect(review).toMatchObject({
    rules: ['many_members_one_payout_address'],
    facts: { addressMembers: 2, balance: 100 },
  });
  expect(review?.dueAt.getTime()).toBe(promisedBy.getTime() - 3_600_000);
  expect(review?.dueAt.getTime()).toBeGreaterThan(Date.now() + 46 * 3_600_000);

  await transact((tx) => decideReview(tx, { redemptionId: third.id, decision: 'pay', adminId: admin.id }));
  // A person has looked at it, whatever the address.
  await save(third.memberId, { ...address, line2: 'Flat 2' });
  await save(third.memberId, address);
  await run(third.id);
  expect(await read(third.id)).toMatchObject({ status: 'issued' });
});

test('an address that is given before the first run counts as well', async () => {
  const address = newAddress();
  await shareWith(address, 2);
  const { id, memberId } = await openRedemption(database, { provider: 'stripe' });
  await save(memberId, address);
  await run(id);
  expect(await read(id)).toMatchObject(HELD);
  expect(cardsOf(id)).toEqual([]);
});

test('members who give one address at the same moment see each other', async () => {
  const address = newAddress();
  await shareWith(address, 1);
  const [one, other] = [await waiting(), await waiting()];
  let saved: Promise<unknown> | undefined;
  await transact(async (tx) => {
    await saveBillingAddress(tx, one.memberId, address, settings);
    saved = save(other.memberId, address);
    await untilBlocked(database);
  });
  await saved;
  expect(await read(one.id)).toMatchObject({ reason: 'details_needed' });
  expect(await read(other.id)).toMatchObject(HELD);
});

test('a worker that enrols the member with the address before asks for no card once the redemption is reviewed', async () => {
  const address = newAddress();
  await shareWith(address, 2);
  const { id, memberId } = await waiting();
  const slow: PayoutProvider = {
    id: provider.id,
    delivery: provider.delivery,
    enroll: async (request, signal) => {
      await save(memberId, address);
      const recipient = { ...request.recipient, address: newAddress() };
      return provider.enroll({ ...request, recipient }, signal);
    },
    prepare: (...args) => provider.prepare(...args),
    commit: (...args) => provider.commit(...args),
    lookup: (...args) => provider.lookup(...args),
    void: (...args) => provider.void(...args),
  };
  await run(id, slow);
  expect(await read(id)).toMatchObject(HELD);
  expect(cardsOf(id)).toEqual([]);
});

test('an address where the reward cannot be used is refused, and one where it can lets it go on', async () => {
  const regionsOf = (regions: string[]) =>
    database.updateTable('rewards').set({ regions }).where('key', '=', '1USD').execute();
  const { id, memberId } = await waiting();
  await regionsOf(['US']);
  await expect(save(memberId, { ...newAddress(), country: 'BR' })).rejects.toMatchObject({
    code: 'not_in_region',
  });
  await run(id);
  expect(await read(id)).toMatchObject({ reason: 'details_needed' });
  await save(memberId, newAddress());
  await regionsOf([]);
  await run(id);
  expect(await read(id)).toMatchObject({ status: 'issued' });
});

test('a redemption whose member gives no address is neither late nor checked, and its member is promised no time', async () => {
  const { id, memberId } = await waiting();
  await sql`update card_redemptions set created_at = now() - interval '9 days', promised_by = now() - interval '7 days'
    where id = ${id}`.execute(database);
  await run(id);
  expect(await read(id)).toMatchObject({ status: 'processing', reason: 'details_needed' });
  expect((await countOpenRedemptions(database)).filter(({ late }) => late > 0)).toEqual([]);
  expect(await listRedemptions(database, memberId)).toMatchObject([{ promisedBy: null }]);
});

test('what waits for its member is not among the redemptions that members wait for, so that it hides no late one', async () => {
  const { id, memberId } = await openRedemption(database, { provider: 'stripe' });
  const counted = async () =>
    (await countOpenRedemptions(database)).reduce((sum, { redemptions }) => sum + redemptions, 0);
  const before = await counted();
  await run(id);
  expect(await read(id)).toMatchObject({ reason: 'details_needed' });
  expect(await counted()).toBe(before - 1);
  await save(memberId, newAddress());
  await run(id);
  expect(await read(id)).toMatchObject({ status: 'issued' });
});

test('a member who gives no address takes the points back, at once and once', async () => {
  const { id, memberId } = await openRedemption(database, { provider: 'stripe' });
  const end = (member: string) => transact((tx) => endOwnRedemption(tx, member, id));
  // It may be made now.
  expect(await end(memberId)).toBe(false);
  await run(id);
  await expect(end(admin.id)).rejects.toMatchObject({ code: 'not_found' });
  expect((await Promise.all([end(memberId), end(memberId)])).sort()).toEqual([false, true]);
  expect(await read(id)).toMatchObject({ status: 'failed', reason: 'details_needed' });
  expect(await pointsOf(memberId)).toBe(100);
  await save(memberId, newAddress());
  await run(id);
  expect(cardsOf(id)).toEqual([]);
});

test.each([
  ['while a run looks at it', 'resting = false'],
  ['once a card was named', "provider_ref = 'ic_1'"],
  ['in a restored site', 'unanswered_since = now()'],
])('who gives a redemption up %s has the points back once a look finds no card', async (_, now) => {
  const { id, memberId } = await waiting();
  await sql`update card_redemptions set ${sql.raw(now)} where id = ${id}`.execute(database);
  const end = () => transact((tx) => endOwnRedemption(tx, memberId, id));
  expect(await end()).toBe(false);
  expect(await pointsOf(memberId)).toBe(0);
  // It waits for the member no longer, and promises nothing.
  const [shown] = await listRedemptions(database, memberId);
  expect(shown).toMatchObject({ status: 'processing', reason: null, promisedBy: null });
  expect(await end()).toBe(false);
  await save(memberId, newAddress());
  // A call of before may land for ten minutes.
  await sql`update fulfilments set decided_at = now() - interval '11 minutes' where redemption_id = ${id}`.execute(
    database,
  );
  await run(id);
  expect(cardsOf(id)).toEqual([]);
  expect(await pointsOf(memberId)).toBe(100);
  expect(await listRedemptions(database, memberId)).toMatchObject([
    { status: 'failed', reason: 'details_needed', message: null },
  ]);
  const told = await database.selectFrom('notices').select('kind').where('userId', '=', memberId).execute();
  expect(told).toEqual([]);
});

test('who gives a redemption up whose card exists has the card', async () => {
  const { id, memberId } = await waiting();
  await save(memberId, newAddress());
  const slow: PayoutProvider = {
    id: provider.id,
    delivery: provider.delivery,
    enroll: (...args) => provider.enroll(...args),
    prepare: (...args) => provider.prepare(...args),
    commit: async (...args) => {
      const outcome = await provider.commit(...args);
      expect(await transact((tx) => endOwnRedemption(tx, memberId, id))).toBe(false);
      return outcome;
    },
    lookup: (...args) => provider.lookup(...args),
    void: (...args) => provider.void(...args),
  };
  await run(id, slow);
  expect(await read(id)).toMatchObject({ status: 'issued', reason: null, exactReason: null });
  expect(cardsOf(id)).toHaveLength(1);
  expect(await pointsOf(memberId)).toBe(0);
});

test('a member takes no points back during a review', async () => {
  const { id, memberId } = await waiting();
  const address = newAddress();
  await shareWith(address, 2);
  await save(memberId, address);
  expect(await read(id)).toMatchObject(HELD);
  expect(await transact((tx) => endOwnRedemption(tx, memberId, id))).toBe(false);
  expect(await read(id)).toMatchObject(HELD);
  expect(await pointsOf(memberId)).toBe(0);
});

test('another name wakes what waits for the details of its member, as an address does', async () => {
  const { id, memberId } = await waiting();
  await transact((tx) => wakeForDetails(tx, memberId));
  expect(await read(id)).toMatchObject({ woken: true });
  const { rows } = await sql`select from graphile_worker.jobs
    where key = ${`fulfil_redemption:${id}`} and run_at <= now()`.execute(database);
  expect(rows).toHaveLength(1);
});

test('staff can end a redemption that waits for its member before it is late', async () => {
  const { id, memberId } = await waiting();
  await transact((tx) => endRedemption(tx, { redemptionId: id, text: 'As you asked.', adminId: admin.id }));
  // What a person has ended is not ended twice.
  expect(await transact((tx) => endOwnRedemption(tx, memberId, id))).toBe(false);
  await run(id);
  expect(await read(id)).toMatchObject({ status: 'failed', reason: 'staff_refused' });
  expect(await pointsOf(memberId)).toBe(100);
});

test('an offer says that details are needed until the issuer has an address and a name that it takes', async () => {
  const { id } = await createMember(database, { points: 100, name: '山田太郎' });
  const serving = { ...servedBy('stripe'), providers: [provider] };
  const needs = async () => {
    const active = await activeRewards(database);
    const { offers } = await offerRewards(database, { id }, { thresholdPoints: 100, serving, active });
    return offers.find(({ cardTier }) => cardTier === '1USD')?.needsDetails;
  };
  expect(await needs()).toBe(true);
  await save(id, newAddress());
  expect(await needs()).toBe(true);
  await sql`update users set name = 'Robin Example' where id = ${id}`.execute(database);
  expect(await needs()).toBe(false);
  // The issuer knows the member already.
  await sql`delete from billing_addresses where user_id = ${id}`.execute(database);
  await sql`update users set stripe_customer_id = 'ich_known' where id = ${id}`.execute(database);
  expect(await needs()).toBe(false);
});
