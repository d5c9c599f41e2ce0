import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import type { StartedOffer } from '#contract/offers.ts';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { proveEarning, pullFeed, pullFeeds } from '#domain/earning/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { afterwards } from './afterwards.ts';
import { createMember, signIn } from './factories.ts';
import { asking, offersOf, type StandIn, startStandIn, wallOf } from './feeds/stand-in.ts';
import type { StandInOffer } from './feeds/vendors.ts';
import { signed } from './postbacks.ts';
import { startTestServer, type Visitor } from './server.ts';
import { OFFER_FIELDS, SECRET, wall } from './walls.ts';

/** Ids of the two walls that have the same catalogue; credits of the second are pending for some days. */
export const OFFER_WALL = 'games';
export const HELD_OFFER_WALL = 'games-held';
/** Addresses in two countries. */
export const IN_US = '8.8.8.8';
export const IN_GERMANY = '85.214.132.117';

export interface OfferMember {
  id: string;
  visitor: Visitor;
  /** By which the walls know the member. */
  code: string;
}

/** Writes the walls file of the two walls into the folder and returns its path. */
export async function writeOfferWalls(folder: string, { vendor }: StandIn): Promise<string> {
  const { settings, secrets } = vendor;
  const entry = (id: string, holdDays: number) => ({
    ...{
      definition: wall(id, { fields: OFFER_FIELDS }),
      secrets: { key: SECRET },
      maxPoints: 10_000,
      holdDays,
    },
    feed: { uses: 'adgem', settings, secrets },
  });
  const file = path.join(folder, 'walls.json');
  await writeFile(file, JSON.stringify({ walls: [entry(OFFER_WALL, 0), entry(HELD_OFFER_WALL, 7)] }));
  return file;
}

/** Makes this the catalogue of both walls. */
export async function pullOffers(
  database: Database,
  standIn: StandIn,
  offers: StandInOffer[],
): Promise<void> {
  offersOf(standIn, offers);
  for (const id of [OFFER_WALL, HELD_OFFER_WALL]) {
    const pulled = wallOf(standIn, id);
    const result = await pullFeed(
      { transact: transactOn(database), ask: asking(standIn) },
      { wall: pulled, feed: pulled.feed },
      { now: true, acceptFewer: true },
    );
    expect(result).toMatchObject({ outcome: 'pulled' });
  }
}

/** Sends a proven postback of a wall to the site and returns status and body of the response. */
export async function tellOf(
  site: string,
  values: Record<string, string | number>,
  id = OFFER_WALL,
): Promise<string> {
  const answer = await fetch(`${site}/api/postbacks/${id}?${signed(values)}`);
  return `${answer.status} ${await answer.text()}`;
}

/**
 * A running site with two walls whose catalogue comes from a stand-in of AdGem, with steps that have to be reached within 14
 * days of the click. After the test file both proofs must be empty.
 */
export async function startOfferSite() {
  const standIn = await startStandIn('adgem');
  afterwards(standIn.close);
  const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-offers-'));
  afterwards(() => rm(folder, { recursive: true, force: true }));
  const file = await writeOfferWalls(folder, standIn);
  // Without a worker, which would pull by itself, from the vendor.
  const site = await startTestServer({ WALLS_FILE: file, ROLES: 'web' });
  const { database } = site;
  afterwards(async () => {
    expect(await proveLedger(database)).toEqual([]);
    expect(await proveEarning(database)).toEqual([]);
  });

  /** Makes this the catalogue of both walls. */
  const offer = (...offers: StandInOffer[]): Promise<void> => pullOffers(database, standIn, offers);
  const member = async (ip = IN_US): Promise<OfferMember> => {
    const made = await createMember(database);
    const { id } = made;
    const visitor = site.visitor(ip);
    visitor.cookie = await signIn(database, made);
    const code = `m${id.replaceAll('-', '')}`;
    for (const one of [OFFER_WALL, HELD_OFFER_WALL])
      await database.insertInto('wallMembers').values({ wall: one, code, userId: id }).execute();
    return { id, visitor, code };
  };
  const start = ({ visitor }: OfferMember, offerId: string, id = OFFER_WALL, body: object = {}) =>
    visitor.post(`/api/offers/${id}/${encodeURIComponent(offerId)}/start`, body);
  /** Starts the offer and returns the id of the click. */
  const click = async (of: OfferMember, offerId: string, id = OFFER_WALL): Promise<string> => {
    const { status, body } = await start(of, offerId, id);
    expect([status, body]).toEqual([200, expect.anything()]);
    return body.clickId;
  };
  /** Sends a proven postback and returns status and body of the response. */
  const tell = (values: Record<string, string | number>, id?: string): Promise<string> =>
    tellOf(site.url, values, id);
  const started = async ({ visitor }: OfferMember, query = ''): Promise<StartedOffer[]> => {
    const { status, body } = await visitor.get(`/api/offers/started${query}`);
    expect(status).toBe(200);
    return body;
  };
  const pointsOf = async ({ id }: OfferMember): Promise<number> =>
    (await database.selectFrom('users').select('points').where('id', '=', id).executeTakeFirstOrThrow())
      .points;
  /** What the worker does every minute. */
  const minute = () =>
    pullFeeds(
      { transact: transactOn(database), ask: asking(standIn) },
      [OFFER_WALL, HELD_OFFER_WALL].map((id) => wallOf(standIn, id)),
      () => {},
    );
  return { ...site, standIn, offer, minute, member, start, click, tell, started, pointsOf };
}
