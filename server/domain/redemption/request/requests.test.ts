import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { Refusal } from '#domain/common/refusal.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { openRequests, proveRedemptions, readReward } from '#domain/redemption/index.ts';
import { untilBlocked } from '#testing/blocked.ts';
import { giveGrants } from '#testing/captcha.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { servedBy } from '#testing/redemption.ts';
import { requestPlainRedemptions } from './request.ts';

const { database, transact } = await testDatabase();
const SETTINGS = { thresholdPoints: 100, serving: servedBy(), reviewHours: 48 };
const { ask, giveUpWaiting } = openRequests(transact, SETTINGS);

const request = (memberId: string, more: Partial<Parameters<typeof ask>[0]> = {}) =>
  ask({ memberId, requestId: randomUUID(), choice: { cardTier: '1USD' }, ...more });
const member = async ({ points = 100, grants = 1 } = {}) => {
  const { id } = await createMember(database, { points });
  if (grants > 0) await giveGrants(database, id, 'redemption', grants);
  return id;
};
const members = (count: number) => Promise.all(Array.from({ length: count }, () => member()));
const pointsOf = async (id: string) =>
  (await database.selectFrom('users').select('points').where('id', '=', id).executeTakeFirstOrThrow()).points;
const refused = (code: string) =>
  expect.objectContaining({ status: 'rejected', reason: expect.objectContaining({ code }) });

afterEach(async () => {
  expect(await proveLedger(database)).toEqual([]);
  expect(await proveRedemptions(database)).toEqual([]);
});

test('requests that arrive together are committed in few transactions, each with its points, its job and its tier', async () => {
  const ids = await members(100);
  const redemptions = await Promise.all(ids.map((id) => request(id)));
  for (const redemption of redemptions) {
    expect(redemption).toMatchObject({ status: 'pending', cardTier: '1USD', pointsUsed: 100, test: true });
  }
  const { rows } = await sql<{ commits: number; jobs: number; spent: number }>`
    select count(distinct r.xmin::text)::integer as commits, count(j.key)::integer as jobs,
      (count(*) filter (where u.points = 0 and u.card_tier_last_chosen = '1USD'))::integer as spent
    from card_redemptions r join users u on u.id = r.user_id
    left join graphile_worker.jobs j on j.key = 'fulfil_redemption:' || r.id
    where r.user_id = any(${ids})`.execute(database);
  expect(rows[0]).toMatchObject({ jobs: 100, spent: 100 });
  expect(rows[0]?.commits).toBeLessThan(50);
});

test('each gets its own answer, also where others are refused', async () => {
  const sound = await members(20);
  const [poor, unproven, suspended, paused] = [
    await member({ points: 99 }),
    await member({ grants: 0 }),
    await member(),
    await member(),
  ];
  await database.updateTable('users').set({ suspendedAt: new Date() }).where('id', '=', suspended).execute();
  await database
    .updateTable('users')
    .set({ pausedAt: new Date(), pausedReason: 'staff_review', pausedText: 'A look' })
    .where('id', '=', paused)
    .execute();
  const [dear, unknown, stale, cheap, other] = [
    await member({ points: 2_000 }),
    await member(),
    await member(),
    await member(),
    await member(),
  ];
  const others = [
    request(poor),
    request(unproven),
    request(suspended),
    request(paused),
    request(dear, { choice: { cardTier: '5USD' } }),
    request(unknown, { choice: { rewardId: randomUUID() } }),
    request(cheap, { pricePoints: 99 }),
    request(other, { terms: 'of another reward' }),
    request(stale, {
      mayAskFor: () => {
        throw new Refusal('reauthentication_required');
      },
    }),
    request(randomUUID()),
  ];
  const outcomes = await Promise.allSettled([...others, ...sound.map((id) => request(id))]);
  expect(outcomes.slice(0, others.length)).toEqual(
    [
      'below_threshold',
      'captcha_required',
      'suspended',
      'paused',
      'first_redemption_tier',
      'not_found',
      'price_changed',
      'reward_changed',
      'reauthentication_required',
      'captcha_required',
    ].map(refused),
  );
  expect(outcomes.slice(others.length).every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(await Promise.all(sound.map(pointsOf))).toEqual(sound.map(() => 0));
  expect(await pointsOf(stale)).toBe(100);
});

test('who cannot use the $1 card begins with another reward, also beside others', async () => {
  const regions = (list: string[]) =>
    database.updateTable('rewards').set({ regions: list }).where('key', '=', '1USD').execute();
  const asked = await Promise.all(
    ['US', 'MX', 'BR', undefined].map(async (country) => ({ id: await member({ points: 500 }), country })),
  );
  await regions(['US']);
  const outcomes = await Promise.allSettled(
    asked.map(({ id, country }) => request(id, { choice: { cardTier: '5USD' }, country })),
  );
  await regions([]);
  const made = { status: 'fulfilled', value: expect.objectContaining({ status: 'pending' }) };
  expect(outcomes).toEqual([refused('first_redemption_tier'), made, made, refused('first_redemption_tier')]);
});

test('many requests of one member at once cost what was asked for, never more', async () => {
  const [double, twice, one] = [
    await member({ points: 1_000, grants: 5 }),
    await member({ points: 200, grants: 20 }),
    await member({ points: 1_000 }),
  ];
  const requestId = randomUUID();
  const same = await Promise.all(Array.from({ length: 8 }, () => request(double, { requestId })));
  expect(new Set(same.map(({ id }) => id)).size).toBe(1);
  // Also where the repeat comes later.
  expect(await request(double, { requestId })).toMatchObject({ id: same[0]?.id });
  expect(await pointsOf(double)).toBe(900);

  const against = await Promise.allSettled(Array.from({ length: 20 }, () => request(twice)));
  expect(against.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await pointsOf(twice)).toBe(0);

  const withOne = await Promise.allSettled(Array.from({ length: 20 }, () => request(one)));
  expect(withOne.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(withOne.filter(({ status }) => status === 'rejected')).toEqual(
    Array.from({ length: 19 }, () => refused('captcha_required')),
  );
});

test('a repeat is answered with its redemption where a first request would need a fresh sign-in', async () => {
  const id = await member({ points: 200, grants: 2 });
  const requestId = randomUUID();
  const mayAskFor = () => {
    throw new Refusal('reauthentication_required');
  };
  await expect(request(id, { requestId, mayAskFor })).rejects.toMatchObject({
    code: 'reauthentication_required',
  });
  const first = await request(id, { requestId });
  expect(await request(id, { requestId, mayAskFor })).toMatchObject({ id: first.id });
  await expect(request(id, { mayAskFor })).rejects.toMatchObject({ code: 'reauthentication_required' });
  expect(await pointsOf(id)).toBe(100);
});

test('one that fails takes nothing and fails alone', async () => {
  const ids = await members(40);
  const poisoned = ids[13] ?? '';
  await sql
    .raw(`create function break_poison() returns trigger language plpgsql as $$
      begin if new.user_id = '${poisoned}' then raise exception 'the row is poisoned'; end if; return new; end $$;
      create trigger break_poison after insert on card_redemptions for each row execute function break_poison()`)
    .execute(database);
  const outcomes = await Promise.allSettled(ids.map((id) => request(id)));
  await sql
    .raw('drop trigger break_poison on card_redemptions; drop function break_poison')
    .execute(database);
  expect(outcomes.map(({ status }) => status)).toEqual(
    ids.map((id) => (id === poisoned ? 'rejected' : 'fulfilled')),
  );
  expect(await pointsOf(poisoned)).toBe(100);
  // The captcha is not used up.
  expect(await request(poisoned)).toMatchObject({ status: 'pending' });
});

test('an error of our own in one fails it alone', async () => {
  const [broken, ...sound] = await members(10);
  const mayAskFor = () => {
    throw new TypeError('a mistake');
  };
  const failing = request(broken ?? '', { mayAskFor });
  const outcomes = await Promise.allSettled([failing, ...sound.map((id) => request(id))]);
  expect(outcomes[0]).toMatchObject({ status: 'rejected', reason: new TypeError('a mistake') });
  expect(outcomes.slice(1).every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(await pointsOf(broken ?? '')).toBe(100);
});

test('a member who is in use by another transaction delays nobody else', async () => {
  const [held, free, together] = [await member(), await member(), await member()];
  const transaction = await database.startTransaction().execute();
  await transaction.selectFrom('users').select('id').where('id', '=', held).forUpdate().execute();
  let isHeld = true;
  const waiting = request(held).finally(() => {
    isHeld = false;
  });
  expect(await request(free)).toMatchObject({ status: 'pending' });
  // Nor who is in one batch with them.
  const outcomes = await transact(async (tx) => {
    const reward = await readReward(tx, { cardTier: '1USD' });
    const requests = [held, together].map((memberId) => ({ memberId, requestId: randomUUID(), reward }));
    return requestPlainRedemptions(tx, requests, SETTINGS);
  });
  expect(outcomes).toEqual(['alone', expect.objectContaining({ status: 'pending' })]);
  expect(isHeld).toBe(true);
  await transaction.commit().execute();
  expect(await waiting).toMatchObject({ status: 'pending' });
});

/** Runs `work` while each of `ids` has asked for a reward and waits for the member. */
async function whileWaiting(ids: string[], atOnce: number, work: () => Promise<void>) {
  let waiting: Promise<unknown> | undefined;
  await transact(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', 'in', ids).forUpdate().execute();
    waiting = Promise.allSettled(ids.map((id) => request(id)));
    await untilBlocked(tx, atOnce);
    await work();
  });
  await waiting;
}

test('however many wait for members in use, others are served', async () => {
  await whileWaiting(await members(20), 3, async () => {
    expect(await request(await member())).toMatchObject({ status: 'pending' });
  });
});

test('however often a member in use asks, others are served, also those who have to be made alone', async () => {
  const [held, other] = [await member({ points: 1_000 }), await member({ points: 200, grants: 2 })];
  await whileWaiting(Array(20).fill(held), 1, async () => {
    // They arrive together, so the second one is made alone.
    expect(await Promise.all([request(other), request(other)])).toHaveLength(2);
  });
});

test('beyond a thousand that wait, members are asked to try again, and nobody who waits is dropped', async () => {
  const id = await member();
  const transaction = await database.startTransaction().execute();
  await sql`lock table users in access exclusive mode`.execute(transaction);
  const waiting = [request(id), ...Array.from({ length: 999 }, () => request(randomUUID()))];
  await expect(request(randomUUID())).rejects.toMatchObject({ code: 'busy', retryAfter: 5 });
  await transaction.rollback().execute();
  const [own, ...unknown] = await Promise.allSettled(waiting);
  expect(own).toMatchObject({ status: 'fulfilled' });
  expect(unknown).toEqual(unknown.map(() => refused('captcha_required')));
  expect(await request(await member())).toMatchObject({ status: 'pending' });
});

test('a member with many requests at once takes no place from the others', async () => {
  const [greedy, other] = [await member({ points: 1_000 }), await member()];
  const many = Array.from({ length: 1_500 }, () => request(greedy));
  const outcomes = Promise.allSettled(many);
  expect(await request(other)).toMatchObject({ status: 'pending' });
  const refusals = (await outcomes).filter(({ status }) => status === 'rejected');
  expect(refusals).toHaveLength(1_499);
  expect(refusals.slice(-1_480)).toEqual(Array.from({ length: 1_480 }, () => refused('busy')));
});

test('when the database is lost, those who wait are asked at once to try again', async () => {
  const transaction = await database.startTransaction().execute();
  await sql`lock table users in access exclusive mode`.execute(transaction);
  const asked = Array.from({ length: 200 }, () => request(randomUUID()));
  const settled = Promise.allSettled(asked);
  giveUpWaiting();
  const first = await Promise.allSettled(asked.slice(-100));
  expect(first).toEqual(first.map(() => refused('busy')));
  await transaction.rollback().execute();
  await settled;
  expect(await request(await member())).toMatchObject({ status: 'pending' });
});
