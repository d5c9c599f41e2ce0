import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { proveLedger } from '#domain/ledger/index.ts';
import {
  askForCheck,
  checkReward,
  expireRedemptions,
  fulfilRedemption,
  type PayoutProvider,
  proveRedemptions,
  reconcilePayouts,
} from '#domain/redemption/index.ts';
import { StripePayouts } from '#providers/payouts/stripe/stripe.ts';
import { TremendousPayouts } from '#providers/payouts/tremendous/tremendous.ts';
import { testDatabase } from '#testing/database.ts';
import { startStripe } from '#testing/payouts/stripe.ts';
import { startTremendous } from '#testing/payouts/tremendous.ts';
import { BILLING_ADDRESS, openRedemption } from '#testing/redemption.ts';

/** Rewards that their issuer takes back after they were issued. */

const { database, transact } = await testDatabase();
const [tremendous, stripe] = await Promise.all([startTremendous(), startStripe()]);
afterAll(() => Promise.all([tremendous.close(), stripe.close()]));
const providers = [new TremendousPayouts(tremendous.settings), new StripePayouts(stripe.settings)];

async function issue(provider: 'tremendous' | 'stripe') {
  const redemption = await openRedemption(database, { provider });
  await database
    .insertInto('billingAddresses')
    .values({ userId: redemption.memberId, ...BILLING_ADDRESS })
    .execute();
  await fulfilRedemption({ transact, providers, report: () => {} }, redemption.id);
  expect((await read(redemption.id)).status).toBe('issued');
  return redemption;
}
/** Its last day is over everywhere. */
async function end(id: string): Promise<void> {
  const expiresAt = sql<Date>`now() - interval '2 days'`;
  await database.updateTable('cardRedemptions').set({ expiresAt }).where('id', '=', id).execute();
  await expireRedemptions(transact);
  expect((await read(id)).status).toBe('expired');
}
const check = (id: string) => checkReward({ transact, providers }, id);
const read = (id: string) =>
  database
    .selectFrom('cardRedemptions')
    .select(['status', 'reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const accountOf = (id: string) =>
  database
    .selectFrom('users')
    .select(['points', 'cashRewardedCents'])
    .where('id', '=', id)
    .executeTakeFirst();
const noticesOf = async (id: string) =>
  (await database.selectFrom('notices').select('kind').where('userId', '=', id).orderBy('id').execute()).map(
    ({ kind }) => kind,
  );
const orderOf = (id: string) => {
  const order = tremendous.orders.find(({ externalId }) => externalId === id);
  if (!order) throw new Error('no order');
  return order;
};
const cardOf = (id: string) => {
  const card = stripe.cards.find(({ metadata }) => metadata?.redemption_id === id);
  if (!card) throw new Error('no card');
  return card;
};
/** The operator or the issuer cancels the reward on the vendor's own pages. */
function cancel(provider: 'tremendous' | 'stripe', id: string): void {
  if (provider === 'tremendous') orderOf(id).refundedCents = orderOf(id).cents;
  else cardOf(id).status = 'canceled';
}

afterEach(async () => {
  tremendous.setFault(() => undefined);
  stripe.setFault(() => undefined);
  expect(await proveLedger(database)).toEqual([]);
  expect(await proveRedemptions(database)).toEqual([]);
});

describe.each(['tremendous', 'stripe'] as const)('a reward of %s', (provider) => {
  test('that was canceled before any use gives its points back once, however often it is checked', async () => {
    const { id, memberId } = await issue(provider);
    cancel(provider, id);
    await Promise.all(Array.from({ length: 20 }, () => check(id)));
    await check(id);
    expect(await read(id)).toEqual({ status: 'reversed', reason: 'withdrawn_unused' });
    expect(await accountOf(memberId)).toEqual({ points: 100, cashRewardedCents: 0 });
    expect((await noticesOf(memberId)).filter((kind) => kind === 'redemption_returned')).toHaveLength(1);
    const { rows } = await sql<{ key: string; reverses: string }>`
      select t.key, o.key as reverses from ledger_transfers t join ledger_transfers o on o.id = t.reverses
      where t.reference = ${id} order by t.key`.execute(database);
    expect(rows).toEqual([
      { key: `return:${id}`, reverses: `payout:${id}` },
      { key: `uncash:${id}`, reverses: `cash:${id}` },
    ]);
    expect((await reconcilePayouts(database, providers)).join()).not.toContain(id);
  });

  test('of a member who was suspended gives no points back', async () => {
    const { id, memberId } = await issue(provider);
    await database.updateTable('users').set({ suspendedAt: sql`now()` }).where('id', '=', memberId).execute();
    cancel(provider, id);
    await check(id);
    expect(await read(id)).toEqual({ status: 'reversed', reason: 'withdrawn_closed' });
    expect(await accountOf(memberId)).toEqual({ points: 0, cashRewardedCents: 0 });
    expect(await noticesOf(memberId)).toContain('redemption_withdrawn');
  });

  test('that comes back unused after its last day gives its points back', async () => {
    const { id, memberId } = await issue(provider);
    await end(id);
    expect(await transact((tx) => askForCheck(tx, id))).toBe(true);
    await check(id);
    expect(await read(id)).toEqual({ status: 'expired', reason: null });
    cancel(provider, id);
    await Promise.all([1, 2, 3].map(() => check(id)));
    expect(await read(id)).toEqual({ status: 'reversed', reason: 'withdrawn_unused' });
    expect(await accountOf(memberId)).toEqual({ points: 100, cashRewardedCents: 0 });
    expect((await noticesOf(memberId)).filter((kind) => kind === 'redemption_returned')).toHaveLength(1);
    expect(await transact((tx) => askForCheck(tx, id))).toBe(false);
  });

  test('whose last day ends while its check waits for the vendor gives its points back', async () => {
    const { id, memberId } = await issue(provider);
    cancel(provider, id);
    const vendor = provider === 'tremendous' ? tremendous : stripe;
    vendor.setFault(() => 'lose_reply');
    await expect(check(id)).rejects.toThrow();
    await end(id);
    await expect(check(id)).rejects.toThrow();
    vendor.setFault(() => undefined);
    await check(id);
    expect(await read(id)).toEqual({ status: 'reversed', reason: 'withdrawn_unused' });
    expect(await accountOf(memberId)).toEqual({ points: 100, cashRewardedCents: 0 });
  });

  test('whose last day is over is asked for by the daily comparison only if its vendor lists it as dead', async () => {
    const [standing, canceled] = [await issue(provider), await issue(provider)];
    await end(standing.id);
    await end(canceled.id);
    const asked: string[] = [];
    const compare = () =>
      reconcilePayouts(database, providers, {
        onGone: async (id) => [standing.id, canceled.id].includes(id) && asked.push(id),
      });
    await compare();
    expect(asked).toEqual([]);
    cancel(provider, canceled.id);
    expect((await compare()).join()).not.toContain(canceled.id);
    expect(asked).toEqual([canceled.id]);
    await check(canceled.id);
    await compare();
    expect(asked).toEqual([canceled.id]);
  });

  test('that still stands, or whose vendor does not respond, changes nothing', async () => {
    const { id, memberId } = await issue(provider);
    await check(id);
    const vendor = provider === 'tremendous' ? tremendous : stripe;
    cancel(provider, id);
    for (const fault of ['lose_reply', { status: 500 }, { status: 404 }] as const) {
      vendor.setFault(() => fault);
      await expect(check(id)).rejects.toThrow();
    }
    expect(await read(id)).toEqual({ status: 'issued', reason: null });
    expect(await accountOf(memberId)).toEqual({ points: 0, cashRewardedCents: 100 });
  });
});

test('checks keep the limit of calls of their provider, and go behind every redemption', async () => {
  const { id } = await issue('stripe');
  const times: number[] = [];
  const provider: PayoutProvider = Object.assign(new StripePayouts(stripe.settings), {
    callsPerSecondMax: 4,
    fate: async () => {
      times.push(performance.now());
      return { t: 'live' } as const;
    },
  });
  const clock = await sql<{ before: string }>`select clock_timestamp()::text as before`.execute(database);
  const began = performance.now();
  await Promise.all(Array.from({ length: 5 }, () => checkReward({ transact, providers: [provider] }, id)));
  // Five turns of a quarter of a second; the last call waits for four of them, and a timer may end a little early.
  const turns = await sql`select next_at - ${clock.rows[0]?.before}::timestamptz >= interval '1250 ms' as kept
    from payout_turns where provider = 'stripe'`.execute(database);
  expect(turns.rows).toEqual([{ kept: true }]);
  expect(Math.max(...times) - began).toBeGreaterThan(900);

  await sql`insert into payout_turns (provider, next_at) values ('stripe', now() + interval '1 hour')
    on conflict (provider) do update set next_at = excluded.next_at`.execute(database);
  await expect(checkReward({ transact, providers: [provider] }, id)).rejects.toThrow('turn');
  expect(times).toHaveLength(5);
  await sql`delete from payout_turns`.execute(database);

  // The runs of redemptions have priority 0 and, after a wait, 1. A message is not sent again within the tries.
  expect(await transact((tx) => askForCheck(tx, id))).toBe(true);
  const { rows } = await sql`select max_attempts, priority from graphile_worker.jobs
    where key = ${`check_reward:${id}`}`.execute(database);
  expect(rows).toEqual([{ maxAttempts: 21, priority: 2 }]);
});

test('a Stripe card that was used in a shop before it was canceled gives nothing back', async () => {
  for (const object of ['issuing.authorization', 'issuing.transaction'] as const) {
    const { id, memberId } = await issue('stripe');
    stripe.uses.push({ id: randomUUID(), object, card: cardOf(id).id, approved: true });
    cancel('stripe', id);
    await check(id);
    expect(await read(id)).toEqual({ status: 'reversed', reason: 'withdrawn_used' });
    expect(await accountOf(memberId)).toEqual({ points: 0, cashRewardedCents: 100 });
    expect(await noticesOf(memberId)).toContain('redemption_withdrawn');
  }
});

test('a Stripe card that was used and is canceled after its last day stays one whose last day is over', async () => {
  const { id, memberId } = await issue('stripe');
  const object = 'issuing.authorization';
  stripe.uses.push({ id: randomUUID(), object, card: cardOf(id).id, approved: true });
  await end(id);
  cancel('stripe', id);
  await check(id);
  expect(await read(id)).toEqual({ status: 'expired', reason: null });
  expect(await accountOf(memberId)).toEqual({ points: 0, cashRewardedCents: 100 });
  expect(await noticesOf(memberId)).not.toContain('redemption_withdrawn');
});

test('a declined purchase does not count as use', async () => {
  const { id, memberId } = await issue('stripe');
  stripe.uses.push({
    id: randomUUID(),
    object: 'issuing.authorization',
    card: cardOf(id).id,
    approved: false,
  });
  cancel('stripe', id);
  await check(id);
  expect(await accountOf(memberId)).toMatchObject({ points: 100 });
});

test('an order of Tremendous that came back in part gives no points back', async () => {
  const { id, memberId } = await issue('tremendous');
  orderOf(id).refundedCents = 40;
  await check(id);
  expect(await read(id)).toEqual({ status: 'reversed', reason: 'withdrawn_used' });
  expect(await accountOf(memberId)).toMatchObject({ points: 0 });
});

test('a check on a server without the provider of the reward fails, so that it comes again', async () => {
  const { id } = await issue('stripe');
  await expect(checkReward({ transact, providers: [] }, id)).rejects.toThrow('stripe is not set up');
  expect((await read(id)).status).toBe('issued');
});

test('a check ends in time although its provider ignores the signal', async () => {
  const { id } = await issue('stripe');
  const silent = { id: 'stripe', fate: () => new Promise<never>(() => {}) } as unknown as PayoutProvider;
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort(new Error('too late')));
  await expect(checkReward({ transact, providers: [silent] }, id)).rejects.toThrow('too late');
  expect((await read(id)).status).toBe('issued');
});

test('a reward that is canceled before its issue became known is refunded as one that was never issued', async () => {
  const { id, memberId } = await openRedemption(database, { provider: 'tremendous' });
  tremendous.setFault((call) => (call.method === 'POST' ? 'lose_reply' : undefined));
  await fulfilRedemption({ transact, providers, report: () => {} }, id);
  cancel('tremendous', id);
  await sql`update card_redemptions set leased_until = now() where id = ${id}`.execute(database);
  await fulfilRedemption({ transact, providers, report: () => {} }, id);
  expect((await read(id)).status).toBe('failed');
  expect(await accountOf(memberId)).toEqual({ points: 100, cashRewardedCents: 0 });
});
