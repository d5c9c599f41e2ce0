import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { PictureFault } from '#contract/feeds.values.ts';
import { transactOn } from '#database/transaction.ts';
import { keepPictures, PictureFailure, type PicturePorts, type PictureRound } from '#domain/earning/index.ts';
import { applyRetention } from '#domain/privacy/index.ts';
import { afterwards } from '#testing/afterwards.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startStandIn, wallOf } from '#testing/feeds/stand-in.ts';
import { OFFER_WALL, startOfferSite } from '#testing/offers.ts';

const site = await startOfferSite();
const { database, offer } = site;
const reader = await site.member();
const admin = site.visitor();
admin.cookie = await signIn(database, await createMember(database, { isAdmin: true }));
const vendor = await startStandIn('adgem');
afterwards(vendor.close);
const walls = [wallOf(vendor, OFFER_WALL)];

/** What hosts have at an address now: the content of a picture, or a fault. */
const there = new Map<string, string | { fault: PictureFault }>();
const asked: string[] = [];
const ports: PicturePorts = {
  transact: transactOn(database),
  fetchPicture: async ({ href }) => {
    asked.push(href);
    const found = there.get(href) ?? { fault: 'status' };
    if (typeof found !== 'string') throw new PictureFailure(found.fault);
    return Buffer.from(found);
  },
  drawPicture: async (bytes) => Buffer.from(`drawn ${Buffer.from(bytes)}`),
};
const round = (): Promise<PictureRound> => keepPictures(ports, walls);
/** Each address is due. */
const later = () => sql`update offer_picture_sources set next_at = now()`.execute(database);
const at = (name: string) => `https://cdn.adgem.com/${name}.png`;
/** Makes offers with these pictures the catalogue; no round is behind it. */
const offered = async (...names: string[]) => {
  await sql`delete from offer_picture_sources`.execute(database);
  await sql`delete from offer_pictures`.execute(database);
  asked.length = 0;
  await offer(
    ...names.map((name, n) => ({ id: String(n + 1), title: name, amount: 10 + n, icon: at(name) })),
  );
};
/** By the title of the offer. */
const shown = async (): Promise<Record<string, string | null>> => {
  const { body } = await reader.visitor.get('/api/offers');
  const own = body.filter(({ wall }: { wall: string }) => wall === OFFER_WALL);
  return Object.fromEntries(
    own.map(({ title, picture }: { title: string; picture: string | null }) => [title, picture]),
  );
};
const faults = async () =>
  (await database.selectFrom('offerPictureSources').select(['url', 'fault', 'failures']).execute()).filter(
    ({ fault }) => fault !== null,
  );

test('a picture is shown from this site, to anyone, and may be kept for good', async () => {
  await offered('a');
  expect(await shown()).toEqual({ a: null });
  there.set(at('a'), 'one');
  expect(await round()).toEqual({ kept: 1, failed: {} });
  const { a } = await shown();
  expect(a).toMatch(/^\/pictures\/[0-9a-f]{64}\.webp$/);
  expect((await reader.visitor.get(`/api/offers/${OFFER_WALL}/1`)).body.picture).toBe(a);
  for (const _ of ['read', 'remembered']) {
    const reply = await fetch(site.url + a);
    expect([reply.status, await reply.text()]).toEqual([200, 'drawn one']);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(reply.headers.has('set-cookie')).toBe(false);
  }
  for (const path of [`/pictures/${'0'.repeat(64)}.webp`, '/pictures/x.webp', `${a}/..%2f`])
    expect((await fetch(site.url + path)).status, path).toBe(404);
});

test('another picture at the same address gets another path, and the one before goes', async () => {
  await offered('b');
  there.set(at('b'), 'before');
  await round();
  const { b: before } = await shown();
  there.set(at('b'), 'after');
  expect(await round()).toEqual({ kept: 0, failed: {} });
  await later();
  expect(await round()).toEqual({ kept: 1, failed: {} });
  const { b: after } = await shown();
  expect(after).not.toBe(before);
  expect(await (await fetch(site.url + after)).text()).toBe('drawn after');
  await sql`update offer_pictures set kept_at = now() - interval '8 days'`.execute(database);
  await applyRetention(transactOn(database), 'daily');
  const kept = await database.selectFrom('offerPictures').select('hash').execute();
  expect(kept.map(({ hash }) => `/pictures/${hash}.webp`)).toEqual([after]);
});

test('a picture that fails holds up no other, keeps the one before, and is tried again later and later', async () => {
  await offered('c', 'd');
  there.set(at('c'), 'good');
  there.set(at('d'), { fault: 'timeout' });
  expect(await round()).toEqual({ kept: 1, failed: { timeout: 1 } });
  expect(await shown()).toMatchObject({ c: expect.any(String), d: null });
  expect(await round()).toEqual({ kept: 0, failed: {} });
  const { c } = await shown();
  there.set(at('c'), { fault: 'broken' });
  await later();
  expect(await round()).toEqual({ kept: 0, failed: { broken: 1, timeout: 1 } });
  expect((await shown()).c).toBe(c);
  expect((await faults()).sort((one, other) => one.failures - other.failures)).toEqual([
    { url: at('c'), fault: 'broken', failures: 1 },
    { url: at('d'), fault: 'timeout', failures: 2 },
  ]);
  const { body } = await admin.get('/api/admin/feeds');
  const health = body.find(({ wall }: { wall: string }) => wall === OFFER_WALL);
  expect(health.pictures).toEqual({
    shown: 1,
    waiting: 0,
    faults: [
      { fault: 'broken', offers: 1 },
      { fault: 'timeout', offers: 1 },
    ],
  });
  const { rows } = await sql<{ url: string; minutes: number }>`
    select url, ceil(extract(epoch from next_at - now()) / 60)::integer as minutes from offer_picture_sources
    order by url`.execute(database);
  expect(rows.map(({ minutes }) => minutes)).toEqual([10, 20]);
});

test('a host whose pictures do not come in time is left alone for the rest of the round, and no other', async () => {
  const names = Array.from({ length: 10 }, (_, n) => `slow${n}`);
  for (const name of names) there.set(at(name), { fault: 'timeout' });
  await offered(...names, 'm');
  there.set(at('m'), 'one');
  const elsewhere = 'https://pictures.elsewhere.example/m.png';
  there.set(elsewhere, 'one');
  await sql`update feed_offers set icon_url = ${elsewhere} where icon_url = ${at('m')}`.execute(database);
  const both = walls.map((wall) => ({
    ...wall,
    feed: { ...wall.feed, pictureHosts: [...wall.feed.pictureHosts, 'elsewhere.example'] },
  }));
  const brought = await keepPictures(ports, both);
  expect(asked).toContain(elsewhere);
  const slow = asked.filter((url) => url !== elsewhere);
  // The one beside the third was under way.
  expect([3, 4]).toContain(slow.length);
  expect(brought).toEqual({ kept: 1, failed: { timeout: slow.length } });
  expect((await faults()).map(({ url }) => url).toSorted()).toEqual(slow.toSorted());
});

test('slow pictures of a host do not keep the others of it away for good, which count as not tried', async () => {
  const slow = Array.from({ length: 5 }, (_, n) => `slow${n}`);
  const good = Array.from({ length: 10 }, (_, n) => `good${n}`);
  for (const name of slow) there.set(at(name), { fault: 'timeout' });
  for (const name of good) there.set(at(name), name);
  await offered(...slow, ...good);
  await sql`insert into offer_picture_sources (url, failures) values (${at('good9')}, 2)`.execute(database);
  await round();
  const missing = async () => {
    const { rows } = await sql<{ url: string; failures: number; fault: string | null; minutes: number }>`
      select url, failures, fault, ceil(extract(epoch from next_at - now()) / 60)::integer as minutes from offer_picture_sources
      where url like '%good%' and hash is null`.execute(database);
    return rows;
  };
  // A round may by chance ask the slow ones alone, but not so many in a row.
  for (let rounds = 0; rounds < 50 && (await missing()).length > 0; rounds += 1) {
    for (const { url, ...one } of await missing()) {
      const [failures, minutes] = url === at('good9') ? [2, 40] : [0, 10];
      expect(one).toEqual({ failures, fault: null, minutes });
    }
    await sql`update offer_picture_sources set next_at = now() where hash is null`.execute(database);
    await round();
  }
  expect(await missing()).toEqual([]);
  expect(Object.values(await shown()).filter((picture) => picture !== null)).toHaveLength(good.length);
});

test('two workers ask for each picture once', async () => {
  const names = Array.from({ length: 30 }, (_, n) => `e${n}`);
  await offered(...names);
  for (const name of names) there.set(at(name), name);
  const rounds = await Promise.all([round(), round(), round()]);
  expect(rounds.reduce((sum, { kept }) => sum + kept, 0)).toBe(30);
  expect(asked.toSorted()).toEqual(names.map(at).toSorted());
});

test('the address of a host that is not listed any more is not asked', async () => {
  await offered('f');
  there.set(at('f'), 'one');
  const wary = walls.map((wall) => ({
    ...wall,
    feed: { ...wall.feed, pictureHosts: ['elsewhere.example'] },
  }));
  expect(await keepPictures(ports, wary)).toEqual({ kept: 0, failed: { address: 1 } });
  expect(asked).toEqual([]);
});

test('of offers that have left no picture is asked for, and their addresses go with them', async () => {
  await offered('g', 'h');
  for (const name of ['g', 'h']) there.set(at(name), name);
  await round();
  await offer({ id: '1', title: 'g', amount: 10, icon: at('g') });
  await later();
  asked.length = 0;
  expect(await round()).toEqual({ kept: 1, failed: {} });
  expect(asked).toEqual([at('g')]);
  await sql`update feed_offers set left_at = now() - interval '91 days' where left_at is not null`.execute(
    database,
  );
  await applyRetention(transactOn(database), 'daily');
  // What uses a row of another table may go a day later.
  await applyRetention(transactOn(database), 'daily');
  const left = await database.selectFrom('offerPictureSources').select('url').execute();
  expect(left).toEqual([{ url: at('g') }]);
});
