import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FeedHealth } from '#contract/feeds.ts';
import { transactOn } from '#database/transaction.ts';
import { countOfferResults, matureCredits } from '#domain/earning/index.ts';
import { EVENTS_MAX } from '#domain/earning/intake/record-event.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { HELD_OFFER_WALL, OFFER_WALL, type OfferMember, startOfferSite } from '#testing/offers.ts';

const site = await startOfferSite();
const { database, offer, member, click, tell, started, pointsOf } = site;

const GAME = {
  id: '1',
  title: 'A game',
  goals: [
    { id: 'a', name: 'Install', amount: 0 },
    { id: 'b', name: 'Level 10', amount: 250 },
    { id: 'c', name: 'Level 20', amount: 400 },
  ],
};
beforeAll(() => offer(GAME));

const goalsOf = async (one: OfferMember) => (await started(one))[0]?.goals ?? [];
const statesOf = async (one: OfferMember) =>
  (await goalsOf(one)).map(({ goalId, state, reason, paid }) => [goalId, state, reason, paid]);
const transactionOf = (tx: string) =>
  database.selectFrom('webhookTransactions').selectAll().where('transactionId', '=', tx).executeTakeFirst();

describe('a started offer', () => {
  test('goes on by what postbacks prove: unpaid steps, undecided ones, paid ones, taken back', async () => {
    const one = await member();
    const id = await click(one, '1');
    const about = { user: one.code, click: id, offer: '1' };
    expect(await statesOf(one)).toEqual([
      ['a', 'started', 'clicked', 0],
      ['b', 'started', 'clicked', 0],
      ['c', 'started', 'clicked', 0],
    ]);
    const [install, paid] = [randomUUID(), randomUUID()];
    expect(await tell({ ...about, tx: install, points: 0, goal: 'a' })).toBe('200 OK');
    expect(await tell({ ...about, tx: paid, points: 250, goal: 'b', status: 3 })).toBe('200 OK');
    expect(await statesOf(one)).toEqual([
      ['a', 'received', 'pays_nothing', 0],
      ['b', 'received', 'company_decides', 0],
      ['c', 'started', 'clicked', 0],
    ]);
    expect(await tell({ ...about, tx: paid, points: 250, goal: 'b' })).toBe('200 OK');
    expect(await started(one)).toMatchObject([{ promisedPoints: 650, paidPoints: 250, paidLess: null }]);
    expect((await statesOf(one))[1]).toEqual(['b', 'credited', 'paid', 250]);
    expect(await tell({ ...about, tx: paid, points: 250, goal: 'b', status: 2 })).toBe('200 OK');
    expect((await statesOf(one))[1]).toEqual(['b', 'reversed', 'taken_back', 0]);
    expect(await pointsOf(one)).toBe(0);
  });

  test('an unpaid step reserves no transaction id: the paid call under it still counts', async () => {
    const one = await member();
    const tx = randomUUID();
    const about = { user: one.code, click: await click(one, '1'), tx };
    await tell({ ...about, points: 0, goal: 'a' });
    expect(await transactionOf(tx)).toBeUndefined();
    expect(await tell({ ...about, points: 250, goal: 'b' })).toBe('200 OK');
    expect(await pointsOf(one)).toBe(250);
  });

  test('is pending where the site waits, with the day on which the points count', async () => {
    const one = await member();
    const tx = randomUUID();
    const about = { user: one.code, click: await click(one, '1', HELD_OFFER_WALL), tx, goal: 'b' };
    await tell({ ...about, points: 250 }, HELD_OFFER_WALL);
    const pending = (await goalsOf(one))[1];
    expect(pending).toMatchObject({ state: 'pending', reason: 'held', paid: 0, paidLess: null });
    expect(Date.parse(pending?.until ?? '') - Date.parse(pending?.at ?? '')).toBe(7 * 86_400_000);
    await sql`update webhook_transactions set held_until = now() where transaction_id = ${tx}`.execute(
      database,
    );
    await matureCredits(transactOn(database), 1_000);
    expect((await statesOf(one))[1]).toEqual(['b', 'credited', 'paid', 250]);
  });

  test('expires a step whose time is over, and a call that comes all the same is paid', async () => {
    const one = await member();
    const id = await click(one, '1');
    await sql`update offer_clicks set started_at = now() - interval '15 days', expires_at = now() - interval '1 day'
      where id = ${id}`.execute(database);
    expect((await statesOf(one)).map(([, state, reason]) => [state, reason])).toEqual(
      Array.from({ length: 3 }, () => ['expired', 'too_late']),
    );
    await tell({ user: one.code, tx: randomUUID(), points: 400, goal: 'c', click: id });
    expect((await statesOf(one))[2]).toEqual(['c', 'credited', 'paid', 400]);
    expect(await click(one, '1')).not.toBe(id);
  });

  test('that pays less than promised says so, to the member and to staff', async () => {
    const admin = site.visitor();
    admin.cookie = await signIn(
      database,
      await createMember(database, { isAdmin: true, staffRole: 'read_only' }),
    );
    const countOf = async () => {
      await countOfferResults(transactOn(database));
      const { body }: { body: FeedHealth[] } = await admin.get('/api/admin/feeds');
      return body.find(({ wall }) => wall === OFFER_WALL)?.paidLess ?? Number.NaN;
    };
    const before = await countOf();
    const [less, more] = [await member(), await member()];
    for (const [one, points] of [
      [less, 200],
      [more, 300],
    ] as const)
      await tell({ user: one.code, tx: randomUUID(), points, goal: 'b', click: await click(one, '1') });
    expect(await started(less)).toMatchObject([
      {
        paidPoints: 200,
        paidLess: { promised: 250, paid: 200 },
        goals: [{}, { paidLess: { promised: 250, paid: 200 } }, {}],
      },
    ]);
    expect(await started(more)).toMatchObject([{ paidPoints: 300, paidLess: null }]);
    expect([await pointsOf(less), await pointsOf(more)]).toEqual([200, 300]);
    expect((await countOf()) - before).toBe(1);
  });

  test('is shown to staff as the member sees it, with the calls as they came, and to nobody else', async () => {
    const [one, other] = [await member(), await member()];
    const [id, tx] = [await click(one, '1'), randomUUID()];
    const about = { user: one.code, click: id, offer: '1', goal: 'b' };
    await tell({ ...about, tx: randomUUID(), points: 0, goal: 'a' });
    await tell({ ...about, tx, points: 250, status: 3 });
    await tell({ ...about, tx, points: 250 });
    const staff = site.visitor();
    staff.cookie = await signIn(
      database,
      await createMember(database, { isAdmin: true, staffRole: 'read_only' }),
    );
    const shown = await staff.get(`/api/admin/users/${one.id}/offers`);
    expect(shown.status).toBe(200);
    expect(shown.body).toEqual((await started(one)).map(({ support: _, ...offer }) => offer));
    const path = (memberId: string) => `/api/admin/users/${memberId}/offers/${id}/calls`;
    const calls = await staff.get(path(one.id));
    expect(calls.body).toMatchObject([
      { kind: 'credited', goalId: 'b', transactionId: tx, points: 250, raw: expect.stringContaining(tx) },
      { kind: 'pending', goalId: 'b', points: null, raw: null },
      { kind: 'step', goalId: 'a', points: null, raw: null },
    ]);
    expect(calls.body[0].raw).not.toMatch(/sig=(?!\[redacted\])/);
    expect((await staff.get(path(other.id))).status).toBe(404);
    for (const stranger of [one.visitor, other.visitor])
      for (const address of [`/api/admin/users/${one.id}/offers`, path(one.id)])
        expect((await stranger.get(address)).status).toBe(403);
  });

  test('keeps its promise and its progress when the offer leaves', async () => {
    await offer(GAME, { id: '2', title: 'Leaves soon', amount: 90 });
    const one = await member();
    const id = await click(one, '2');
    await offer(GAME);
    await sql`delete from feed_offers where offer_id = '2'`.execute(database);
    await tell({ user: one.code, tx: randomUUID(), points: 90, click: id, offer: '2' });
    expect(await started(one)).toMatchObject([
      {
        title: 'Leaves soon',
        promisedPoints: 90,
        paidPoints: 90,
        goals: [{ goalId: '', state: 'credited' }],
      },
    ]);
  });

  test('is read page by page, each member their own', async () => {
    await offer(
      GAME,
      ...Array.from({ length: 25 }, (_, n) => ({ id: `5${n}`, title: `Offer ${n}`, amount: 5 })),
    );
    const one = await member();
    const clicks: string[] = [];
    for (let n = 0; n < 25; n += 1) clicks.push(await click(one, `5${n}`));
    const first = await started(one);
    const second = await started(one, `?before=${first.at(-1)?.id}`);
    expect([...first, ...second].map(({ id }) => id)).toEqual(clicks.toReversed());
    expect(await started(await member(), `?before=${first[0]?.id}`)).toEqual([]);
  });
});

describe('a proven call that lies about what it is for', () => {
  test('with the click of another member moves nothing of theirs and goes to the offer it names', async () => {
    const [thief, owner] = [await member(), await member()];
    const stolen = await click(owner, '1');
    await click(thief, '1');
    await tell({ user: thief.code, tx: randomUUID(), points: 250, goal: 'b', click: stolen, offer: '1' });
    await tell({ user: thief.code, tx: randomUUID(), points: 0, goal: 'a', click: stolen });
    await tell({ user: thief.code, tx: randomUUID(), points: 400, goal: 'c', click: stolen, status: 3 });
    expect((await statesOf(owner)).map(([, state]) => state)).toEqual(['started', 'started', 'started']);
    expect((await statesOf(thief))[1]).toEqual(['b', 'credited', 'paid', 250]);
    expect([await pointsOf(thief), await pointsOf(owner)]).toEqual([250, 0]);
  });

  test('with the click of a member who has none of their own is paid and belongs to no offer', async () => {
    const [stranger, owner] = [await member(), await member()];
    await tell({
      user: stranger.code,
      tx: randomUUID(),
      points: 250,
      goal: 'b',
      click: await click(owner, '1'),
    });
    expect([await pointsOf(stranger), await started(stranger)]).toEqual([250, []]);
    expect((await statesOf(owner))[1]).toEqual(['b', 'started', 'clicked', 0]);
  });

  test('with a click of the other wall counts for none of its steps', async () => {
    const one = await member();
    const elsewhere = await click(one, '1', HELD_OFFER_WALL);
    await tell({ user: one.code, tx: randomUUID(), points: 250, goal: 'b', click: elsewhere });
    expect((await statesOf(one))[1]).toEqual(['b', 'started', 'clicked', 0]);
  });

  test('that comes again, or under the same click with another transaction, pays what each transaction pays', async () => {
    const one = await member();
    const call = { user: one.code, tx: randomUUID(), points: 250, goal: 'b', click: await click(one, '1') };
    expect(await tell(call)).toBe('200 OK');
    expect(await tell(call)).toBe('200 DUP');
    // The goal of a known transaction is not changed by a second call.
    expect(await tell({ ...call, goal: 'c' })).toBe('200 DUP');
    expect((await statesOf(one)).map(([, state]) => state)).toEqual(['started', 'credited', 'started']);
    expect(await tell({ ...call, tx: randomUUID() })).toBe('200 OK');
    expect(await started(one)).toMatchObject([{ paidPoints: 500 }]);
    expect(await pointsOf(one)).toBe(500);
  });

  test('with a goal that was not promised is paid and shown apart, its name as plain text', async () => {
    const one = await member();
    const about = { user: one.code, tx: randomUUID(), points: 30, click: await click(one, '1') };
    await tell({ ...about, goal: 'secret', goal_name: '<b>Bonus</b>\u202e round' });
    const other = (await goalsOf(one))[3];
    expect(other).toMatchObject({ goalId: 'secret', promised: null, state: 'credited', paid: 30 });
    expect(other?.name).toMatch(/^Bonus/);
    expect(other?.name).not.toMatch(/[<>\u202e]/);
  });

  test.each(['', 'not-a-uuid', "'; drop table offer_clicks; --", '\u0000', 'x'.repeat(5_000)])(
    'with %j for a click is paid all the same',
    async (odd) => {
      const one = await member();
      await click(one, '1');
      const call = { user: one.code, tx: randomUUID(), points: 250, goal: 'b', click: odd, offer: '1' };
      expect(await tell(call)).toBe('200 OK');
      expect((await statesOf(one))[1]).toEqual(['b', 'credited', 'paid', 250]);
    },
  );

  test('without a proof leaves nothing of the click', async () => {
    const one = await member();
    const query = new URLSearchParams({
      tx: 't',
      user: one.code,
      points: '0',
      goal: 'a',
      click: await click(one, '1'),
      sig: 'x',
    });
    expect((await fetch(`${site.url}/api/postbacks/${OFFER_WALL}?${query}`)).status).toBe(403);
    expect((await statesOf(one))[0]).toEqual(['a', 'started', 'clicked', 0]);
  });

  test('of steps without end is kept up to a limit', async () => {
    const one = await member();
    await sql`insert into offer_events (user_id, wall, kind, goal_id)
      select ${one.id}, ${OFFER_WALL}, 'step', n from generate_series(1, ${EVENTS_MAX - 1}) n`.execute(
      database,
    );
    for (const goal of ['a', 'a', 'b']) await tell({ user: one.code, tx: randomUUID(), points: 0, goal });
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer from offer_events where user_id = ${one.id}`.execute(database);
    expect(rows[0]?.count).toBe(EVENTS_MAX);
  });
});

/** One call about one transaction; `of` is its place in the list of transactions. */
interface Arrival {
  of: number;
  as: 'credit' | 'pending' | 'reverse';
}

type Clicks = Record<typeof OFFER_WALL | typeof HELD_OFFER_WALL, string>;

test('calls in any order, while the feed changes, end in the same progress and the right balance', async () => {
  const transaction = fc.record({
    goal: fc.constantFrom('b', 'c', 'z'),
    points: fc.constantFrom(1, 200, 250, 400, 900),
    wall: fc.constantFrom<keyof Clicks>(OFFER_WALL, HELD_OFFER_WALL),
    /** How the vendor says what it is about. */
    names: fc.constantFrom<'click' | 'offer'>('click', 'offer'),
    /** What the vendor sends of it. */
    sends: fc.constantFrom<Arrival['as'][]>(
      ['credit'],
      ['pending'],
      ['pending', 'credit'],
      ['credit', 'reverse'],
      ['pending', 'credit', 'reverse', 'credit'],
      ['reverse'],
    ),
  });
  const history = fc.record({
    transactions: fc.array(transaction, { minLength: 1, maxLength: 5 }),
    steps: fc.subarray(['a', 'z']),
    /** The vendor's calls in two orders, with the feed changed in between. */
    orders: fc.tuple(fc.infiniteStream(fc.nat()), fc.infiniteStream(fc.nat())),
  });
  const pay = ({ sends }: { sends: Arrival['as'][] }) =>
    sends.includes('credit') && !sends.includes('reverse');
  await fc.assert(
    fc.asyncProperty(history, async ({ transactions, steps, orders }) => {
      const ends = [];
      for (const [n, numbers] of orders.entries()) {
        await offer(GAME);
        const one = await member();
        const clicks: Clicks = {
          [OFFER_WALL]: await click(one, '1'),
          [HELD_OFFER_WALL]: await click(one, '1', HELD_OFFER_WALL),
        };
        const arrivals = [
          ...transactions.flatMap(({ sends, points, goal, wall, names }, of) =>
            sends.map((as) => ({
              of,
              values: {
                ...{ points, goal, status: { credit: 1, pending: 3, reverse: 2 }[as] },
                ...(names === 'click' ? { click: clicks[wall] } : { offer: '1' }),
              },
              wall,
            })),
          ),
          ...steps.map((goal, of) => ({
            of: 100 + of,
            values: { points: 0, goal, status: 1, click: clicks[OFFER_WALL] },
            wall: OFFER_WALL,
          })),
        ]
          .map((arrival) => ({ arrival, place: numbers.next().value }))
          .sort((left, right) => left.place - right.place)
          .map(({ arrival }) => arrival);
        const ids = new Map(arrivals.map(({ of }) => [of, randomUUID()]));
        for (const [place, { of, values, wall }] of arrivals.entries()) {
          // The promise of a click does not follow the feed.
          if (place === arrivals.length >> 1)
            await offer(...(n === 0 ? [] : [{ ...GAME, title: 'Renamed' }]), {
              id: '9',
              title: 'Other',
              amount: 1,
            });
          const sent = { ...values, user: one.code, tx: ids.get(of) ?? '' };
          expect((await tell(sent, wall)).slice(0, 3)).toBe('200');
        }
        const owed = transactions.filter(pay);
        const counted = owed.filter(({ wall }) => wall === OFFER_WALL);
        expect(await pointsOf(one)).toBe(counted.reduce((sum, { points }) => sum + points, 0));
        const shown = await started(one);
        expect(shown.find(({ wall }) => wall === OFFER_WALL)?.paidPoints).toBe(await pointsOf(one));
        ends.push(
          shown.map(({ wall, title, promisedPoints, paidPoints, paidLess, goals }) => ({
            ...{ wall, title, promisedPoints, paidPoints, paidLess },
            goals: goals.map(({ at: _at, until: _until, deadline: _deadline, ...goal }) => goal),
          })),
        );
      }
      expect(ends[1]).toEqual(ends[0]);
    }),
    { numRuns: 15 },
  );
});
