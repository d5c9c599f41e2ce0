import { randomUUID } from 'node:crypto';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { RedemptionStatus } from '#contract/redemptions.values.ts';
import { fulfilRedemption, type PayoutProvider, reconcilePayouts } from '#domain/redemption/index.ts';
import { manualPayouts } from '#providers/payouts/manual/manual.ts';
import { SandboxIssuer } from '#providers/payouts/sandbox/sandbox.ts';
import { TremendousPayouts } from '#providers/payouts/tremendous/tremendous.ts';
import { testDatabase } from '#testing/database.ts';
import { WAIT } from '#testing/patience.ts';
import { startTremendous } from '#testing/payouts/tremendous.ts';
import { issuerFolder, openRedemption, ownRewards } from '#testing/redemption.ts';

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
/** The provider's list at this moment. */
const listed = async () =>
  (
    await Array.fromAsync(
      tremendous.list(new Date(Date.now() - 86_400_000), AbortSignal.timeout(WAIT.timeout)),
    )
  ).flat();
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
  await change(old.id, { createdAt: new Date(Date.now() - 50 * 86_400_000) });

  expect((await differences()).sort()).toEqual(
    [
      `redemption ${lost.id} is issued, and tremendous has no live reward ${lost.order.id}`,
      `reward ${failed.order.id} is live at tremendous, and redemption ${failed.id} has failed: its points went back`,
      `reward ${stuck.order.id} is live at tremendous, and redemption ${stuck.id} is still processing`,
      `redemption ${twice.id} has 2 live rewards at tremendous: SECOND, ${twice.order.id}`,
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
      meanwhile = (await issue()).id;
      // New orders come first, so the last one of a page moves to the next.
      yield before.slice(-1);
    },
  };
  expect(await reconcilePayouts(database, [telling], { onGone: async (id) => found.push(id) })).toEqual(
    known,
  );
  expect(found).not.toContain(meanwhile);
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

test('a provider that does not respond is a difference, and the others are still compared', async () => {
  await vendor.close();
  const lines = await differences();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^tremendous could not be asked: /);
});
