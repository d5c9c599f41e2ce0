import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { pullFeed, pullFeeds } from '#domain/earning/index.ts';
import { lockRules } from '#domain/earning/offers/rules.ts';
import { afterwards } from '#testing/afterwards.ts';
import { untilBlocked } from '#testing/blocked.ts';
import { testDatabase } from '#testing/database.ts';
import {
  asking,
  offersOf,
  type StandIn,
  startStandIn,
  type Trouble,
  wallOf,
} from '#testing/feeds/stand-in.ts';
import { LIST, type StandInOffer } from '#testing/feeds/vendors.ts';
import { builtInFeeds } from './index.ts';

/** The guarantees of every built-in feed, over real HTTP against a stand-in of its vendor, with a real database. */

const { database, transact } = await testDatabase();
/** Of a vendor that is silent for good. */
const SILENCE_MS = 300;
let walls = 0;

const good: StandInOffer[] = [
  {
    id: '101',
    title: 'Build a city',
    description: 'Reach <b>level 10</b> &amp; win',
    goals: [
      { id: 'g1', name: 'Install', amount: 10 },
      { id: 'g2', name: 'Level 10', amount: 250 },
    ],
  },
  { id: '102', title: 'Answer questions', amount: 120 },
];

/** A wall of its own with the feed of this vendor, and pulls of it. */
async function open(id: string) {
  const standIn = await startStandIn(id);
  afterwards(standIn.close);
  walls += 1;
  const wall = wallOf(standIn, `${id}-${walls}`);
  const name = wall.definition.id;
  const pull = (options = {}, changes: Partial<typeof wall> = {}) =>
    pullFeed(
      { transact, ask: asking(standIn, standIn.silenceMs) },
      { wall: { ...wall, ...changes }, feed: wall.feed },
      {
        now: true,
        ...options,
      },
    );
  return { standIn, wall: name, feed: wall.feed, pull };
}

const offersIn = async (wall: string) =>
  (
    await sql<{
      offerId: string;
      title: string;
      points: number | null;
      click: string;
      icon: string | null;
      left: boolean;
      revision: number;
    }>`
      select offer_id, title, total_points as points, click_template as click, icon_url as icon, left_at is not null as left, revision
      from feed_offers where wall = ${wall} order by offer_id`.execute(database)
  ).rows;
const stateOf = async (wall: string) =>
  (
    await sql<{
      fault: string | null;
      failures: number;
      leftOut: { reason: string; count: number }[];
      waits: number;
    }>`
      select fault, failures, left_out, extract(epoch from next_at - now())::float as waits from feeds
      where wall = ${wall}`.execute(database)
  ).rows[0];
const reasonsOf = async (wall: string) =>
  Object.fromEntries((await stateOf(wall))?.leftOut.map(({ reason, count }) => [reason, count]) ?? []);
const manyOffers = (count: number, firstId = 1000): StandInOffer[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(firstId + index),
    title: `Offer ${index}`,
    amount: 5,
  }));
const ELSEWHERE = 'https://evil.example/?{playerid}{userID}[user_id]';
/** The vendor has kept to far fewer offers, or to others, for more than an hour. */
const anHourOfFewer = (wall: string) =>
  transact((tx: Tx) =>
    sql`update feeds set fewer_since = now() - interval '61 minutes' where wall = ${wall}`.execute(tx),
  );
/** The last try was five minutes ago. */
const fiveMinutes = (wall: string) =>
  sql`update feeds set tried_at = now() - interval '5 minutes' where wall = ${wall}`.execute(database);
const offeredIn = async (wall: string) => (await offersIn(wall)).filter(({ left }) => !left).length;
const failing = (standIn: StandIn, trouble: Trouble) => {
  standIn.trouble = () => trouble;
  if (trouble.kind === 'silent' || trouble.kind === 'stops') standIn.silenceMs = SILENCE_MS;
};

describe.each(builtInFeeds.map(({ id }) => id))('%s', (id) => {
  test('offers arrive with their goals, the points that a postback credits, and a click that names the member', async () => {
    const { standIn, wall, pull } = await open(id);
    offersOf(standIn, good);
    expect(await pull()).toMatchObject({ outcome: 'pulled', offers: 2, added: 2 });
    const [city, questions] = await offersIn(wall);
    expect(city).toMatchObject({
      offerId: '101',
      title: 'Build a city',
      points: 260,
      left: false,
      revision: 1,
    });
    expect(questions).toMatchObject({ offerId: '102', points: 120 });
    for (const { click, icon } of [city, questions].filter((one) => one !== undefined)) {
      expect(click).toMatch(/^https:\/\//);
      expect(click.split('{user}')).toHaveLength(2);
      expect(click.split('{click}')).toHaveLength(2);
      expect(icon).toMatch(/^https:\/\//);
    }
    const goals =
      await sql`select goal_id, name, points from feed_goals where wall = ${wall} and offer_id = '101'
      order by place`.execute(database);
    expect(goals.rows).toEqual([
      { goalId: 'g1', name: 'Install', points: 10 },
      { goalId: 'g2', name: 'Level 10', points: 250 },
    ]);
  });

  test('an offer that cannot be promised or shown is left out and counted, and the others stay', async () => {
    const { standIn, wall, pull } = await open(id);
    offersOf(standIn, [
      ...good,
      { id: '1', title: 'By script', amount: 5, click: 'javascript:alert(1)//{playerid}' },
      { id: '2', title: 'To elsewhere', amount: 5, click: ELSEWHERE },
      { id: '3', title: 'Without amount', amount: 'lots' },
      { id: '4', title: 'Too much', amount: 20_000 },
      { id: '5', title: '<script>alert(1)</script>', amount: 5 },
      { id: '6', title: 'Huge', amount: 5, description: 'x'.repeat(200_000) },
      {
        id: '7',
        title: 'Twice',
        goals: [
          { id: 'g', name: 'A', amount: 5 },
          { id: 'g', name: 'B', amount: 5 },
        ],
      },
      ...good,
    ]);
    expect(await pull()).toMatchObject({ outcome: 'pulled', offers: 2 });
    expect((await offersIn(wall)).map(({ offerId }) => offerId)).toEqual(['101', '102']);
    expect(await reasonsOf(wall)).toEqual({
      address: 2,
      amount: 1,
      above_cap: 1,
      no_title: 1,
      too_large: 1,
      goals: 1,
      repeated: 2,
    });
  });

  test('a picture elsewhere is left away, an amount that is not fixed is no promise', async () => {
    const { standIn, wall, pull } = await open(id);
    offersOf(standIn, [
      { id: '1', title: 'Survey', amount: 'variable', icon: 'http://evil.example/pixel.gif' },
    ]);
    await pull();
    expect(await offersIn(wall)).toMatchObject([{ offerId: '1', points: null, icon: null }]);
  });

  test('an offer that leaves, changes and returns stays the same offer', async () => {
    const { standIn, wall, pull } = await open(id);
    offersOf(standIn, [...good, { id: '103', title: 'Third', amount: 7 }]);
    await pull();
    offersOf(standIn, [good[0] as StandInOffer, { id: '103', title: 'Third, better', amount: 9 }]);
    expect(await pull()).toMatchObject({ added: 0, changed: 1, gone: 1, returned: 0 });
    offersOf(standIn, [...good, { id: '103', title: 'Third, better', amount: 9 }]);
    expect(await pull()).toMatchObject({ added: 0, changed: 0, gone: 0, returned: 1 });
    expect((await offersIn(wall)).map((one) => [one.offerId, one.left, one.revision, one.points])).toEqual([
      ['101', false, 1, 260],
      ['102', false, 1, 120],
      ['103', false, 2, 9],
    ]);
  });

  test.each<[string, Trouble, string]>([
    ['a status of failure', { kind: 'status', status: 404 }, 'status'],
    ['a wrong secret', { kind: 'status', status: 403 }, 'refused'],
    ['a redirect', { kind: 'status', status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 'redirect'],
    ['an order to wait', { kind: 'status', status: 429, headers: { 'retry-after': '7200' } }, 'throttled'],
    ['a page that is no JSON', { kind: 'body', body: '<html>Maintenance</html>' }, 'unreadable'],
    ['JSON without offers', { kind: 'body', body: '{"status":"success","success":true}' }, 'unreadable'],
    ['an answer that breaks off', { kind: 'breaks' }, 'connection'],
    ['silence', { kind: 'silent' }, 'timeout'],
    ['silence in the middle', { kind: 'stops' }, 'timeout'],
  ])('after %s the last good catalogue stays, and the next try comes later', async (_, trouble, fault) => {
    const { standIn, wall, pull } = await open(id);
    offersOf(standIn, good);
    await pull();
    failing(standIn, trouble);
    expect(await pull()).toMatchObject({ outcome: 'failed', fault });
    const first = await stateOf(wall);
    expect(first).toMatchObject({ fault, failures: 1 });
    await pull();
    expect((await stateOf(wall))?.waits).toBeGreaterThan(
      (first?.waits ?? 0) - (fault === 'throttled' ? 60 : 0),
    );
    if (fault === 'throttled') expect(first?.waits).toBeGreaterThan(7_000);
    expect((await offersIn(wall)).filter(({ left }) => !left)).toHaveLength(2);
    standIn.trouble = () => undefined;
    standIn.silenceMs = undefined;
    expect(await pull()).toMatchObject({ outcome: 'pulled', offers: 2 });
    expect(await stateOf(wall)).toMatchObject({ fault: null, failures: 0 });
    const staged = await sql`select from feed_staged`.execute(database);
    expect(staged.rows).toHaveLength(0);
  });

  test('a vendor that is busy for a moment is asked again', async () => {
    const { standIn, pull } = await open(id);
    offersOf(standIn, good);
    const busy: Trouble[] = [
      { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
      { kind: 'status', status: 500 },
    ];
    standIn.trouble = (call) => busy[call - 1];
    expect(await pull()).toMatchObject({ outcome: 'pulled', offers: 2 });
  });

  test('an answer without end is given up', async () => {
    const { standIn, wall, pull } = await open(id);
    failing(standIn, { kind: 'body', body: '{"a":"'.padEnd(300_000, 'x') });
    expect(await pull()).toMatchObject({ outcome: 'failed', fault: 'unreadable' });
    expect(await offersIn(wall)).toEqual([]);
  });

  test('a catalogue that suddenly has few offers is not believed at once', async () => {
    const { standIn, wall, pull } = await open(id);
    offersOf(standIn, manyOffers(40));
    await pull();
    offersOf(standIn, manyOffers(3));
    expect(await pull()).toEqual({ outcome: 'failed', fault: 'fewer', status: null, leftOut: [] });
    expect(await offeredIn(wall)).toBe(40);
    expect(await stateOf(wall)).toMatchObject({ fault: 'fewer', failures: 1 });
    await anHourOfFewer(wall);
    expect(await pull()).toMatchObject({ outcome: 'pulled', gone: 37 });
    expect(await offeredIn(wall)).toBe(3);
    offersOf(standIn, []);
    expect(await pull()).toMatchObject({ fault: 'fewer' });
    expect(await pull({ acceptFewer: true })).toMatchObject({ outcome: 'pulled', gone: 3 });
  });

  test('offers that suddenly cannot be promised are not believed to be gone, and staff see why', async () => {
    const { standIn, wall, pull } = await open(id);
    offersOf(standIn, manyOffers(40));
    await pull();
    const elsewhere = manyOffers(40).map((offer) => ({ ...offer, click: ELSEWHERE }));
    offersOf(standIn, elsewhere);
    const fewer = { outcome: 'failed', fault: 'fewer', leftOut: [{ reason: 'address', count: 40 }] };
    expect(await pull()).toMatchObject(fewer);
    expect(await reasonsOf(wall)).toEqual({ address: 40 });
    await anHourOfFewer(wall);
    expect(await pull()).toMatchObject(fewer);
    expect(await offeredIn(wall)).toBe(40);
    // What is gone then has an hour of its own.
    offersOf(standIn, manyOffers(3));
    expect(await pull()).toMatchObject({ fault: 'fewer', leftOut: [] });
    offersOf(standIn, elsewhere);
    expect(await pull({ acceptFewer: true })).toMatchObject({ outcome: 'pulled', gone: 40 });
  });

  test('a catalogue whose offers are suddenly all others is not believed at once', async () => {
    const { standIn, wall, pull } = await open(id);
    offersOf(standIn, manyOffers(60));
    await pull();
    offersOf(standIn, manyOffers(60, 2000));
    expect(await pull()).toEqual({ outcome: 'failed', fault: 'exchanged', status: null, leftOut: [] });
    expect(await stateOf(wall)).toMatchObject({ fault: 'exchanged', failures: 1 });
    expect((await offersIn(wall)).filter(({ left }) => !left)[0]?.offerId).toBe('1000');
    await anHourOfFewer(wall);
    expect(await pull()).toMatchObject({ outcome: 'pulled', added: 60, gone: 60 });
    offersOf(standIn, [...manyOffers(5, 2000), ...manyOffers(60, 3000)]);
    expect(await pull()).toMatchObject({ fault: 'exchanged' });
    expect(await pull({ acceptFewer: true })).toMatchObject({ outcome: 'pulled', added: 60, gone: 55 });
    // Of the catalogue a tenth is there, as what is left out is.
    offersOf(standIn, [...manyOffers(7, 3000), ...manyOffers(60, 4000)]);
    expect(await pull()).toMatchObject({ outcome: 'pulled', added: 60, gone: 58 });
    const elsewhere = manyOffers(7, 4000).map((offer) => ({ ...offer, click: ELSEWHERE }));
    offersOf(standIn, [...elsewhere, ...manyOffers(60, 5000)]);
    expect(await pull()).toMatchObject({ outcome: 'pulled', added: 60, gone: 67 });
  });

  test('offers that are always left out hide no others that are gone', async () => {
    const { standIn, wall, pull } = await open(id);
    const always = manyOffers(65)
      .slice(40)
      .map((offer) => ({ ...offer, click: ELSEWHERE }));
    offersOf(standIn, [...manyOffers(40), ...always]);
    expect(await pull()).toMatchObject({ outcome: 'pulled', offers: 40 });
    offersOf(standIn, [...manyOffers(5), ...always]);
    expect(await pull()).toMatchObject({ fault: 'fewer' });
    await anHourOfFewer(wall);
    expect(await pull()).toMatchObject({ outcome: 'pulled', gone: 35 });
  });
});

describe('pages', () => {
  const PAGED = builtInFeeds.filter(({ pages }) => pages).map(({ id }) => id);

  test.each(PAGED)("%s: all pages are read, in the vendor's size", async (id) => {
    const { standIn, feed, pull } = await open(id);
    offersOf(standIn, manyOffers(250));
    expect(await pull()).toMatchObject({ outcome: 'pulled', offers: 250 });
    // Where offers are skipped, an empty page is the last.
    expect(standIn.calls).toHaveLength(feed.definition.pages?.kind === 'skip' ? 4 : 3);
  });

  test.each(PAGED)('%s: a page of which nothing can be promised is not the end', async (id) => {
    const { standIn, wall, pull } = await open(id);
    const elsewhere = manyOffers(100).map((offer) => ({ ...offer, click: ELSEWHERE }));
    offersOf(standIn, [...elsewhere, ...manyOffers(250).slice(100)]);
    expect(await pull()).toMatchObject({ outcome: 'pulled', offers: 150 });
    expect(await reasonsOf(wall)).toEqual({ address: 100 });
  });

  test('a vendor that gives smaller pages than asked for is asked until one is empty', async () => {
    const { standIn, pull } = await open('bitlabs');
    offersOf(standIn, manyOffers(250));
    const { vendor } = standIn;
    standIn.vendor = {
      ...vendor,
      slice: (call) => ({ from: vendor.slice?.(call).from ?? 0, size: 50 }),
    };
    expect(await pull()).toMatchObject({ outcome: 'pulled', offers: 250 });
    expect(standIn.calls).toHaveLength(6);
  });

  test.each<Trouble>([
    { kind: 'status', status: 404 },
    { kind: 'status', status: 204 },
    { kind: 'body', body: '{"status":"error"}' },
    { kind: 'body', body: '' },
  ])(
    'a vendor that answers with $kind $status$body after a page that is not full has given all',
    async (trouble) => {
      const { standIn, wall, pull } = await open('bitlabs');
      offersOf(standIn, manyOffers(150));
      standIn.trouble = () => (standIn.calls.length > 2 ? trouble : undefined);
      expect(await pull()).toMatchObject({ outcome: 'pulled', offers: 150 });
      expect(standIn.calls).toHaveLength(3);
      expect(await offeredIn(wall)).toBe(150);
    },
  );

  test('a vendor that gives the same full page again and again is given up; one that is not full is all', async () => {
    const { standIn, wall, pull } = await open('bitlabs');
    offersOf(standIn, manyOffers(250));
    const { vendor } = standIn;
    const sameOf = (size: number) => {
      standIn.vendor = { ...vendor, slice: () => ({ from: 0, size }) };
    };
    sameOf(100);
    expect(await pull()).toMatchObject({ outcome: 'failed', fault: 'endless' });
    expect(standIn.calls).toHaveLength(2);
    expect(await offersIn(wall)).toEqual([]);
    sameOf(50);
    expect(await pull()).toMatchObject({ outcome: 'pulled', offers: 50 });
    expect(standIn.calls).toHaveLength(4);
  });

  test('whether another page follows may be a text, but is said', async () => {
    const { standIn, wall, pull } = await open('adgem');
    offersOf(standIn, manyOffers(250));
    const { vendor } = standIn;
    const saying = (pagination: (more: boolean) => object) => {
      standIn.vendor = {
        ...vendor,
        envelope: ({ more }) => ({ data: { offers: [LIST], pagination: pagination(more) } }),
      };
    };
    saying((more) => ({ has_more_pages: String(more) }));
    expect(await pull()).toMatchObject({ outcome: 'pulled', offers: 250 });
    saying((more) => ({ has_more: more }));
    expect(await pull()).toMatchObject({ outcome: 'failed', fault: 'unreadable' });
    expect(await offeredIn(wall)).toBe(250);
  });

  test.each(PAGED)('%s: pages without end are given up, also where they bring nothing new', async (id) => {
    const { standIn, wall, pull } = await open(id);
    const offers = manyOffers(100);
    standIn.endless = true;
    standIn.count = () => Number.POSITIVE_INFINITY;
    standIn.offers = function* () {
      for (;;) yield* offers;
    };
    expect(await pull()).toMatchObject({ outcome: 'failed', fault: 'endless' });
    expect(await offersIn(wall)).toEqual([]);
  });

  test('a token that ends between two pages is asked for again', async () => {
    const { standIn, pull } = await open('adgem');
    offersOf(standIn, manyOffers(350));
    standIn.tokenLasts = 2;
    expect(await pull()).toMatchObject({ outcome: 'pulled', offers: 350 });
    expect(standIn.tokens).toBeGreaterThan(1);
  });

  test('a token that never holds is not asked for without end', async () => {
    const { standIn, pull } = await open('adgem');
    offersOf(standIn, good);
    standIn.tokenLasts = 0;
    expect(await pull()).toEqual({ outcome: 'failed', fault: 'refused', status: 401 });
    expect(standIn.tokens).toBeLessThan(5);
  });

  test('the address of a next page on another host gets none of the secrets', async () => {
    const { standIn, pull } = await open('notik');
    const body = '{"status":"success","offers":{"data":[],"next_page_url":"https://evil.example/next"}}';
    failing(standIn, { kind: 'body', body });
    expect(await pull()).toMatchObject({ outcome: 'failed', fault: 'redirect' });
  });
});

test('an answer that is still the same is not read again, and after a change of the cap it is', async () => {
  const { standIn, wall, pull } = await open('ayet');
  offersOf(standIn, good);
  standIn.etag = '"one"';
  await pull();
  expect(await pull()).toEqual({ outcome: 'same' });
  expect(await offersIn(wall)).toHaveLength(2);
  expect(await pull({}, { maxPoints: 100 })).toMatchObject({ outcome: 'pulled', offers: 0, gone: 2 });
  expect(await reasonsOf(wall)).toEqual({ above_cap: 2 });
});

test('few offers are believed after a change of the entry, and an empty answer is not', async () => {
  const { standIn, wall, pull } = await open('ayet');
  offersOf(standIn, manyOffers(40));
  await pull();
  offersOf(standIn, []);
  expect(await pull({}, { maxPoints: 100 })).toMatchObject({ outcome: 'failed', fault: 'fewer' });
  expect(await offeredIn(wall)).toBe(40);
  offersOf(standIn, manyOffers(3));
  expect(await pull({}, { maxPoints: 100 })).toMatchObject({ outcome: 'pulled', gone: 37 });
});

test('of two entries in turn, as of two releases at work, each is pulled five minutes after the other', async () => {
  const { standIn, wall, pull } = await open('ayet');
  offersOf(standIn, good);
  const one = () => pull({ now: false });
  const other = () => pull({ now: false }, { maxPoints: 1_000 });
  expect(await one()).toMatchObject({ outcome: 'pulled' });
  expect(await other()).toEqual({ outcome: 'later' });
  await fiveMinutes(wall);
  expect(await one()).toEqual({ outcome: 'later' });
  expect(await other()).toMatchObject({ outcome: 'pulled' });
  expect(await one()).toEqual({ outcome: 'later' });
});

test('after a change of the entry a feed that fails is pulled five minutes after the last try, once', async () => {
  const { standIn, wall, pull } = await open('ayet');
  failing(standIn, { kind: 'status', status: 401 });
  for (let n = 0; n < 3; n += 1) expect(await pull()).toMatchObject({ fault: 'refused' });
  const changed = () => pull({ now: false }, { maxPoints: 1_000 });
  expect(await changed()).toEqual({ outcome: 'later' });
  await fiveMinutes(wall);
  expect(await pull({ now: false })).toEqual({ outcome: 'later' });
  expect(await changed()).toMatchObject({ outcome: 'failed', fault: 'refused' });
  await fiveMinutes(wall);
  expect(await changed()).toEqual({ outcome: 'later' });
});

test('an answer that is still the same brings back the offers that another process took out', async () => {
  const { standIn, wall, pull } = await open('ayet');
  offersOf(standIn, good);
  standIn.etag = '"one"';
  await pull();
  // The other one reads a walls file in which no wall has a feed.
  await pullFeeds({ transact, ask: asking(standIn) }, [], () => {});
  expect(await offeredIn(wall)).toBe(0);
  expect(await pull()).toMatchObject({ outcome: 'pulled', returned: 2 });
  expect(await offeredIn(wall)).toBe(2);
  expect(await pull()).toEqual({ outcome: 'same' });
});

test('an offer with an endless picture or sum takes no other with it', async () => {
  const { standIn, wall, pull } = await open('adgem');
  const varied = Array.from({ length: 1_900 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
  const goals = Array.from({ length: 100 }, (_, n) => ({ id: `g${n}`, name: 'Play', amount: 1_000_000_000 }));
  offersOf(standIn, [
    ...good,
    { id: '1', title: 'Painted', amount: 5, icon: `https://cdn.adgem.com/${varied}` },
    { id: '2', title: 'Rich', goals },
  ]);
  expect(await pull({}, { maxPoints: 1_000_000_000 })).toMatchObject({ outcome: 'pulled', offers: 3 });
  expect((await offersIn(wall)).map(({ offerId, icon }) => [offerId, icon !== null])).toEqual([
    ['1', false],
    ['101', true],
    ['102', true],
  ]);
  expect(await reasonsOf(wall)).toEqual({ above_cap: 1 });
});

test('what the database does not take is a fault that staff see, and the next try comes later', async () => {
  const { standIn, wall, pull } = await open('adgem');
  offersOf(standIn, good);
  await pull();
  await sql`alter table feed_offers add constraint refused check (title <> 'Refused')`.execute(database);
  offersOf(standIn, [...good, { id: '103', title: 'Refused', amount: 5 }]);
  await expect(pull()).rejects.toThrow('refused');
  const first = await stateOf(wall);
  expect(first).toMatchObject({ fault: 'interrupted', failures: 1 });
  expect(first?.waits).toBeGreaterThan(4 * 60);
  await expect(pull()).rejects.toThrow('refused');
  const second = await stateOf(wall);
  expect(second).toMatchObject({ fault: 'interrupted', failures: 2 });
  expect(second?.waits).toBeGreaterThan(9 * 60);
  expect((await offersIn(wall)).filter(({ left }) => !left)).toHaveLength(2);
  expect((await sql`select from feed_staged`.execute(database)).rows).toHaveLength(0);
  await sql`alter table feed_offers drop constraint refused`.execute(database);
  expect(await pull()).toMatchObject({ outcome: 'pulled', added: 1 });
  expect(await stateOf(wall)).toMatchObject({ fault: null, failures: 0 });
});

test('ids of nineteen digits that come as numbers are kept digit by digit', async () => {
  const { standIn, wall, pull } = await open('adgem');
  const ids = ['1234567890123456788', '1234567890123456789'];
  const { vendor } = standIn;
  const offers = ids.map((id) => JSON.stringify(vendor.offer({ id, title: 'Offer', amount: 5 })));
  const numbered = offers.join(',').replace(/"campaign_id":"(\d+)"/g, '"campaign_id":$1');
  const body = JSON.stringify(vendor.envelope({ more: false, to: 2 })).replace(`"${LIST}"`, numbered);
  expect(body).toContain(`"campaign_id":${ids[0]}`);
  failing(standIn, { kind: 'body', body });
  expect(await pull()).toMatchObject({ outcome: 'pulled', offers: 2 });
  expect((await offersIn(wall)).map(({ offerId }) => offerId)).toEqual(ids);
});

test('until when an offer can be started is kept where the company says so', async () => {
  const { standIn, wall, pull } = await open('ayet');
  const [first, ...others] = good;
  if (!first) throw new Error('there is no offer');
  offersOf(standIn, [{ ...first, endsAt: '2027-01-31' }, ...others]);
  await pull();
  const endsOf = async () =>
    (
      await sql<{
        endsAt: Date | null;
      }>`select ends_at from feed_offers where wall = ${wall} order by offer_id`.execute(database)
    ).rows.map(({ endsAt }) => endsAt?.toISOString() ?? null);
  expect(await endsOf()).toEqual(['2027-01-31T23:59:59.000Z', null]);
  offersOf(standIn, good);
  await pull();
  expect(await endsOf()).toEqual([null, null]);
});

test('of two pulls at the same time one does the work', async () => {
  const { standIn, pull } = await open('lootably');
  offersOf(standIn, good);
  // What begins after the first has ended would pull again, so they wait for what is due.
  const pulls = [pull({ now: false }), pull({ now: false }), pull({ now: false })];
  const outcomes = (await Promise.all(pulls)).map(({ outcome }) => outcome);
  expect(outcomes.toSorted()).toEqual(['later', 'later', 'pulled']);
});

test('catalogues that end together wait for their turn, of a process only one in the database', async () => {
  const standIn = await startStandIn('lootably');
  afterwards(standIn.close);
  offersOf(standIn, good);
  const hasty: Transact = (work) =>
    transact(async (tx) => {
      await sql`set local lock_timeout = 100`.execute(tx);
      return work(tx);
    });
  const ended: string[] = [];
  let pulling: Promise<void> | undefined;
  await transact(async (busy) => {
    await lockRules(busy);
    pulling = pullFeeds(
      { transact: hasty, ask: asking(standIn) },
      ['together-1', 'together-2'].map((name) => wallOf(standIn, name)),
      (_wall, { outcome }) => ended.push(outcome),
    );
    await untilBlocked(busy);
    await pause(300);
    await sql`select pg_stat_clear_snapshot()`.execute(busy);
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(busy);
    expect(rows).toHaveLength(1);
  });
  await pulling;
  expect(ended).toEqual(['pulled', 'pulled']);
});

test('a pull is due after the rhythm of its vendor and not before', async () => {
  const { standIn, wall, pull } = await open('adgate');
  offersOf(standIn, good);
  expect(await pull({ now: false })).toMatchObject({ outcome: 'pulled' });
  expect(await pull({ now: false })).toEqual({ outcome: 'later' });
  expect((await stateOf(wall))?.waits).toBeGreaterThan(9 * 60);
  await sql`update feeds set next_at = now() where wall = ${wall}`.execute(database);
  expect(await pull({ now: false })).toMatchObject({ outcome: 'pulled' });
});
