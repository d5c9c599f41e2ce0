import { randomUUID } from 'node:crypto';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { RedemptionStatus } from '#contract/redemptions.values.ts';
import {
  fulfilRedemption,
  type ListedReward,
  type PayoutProvider,
  reconcilePayouts,
} from '#domain/redemption/index.ts';
import { manualPayouts } from '#providers/payouts/manual/manual.ts';
import { SandboxIssuer } from '#providers/payouts/sandbox/sandbox.ts';
import { TremendousPayouts } from '#providers/payouts/tremendous/tremendous.ts';
import { testDatabase } from '#testing/database.ts';
import { WAIT } from '#testing/patience.ts';
import { startTremendous } from '#testing/payouts/tremendous.ts';
import { countingReads, issuerFolder, openRedemption, ownRewards } from '#testing/redemption.ts';

const { database, transact } = await testDatabase();
const vendor = await startTremendous();
let batches = 0;
const tremendous = new TremendousPayouts(vendor.settings);
const providers = [
  tremendous,
  manualPayouts(ownRewards(database)),
  new SandboxIssuer({ dataDir: await issuerFolder() }),
];

const issue = async () => {
  const redemption = await openRedemption(database, { provider: 'tremendous' });
  await fulfilRedemption({ transact, providers, report: () => {} }, redemption.id);
  const order = vendor.orders.find(({ externalId }) => externalId === redemption.id);
  if (!order) throw new Error('no order');
  return { id: redemption.id, order };
};
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
/** The provider's list at this moment. */
const listed = async () =>
  (await Array.fromAsync(tremendous.list(daysAgo(1), AbortSignal.timeout(WAIT.timeout), daysAgo(-1)))).flat();
const refuse = () => Promise.reject(new Error('is not asked'));
const differences = () => reconcilePayouts(database, providers);
const change = (id: string, values: { status?: RedemptionStatus; createdAt?: Date; amountCents?: number }) =>
  database.updateTable('cardRedemptions').set(values).where('id', '=', id).execute();

test('two sides that agree have no difference, whatever else the account of the vendor is used for', async () => {
  await issue();
  await openRedemption(database, { provider: 'tremendous' });
  const { order } = await issue();
  vendor.orders.push({ ...order, id: 'BYHAND', externalId: null });
  expect(await differences()).toEqual([]);
});

test('each difference is one sentence with both names', async () => {
  const [lost, failed, stuck, twice, other, old] = [
    await issue(),
    await issue(),
    await issue(),
    await issue(),
    await issue(),
    await issue(),
  ];
  lost.order.status = 'CANCELED';
  await change(failed.id, { status: 'failed' });
  await change(stuck.id, { status: 'processing', createdAt: new Date(Date.now() - 2 * 3_600_000) });
  vendor.orders.push({ ...twice.order, id: 'SECOND' });
  other.order.cents = 10_000;
  const stranger = randomUUID();
  vendor.orders.push({ ...old.order, id: 'STRANGER', externalId: stranger });
  // Older than the compared period, but named by the provider.
  await change(old.id, { createdAt: daysAgo(50) });

  expect((await differences()).sort()).toEqual(
    [
      `redemption ${lost.id} is issued, and tremendous has no live reward ${lost.order.id}`,
      `reward ${failed.order.id} is live at tremendous, and redemption ${failed.id} has failed: its points went back`,
      `reward ${stuck.order.id} is live at tremendous, and redemption ${stuck.id} is still processing`,
      `reward SECOND is live at tremendous, and redemption ${twice.id} has the reward ${twice.order.id}`,
      `reward ${other.order.id} is live at tremendous with 10000 cents, and redemption ${other.id} has 100`,
      `reward STRANGER is live at tremendous, and no redemption ${stranger} exists`,
    ].sort(),
  );
});

test('a reward issued while a provider sends its list is not a difference', async () => {
  await issue();
  const known = await differences();
  const before = await listed();
  const found: string[] = [];
  let meanwhile = '';
  const telling = {
    id: tremendous.id,
    delivery: 'at_once' as const,
    prepare: refuse,
    commit: refuse,
    lookup: refuse,
    void: refuse,
    async *list() {
      yield before;
      meanwhile ||= (await issue()).id;
      // New orders come first, so the last one of a page moves to the next.
      yield before.slice(-1);
    },
  };
  expect(await reconcilePayouts(database, [telling], { onGone: async (id) => found.push(id) })).toEqual(
    known,
  );
  expect(found).not.toContain(meanwhile);
});

/** A provider that lists these rewards, each at its time. */
const listing = (rewards: (ListedReward & { at: Date })[]) =>
  ({
    id: 'tremendous',
    delivery: 'at_once',
    async *list(since: Date, _signal: AbortSignal, until: Date) {
      for (const { at, ...reward } of rewards) if (at >= since && at < until) yield [reward];
    },
  }) as unknown as PayoutProvider;
/** A redemption that was requested and issued so many days ago, and its reward, which came at its issue. */
const issuedAgo = async (requested: number, issued: number) => {
  const { id, order } = await issue();
  const values = { createdAt: daysAgo(requested), issuedAt: daysAgo(issued) };
  await database.updateTable('cardRedemptions').set(values).where('id', '=', id).execute();
  const reward = { ref: order.id, redemptionId: id, amountCents: 100, state: 'live' } as const;
  return { id, reward: { ...reward, at: values.issuedAt } };
};

test('rewards that came days after their request, or by a clock that is behind, are found, and others are missed', async () => {
  await database
    .updateTable('cardRedemptions')
    .set({ createdAt: daysAgo(90) })
    .execute();
  const [late, behind, old, lost] = [
    await issuedAgo(12, 3),
    await issuedAgo(7.9, 7.9),
    await issuedAgo(40.5, 40.5),
    await issuedAgo(20, 18),
  ];
  behind.reward.at = daysAgo(8.1);
  const gone: string[] = [];
  const found = { onGone: async (id: string) => gone.push(id) };
  const rewards = [late.reward, behind.reward];
  expect(await reconcilePayouts(database, [listing(rewards)], found)).toEqual([
    `redemption ${lost.id} is issued, and tremendous has no live reward ${lost.reward.ref}`,
  ]);
  expect(gone).toEqual([lost.id]);
  // Older than the compared period: what is not listed tells nothing.
  expect(gone).not.toContain(old.id);
});

test('a second live reward of another day is a difference', async () => {
  await database
    .updateTable('cardRedemptions')
    .set({ createdAt: daysAgo(90) })
    .execute();
  const { id, reward } = await issuedAgo(6, 6);
  const second = { ...reward, ref: 'LATER', at: daysAgo(2) };
  expect(await reconcilePayouts(database, [listing([reward, second])])).toEqual([
    `reward LATER is live at tremendous, and redemption ${id} has the reward ${reward.ref}`,
  ]);
});

test('what was compared before a provider falls silent is told, and an unknown reward once', async () => {
  await database
    .updateTable('cardRedemptions')
    .set({ createdAt: daysAgo(90) })
    .execute();
  const lost = await issuedAgo(30, 30);
  const stranger = randomUUID();
  const provider = listing([]);
  provider.list = async function* (since) {
    if (since > daysAgo(20)) throw new Error('of the test');
    yield [{ ref: 'STRANGER', redemptionId: stranger, amountCents: 100, state: 'live' }];
  };
  const unknown: string[] = [];
  const compared: string[] = [];
  const lines = await reconcilePayouts(database, [provider], {
    onUnknown: async ({ ref }) => unknown.push(ref),
    onCompared: (id) => compared.push(id),
  });
  expect(lines).toEqual([
    `reward STRANGER is live at tremendous, and no redemption ${stranger} exists`,
    `redemption ${lost.id} is issued, and tremendous has no live reward ${lost.reward.ref}`,
    'tremendous could not be asked: of the test',
  ]);
  expect([unknown, compared]).toEqual([['STRANGER'], []]);
});

test('a list is read to its end however long it is, and a part that fails is asked for again', async () => {
  const batchMsMax = 500;
  const provider = listing([]);
  let failures = 0;
  let pages = 0;
  provider.list = async function* (since) {
    if (since < daysAgo(1.5) || since > daysAgo(0.5)) return;
    for (; pages < 40; pages++) {
      await setTimeout(batchMsMax / 20);
      if (pages === 10 && failures++ === 0) throw new Error('of the test');
      yield [{ ref: `PAGE${pages}`, redemptionId: undefined, amountCents: 100, state: 'live' as const }];
    }
  };
  const compared: string[] = [];
  await database
    .updateTable('cardRedemptions')
    .set({ createdAt: daysAgo(90) })
    .execute();
  const options = { batchMsMax, onCompared: (id: string) => compared.push(id) };
  expect(await reconcilePayouts(database, [provider], options)).toEqual([]);
  expect([pages, failures, compared]).toEqual([40, 2, ['tremendous']]);
});

test('a provider whose next page does not come is a difference', async () => {
  const provider = listing([]);
  provider.list = async function* () {
    yield [];
    await new Promise(() => {});
  };
  expect(await reconcilePayouts(database, [provider], { batchMsMax: 50 })).toEqual([
    'tremendous could not be asked: it was silent for too long',
  ]);
});

test('a database that fails is not taken for a provider that cannot be asked', async () => {
  const provider = listing([]);
  provider.list = async function* () {
    await sql`alter table card_redemptions rename to hidden`.execute(database);
    yield [{ ref: 'ANY', redemptionId: randomUUID(), amountCents: 100, state: 'live' }];
  };
  await expect(reconcilePayouts(database, [provider])).rejects.toThrow('"card_redemptions" does not exist');
  await sql`alter table hidden rename to card_redemptions`.execute(database);
});

test.each([
  [
    'that is silent',
    async function* () {
      await new Promise(() => {});
      yield [];
    },
  ],
  [
    'that never ends',
    async function* () {
      for (;;) {
        await setImmediate();
        batches += 1;
        yield [];
      }
    },
  ],
])('a list %s is a difference, although its provider ignores the signal', async (_case, list) => {
  const endless = { id: 'endless', delivery: 'at_once', list } as unknown as PayoutProvider;
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.timeout(100));
  const lines = await reconcilePayouts(database, [endless]);
  expect(lines).toEqual(['endless could not be asked: The operation was aborted due to timeout']);
  await setImmediate();
  const read = batches;
  await setTimeout(50);
  expect(batches).toBe(read);
});

test('redemptions of before the compared days are not read, however many there are', async () => {
  const { id } = await issue();
  await sql`insert into card_redemptions select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(),
      'request_id', gen_random_uuid(), 'provider_ref', gen_random_uuid()::text, 'created_at', now() - interval '90 days'))).*
    from card_redemptions r, generate_series(1, 3000) where r.id = ${id}`.execute(database);
  await database
    .updateTable('cardRedemptions')
    .set({ createdAt: daysAgo(90) })
    .execute();
  await sql`analyze card_redemptions`.execute(database);
  const { counted, read } = countingReads(transact);
  expect(await counted((tx) => reconcilePayouts(tx, [listing([])]))).toEqual([]);
  expect(Math.max(...read)).toBeLessThan(100);
});

test('a provider that does not respond is a difference, and the others are still compared', async () => {
  await vendor.close();
  const lines = await differences();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^tremendous could not be asked: /);
});
