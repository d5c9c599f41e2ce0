import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import type { OfferRow } from '#contract/offers.ts';
import { OFFER_ORDERS, OFFER_PAGE } from '#contract/offers.values.ts';
import type { Database } from '#database/client.ts';
import { startTemporary } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { proveEarning } from '#domain/earning/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { createPasswordHasher } from '#domain/members/index.ts';
import { compose } from '#server/compose/compose.ts';
import { readConfig } from '#server/config/config.ts';
import { listen } from '#server/http/frame/listen.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { signed } from '#testing/postbacks.ts';
import { SECRET, wall } from '#testing/walls.ts';

const OFFERS = 20_000;
const WALLS = ['games', 'shops'];
const CALLS = 100;
/** A first page may take so many milliseconds, and so many times the time of /healthz. */
const FIRST_PAGE_MS_MAX = 50;
const RATIO_MAX = 40;
/** In the United States. */
const IP = '8.8.8.8';

/**
 * Reads pages of 20,000 offers over HTTP and prints their time beside that of `/healthz` in the same run. Returns false if a
 * first page is too slow, or pages miss an offer, repeat one or are out of order.
 */
export async function benchOffers(): Promise<boolean> {
  const cluster = await startTemporary();
  await migrate(cluster.url);
  const site = await openSite(cluster.url);
  try {
    await insertOffers(site.database);
    const results: boolean[] = [];
    const health = await medianMs(() => site.get('/healthz'));
    console.log(`/healthz: ${health.toFixed(2)} ms`);
    for (const order of OFFER_ORDERS) {
      for (const filters of [
        '',
        '&noPurchase=true',
        '&singleStep=true&device=iphone',
        '&search=99',
        '&category=finance',
        '&wall=shops',
        '&search=shops',
        '&deviceFirst=iphone',
      ]) {
        const ms = await medianMs(() => site.get(`/api/offers?order=${order}${filters}`));
        const isFast = ms <= FIRST_PAGE_MS_MAX && ms / health <= RATIO_MAX;
        console.log(
          `${order}${filters}: ${ms.toFixed(1)} ms, ${(ms / health).toFixed(1)} times /healthz${isFast ? '' : ' TOO SLOW'}`,
        );
        results.push(isFast);
      }
      results.push(await isComplete(site, order));
    }
    results.push(await besideIntake(site));
    return results.every(Boolean);
  } finally {
    await site.close();
    await cluster.stop();
  }
}

interface Site {
  origin: string;
  database: Database;
  get: (address: string) => Promise<Response>;
  close: () => Promise<void>;
}

/** The real server in this process, with a member who is signed in. */
async function openSite(databaseUrl: string): Promise<Site> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-bench-'));
  const file = path.join(folder, 'walls.json');
  const feed = { uses: 'lootably', settings: { placementId: 'p' }, secrets: { apiKey: 'none' } };
  const walls = WALLS.map((id) => ({
    definition: wall(id, {}),
    secrets: { key: SECRET },
    maxPoints: 10_000,
    feed,
  }));
  await writeFile(file, JSON.stringify({ walls }));
  let composed: Awaited<ReturnType<typeof compose>> | undefined;
  const listening = await listen(
    {
      direct: (...call) => composed?.direct(...call) ?? false,
      fetch: (...call) => composed?.fetch(...call) ?? new Response('', { status: 503 }),
      endStreams: () => composed?.endStreams(),
    },
    ['127.0.0.1'],
    0,
  );
  const origin = `http://127.0.0.1:${listening.port}`;
  const config = readConfig({
    ...{ PORT: String(listening.port), APP_URL: origin, DATA_DIR: folder, WALLS_FILE: file },
    // Without a worker, which would ask the vendor.
    ...{ ROLES: 'web', TRUSTED_PROXIES: '127.0.0.1' },
  });
  const server = await compose(
    config,
    databaseUrl,
    pino({ level: 'silent' }),
    undefined,
    createPasswordHasher({}),
  );
  server.setPort(listening.port);
  composed = server;
  const cookie = await signIn(server.database, await createMember(server.database));
  return {
    origin,
    database: server.database,
    get: (address) => fetch(origin + address, { headers: { cookie, 'x-forwarded-for': IP } }),
    close: async () => {
      await listening.stop();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Postbacks that are under way at the same time while lists are read. */
const SENDERS = 8;

/**
 * Reads a first page and a search while postbacks come in as fast as they are answered, and prints both and the calls per second.
 * Returns false if a call that was answered with 200 is not a credit, or the proofs differ.
 */
async function besideIntake(site: Site): Promise<boolean> {
  const { id } = await createMember(site.database);
  const [wallId = ''] = WALLS;
  await site.database.insertInto('wallMembers').values({ wall: wallId, code: 'bench', userId: id }).execute();
  let isOver = false;
  let credited = 0;
  const send = async (sender: number) => {
    for (let n = 0; !isOver; n += 1) {
      const call = signed({ user: 'bench', tx: `${sender}-${n}`, points: 1 });
      const answer = await fetch(`${site.origin}/api/postbacks/${wallId}?${call}`);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`a postback was answered with ${answer.status}`);
      credited += 1;
    }
  };
  const begun = performance.now();
  const sending = Promise.all(Array.from({ length: SENDERS }, (_, sender) => send(sender)));
  const results: boolean[] = [];
  try {
    for (const query of ['order=points', 'order=points&search=99']) {
      const ms = await medianMs(() => site.get(`/api/offers?${query}`));
      console.log(
        `${query}, beside postbacks: ${ms.toFixed(1)} ms${ms <= FIRST_PAGE_MS_MAX ? '' : ' TOO SLOW'}`,
      );
      results.push(ms <= FIRST_PAGE_MS_MAX);
    }
  } finally {
    isOver = true;
    await sending;
  }
  const seconds = (performance.now() - begun) / 1000;
  const { points } = await site.database
    .selectFrom('users')
    .select('points')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const differences = [...(await proveLedger(site.database)), ...(await proveEarning(site.database))];
  const isRight = points === credited && differences.length === 0;
  console.log(
    `${Math.round(credited / seconds)} postbacks a second meanwhile; ${isRight ? 'each was credited once, both proofs are empty' : `${points} points of ${credited} calls, ${differences.length} differences`}`,
  );
  return isRight && results.every(Boolean);
}

async function insertOffers(database: Database): Promise<void> {
  await sql`insert into feeds (wall) select unnest(${WALLS}::text[])`.execute(database);
  await sql`insert into feed_offers (wall, offer_id, digest, title, description, requirements, categories, countries, states,
      devices, systems, total_points, click_template, steps, purchase, no_purchase, first_seen_at,
      shown_categories, credited)
    select (${WALLS}::text[])[1 + n % 2], n::text, 'digest', 'Offer ' || n, repeat('Reach the highest level. ', 100), '{}',
      '{game}', case n % 3 when 0 then '{DE}'::text[] when 1 then '{US,DE}' end,
      '{}', case when n % 4 = 0 then '{desktop}'::text[] end, '[]', n % 977, 'https://api.lootably.com/?u={user}', 1 + n % 6,
      n % 10 = 0, n % 10 <> 0, now() - make_interval(mins => n % 5000),
      case when n % 5000 = 0 then '{finance}'::text[] else '{games}' end, n % 7
    from generate_series(1, ${OFFERS}) n`.execute(database);
  await sql`vacuum analyze feed_offers`.execute(database);
}

async function medianMs(call: () => Promise<Response>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < CALLS; n += 1) {
    const begun = performance.now();
    const response = await call();
    await response.arrayBuffer();
    times.push(performance.now() - begun);
    if (response.status !== 200) throw new Error(`${response.url} answered ${response.status}`);
  }
  return times.sort((one, other) => one - other)[CALLS >> 1] ?? Number.NaN;
}

/** Whether all pages together are every offer of the country, once. */
async function isComplete(site: Site, order: string): Promise<boolean> {
  const { rows } = await sql<{ offers: number }>`select count(*)::integer as offers from feed_offers
    where countries is null or 'US' = any (countries)`.execute(site.database);
  const seen = new Set<string>();
  let read = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const query = `order=${order}${after && `&after=${encodeURIComponent(after)}`}`;
    const page = (await (await site.get(`/api/offers?${query}`)).json()) as OfferRow[];
    for (const { id } of page) seen.add(id);
    read += page.length;
    after = page.length < OFFER_PAGE ? undefined : page.at(-1)?.id;
  }
  const expected = rows[0]?.offers ?? 0;
  const isRight = seen.size === expected && read === expected;
  console.log(
    `${order}: ${isRight ? `all ${read} offers, each once` : `${read} read, ${seen.size} of ${expected}`}`,
  );
  return isRight;
}
