import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { REDEMPTION_PROMISE_HOURS } from '#contract/redemptions.values.ts';
import type { CardTier } from '#contract/rewards.values.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { activeRewards, listRedemptions, offerRewards, proveRedemptions } from '#domain/redemption/index.ts';
import { giveGrants } from '#testing/captcha.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, credit } from '#testing/factories.ts';
import { askForCard, servedBy } from '#testing/redemption.ts';

const { database, transact } = await testDatabase();
const THRESHOLD = 100;

const ask = (memberId: string, cardTier: CardTier = '1USD', requestId: string = randomUUID()) =>
  transact((tx) => askForCard(tx, { memberId, requestId, cardTier, thresholdPoints: THRESHOLD }));
/** A member with points and solved captchas; `redeemed` means that they already had their first card. */
const member = async (points: number, options: { grants?: number; redeemed?: boolean } = {}) => {
  const created = await createMember(database, { points: points + (options.redeemed ? 100 : 0) });
  if (options.redeemed) {
    await giveGrants(database, created.id, 'redemption');
    await ask(created.id);
  }
  if (options.grants !== 0) await giveGrants(database, created.id, 'redemption', options.grants ?? 1);
  return created.id;
};
const pointsOf = async (id: string) =>
  (await database.selectFrom('users').select('points').where('id', '=', id).executeTakeFirstOrThrow()).points;
const refused = (code: string, details?: Record<string, number>) =>
  expect.objectContaining(details ? { code, details } : { code });

afterEach(async () => {
  expect(await proveLedger(database)).toEqual([]);
  expect(await proveRedemptions(database)).toEqual([]);
});

describe('requestRedemption', () => {
  test('holds the price, remembers the tier and asks a worker, with a dated promise', async () => {
    const id = await member(130);
    const redemption = await ask(id);
    expect(redemption).toMatchObject({
      cardTier: '1USD',
      amountCents: 100,
      pointsUsed: 100,
      status: 'pending',
      test: true,
      reason: null,
      issuedAt: null,
      expiresAt: null,
    });
    const promisedMs = (redemption.promisedBy?.getTime() ?? 0) - redemption.createdAt.getTime();
    expect(promisedMs).toBe(REDEMPTION_PROMISE_HOURS * 3_600_000);
    const row = await database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ points: 30, cardTierLastChosen: '1USD' });
    const { rows } = await sql<{ key: string }>`select key from graphile_worker.jobs
      where key = ${`fulfil_redemption:${redemption.id}`}`.execute(database);
    expect(rows).toHaveLength(1);
  });

  test('returns the same redemption for a repeat, without a captcha', async () => {
    const id = await member(500);
    const requestId = randomUUID();
    const first = await ask(id, '1USD', requestId);
    expect(await ask(id, '1USD', requestId)).toEqual(first);
    expect(await pointsOf(id)).toBe(400);
  });

  test('leaves a live captcha for the next request when a request is repeated', async () => {
    const id = await member(500, { grants: 2 });
    const requestId = randomUUID();
    await ask(id, '1USD', requestId);
    await ask(id, '1USD', requestId);
    await ask(id, '1USD');
    expect(await pointsOf(id)).toBe(300);
  });

  test('refuses the same request id with another tier', async () => {
    const id = await member(2_000, { redeemed: true });
    const requestId = randomUUID();
    await ask(id, '1USD', requestId);
    await expect(ask(id, '5USD', requestId)).rejects.toEqual(refused('request_id_reused'));
  });

  test('allows two members to use the same request id', async () => {
    const requestId = randomUUID();
    const [one, two] = [await member(100), await member(100)];
    expect((await ask(one, '1USD', requestId)).id).not.toBe((await ask(two, '1USD', requestId)).id);
  });

  test('makes one redemption of a double click', async () => {
    const id = await member(1_000);
    const requestId = randomUUID();
    const both = await Promise.all(Array.from({ length: 8 }, () => ask(id, '1USD', requestId)));
    expect(new Set(both.map((redemption) => redemption.id)).size).toBe(1);
    expect(await pointsOf(id)).toBe(900);
  });

  test('accepts one of 20 parallel requests against a balance for one, and refuses 19 clearly', async () => {
    const id = await member(100, { grants: 20 });
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => ask(id)));
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(failed).toHaveLength(19);
    for (const { reason } of failed) expect(reason).toEqual(refused('below_threshold', { missing: 100 }));
    expect(await pointsOf(id)).toBe(0);
  });

  test('accepts one of 20 parallel requests with one captcha', async () => {
    const id = await member(10_000);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => ask(id)));
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(failed).toHaveLength(19);
    for (const { reason } of failed) expect(reason).toEqual(refused('captcha_required'));
  });

  test('loses no point under parallel requests and credits', async () => {
    const id = await member(300, { grants: 10 });
    const asks = Array.from({ length: 10 }, () => ask(id));
    const credits = Array.from({ length: 10 }, () => credit(database, id, 10));
    const outcomes = await Promise.allSettled([...asks, ...credits]);
    const redeemed = (await listRedemptions(database, id)).length;
    expect(outcomes.slice(10).every((outcome) => outcome.status === 'fulfilled')).toBe(true);
    expect(await pointsOf(id)).toBe(400 - redeemed * 100);
  });

  test('refuses a request without a captcha, and one with a captcha for another action or of another member', async () => {
    const [id, other] = [await member(500, { grants: 0 }), await member(500)];
    await expect(ask(id)).rejects.toEqual(refused('captcha_required'));
    await giveGrants(database, id, 'mission');
    await expect(ask(id)).rejects.toEqual(refused('captcha_required'));
    await giveGrants(database, id, 'redemption');
    await sql`update captcha_grants set expires_at = now() where user_id = ${id}`.execute(database);
    await expect(ask(id)).rejects.toEqual(refused('captcha_required'));
    await ask(other);
    expect(await pointsOf(id)).toBe(500);
  });

  test('refuses a request below the threshold and says what is missing', async () => {
    await expect(ask(await member(99))).rejects.toEqual(refused('below_threshold', { missing: 1 }));
  });

  test('refuses a request without enough points for the tier and says what is missing', async () => {
    const id = await member(450, { redeemed: true });
    await expect(ask(id, '5USD')).rejects.toEqual(refused('insufficient_points', { missing: 50 }));
  });

  test('allows only the $1 card as the first redemption, and a failed one does not count', async () => {
    const id = await member(2_000, { grants: 3 });
    await expect(ask(id, '5USD')).rejects.toEqual(refused('first_redemption_tier'));
    const first = await ask(id);
    await ask(id, '5USD');

    const unlucky = await member(2_000, { grants: 3 });
    await ask(unlucky);
    const rolledBack = transact(async (tx) => {
      await tx
        .updateTable('cardRedemptions')
        .set({ status: 'failed' })
        .where('userId', '=', unlucky)
        .execute();
      await askForCard(tx, {
        memberId: unlucky,
        requestId: randomUUID(),
        cardTier: '5USD',
        thresholdPoints: THRESHOLD,
      });
    });
    await expect(rolledBack).rejects.toEqual(refused('first_redemption_tier'));
    expect(first.cardTier).toBe('1USD');
  });

  test('refuses a suspended member', async () => {
    const id = await member(500);
    await database.updateTable('users').set({ suspendedAt: new Date() }).where('id', '=', id).execute();
    await expect(ask(id)).rejects.toEqual(refused('suspended'));
    expect(await pointsOf(id)).toBe(500);
  });

  test('costs neither points nor the captcha when it is refused', async () => {
    const id = await member(99);
    await expect(ask(id)).rejects.toEqual(refused('below_threshold', { missing: 1 }));
    await credit(database, id, 1);
    expect((await ask(id)).status).toBe('pending');
  });
});

describe('offerRewards', () => {
  const offers = async (memberId: string) =>
    offerRewards(
      database,
      { id: memberId },
      { thresholdPoints: THRESHOLD, serving: servedBy(), active: await activeRewards(database) },
    );

  test('names price, reason and missing points of each tier', async () => {
    const fresh = await offers(await member(150, { grants: 0 }));
    expect(fresh).toMatchObject({
      thresholdPoints: 100,
      firstRedemption: true,
      delivery: 'at_once',
      test: true,
    });
    expect(fresh.offers).toMatchObject([
      { cardTier: '1USD', amountCents: 100, pricePoints: 100, unavailable: null, missingPoints: 0 },
      ...[
        { cardTier: '5USD', amountCents: 500, pricePoints: 500 },
        { cardTier: '10USD', amountCents: 1_000, pricePoints: 1_000 },
        { cardTier: '20USD', amountCents: 2_000, pricePoints: 2_000 },
      ].map((offer) => ({ ...offer, unavailable: 'first_redemption_tier', missingPoints: 0 })),
    ]);
    const known = await offers(await member(600, { redeemed: true, grants: 0 }));
    expect(known.offers.map((offer) => [offer.unavailable, offer.missingPoints])).toEqual([
      [null, 0],
      [null, 0],
      ['insufficient_points', 400],
      ['insufficient_points', 1_400],
    ]);
    const poor = await offers(await member(40, { grants: 0 }));
    expect(poor.offers.map((offer) => [offer.unavailable, offer.missingPoints])).toEqual([
      ['below_threshold', 60],
      ...Array.from({ length: 3 }, () => ['first_redemption_tier', 0]),
    ]);
    const spent = await offers(await member(40, { redeemed: true, grants: 0 }));
    expect(spent.offers.map((offer) => [offer.unavailable, offer.missingPoints])).toEqual([
      ['below_threshold', 60],
      ['insufficient_points', 460],
      ['insufficient_points', 960],
      ['insufficient_points', 1_960],
    ]);
  });
});

test("the list shows a member's own redemptions, newest first", async () => {
  const [id, other] = [await member(300, { grants: 2 }), await member(100)];
  const [first, second] = [await ask(id), await ask(id)];
  await ask(other);
  expect((await listRedemptions(database, id)).map((redemption) => redemption.id)).toEqual([
    second.id,
    first.id,
  ]);
});
