import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { PREMIUM_KINDS, REWARD_RANGES_USD } from '#contract/rewards.values.ts';
import {
  activeRewards,
  addExampleRewards,
  changeReward,
  createReward,
  listRedemptions,
  offerRewards,
  orderRewards,
  plannedRewards,
  readReward,
  rewardsWithoutProvider,
  type Serving,
  saveBillingAddress,
} from '#domain/redemption/index.ts';
import { giveGrants } from '#testing/captcha.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { BILLING_ADDRESS, NO_ISSUERS, servedBy } from '#testing/redemption.ts';
import { addCodes, addReward, askForReward, knownMember, OWN_SERVING } from '#testing/rewards.ts';

const { database, transact } = await testDatabase();

const create = (plan: Partial<Parameters<typeof createReward>[1]>, serving: Serving = OWN_SERVING) =>
  transact((tx) =>
    createReward(
      tx,
      {
        kind: 'bus_ticket',
        key: randomUUID(),
        title: 'Ride',
        description: '',
        amountCents: 200,
        provider: 'manual',
        productIds: [],
        regions: [],
        status: 'active',
        ...plan,
      },
      serving,
    ),
  );
const change = (id: string, plan: Parameters<typeof changeReward>[2], serving: Serving = OWN_SERVING) =>
  transact(async (tx) => (await changeReward(tx, id, plan, serving)).after);
const card = async () => (await readReward(database, { cardTier: '5USD' })).id;
const badField = (field: string) =>
  expect.objectContaining({ code: 'invalid_input', fields: { [field]: expect.any(String) } });
const refused = (code: string) => expect.objectContaining({ code });
const rewardsFor = async (memberId: string, country?: string, serving: Serving = OWN_SERVING) =>
  offerRewards(
    database,
    { id: memberId, country },
    { thresholdPoints: 100, serving, active: await activeRewards(database) },
  );
const offersTo = async (...asked: Parameters<typeof rewardsFor>) => (await rewardsFor(...asked)).offers;
const offer = async (memberId: string, rewardId: string, country?: string) =>
  (await offersTo(memberId, country)).find(({ id }) => id === rewardId);

describe('the editor', () => {
  test.each(PREMIUM_KINDS)(
    'keeps %s within its range, and its price at 100 points a dollar',
    async (kind) => {
      const [least, most] = REWARD_RANGES_USD[kind];
      for (const amountCents of [least * 100, most * 100]) {
        expect(await create({ kind, amountCents })).toMatchObject({ amountCents, pricePoints: amountCents });
      }
      for (const amountCents of [least * 100 - 1, most * 100 + 1]) {
        await expect(create({ kind, amountCents })).rejects.toEqual(badField('amountUSD'));
      }
    },
  );

  test('the database enforces the ranges too', async () => {
    const { id } = await create({});
    const values = (amountCents: number) =>
      database.updateTable('rewards').set({ amountCents }).where('id', '=', id).execute();
    await expect(values(501)).rejects.toThrow('rewards_amount_check');
    await expect(values(99)).rejects.toThrow('rewards_amount_check');
    const tier = database
      .updateTable('rewards')
      .set({ amountCents: 600 })
      .where('key', '=', '5USD')
      .execute();
    await expect(tier).rejects.toThrow('rewards_tier_check');
  });

  test('the database takes the name of any provider, in the form of one', async () => {
    const { id } = await create({});
    const name = (provider: string) =>
      database.updateTable('rewards').set({ provider }).where('id', '=', id).execute();
    await name('a-vendor-2');
    for (const wrong of ['', 'A', '2nd', 'two words', 'a_b', 'a\n', 'x'.repeat(41)]) {
      await expect(name(wrong)).rejects.toThrow('rewards_provider_check');
    }
  });

  test('names what is wrong with a field', async () => {
    await expect(create({ provider: null })).rejects.toEqual(badField('provider'));
    await expect(create({ provider: 'tremendous' })).rejects.toEqual(badField('provider'));
    const wide: Serving = {
      ...OWN_SERVING,
      providers: [
        { id: 'tremendous', delivery: 'at_once', needsProducts: true },
        { id: 'stripe', delivery: 'at_once', cardsOnly: true },
      ],
    };
    await expect(create({ provider: 'stripe' }, wide)).rejects.toEqual(badField('provider'));
    await expect(create({ provider: 'tremendous' }, wide)).rejects.toEqual(badField('productIds'));
    expect(await create({ provider: 'tremendous', productIds: ['ABC'] }, wide)).toMatchObject({
      servedBy: 'tremendous',
      productIds: ['ABC'],
    });
    await create({ key: 'one-of-a-kind' });
    await expect(create({ key: 'one-of-a-kind' })).rejects.toEqual(refused('reward_key_taken'));
  });

  test('the amount of a prepaid card is its tier, and its provider is its own or that of the setting', async () => {
    await expect(change(await card(), { amountCents: 600 })).rejects.toEqual(badField('amountUSD'));
    expect(await change(await card(), { provider: 'manual' })).toMatchObject({ servedBy: 'manual' });
    expect(await change(await card(), { provider: null })).toMatchObject({ servedBy: 'sandbox' });
    await expect(change(randomUUID(), { status: 'paused' })).rejects.toEqual(refused('not_found'));
  });

  test('a reward whose provider is gone is not offered, is named at the start, and can still be paused', async () => {
    const { id, key } = await create({ provider: 'stock' });
    const poorer = servedBy('sandbox');
    expect(await rewardsWithoutProvider(database, poorer)).toContain(key);
    expect(await rewardsWithoutProvider(database, OWN_SERVING)).not.toContain(key);
    const memberId = await knownMember(database, 500);
    expect((await offersTo(memberId, undefined, poorer)).map((one) => one.id)).not.toContain(id);
    expect(await change(id, { status: 'paused' }, poorer)).toMatchObject({
      status: 'paused',
      servedBy: null,
    });
    await expect(change(id, { status: 'active' }, poorer)).rejects.toEqual(badField('provider'));
  });

  test('a new order must name every reward once', async () => {
    await create({});
    const ids = (await plannedRewards(database, OWN_SERVING)).map(({ id }) => id);
    const turned = ids.toReversed();
    await transact((tx) => orderRewards(tx, turned));
    expect((await plannedRewards(database, OWN_SERVING)).map(({ id }) => id)).toEqual(turned);
    const [first = ''] = turned;
    for (const list of [
      turned.slice(1),
      [...turned, randomUUID()],
      [...turned.slice(1), turned[1] ?? ''],
      [first],
    ]) {
      await expect(transact((tx) => orderRewards(tx, list))).rejects.toEqual(refused('reward_list_changed'));
    }
    await transact((tx) => orderRewards(tx, ids));
  });

  test('the examples are added once, as drafts where they would cost money, and changes to them are kept', async () => {
    await transact((tx) => addExampleRewards(tx, false));
    const drafts = (await plannedRewards(database, OWN_SERVING)).filter(({ key }) => key === 'bus-ticket');
    expect(drafts).toMatchObject([{ status: 'draft', provider: 'manual' }]);
    await change(drafts[0]?.id ?? '', { title: 'Tram ticket' });
    await transact((tx) => addExampleRewards(tx, true));
    expect(await readReward(database, { rewardId: drafts[0]?.id ?? '' })).toMatchObject({
      title: 'Tram ticket',
      status: 'draft',
    });
  });
});

describe('the offer to a member', () => {
  test('hides drafts, paused and ended rewards, which cannot be redeemed either', async () => {
    const memberId = await knownMember(database, 500, 3);
    for (const status of ['draft', 'paused', 'ended'] as const) {
      const { id } = await create({ status });
      expect(await offer(memberId, id)).toBeUndefined();
      await expect(askForReward(database, memberId, id)).rejects.toEqual(refused('reward_unavailable'));
    }
  });

  test('begins with the $1 card, even before a premium reward of $1', async () => {
    const { id } = await create({ amountCents: 100 });
    const fresh = await createMember(database, { points: 500 });
    expect(await offer(fresh.id, id)).toMatchObject({ unavailable: 'first_redemption_tier' });
    expect(await offer(await knownMember(database, 100), id)).toMatchObject({ unavailable: null });
    expect(await offer(await knownMember(database, 150), (await create({})).id)).toMatchObject({
      unavailable: 'insufficient_points',
      missingPoints: 50,
      delivery: 'within_promise',
    });
  });

  test('begins with any reward for a member in whose country the $1 card on offer cannot be used', async () => {
    const first = await readReward(database, { cardTier: '1USD' });
    const { id } = await create({});
    const fresh = await createMember(database, { points: 500 });
    await giveGrants(database, fresh.id, 'redemption', 1);
    const begins = async (country?: string) => {
      const { firstRedemption, offers } = await rewardsFor(fresh.id, country);
      const other = offers.find((one) => one.id === id);
      expect(other?.unavailable).toBe(firstRedemption ? 'first_redemption_tier' : null);
      return firstRedemption;
    };
    await change(first.id, { regions: ['US'] });
    expect(await begins('US')).toBe(true);
    expect(await begins()).toBe(true);
    expect(await begins('BR')).toBe(false);
    await expect(askForReward(database, fresh.id, id)).rejects.toEqual(refused('first_redemption_tier'));
    await expect(askForReward(database, fresh.id, first.id, { country: 'BR' })).rejects.toEqual(
      refused('not_in_region'),
    );
    // A pause of the card is a pause of all first redemptions.
    await change(first.id, { status: 'paused' });
    expect(await begins('BR')).toBe(true);
    await change(first.id, { status: 'active' });
    expect((await askForReward(database, fresh.id, id, { country: 'BR' })).status).toBe('pending');
    await change(first.id, { regions: [] });
  });

  test('refuses a reward outside its countries: by the billing address, else by the network', async () => {
    const { id } = await create({ regions: ['US', 'MX'] });
    const memberId = await knownMember(database, 500, 2);
    expect(await offer(memberId, id, 'MX')).toMatchObject({ unavailable: null, regions: ['US', 'MX'] });
    expect(await offer(memberId, id, 'BR')).toMatchObject({ unavailable: 'not_in_region' });
    expect(await offer(memberId, id)).toMatchObject({ unavailable: null });
    await expect(askForReward(database, memberId, id, { country: 'BR' })).rejects.toEqual(
      refused('not_in_region'),
    );
    await transact((tx) => saveBillingAddress(tx, memberId, BILLING_ADDRESS, NO_ISSUERS));
    expect(await offer(memberId, id, 'BR')).toMatchObject({ unavailable: null });
    expect((await askForReward(database, memberId, id, { country: 'BR' })).status).toBe('pending');
  });

  test('says that a reward is out of stock, without counting codes that others wait for', async () => {
    const reward = await addReward(database);
    const memberId = await knownMember(database, 500);
    expect(await offer(memberId, reward.id)).toMatchObject({ unavailable: 'out_of_stock', missingPoints: 0 });
    await addCodes(database, reward, ['A', 'B']);
    expect(await offer(memberId, reward.id)).toMatchObject({ unavailable: null, delivery: 'at_once' });
    await askForReward(database, await knownMember(database, 200), reward.id);
    expect(await offer(memberId, reward.id)).toMatchObject({ unavailable: null });
    await askForReward(database, await knownMember(database, 200), reward.id);
    expect(await offer(memberId, reward.id)).toMatchObject({ unavailable: 'out_of_stock' });
  });

  test('a redemption keeps the title and value that its reward had', async () => {
    const { id } = await create({ title: 'Ride in the city' });
    const memberId = await knownMember(database, 500);
    const requestId = randomUUID();
    const asked = await askForReward(database, memberId, id, { requestId });
    await change(id, { title: 'Ride anywhere', amountCents: 400, status: 'ended' });
    const [kept] = await listRedemptions(database, memberId);
    expect(kept).toMatchObject({
      rewardId: id,
      kind: 'bus_ticket',
      title: 'Ride in the city',
      cardTier: null,
      amountCents: 200,
      pointsUsed: 200,
    });
    expect(await askForReward(database, memberId, id, { requestId })).toEqual(asked);
    const other = await create({});
    await expect(askForReward(database, memberId, other.id, { requestId })).rejects.toEqual(
      refused('request_id_reused'),
    );
  });
});
