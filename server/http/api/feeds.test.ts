import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { FeedHealth, FeedOfferRow } from '#contract/feeds.ts';
import { transactOn } from '#database/transaction.ts';
import { pullFeed } from '#domain/earning/index.ts';
import { afterwards } from '#testing/afterwards.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { asking, offersOf, startStandIn, wallOf } from '#testing/feeds/stand-in.ts';
import { startTestServer } from '#testing/server.ts';

const standIn = await startStandIn('lootably');
afterwards(standIn.close);
const wall = wallOf(standIn, 'with-feed');
const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-feeds-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const WALLS_FILE = path.join(folder, 'walls.json');
const { definition, secrets, feed } = wall;
await writeFile(
  WALLS_FILE,
  JSON.stringify({
    walls: [
      { definition, secrets, feed: { uses: 'lootably', settings: feed.settings, secrets: feed.secrets } },
    ],
  }),
);
// Without a worker, which would pull by itself, from the vendor.
const site = await startTestServer({ WALLS_FILE, ROLES: 'web' });
const { database } = site;

const staff = async (staffRole: 'owner' | 'read_only') => {
  const { id } = await createMember(database, { isAdmin: true, staffRole });
  const visitor = site.visitor();
  visitor.cookie = await signIn(database, { id, isAdmin: true });
  return visitor;
};
const pull = () =>
  pullFeed(
    { transact: transactOn(database), ask: asking(standIn) },
    { wall, feed: wall.feed },
    { now: true },
  );

test('staff see how a catalogue fares, before its first pull too, and no secret of it', async () => {
  const reader = await staff('read_only');
  const read = async (): Promise<FeedHealth[]> => (await reader.get('/api/admin/feeds')).body;
  expect(await read()).toMatchObject([{ wall: 'with-feed', everyMinutes: 15, pulledAt: null, offers: 0 }]);
  offersOf(standIn, [
    {
      id: '1',
      title: 'One',
      goals: [
        { id: 'a', name: 'First', amount: 5 },
        { id: 'b', name: 'Second', amount: 7 },
      ],
    },
    { id: '2', title: 'Two', amount: 5, click: 'https://evil.example/{userID}' },
  ]);
  await pull();
  const found = await read();
  expect(found).toMatchObject([
    {
      ...{ offers: 1, goals: 2, added: 1, fault: null },
      leftOut: [{ reason: 'address', count: 1, examples: [{ offerId: '2', detail: 'evil.example' }] }],
    },
  ]);
  expect(found[0]?.pulledAt).not.toBeNull();
  expect(JSON.stringify(found)).not.toContain(standIn.vendor.secrets.apiKey);
});

test('offers are listed by title, page by page, and found by a part of it or by their id', async () => {
  offersOf(
    standIn,
    Array.from({ length: 120 }, (_, index) => ({
      id: `o${index}`,
      title: `Offer ${index % 3}%`,
      amount: index + 1,
    })),
  );
  await pull();
  const reader = await staff('read_only');
  const read = async (query: string): Promise<FeedOfferRow[]> =>
    (await reader.get(`/api/admin/feeds/with-feed/offers?${query}`)).body;
  const seen: FeedOfferRow[] = [];
  for (let after = ''; ; ) {
    const page = await read(after ? `after=${after}` : '');
    seen.push(...page);
    if (page.length < 50) break;
    after = page.at(-1)?.id ?? '';
  }
  expect(new Set(seen.map(({ id }) => id)).size).toBe(120);
  expect(seen.map(({ title }) => title)).toEqual(seen.map(({ title }) => title).toSorted());
  expect((await read('search=r%202%25')).every(({ title }) => title === 'Offer 2%')).toBe(true);
  expect(await read('search=o7')).toMatchObject([
    { id: 'o7', totalPoints: 8, goals: [{ goalId: '', points: 8 }] },
  ]);
  expect(await read('search=_ffer')).toEqual([]);
  expect((await read('standing=left')).map(({ id }) => id)).toEqual(['1']);
});

test('a wall without a feed has no catalogue, and members may read none', async () => {
  expect((await (await staff('owner')).get('/api/admin/feeds/nosuch/offers')).status).toBe(404);
  const member = site.visitor();
  member.cookie = await signIn(database, await createMember(database));
  expect((await member.get('/api/admin/feeds')).status).toBe(403);
  expect((await site.visitor().get('/api/admin/feeds/with-feed/offers')).status).toBe(401);
});
