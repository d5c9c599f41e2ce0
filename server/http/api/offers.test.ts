import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { OfferRow } from '#contract/offers.ts';
import { OFFER_ORDERS, OFFER_PAGE } from '#contract/offers.values.ts';
import { transactOn } from '#database/transaction.ts';
import { eraseAccount, exportData } from '#domain/privacy/index.ts';
import { untilBlocked } from '#testing/blocked.ts';
import { createMember, MAILBOX_KEY, signIn } from '#testing/factories.ts';
import { metricsWithFigures } from '#testing/metrics.ts';
import { HELD_OFFER_WALL, IN_GERMANY, OFFER_WALL, startOfferSite } from '#testing/offers.ts';
import type { Visitor } from '#testing/server.ts';

const site = await startOfferSite();
const { database, offer, member, start, click } = site;
const reader = await member();

const read = async (query = '', visitor: Visitor = reader.visitor): Promise<OfferRow[]> => {
  const { status, body } = await visitor.get(`/api/offers?${query}`);
  expect(status).toBe(200);
  return body;
};
const titlesOf = (rows: OfferRow[]) =>
  rows.filter(({ wall }) => wall === OFFER_WALL).map(({ title }) => title);
const clicksOf = (userId: string) =>
  database.selectFrom('offerClicks').selectAll().where('userId', '=', userId).orderBy('id').execute();
/** Changes a row of the catalogue as no pull would. */
const tamper = (
  offerId: string,
  changes: { title?: string; clickTemplate?: string; purchase?: boolean; devices?: string[]; endsAt?: Date },
) =>
  database
    .updateTable('feedOffers')
    .set(changes)
    .where('wall', '=', OFFER_WALL)
    .where('offerId', '=', offerId)
    .execute();

describe('the list of offers', () => {
  test('has what can be done in the country of the member, of walls that are not paused', async () => {
    await offer(
      { id: '1', title: 'American', amount: 10 },
      { id: '2', title: 'German', amount: 20, countries: [{ iso_alpha2: 'DE' }] },
      { id: '3', title: 'Both', amount: 30, countries: [{ iso_alpha2: 'DE' }, { iso_alpha2: 'US' }] },
    );
    expect(titlesOf(await read())).toEqual(['Both', 'American']);
    expect(titlesOf(await read('', (await member(IN_GERMANY)).visitor))).toEqual(['Both', 'German']);
    expect(new Set((await read()).map(({ wall }) => wall))).toEqual(new Set([OFFER_WALL, HELD_OFFER_WALL]));
    const one = await member();
    await click(one, '1');
    const admin = site.visitor();
    admin.cookie = await signIn(database, await createMember(database, { isAdmin: true }));
    const pause = `/api/admin/walls/${OFFER_WALL}/pause`;
    expect((await admin.call('PUT', pause, { reason: 'A look' })).status).toBe(200);
    await expect.poll(async () => titlesOf(await read())).toEqual([]);
    expect((await start(reader, '1')).body.code).toBe('wall_unavailable');
    expect((await reader.visitor.get(`/api/offers/${OFFER_WALL}/1`)).status).toBe(404);
    expect((await one.visitor.get(`/api/offers/${OFFER_WALL}/1`)).body.code).toBe('wall_unavailable');
    expect((await one.visitor.get(`/api/offers/${OFFER_WALL}/2`)).status).toBe(404);
    expect((await admin.call('DELETE', pause)).status).toBe(200);
    await expect.poll(async () => titlesOf(await read())).toEqual(['Both', 'American']);
  });

  test('is found by a part of a title, taken literally, and by device, category, purchase and steps', async () => {
    const goals = [
      { id: 'a', name: 'First', amount: 5 },
      { id: 'b', name: 'Second', amount: 7 },
    ];
    await offer(
      { id: '11', title: '100% fun', amount: 10 },
      { id: '12', title: 'A game', goals },
      { id: '13', title: 'A shop', amount: 3 },
    );
    await tamper('13', { purchase: true, devices: ['desktop'] });
    expect(titlesOf(await read('search=0%25'))).toEqual(['100% fun']);
    expect(titlesOf(await read('search=_'))).toEqual([]);
    expect(titlesOf(await read('search=a%20'))).toEqual(['A game', 'A shop']);
    expect((await reader.visitor.get('/api/site')).body.purchaseKnown).toBe(true);
    // Of an offer without steps this company says nothing.
    expect(titlesOf(await read('noPurchase=true'))).toEqual(['A game']);
    expect(titlesOf(await read('singleStep=true'))).toEqual(['100% fun', 'A shop']);
    expect(titlesOf(await read('device=desktop'))).toEqual(['A shop']);
    expect(titlesOf(await read('device=iphone'))).toEqual(['A game', '100% fun']);
    expect(await read('category=videos')).toEqual([]);
    expect((await reader.visitor.get('/api/offers?order=nosuch')).status).toBe(400);
  });

  test('is narrowed to one company, which a search finds by the beginning of a word of its title', async () => {
    await offer({ id: '15', title: 'A puzzle', amount: 10 }, { id: '16', title: 'A tower', amount: 5 });
    const idsOf = async (query: string) => (await read(query)).map(({ id }) => id);
    const [held, all] = [
      [`${HELD_OFFER_WALL}/15`, `${HELD_OFFER_WALL}/16`],
      ['15', '16'].flatMap((id) => [`${HELD_OFFER_WALL}/${id}`, `${OFFER_WALL}/${id}`]),
    ];
    expect(await idsOf(`wall=${HELD_OFFER_WALL}`)).toEqual(held);
    expect(await idsOf(`wall=${HELD_OFFER_WALL}&deviceFirst=iphone`)).toEqual(held);
    expect(await idsOf('wall=nosuch')).toEqual([]);
    expect(await idsOf('search=GAMES')).toEqual(all);
    expect(await idsOf('search=games-')).toEqual(held);
    expect(await idsOf(`search=games-&wall=${OFFER_WALL}`)).toEqual([]);
    expect(await idsOf('search=ames')).toEqual([]);
    expect((await reader.visitor.get('/api/site')).body.offerWalls).toEqual([
      { id: OFFER_WALL, title: 'Wall games' },
      { id: HELD_OFFER_WALL, title: 'Wall games-held' },
    ]);
  });

  test('shows what vendors wrote as plain text', async () => {
    await offer({
      id: '21',
      title: '<b onclick="x()">Bold</b> <script>alert(1)</script>offer',
      description: '<img src=x onerror=alert(1)>Play &amp; win',
      amount: 10,
    });
    const { body } = await reader.visitor.get(`/api/offers/${OFFER_WALL}/21`);
    expect(body).toMatchObject({
      totalPoints: 10,
      deadlineSeconds: 30 * 86_400,
      goals: [{ goalId: '', points: 10 }],
    });
    for (const text of [body.title, body.description]) expect(text).not.toMatch(/[<>]/);
    expect(body.description).toBe('Play & win');
    // Neither the vendor's address, but where it helps, nor what the vendor pays is for members.
    const { support, ...others } = body;
    expect(support).toMatch(/^https:/);
    expect(JSON.stringify(others)).not.toMatch(/https?:|usd|epc/i);
  });

  test('names the days for which what its steps bring is pending', async () => {
    await offer({ id: '25', title: 'A game', amount: 10 });
    const daysAt = async (wall: string) => (await reader.visitor.get(`/api/offers/${wall}/25`)).body.holdDays;
    expect([await daysAt(OFFER_WALL), await daysAt(HELD_OFFER_WALL)]).toEqual([0, 7]);
  });

  test('is read page by page without a gap in every order, though offers change meanwhile', async () => {
    const many = Array.from({ length: 80 }, (_, n) => ({
      id: String(1000 + n),
      title: `Offer ${n}`,
      ...(n % 3 === 0
        ? {
            goals: [
              { id: 'a', name: 'Step', amount: n % 7 },
              { id: 'b', name: 'Next', amount: 3 },
            ],
          }
        : { amount: n % 5 === 0 ? 'variable' : n % 7 }),
    }));
    await offer(...many);
    for (const order of OFFER_ORDERS) {
      const seen: OfferRow[] = [];
      for (let after: string | undefined = ''; after !== undefined; ) {
        const page = await read(`order=${order}${after && `&after=${encodeURIComponent(after)}`}`);
        seen.push(...page);
        after = page.length < OFFER_PAGE ? undefined : page.at(-1)?.id;
      }
      expect(new Set(seen.map(({ id }) => id)).size, order).toBe(160);
      expect(seen).toHaveLength(160);
      const values = seen.map(({ totalPoints, steps, firstSeenAt }) =>
        order === 'points' || order === 'popular'
          ? -(totalPoints ?? 0)
          : order === 'effort'
            ? steps
            : -Date.parse(firstSeenAt),
      );
      expect(values, order).toEqual(values.toSorted((one, other) => one - other));
    }
    await sql`update feed_offers set devices = case when offer_id::integer % 3 = 0 then '{desktop}'::text[] else '{iphone,ipad}' end`.execute(
      database,
    );
    for (const order of OFFER_ORDERS) {
      const seen: OfferRow[] = [];
      const query = `order=${order}&deviceFirst=desktop`;
      for (let after: string | undefined = ''; after !== undefined; ) {
        const page = await read(`${query}${after && `&after=${encodeURIComponent(after)}`}`);
        seen.push(...page);
        after = page.length < OFFER_PAGE ? undefined : page.at(-1)?.id;
      }
      expect(new Set(seen.map(({ id }) => id)).size, order).toBe(160);
      const own = seen.map(({ devices }) => devices?.includes('desktop') ?? true);
      expect(own, order).toEqual(own.toSorted((one, other) => Number(other) - Number(one)));
      const others = seen.filter((_, index) => !own[index]).map(({ id }) => id);
      const plain = (await read(`order=${order}&device=ipad`)).map(({ id }) => id);
      expect(others.slice(0, OFFER_PAGE), order).toEqual(plain);
    }
    expect(await read('deviceFirst=desktop&after=no/such')).toEqual([]);
    const [first] = await read();
    await offer(...many.filter(({ id }) => id !== first?.offerId));
    expect(await read(`after=${encodeURIComponent(first?.id ?? '')}`)).toHaveLength(OFFER_PAGE);
    expect(await read('after=nosuch')).toEqual([]);
    expect(await read('after=no/such')).toEqual([]);
  });

  test('goes on where a page ended, though its last offer has moved since', async () => {
    const many = Array.from({ length: 80 }, (_, n) => ({
      id: `many-${n}`,
      title: `Offer ${n}`,
      amount: n + 1,
    }));
    for (const order of OFFER_ORDERS) {
      for (const device of ['iphone', 'desktop']) {
        await database.deleteFrom('feedOffers').execute();
        await offer(...many);
        await sql`update feed_offers set first_seen_at = first_seen_at + total_points * interval '1 microsecond', credited = total_points,
          steps = 1 + total_points % 5`.execute(database);
        const query = `order=${order}&deviceFirst=${device}`;
        const first = await read(query);
        const last = first.at(-1);
        await sql`update feed_offers set total_points = 0, featured = 0, credited = 0, steps = 99, first_seen_at = '2000-01-01',
          devices = '{ipad}' where wall = ${last?.wall} and offer_id = ${last?.offerId}`.execute(database);
        const seen = [...first];
        for (let after: string | undefined = last?.place; after !== undefined; ) {
          const page = await read(`${query}&after=${after}`);
          seen.push(...page);
          after = page.length < OFFER_PAGE ? undefined : page.at(-1)?.place;
        }
        expect(new Set(seen.map(({ id }) => id)).size, query).toBe(160);
        const again = seen.slice(OFFER_PAGE).filter(({ id }) => first.some((one) => one.id === id));
        expect(
          again.map(({ id }) => id),
          query,
        ).toEqual([last?.id]);
      }
    }
    const [row] = await read('order=newest');
    expect(await read(`order=newest&after=${row?.place}`)).toHaveLength(OFFER_PAGE);
    expect(await read(`order=effort&after=${row?.place}`)).toEqual([]);
    const { headers } = await reader.visitor.call('GET', '/api/offers?order=popular');
    const next = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? '';
    const popular = await read('order=popular');
    expect((await reader.visitor.get(next)).body).toEqual(
      await read(`order=popular&after=${popular.at(-1)?.place}`),
    );
  });

  test('has of each what limits it to parts of the country and to versions of a system', async () => {
    const countries = [{ iso_alpha2: 'DE' }, { iso_alpha2: 'US' }];
    await offer({ id: '27', title: 'A game', amount: 10, countries });
    const look = async ({ visitor }: typeof reader) =>
      (await visitor.get(`/api/offers/${OFFER_WALL}/27`)).body;
    expect(await look(reader)).toMatchObject({
      states: [],
      systems: [{ name: 'android', min: '8.0', max: null }],
    });
    await database
      .updateTable('feedOffers')
      .set({ states: JSON.stringify({ US: ['TX', 'CA'] }), systems: '[]' })
      .where('offerId', '=', '27')
      .execute();
    expect(await look(reader)).toMatchObject({ states: ['TX', 'CA'], systems: [] });
    expect((await look(await member(IN_GERMANY))).states).toEqual([]);
  });

  test('is told in the metrics with the time at which each company last confirmed its catalogue, 0 for one that never did', async () => {
    await offer({ id: '51', title: 'A game', amount: 5 });
    const pulledAt = new Date('2026-01-31T12:00:00Z');
    await database.updateTable('feeds').set({ pulledAt }).where('wall', '=', OFFER_WALL).execute();
    // As before its first pull.
    await database.deleteFrom('feedOffers').where('wall', '=', HELD_OFFER_WALL).execute();
    await database.deleteFrom('feeds').where('wall', '=', HELD_OFFER_WALL).execute();
    const told = (wall: string) => `feed_confirmed_timestamp_seconds{wall="${wall}"}`;
    await expect.poll(() => metricsWithFigures(site)).toContain(`${told(OFFER_WALL)} 1769860800\n`);
    await expect.poll(() => metricsWithFigures(site)).toContain(`${told(HELD_OFFER_WALL)} 0\n`);
  });

  test('is for members alone', async () => {
    for (const path of ['/api/offers', '/api/offers/started', `/api/offers/${OFFER_WALL}/1`])
      expect((await site.visitor().get(path)).status).toBe(401);
    expect((await site.visitor().post(`/api/offers/${OFFER_WALL}/1/start`)).status).toBe(401);
  });
});

describe('starting an offer', () => {
  const goals = [
    { id: 'a', name: 'Install', amount: 0 },
    { id: 'b', name: 'Level 10', amount: 250 },
  ];

  test("answers the vendor's address with the member's code and our click, and keeps the promise", async () => {
    await offer({ id: '31', title: 'A game', goals });
    const one = await member();
    const { status, body } = await start(one, '31');
    expect(status).toBe(200);
    const url = new URL(body.url);
    expect([url.origin, url.searchParams.get('playerid'), url.searchParams.get('c1')]).toEqual([
      'https://api.adgem.com',
      one.code,
      body.clickId,
    ]);
    expect(Date.parse(body.expiresAt) - Date.parse(body.startedAt)).toBe(14 * 86_400_000);
    expect(await clicksOf(one.id)).toMatchObject([
      {
        ...{ id: body.clickId, wall: OFFER_WALL, offerId: '31', revision: 1, title: 'A game', country: 'US' },
        goals: [
          { goalId: 'a', name: 'Install', points: 0, paid: false, deadlineSeconds: 14 * 86_400 },
          { goalId: 'b', name: 'Level 10', points: 250, paid: true },
        ],
      },
    ]);
  });

  test('again is the same click until the promise changes, also at the same moment', async () => {
    await offer({ id: '32', title: 'A game', goals });
    const one = await member();
    const same = await Promise.all(Array.from({ length: 8 }, () => click(one, '32')));
    expect(new Set(same).size).toBe(1);
    await offer({ id: '32', title: 'A game', goals, epc: '0.42', version: 'next', description: 'Play more' });
    expect(await click(one, '32')).toBe(same[0]);
    await offer({ id: '32', title: 'A game', goals: goals.map((goal) => ({ ...goal, amount: 100 })) });
    expect(await click(one, '32')).not.toBe(same[0]);
    expect((await clicksOf(one.id)).map(({ revision }) => revision)).toEqual([1, 3]);
    const [before] = (await site.started(one)).toReversed();
    expect(before?.goals.map(({ promised }) => promised)).toEqual([0, 250]);
    await offer({ id: '32', title: 'Another game', goals });
    expect(await click(one, '32')).not.toBe(same[0]);
  });

  test('that promises something else than the member saw is refused and kept nowhere', async () => {
    const look = async ({ visitor }: typeof one) => (await visitor.get(`/api/offers/${OFFER_WALL}/39`)).body;
    const startSeen = (seen: string) => start(one, '39', OFFER_WALL, { seen });
    await offer({ id: '39', title: 'A game', goals });
    const one = await member();
    const { promise: more } = await look(one);
    await offer({ id: '39', title: 'A game', goals, epc: '0.42', version: 'next', description: 'Play more' });
    expect((await look(one)).promise).toBe(more);
    await offer({ id: '39', title: 'A game', goals: goals.map((goal) => ({ ...goal, amount: 100 })) });
    expect(await startSeen(more)).toMatchObject({ status: 409, body: { code: 'offer_changed' } });
    expect(await clicksOf(one.id)).toEqual([]);
    const { promise: less } = await look(one);
    expect((await startSeen(less)).body.clickId).toBe((await startSeen(less)).body.clickId);
    expect(await look(one)).toMatchObject({ promise: less, changed: false });

    await offer({ id: '39', title: 'A game', goals });
    expect(await look(one)).toMatchObject({ promise: more, changed: true });
    expect((await look(reader)).changed).toBe(false);
    expect((await startSeen(less)).body.code).toBe('offer_changed');
    expect((await clicksOf(one.id)).map(({ revision }) => revision)).toEqual([3]);
    // What goes on promises nothing new, so nothing is compared.
    await tamper('39', { endsAt: new Date(Date.now() - 60_000) });
    expect(await look(one)).toMatchObject({ promise: less, changed: false });
    expect((await startSeen(more)).status).toBe(200);
    await tamper('39', { endsAt: new Date(Date.now() + 3_600_000) });
    expect((await start(one, '39')).status).toBe(200);
    expect(await look(one)).toMatchObject({ promise: more, changed: false });
    expect(await clicksOf(one.id)).toHaveLength(2);
  });

  test('whose promise goes and comes back is a click that calls without one belong to', async () => {
    const one = await member();
    const clicks: string[] = [];
    for (const amount of [50, 100, 50]) {
      await offer({ id: '61', title: 'Double points', amount });
      clicks.push(await click(one, '61'));
    }
    expect(new Set(clicks).size).toBe(3);
    expect(await click(one, '61')).toBe(clicks[2]);
    await site.tell({ tx: 'of-61', user: one.code, points: 50, offer: '61' });
    expect((await site.started(one))[0]).toMatchObject({ id: clicks[2], paidPoints: 50, paidLess: null });
  });

  test('while a pull changes it keeps the steps that belong to its title', async () => {
    await offer({ id: '62', title: 'A game', goals });
    const one = await member();
    const { starting } = await transactOn(database)(async (pulling) => {
      await sql`update feed_offers set title = 'Another game' where wall = ${OFFER_WALL} and offer_id = '62'`.execute(
        pulling,
      );
      await sql`update feed_goals set points = 100
        where wall = ${OFFER_WALL} and offer_id = '62' and goal_id = 'b'`.execute(pulling);
      const begun = start(one, '62');
      await untilBlocked(pulling);
      return { starting: begun };
    });
    expect((await starting).status).toBe(200);
    expect(await clicksOf(one.id)).toMatchObject([
      { title: 'Another game', goals: [{ points: 0 }, { points: 100 }] },
    ]);
  });

  test('that promises more for a step than its wall may credit is refused', async () => {
    await offer({ id: '63', title: 'A game', goals });
    const one = await member();
    const promise = (points: number) =>
      sql`update feed_goals set points = ${points}
        where wall = ${OFFER_WALL} and offer_id = '63' and goal_id = 'b'`.execute(database);
    await promise(10_001);
    expect((await start(one, '63')).body.code).toBe('not_found');
    expect(await clicksOf(one.id)).toEqual([]);
    await promise(10_000);
    await click(one, '63');
  });

  test('without a deadline is another click once the first would be forgotten within 90 days', async () => {
    await offer({ id: '34', title: 'A game', goals });
    const one = await member();
    const first = await click(one, '34');
    const keep = (days: number) =>
      sql`update offer_clicks set expires_at = null, kept_until = now() + make_interval(days => ${days})
        where id = ${first}`.execute(database);
    await keep(91);
    expect(await click(one, '34')).toBe(first);
    await keep(89);
    expect(await click(one, '34')).not.toBe(first);
    expect(await clicksOf(one.id)).toHaveLength(2);
  });

  test('of an offer that has left, of another country or device, or that is not there is refused and kept nowhere', async () => {
    await offer({ id: '33', title: 'Gone', amount: 5 }, { id: '34', title: 'Stays', amount: 5 });
    await offer({ id: '34', title: 'Stays', amount: 5 });
    const one = await member();
    const german = await member(IN_GERMANY);
    expect((await start(one, '33')).body.code).toBe('not_found');
    expect((await start(german, '34')).body.code).toBe('not_found');
    expect((await start(one, '34', OFFER_WALL, { device: 'desktop' })).body.code).toBe('not_found');
    expect((await start(one, '34', 'nosuch')).body.code).toBe('wall_unavailable');
    const odd = [
      "' or 1=1 --",
      '../34',
      '34/../34',
      '\u202e34',
      '😀',
      '%00',
      '34 ',
      '{user}',
      'x'.repeat(200),
    ];
    for (const id of odd) expect([id, (await start(one, id)).status]).toEqual([id, 404]);
    expect((await start(one, 'x'.repeat(201))).status).toBe(400);
    expect((await start(one, '\0')).status).toBe(400);
    expect((await one.visitor.get('/api/offers?after=%00')).status).toBe(400);
    expect([...(await clicksOf(one.id)), ...(await clicksOf(german.id))]).toEqual([]);
    const iphone = await one.visitor.post(
      `/api/offers/${OFFER_WALL}/34/start`,
      {},
      {
        'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
      },
    );
    expect(iphone.status).toBe(200);
    expect(await clicksOf(one.id)).toMatchObject([{ device: 'iphone' }]);
  });

  test('past the end that its company names is neither listed nor started, and goes on for who has started it', async () => {
    await offer({ id: '38', title: 'A game', amount: 5 });
    const [early, late] = [await member(), await member()];
    const id = await click(early, '38');
    const endAt = (ms: number) => tamper('38', { endsAt: new Date(Date.now() + ms) });
    await endAt(3_600_000);
    expect(titlesOf(await read())).toEqual(['A game']);
    await endAt(-60_000);
    expect(titlesOf(await read())).toEqual([]);
    const page = ({ visitor }: typeof late) => visitor.get(`/api/offers/${OFFER_WALL}/38`);
    expect((await page(late)).status).toBe(404);
    expect((await start(late, '38')).body.code).toBe('not_found');
    expect(await clicksOf(late.id)).toEqual([]);
    expect((await page(early)).status).toBe(200);
    expect(await click(early, '38')).toBe(id);
    // What it promises by now is promised to nobody.
    await tamper('38', { title: 'Another game' });
    expect(await click(early, '38')).toBe(id);
    expect((await page(early)).body).toMatchObject({ title: 'A game', totalPoints: 5, steps: 1 });
    expect((await site.started(early)).map(({ title }) => title)).toEqual(['A game']);
  });

  test('never leads anywhere but to a listed host over https, whatever the catalogue has come to hold', async () => {
    await offer({ id: '35', title: 'Open redirect', amount: 5 });
    const one = await member();
    for (const clickTemplate of [
      'javascript:alert(1)//{user}',
      'data:text/html,{user}',
      'http://api.adgem.com/{user}',
      'https://evil.example/{user}',
      'https://adgem.com.evil.example/{user}',
      'https://{user}.evil.example/',
      'https://api.adgem.com@evil.example/{user}',
      'https://api.adgem.com:8443/{user}',
      '//evil.example/{user}',
      '/{user}',
    ]) {
      await tamper('35', { clickTemplate });
      expect([clickTemplate, (await start(one, '35')).status]).toEqual([clickTemplate, 404]);
    }
    expect(await clicksOf(one.id)).toEqual([]);
  });

  test('is for members whose redemptions are paused: they go on earning', async () => {
    await offer({ id: '36', title: 'A game', amount: 5 });
    const one = await member();
    const pause = { pausedAt: new Date(), pausedReason: 'staff_review', pausedText: 'A look' };
    await database.updateTable('users').set(pause).where('id', '=', one.id).execute();
    const id = await click(one, '36');
    await site.tell({ tx: 'of-36', user: one.code, points: 5, click: id, goal: 'g', offer: '36' });
    expect(await site.pointsOf(one)).toBe(5);
  });

  test('is limited for each member, so that thousands of clicks are few rows', async () => {
    await offer(...Array.from({ length: 70 }, (_, n) => ({ id: `4${n}`, title: `Offer ${n}`, amount: 5 })));
    const one = await member();
    const statuses: number[] = [];
    for (let n = 0; n < 70; n += 1) statuses.push((await start(one, `4${n}`)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect(await clicksOf(one.id)).toHaveLength(60);
  });

  test('leaves with the member, who can take along what was promised', async () => {
    await offer({ id: '37', title: 'A game', amount: 5 });
    const one = await member();
    const id = await click(one, '37');
    await site.tell({ tx: 'of-37', user: one.code, points: 5, click: id, goal: 'g', offer: '37' });
    await site.tell({ tx: 'of-37-b', user: one.code, points: 0, click: id, goal: 'h', offer: '37' });
    const pieces: Uint8Array[] = [];
    for await (const piece of exportData(database, one.id)) pieces.push(piece);
    const files = unzipSync(Buffer.concat(pieces));
    const taken = (table: string) => strFromU8(files[`${table}.json`] ?? new Uint8Array());
    expect([taken('offer_clicks'), taken('offer_events')]).toEqual([
      expect.stringContaining('A game'),
      expect.stringContaining('of-37-b'),
    ]);
    await transactOn(database)((tx) => eraseAccount(tx, one.id, MAILBOX_KEY));
    expect(await clicksOf(one.id)).toEqual([]);
    const { rows } = await sql`select from offer_events where user_id = ${one.id}
      union all select from webhook_transactions where click_id = ${id} or user_id = ${one.id}
        or transaction_id = 'of-37' and (offer_id is not null or goal_id is not null)`.execute(database);
    expect(rows).toEqual([]);
  });
});
