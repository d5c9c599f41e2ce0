import { sql } from 'kysely';
import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '#database/client.ts';
import { listPauses, parseWalls } from '#domain/earning/index.ts';
import { builtInFeeds } from '#providers/feeds/index.ts';
import { createMember } from '#testing/factories.ts';
import { HELD_OFFER_WALL, IN_GERMANY, IN_US, OFFER_WALL, startOfferSite } from '#testing/offers.ts';
import { OFFER_FIELDS, SECRET, wall } from '#testing/walls.ts';
import { openSample } from './sample.ts';
import { sampleFragment } from './sample-fragment.ts';

/** What people see of the offers before they sign up. */

const { database, offer } = await startOfferSite();
const walls = parseWalls(
  JSON.stringify({
    walls: [OFFER_WALL, HELD_OFFER_WALL].map((id) => ({
      definition: { ...wall(id, { fields: OFFER_FIELDS }), title: id },
      secrets: { key: SECRET },
      feed: { uses: 'adgem', secrets: { refreshToken: 'x' } },
    })),
  }),
  'walls.json',
  { variable: () => undefined, builtIn: [], feeds: builtInFeeds },
);

const opened = (from: Database = database, wallPauses = () => listPauses(database)) =>
  openSample({
    database: from,
    walls,
    wallPauses,
    countryOf: (ip) => (ip === IN_US ? 'US' : ip === IN_GERMANY ? 'DE' : undefined),
    log: pino({ level: 'silent' }),
  });
const titles = async (ip = IN_US) => (await opened()(ip)).map(({ title }) => title);
const set = (id: string, change: ReturnType<typeof sql>) =>
  sql`update feed_offers set ${change} where offer_id = ${id}`.execute(database);

beforeAll(() =>
  offer(
    { id: '1', title: 'Castle', amount: 500 },
    {
      id: '2',
      title: 'Farm',
      goals: [
        { id: 'a', name: 'Level 1', amount: 300 },
        { id: 'b', name: 'Level 2', amount: 100 },
      ],
    },
    { id: '3', title: 'Garden', amount: 200 },
    { id: '4', title: 'Poll', amount: 'variable' },
    { id: '5', title: 'Castle', amount: 490 },
  ),
);
beforeEach(async () => {
  await sql`delete from feed_offers where offer_id like 'many-%'`.execute(database);
  await sql`update feed_offers set hidden = false, only_countries = null, new_member_days = null, left_at = null, ends_at = null, credited = 0`.execute(
    database,
  );
});

describe('the sample of offers', () => {
  test('has a few of each wall with a fixed amount, those that most members finished first', async () => {
    await expect.poll(() => titles()).toEqual(['Castle', 'Farm', 'Garden']);
    await set('3', sql`credited = 4`);
    await expect.poll(() => titles()).toEqual(['Garden', 'Castle', 'Farm']);
    await sql`update feed_goals set repeatable = true where offer_id = '2'`.execute(database);
    await set('3', sql`credited = 0`);
    await expect.poll(() => titles()).toEqual(['Castle', 'Garden']);
    await sql`update feed_goals set repeatable = false`.execute(database);
  });

  test('has more of one wall only where the others have no more', async () => {
    const copy = (wall: string, id: string, title: string, points: number) =>
      sql`insert into feed_offers (wall, offer_id, digest, title, description, requirements, categories, states, systems, total_points, click_template, steps, purchase)
        values (${wall}, ${id}, 'x', ${title}, '', '{}', '{}', '{}', '[]', ${points}, 'https://x.test/', 1, false)`.execute(
        database,
      );
    for (let n = 0; n < 6; n += 1) await copy(OFFER_WALL, `many-${n}`, `Many ${n}`, 1_000 + n);
    await expect.poll(() => titles()).toEqual(['Many 5', 'Many 4', 'Many 3', 'Many 2', 'Castle', 'Farm']);
  });

  test.each([
    ['hidden by a rule', sql`hidden = true`],
    ['for some countries by a rule', sql`only_countries = '{US}'`],
    ['for new members by a rule', sql`new_member_days = 7`],
    ['gone', sql`left_at = now()`],
    ['past its end', sql`ends_at = now() - interval '1 minute'`],
  ])('leaves out an offer that is %s', async (_, change) => {
    await set('1', change);
    await set('5', change);
    await expect.poll(() => titles()).toEqual(['Farm', 'Garden']);
  });

  test('is of the country of whoever looks, and of no wall that is paused', async () => {
    expect(await titles(IN_GERMANY)).toEqual([]);
    const { id } = await createMember(database, { isAdmin: true });
    await sql`insert into wall_pauses (wall, reason, paused_by)
      values (${OFFER_WALL}, 'A look', ${id}), (${HELD_OFFER_WALL}, 'A look', ${id})`.execute(database);
    expect(await titles()).toEqual([]);
    await sql`delete from wall_pauses`.execute(database);
  });

  test('is read once a minute, however many people ask, and says nothing of companies or ids', async () => {
    let statements = 0;
    const begun = performance.now();
    const counted = new Proxy(database, {
      get: (target, name) => {
        if (name === 'getExecutor') statements += 1;
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    // A query for each of many people takes a busy machine longer than a page waits.
    const read = opened(counted, async () => []);
    const readByMany = () => Promise.all(Array.from({ length: 200 }, () => read(IN_US)));
    await readByMany();
    // What comes too late for a page is there for the next.
    await expect.poll(async () => (await read(IN_US)).length).toBeGreaterThan(0);
    const seen = await readByMany();
    expect(new Set(seen).size).toBe(1);
    // On a busy machine this takes more than a minute.
    const minutes = Math.ceil((performance.now() - begun) / 60_000);
    expect(statements).toBeGreaterThan(0);
    expect(statements).toBeLessThanOrEqual(minutes);
    expect(Object.keys(seen[0]?.[0] ?? {}).sort()).toEqual(
      ['picture', 'points', 'purchase', 'source', 'steps', 'title'].sort(),
    );
  });

  test('is empty where the database is silent or fails', async () => {
    const silent = openSample({
      database,
      walls,
      wallPauses: () => new Promise(() => undefined),
      countryOf: () => undefined,
      log: pino({ level: 'silent' }),
    });
    expect(await silent(IN_US)).toEqual([]);
    const broken = openSample({
      database,
      walls,
      wallPauses: () => Promise.reject(new Error('broken')),
      countryOf: () => undefined,
      log: pino({ level: 'silent' }),
    });
    expect(await broken(IN_US)).toEqual([]);
  });

  test('rests after a failure: it reads nothing and says nothing more, however many people ask', async () => {
    // It rests for five seconds, of which a busy machine may need more.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    let reads = 0;
    const lines: string[] = [];
    const read = openSample({
      database,
      walls,
      wallPauses: () => {
        reads += 1;
        return Promise.reject(new Error('broken'));
      },
      countryOf: () => undefined,
      log: pino({}, { write: (line) => lines.push(line) }),
    });
    await Promise.all(Array.from({ length: 200 }, () => read(IN_US)));
    expect(lines).toHaveLength(1);
    const before = reads;
    expect(await read(IN_US)).toEqual([]);
    expect(reads).toBe(before);
  });
});

describe('the section of the front page', () => {
  const built =
    '<section id="offers"><ul><li class="x"><span data-if="picture"><img src="__SAMPLE_PICTURE__"/></span><b>__SAMPLE_LETTER__ __SAMPLE_TITLE__ __SAMPLE_SOURCE__</b><span data-if="whole">__SAMPLE_AMOUNT__</span><span data-if="steps">up to __SAMPLE_AMOUNT__</span><span data-if="purchase">buys</span></li></ul></section>';
  const one = { title: 'Castle', source: 'Games', picture: null, points: 1_250, steps: 1, purchase: false };

  test('has a row for each offer with the parts that are true of it', () => {
    const html = sampleFragment(
      built,
      [one, { ...one, title: 'Farm', steps: 2, purchase: true, picture: '/pictures/a.webp' }],
      { code: 'de', unit: 'dollars' },
    );
    expect(html.match(/<li /g)).toHaveLength(2);
    expect(html).toContain('<b>C Castle Games</b><span data-if="whole">12,50\u00A0$</span></li>');
    expect(html).toContain('<img src="/pictures/a.webp"/>');
    expect(html).toContain('up to 12,50\u00A0$</span><span data-if="purchase">buys</span>');
    expect(sampleFragment(built, [one], { code: 'en', unit: 'megabytes' })).toContain('1,250 MB');
    expect(sampleFragment(built, [], { code: 'en', unit: 'dollars' })).toBe('');
  });

  test('shows what companies wrote as text, tokens and marks of parts too', () => {
    const title = '<script>x</script>__SAMPLE_PICTURE__ $& </li>"';
    const html = sampleFragment(built, [{ ...one, title }], { code: 'en', unit: 'dollars' });
    expect(html).toContain('&lt;script&gt;x&lt;/script&gt;__SAMPLE_PICTURE__ $&amp; &lt;/li&gt;&quot;');
    expect(html.match(/<li /g)).toHaveLength(1);
  });
});
