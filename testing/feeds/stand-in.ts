import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AskFeed, ConfiguredFeed, ConfiguredWall } from '#domain/earning/index.ts';
import { feedAsker } from '#providers/feeds/ask.ts';
import { builtInFeeds } from '#providers/feeds/index.ts';
import { wall } from '#testing/walls.ts';
import { LIST, type StandInOffer, type StandInVendor, standInVendors } from './vendors.ts';

/** What a stand-in does to one call in place of its answer. */
export type Trouble =
  | { kind: 'status'; status: number; headers?: Record<string, string> }
  /** Any body with status 200. */
  | { kind: 'body'; body: string | Iterable<string> }
  /** Never an answer. */
  | { kind: 'silent' }
  /** The beginning of an answer, and then nothing. */
  | { kind: 'stops' }
  /** The connection breaks in the middle of the answer. */
  | { kind: 'breaks' };

export interface StandIn {
  vendor: StandInVendor;
  url: string;
  /** What it offers now; read at each call, so that it may be of any length. */
  offers: () => Iterable<StandInOffer>;
  /** Number of offers, without which pages could not say whether there is another. */
  count: () => number;
  /** By the number of the call from 1 on; what is undefined is answered as usual. */
  trouble: (call: number) => Trouble | undefined;
  /** After so many calls a token ends. */
  tokenLasts: number;
  /** True: every page says that another one follows. */
  endless: boolean;
  /** ETag of the answer; a call that has it gets 304. */
  etag: string | undefined;
  /** How long its silence is borne; undefined as in life. */
  silenceMs: number | undefined;
  /** Paths of the calls so far, without tokens. */
  calls: string[];
  tokens: number;
  close: () => Promise<void>;
}

/** A vendor over HTTP on the loopback. */
export async function startStandIn(id: string): Promise<StandIn> {
  const vendor = standInVendors.find((one) => one.id === id);
  if (!vendor) throw new Error(`there is no stand-in for ${id}`);
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const url = new URL(request.url ?? '/', 'http://stand-in');
    await answer(
      standIn,
      { url, headers: request.headers, body: Buffer.concat(pieces).toString() },
      response,
    ).catch(
      // The other side has gone.
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const standIn: StandIn = {
    vendor,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    offers: () => [],
    count: () => 0,
    trouble: () => undefined,
    tokenLasts: Number.POSITIVE_INFINITY,
    endless: false,
    etag: undefined,
    silenceMs: undefined,
    calls: [],
    tokens: 0,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return standIn;
}

/** Offers this list from now on. */
export function offersOf(standIn: StandIn, offers: StandInOffer[]): void {
  standIn.offers = () => offers;
  standIn.count = () => offers.length;
}

type Call = Parameters<StandInVendor['isAllowed']>[0];

async function answer(standIn: StandIn, call: Call, response: ServerResponse): Promise<void> {
  const { vendor } = standIn;
  if (call.url.pathname === vendor.tokenPath) {
    const given = new URLSearchParams(call.body).get('refresh_token');
    const isRight = given === vendor.secrets.refreshToken;
    if (isRight) standIn.tokens += 1;
    response
      .writeHead(isRight ? 201 : 401, { 'content-type': 'application/json' })
      .end(JSON.stringify(isRight ? { access_token: `token-${standIn.tokens}`, expires_in: 3600 } : {}));
    return;
  }
  standIn.calls.push(call.url.pathname + call.url.search);
  const trouble = standIn.trouble(standIn.calls.length);
  if (trouble) return await make(trouble, response);
  const ended = standIn.calls.length > standIn.tokens * standIn.tokenLasts;
  const token = vendor.tokenPath && ended ? 'another' : `token-${standIn.tokens}`;
  if (!vendor.isAllowed(call, token)) {
    response.writeHead(401).end();
    return;
  }
  if (standIn.etag && call.headers['if-none-match'] === standIn.etag) {
    response.writeHead(304).end();
    return;
  }
  const { from, size } = vendor.slice?.(call) ?? { from: 0, size: Number.POSITIVE_INFINITY };
  const more = standIn.endless || from + size < standIn.count();
  response.writeHead(200, {
    'content-type': 'application/json',
    ...(standIn.etag ? { etag: standIn.etag } : {}),
  });
  const [head = '', tail = ''] = JSON.stringify(vendor.envelope({ more, to: from + size })).split(
    `"${LIST}"`,
  );
  await pipeline(Readable.from(written(standIn, { head, tail, from, size })), response);
}

function* written(
  { vendor, offers }: StandIn,
  { head, tail, from, size }: { head: string; tail: string; from: number; size: number },
): Generator<string> {
  yield head;
  let index = 0;
  for (const offer of offers()) {
    if (index >= from + size) break;
    if (index >= from) yield `${index > from ? ',' : ''}${JSON.stringify(vendor.offer(offer))}`;
    index += 1;
  }
  yield tail;
}

async function make(trouble: Trouble, response: ServerResponse): Promise<void> {
  if (trouble.kind === 'silent') return;
  if (trouble.kind === 'status') {
    response.writeHead(trouble.status, trouble.headers).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  if (trouble.kind === 'body') {
    const body = typeof trouble.body === 'string' ? [trouble.body] : trouble.body;
    return await pipeline(Readable.from(body), response);
  }
  response.write('{"status":"success","data":{"offers":[{"id":1},');
  if (trouble.kind === 'breaks') setImmediate(() => response.destroy());
}

/** Asks the stand-in where the definition names the vendor: over the network, by the product's own client. */
export const asking = (standIn: StandIn, silenceMs?: number): AskFeed => {
  const ask = feedAsker(silenceMs === undefined ? {} : { silenceMs });
  return (call, signal) => {
    const { pathname, search } = new URL(call.url);
    return ask({ ...call, url: standIn.url + pathname + search }, signal);
  };
};

/** A wall with the vendor's feed. Its postbacks have points, so that those of the feed are shown as they are. */
export function wallOf(standIn: StandIn, id = standIn.vendor.id): ConfiguredWall & { feed: ConfiguredFeed } {
  const definition = builtInFeeds.find((feed) => feed.id === standIn.vendor.id);
  if (!definition) throw new Error(`there is no feed ${standIn.vendor.id}`);
  const { settings, secrets } = standIn.vendor;
  const { clickHosts, pictureHosts } = definition;
  return {
    definition: wall(id, {}),
    settings: {},
    secrets: { key: 'of the wall' },
    maxPoints: 10_000,
    holdDays: 0,
    share: [],
    feed: { definition, settings, secrets, clickHosts, pictureHosts, pointsPerDollar: 100 },
  };
}
