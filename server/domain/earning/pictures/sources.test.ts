import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { picturesByWall } from './pictures-by-wall.ts';
import { addSources, endKept, takeSources } from './sources.ts';

const { database, transact } = await testDatabase();

/** Makes these the pictures of the offers of the wall that are there, what pays most first; the offers before have changed. */
const offers = async (wall: string, ...urls: string[]) => {
  await sql`insert into feeds (wall) values (${wall}) on conflict do nothing`.execute(database);
  await sql`delete from feed_offers where wall = ${wall}`.execute(database);
  for (const [n, url] of urls.entries())
    await sql`
      insert into feed_offers (wall, offer_id, digest, title, description, requirements, categories, states, systems,
        total_points, click_template, steps, purchase, icon_url)
      values (${wall}, ${`${n}`}, 'digest', 'Offer', '', '{}', '{}', '{}', '[]', ${1_000 - n}, 'https://a.example/{user}', 1,
        false, ${url})`.execute(database);
};
const add = (max: number) => transact((tx) => addSources(tx, max));
const sources = async () =>
  (await database.selectFrom('offerPictureSources').select('url').orderBy('url').execute()).map(
    ({ url }) => url,
  );
const keep = (url: string, max: number) =>
  transact((tx) =>
    endKept(
      tx,
      { url },
      { hash: Buffer.from(url).toString('hex').padStart(64, '0'), bytes: Buffer.from(url) },
      max,
    ),
  );
const many = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n}`);

beforeEach(async () => {
  for (const table of ['feed_offers', 'offer_picture_sources', 'offer_pictures'])
    await sql`delete from ${sql.table(table)}`.execute(database);
});

test('addresses that no offer names any more give way to new ones, and so do their pictures', async () => {
  await offers('signed', 'a1', 'a2', 'a3');
  await add(3);
  for (const url of ['a1', 'a2', 'a3']) expect(await keep(url, 3)).toBe(true);
  await sql`update offer_pictures set kept_at = now() - interval '1 hour'`.execute(database);
  await offers('signed', 'b1', 'b2');
  await offers('other', 'c1');
  await add(3);
  expect(await sources()).toEqual(['b1', 'b2', 'c1']);
  expect(await keep('c1', 3)).toBe(true);
});

test('a company whose addresses change at each pull leaves the others their part of every round', async () => {
  await offers('steady', ...many('s', 100));
  for (let pull = 0; pull < 4; pull += 1) {
    await offers('changing', ...many(`c${pull}-`, 100));
    await add(1_000);
  }
  expect(await sources()).toEqual(expect.arrayContaining(many('s', 100)));
});

test('what has left keeps its picture while there is room', async () => {
  await offers('one', 'a1', 'a2');
  await add(3);
  await sql`update feed_offers set left_at = now() where icon_url = 'a2'`.execute(database);
  await offers('two', 'b1');
  await add(3);
  expect(await sources()).toEqual(['a1', 'a2', 'b1']);
  await offers('three', 'c1');
  await add(3);
  expect(await sources()).toEqual(['a1', 'b1', 'c1']);
});

test('companies share the room in turns, and staff see whose pictures have none', async () => {
  await offers('large', ...many('l', 10));
  await add(6);
  expect(await sources()).toEqual(many('l', 6));
  await offers('small', 's0', 's1');
  await offers('middle', ...many('m', 5));
  await add(6);
  expect(await sources()).toEqual(['l0', 'l1', 'm0', 'm1', 's0', 's1']);
  const fare = await picturesByWall(database, 6);
  expect(Object.fromEntries(fare)).toEqual({
    large: { shown: 0, waiting: 2, faults: [{ fault: 'full', offers: 8 }] },
    middle: { shown: 0, waiting: 2, faults: [{ fault: 'full', offers: 3 }] },
    small: { shown: 0, waiting: 2, faults: [] },
  });
});

test('a few offers of one company are asked for before thousands of another', async () => {
  await offers('large', ...many('l', 200));
  await add(1_000);
  await offers('small', ...many('s', 3));
  await add(1_000);
  const found = await sources();
  expect(found).toEqual(expect.arrayContaining(many('s', 3)));
  expect(found.length).toBeLessThan(200);
  expect((await picturesByWall(database, 1_000)).get('large')).toEqual({
    shown: 0,
    waiting: 200,
    faults: [],
  });
});

test('an address whose try never ends, because it ends the process, is asked again later and later', async () => {
  await offers('one', 'a1');
  await add(1);
  const pauses: number[] = [];
  for (let crash = 0; crash < 3; crash += 1) {
    expect(await transact((tx) => takeSources(tx))).toEqual([{ url: 'a1' }]);
    expect(await transact((tx) => takeSources(tx))).toEqual([]);
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from next_at - now()) / 60)::integer as minutes from offer_picture_sources`.execute(
      database,
    );
    pauses.push(...rows.map(({ minutes }) => minutes));
    await sql`update offer_picture_sources set next_at = now()`.execute(database);
  }
  expect(pauses).toEqual([10, 20, 40]);
  expect(await keep('a1', 1)).toBe(true);
  const kept = await database.selectFrom('offerPictureSources').select('failures').executeTakeFirst();
  expect(kept).toEqual({ failures: 0 });
});
