import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { OfferResult } from '#contract/feeds.ts';
import type { OfferRow } from '#contract/offers.ts';
import type { WallAlarm } from '#contract/walls.ts';
import { transactOn } from '#database/transaction.ts';
import { countOfferResults, watchWalls } from '#domain/earning/index.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { untilTodayLasts } from '#testing/midnight.ts';
import { OFFER_WALL, type OfferMember, startOfferSite } from '#testing/offers.ts';
import { rollUpAll } from '#testing/roll-up.ts';

/** What came of offers: how many members got how far, how soon, and whether the wall keeps what its catalogue promises. */

await untilTodayLasts();
const site = await startOfferSite();
const { database, offer, member, click, tell } = site;
const transact = transactOn(database);

const goal = (id: string, amount: number) => ({ id, name: `Level ${id}`, amount });
beforeAll(() =>
  offer(
    { id: '1', title: 'Kept', goals: [goal('a', 100), goal('b', 400)] },
    { id: '2', title: 'Not kept', goals: [goal('a', 300)] },
    { id: '3', title: 'Not started', goals: [goal('a', 900)] },
  ),
);

async function staff(staffRole: 'owner' | 'read_only') {
  const visitor = site.visitor();
  visitor.cookie = await signIn(database, await createMember(database, { isAdmin: true, staffRole }));
  return visitor;
}
const owner = await staff('owner');

const resultsOf = async (query = ''): Promise<OfferResult[]> => {
  const { status, body } = await owner.get(`/api/admin/feeds/${OFFER_WALL}/results${query}`);
  expect(status).toBe(200);
  return body;
};
/** Starts the offer, so many seconds ago if that is said, and says what the company pays for its step. */
async function reach(
  one: OfferMember,
  offerId: string,
  { goal, points, took }: { goal: string; points: number; took?: number },
) {
  const id = await click(one, offerId);
  if (took !== undefined)
    await sql`update offer_clicks set started_at = now() - make_interval(secs => ${took}) where id = ${id}`.execute(
      database,
    );
  const call = { user: one.code, tx: randomUUID(), click: id, goal, points };
  expect(await tell(call)).toBe('200 OK');
  return call;
}

describe('the results of offers', () => {
  test('count members and not their clicks, and tell rates, the time in the middle, promised and paid', async () => {
    const [first, second, third, idle] = [await member(), await member(), await member(), await member()];
    for (const [one, took] of [
      [first, 100],
      [second, 1_000],
      [third, 50_000],
    ] as const)
      await reach(one, '1', { goal: 'a', points: 100, took });
    await reach(first, '1', { goal: 'b', points: 400 });
    const call = await reach(second, '1', { goal: 'b', points: 400 });
    expect(await tell({ ...call, status: 2 })).toBe('200 OK');
    await click(idle, '1');
    await click(idle, '1');
    await reach(idle, '2', { goal: 'a', points: 250 });
    await countOfferResults(transact);
    const [kept, notKept, ...others] = await resultsOf();
    expect(kept).toEqual({
      ...{ id: '1', title: 'Kept', started: 4, credited: 3, reversed: 1 },
      ...{ medianSeconds: expect.any(Number), promised: 700, paid: 700, paidLess: 0 },
    });
    expect(kept?.medianSeconds).toBeGreaterThanOrEqual(1_000);
    expect(kept?.medianSeconds).toBeLessThan(50_000);
    expect(notKept).toMatchObject({ id: '2', started: 1, promised: 300, paid: 250, paidLess: 1 });
    expect(others).toEqual([]);
    expect((await resultsOf('?order=missing')).map(({ id }) => id)).toEqual(['2', '1']);
    expect((await resultsOf('?order=missing&after=2')).map(({ id }) => id)).toEqual(['1']);
    expect((await resultsOf('?after=1')).map(({ id }) => id)).toEqual(['2']);
  });

  test('put the offers that most members finished here first', async () => {
    const one = await member();
    const titles = async (after = '') => {
      const { body } = await one.visitor.get(`/api/offers?order=popular${after}`);
      return body.filter(({ wall }: OfferRow) => wall === OFFER_WALL).map(({ title }: OfferRow) => title);
    };
    expect(await titles()).toEqual(['Kept', 'Not kept', 'Not started']);
    expect(await titles(`&after=${encodeURIComponent(`${OFFER_WALL}/1`)}`)).toEqual([
      'Not kept',
      'Not started',
    ]);
  });

  test('are a file for those who may export, and nothing for strangers and members', async () => {
    const path = `/api/admin/exports/offer_results.csv?wall=${OFFER_WALL}`;
    const { status, body } = await owner.get(path);
    const lines = String(body).trim().split(/\r?\n/);
    expect([status, lines.length]).toEqual([200, 3]);
    expect(lines[2]).toMatch(/^2,Not kept,1,1,0,\d+,300,250,1$/);
    expect((await owner.get('/api/admin/exports/offer_results.csv?wall=elsewhere')).body).not.toContain(
      'Kept',
    );
    expect((await owner.get('/api/admin/feeds/elsewhere/results')).status).toBe(404);
    const { visitor } = await member();
    for (const address of [path, `/api/admin/feeds/${OFFER_WALL}/results`]) {
      expect((await visitor.get(address)).status).toBe(403);
      expect((await site.visitor().get(address)).status).toBe(401);
    }
  });

  test('of offers that nobody started within 30 days are gone', async () => {
    await sql`update offer_clicks set started_at = now() - interval '31 days' where offer_id = '2'`.execute(
      database,
    );
    await countOfferResults(transact);
    expect((await resultsOf()).map(({ id }) => id)).toEqual(['1']);
  });
});

describe('a wall that pays less than its catalogue promises', () => {
  const watch = async () => {
    await rollUpAll(database);
    await watchWalls(transact, { walls: [], costPercentMax: 100, onAlarm: () => undefined });
    await countOfferResults(transact);
    await watchWalls(transact, { walls: [], costPercentMax: 100, onAlarm: () => undefined });
    const { body }: { body: WallAlarm[] } = await owner.get('/api/admin/wall-alarms');
    return body.filter(({ kind }) => kind === 'underpaid');
  };

  test('raises an alarm by itself once there are enough such steps, once a day', async () => {
    const less = async () => reach(await member(), '2', { goal: 'a', points: 299 });
    for (let step = 0; step < 4; step += 1) await less();
    expect(await watch()).toEqual([]);
    await less();
    const [alarm, ...others] = await watch();
    expect(alarm).toMatchObject({
      wall: OFFER_WALL,
      kind: 'underpaid',
      usual: null,
      threshold: 10,
      userId: null,
    });
    expect(alarm?.value).toBeGreaterThanOrEqual(50);
    expect(others).toEqual([]);
    expect(await watch()).toHaveLength(1);
  });
});
