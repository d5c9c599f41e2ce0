import { setTimeout as pause } from 'node:timers/promises';
import { fill } from '#domain/earning/wall-format/template.ts';
import { type AskFeed, type FeedCall, FeedFailure, type FeedReply } from './ask-feed.ts';
import type { ConfiguredFeed } from './feed-definition.ts';
import { splitJson, UnreadableJson } from './split-json.ts';
import { isYes, scalarText, valueAt } from './values-at.ts';

/** Most offers of one catalogue, those that are left out too. */
const OFFERS_MAX = 50_000;
/** Most characters of all answers of one pull. */
const CHARACTERS_MAX = 256 * 1024 * 1024;
const TOKEN_CHARACTERS_MAX = 64 * 1024;
const TOKEN_LENGTH_MAX = 8_192;
/** Tokens of one pull: they end, also between two pages. */
const TOKENS_MAX = 10;
/** Calls of one pull that are made again because the vendor was busy, and the pause before each. */
const REPEATS_MAX = 5;
const REPEAT_PAUSE_MS = 1_000;
/** A vendor that asks for a longer pause is left alone until the next pull. */
const REPEAT_PAUSE_MS_MAX = 20_000;
/** Offers are handed on at this number or size, whatever comes first. */
const BATCH_OFFERS = 200;
const BATCH_CHARACTERS = 1024 * 1024;

/** By what a vendor tells whether its answer is still the same. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export interface CatalogueOptions {
  ask: AskFeed;
  /** Of the answer that is known; without one the answer is always read. */
  known: Validators;
  signal: AbortSignal;
  /** Takes offers as JSON texts, null for one that was too large. Returns how many of them this pull had not seen. */
  take: (offers: (string | null)[]) => Promise<number>;
}

/**
 * Reads a feed from its first page to its last, page by page and offer by offer, with an end to everything. Returns the
 * validators of the answer; `same`: the vendor says that nothing has changed, and no offer was taken. Throws FeedFailure.
 */
export async function readCatalogue(
  feed: ConfiguredFeed,
  options: CatalogueOptions,
): Promise<Validators & { same: boolean }> {
  const { definition } = feed;
  const caller = callerOf(feed, options);
  const budget = { characters: CHARACTERS_MAX, offers: OFFERS_MAX };
  const conditional = definition.pages ? { etag: null, lastModified: null } : options.known;
  let total = 0;
  let wasShort = false;
  let place: Place | null = { kind: 'first' };
  for (let page = 1; place !== null; page += 1) {
    if (page > definition.pagesMax + (wasShort ? 1 : 0)) throw new FeedFailure('endless');
    const reply = await caller(pageCall(feed, place, page), conditional);
    if (reply.status === 304 && (conditional.etag ?? conditional.lastModified) !== null) {
      return { ...conditional, same: true };
    }
    const read = await readWhole(reply, definition, budget, options.take).catch((error: unknown) => {
      if (!wasShort || !saysNothing(error)) throw error;
    });
    if (!read) break;
    total += read.count;
    wasShort = definition.pages?.kind === 'skip' && read.count < definition.pages.offers;
    place = nextPlace(feed, read, { page, total });
    if (place !== null && read.fresh === 0) throw new FeedFailure('endless');
    if (place === null && !definition.pages) return { ...validatorsOf(reply), same: false };
  }
  return { etag: null, lastModified: null, same: false };
}

/** Reads a page that is a success and has its list. Throws FeedFailure. */
async function readWhole(
  reply: FeedReply,
  { offers, success }: ConfiguredFeed['definition'],
  budget: { characters: number; offers: number },
  take: CatalogueOptions['take'],
): Promise<Page> {
  if (reply.status !== 200) throw failureOf(reply);
  const read = await readPage(reply, offers, budget, take);
  if (success && String(valueAt(read.rest, success.at)) !== success.is) throw new FeedFailure('refused');
  if (!read.found) throw new FeedFailure('unreadable');
  return read;
}

/** Statuses by which a vendor may answer for a page after its last. */
const NOTHING_THERE = [204, 400, 404, 416];

/** Whether it can be how a vendor answers for a page after its last: an error, no list, or no content. */
const saysNothing = (error: unknown): boolean =>
  error instanceof FeedFailure &&
  (error.status === null
    ? error.fault === 'unreadable' || error.fault === 'refused'
    : NOTHING_THERE.includes(error.status));

type Place =
  | { kind: 'first' }
  | { kind: 'page'; page: number }
  | { kind: 'skip'; skip: number }
  | { kind: 'next'; url: string };

interface Page {
  rest: unknown;
  found: boolean;
  count: number;
  fresh: number;
}

async function readPage(
  reply: FeedReply,
  lists: readonly string[],
  budget: { characters: number; offers: number },
  take: CatalogueOptions['take'],
): Promise<Page> {
  const split = splitJson(lists);
  const page = { count: 0, fresh: 0 };
  let batch: (string | null)[] = [];
  let size = 0;
  const hand = async () => {
    if (batch.length > 0) page.fresh += await take(batch);
    batch = [];
    size = 0;
  };
  try {
    for await (const piece of reply.pieces) {
      budget.characters -= piece.length;
      if (budget.characters < 0) throw new FeedFailure('too_large');
      for (const offer of split.push(piece)) {
        budget.offers -= 1;
        if (budget.offers < 0) throw new FeedFailure('too_large');
        page.count += 1;
        size += offer?.length ?? 0;
        batch.push(offer);
        if (batch.length >= BATCH_OFFERS || size >= BATCH_CHARACTERS) await hand();
      }
    }
    const { rest, list } = split.end();
    await hand();
    return { ...page, rest, found: list !== undefined };
  } catch (error) {
    throw error instanceof UnreadableJson ? new FeedFailure('unreadable') : error;
  }
}

/** `total`: offers of all pages so far. */
function nextPlace(
  feed: ConfiguredFeed,
  { rest, count, fresh }: Page,
  { page, total }: { page: number; total: number },
): Place | null {
  const { pages, request } = feed.definition;
  if (!pages) return null;
  if (pages.kind === 'page') {
    const more = valueAt(rest, pages.more);
    // Whether this was all is then not known.
    if (more === undefined) throw new FeedFailure('unreadable');
    return isYes(more) ? { kind: 'page', page: page + 1 } : null;
  }
  if (pages.kind === 'skip') {
    // A vendor may give smaller pages than were asked for, or ignore `skip` and repeat its only one.
    const isRepeat = fresh === 0 && count < pages.offers;
    return count > 0 && !isRepeat ? { kind: 'skip', skip: total } : null;
  }
  const text = scalarText(valueAt(rest, pages.next));
  if (text === undefined) return null;
  const url = URL.parse(text, request.url);
  // The secrets of the call go to the host of the definition and to no other that an answer names.
  if (!url || url.origin !== new URL(request.url).origin || url.username || url.password) {
    throw new FeedFailure('redirect');
  }
  url.hash = '';
  return { kind: 'next', url: url.href };
}

function pageCall(feed: ConfiguredFeed, place: Place, page: number): Omit<FeedCall, 'headers'> {
  const { request, pages } = feed.definition;
  const url = new URL(place.kind === 'next' ? place.url : filled(feed, request.url, encodeURIComponent));
  const query: Record<string, string> = {};
  for (const [name, template] of Object.entries(request.query ?? {})) query[name] = filled(feed, template);
  if (pages?.kind === 'page') {
    Object.assign(query, { [pages.page]: String(page), [pages.size]: String(pages.offers) });
  } else if (pages?.kind === 'skip') {
    const skip = place.kind === 'skip' ? place.skip : 0;
    Object.assign(query, { [pages.skip]: String(skip), [pages.limit]: String(pages.offers) });
  }
  for (const [name, value] of Object.entries(query)) {
    // What the vendor has put into the address of its next page stays.
    if (place.kind !== 'next' || !url.searchParams.has(name)) url.searchParams.set(name, value);
  }
  const body = request.body && filledRecord(feed, request.body);
  return { method: request.method, url: url.href, ...(body ? { body: JSON.stringify(body) } : {}) };
}

/** Makes calls with the feed's headers and a token that is renewed when it has ended, and again when the vendor is busy. */
function callerOf(feed: ConfiguredFeed, { ask, signal }: CatalogueOptions) {
  const { request, token: form } = feed.definition;
  let token: string | undefined;
  let tokens = 0;
  let repeats = 0;
  const renew = async () => {
    tokens += 1;
    if (tokens > TOKENS_MAX) throw new FeedFailure('refused', { status: 401 });
    token = await askToken(feed, ask, signal);
  };
  return async (call: Omit<FeedCall, 'headers'>, known: Validators): Promise<FeedReply> => {
    if (form && token === undefined) await renew();
    let renewed = false;
    for (;;) {
      const headers = {
        accept: 'application/json',
        ...filledRecord(feed, request.headers ?? {}, token),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(known.etag === null ? {} : { 'if-none-match': known.etag }),
        ...(known.lastModified === null ? {} : { 'if-modified-since': known.lastModified }),
      };
      const reply = await ask({ ...call, headers }, signal);
      if (reply.status === 401 && form && !renewed) {
        reply.discard();
        renewed = true;
        await renew();
        continue;
      }
      const waitMs = isBusy(reply.status) ? (reply.retryAfterMs ?? REPEAT_PAUSE_MS) : null;
      if (waitMs === null || waitMs > REPEAT_PAUSE_MS_MAX || repeats === REPEATS_MAX) return reply;
      reply.discard();
      repeats += 1;
      await pause(waitMs, undefined, { signal });
    }
  };
}

async function askToken(feed: ConfiguredFeed, ask: AskFeed, signal: AbortSignal): Promise<string> {
  const form = feed.definition.token;
  if (!form) throw new Error('the feed has no token');
  const reply = await ask(
    {
      method: 'POST',
      url: filled(feed, form.url, encodeURIComponent),
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(filledRecord(feed, form.form)).toString(),
    },
    signal,
  );
  if (reply.status !== 200 && reply.status !== 201) throw failureOf(reply);
  let text = '';
  for await (const piece of reply.pieces) {
    text += piece;
    if (text.length > TOKEN_CHARACTERS_MAX) throw new FeedFailure('too_large');
  }
  const token = scalarText(valueAt(parsed(text), form.token));
  // It becomes a header.
  if (token === undefined || token.length > TOKEN_LENGTH_MAX || !/^[\x21-\x7e]+$/.test(token)) {
    throw new FeedFailure('unreadable');
  }
  return token;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FeedFailure('unreadable');
  }
}

const isBusy = (status: number): boolean => status === 429 || status >= 500;

function failureOf({ status, retryAfterMs, discard }: FeedReply): FeedFailure {
  discard();
  if (status === 429 || status === 503) return new FeedFailure('throttled', { status, retryAfterMs });
  if (status === 400 || status === 401 || status === 403) return new FeedFailure('refused', { status });
  if (status >= 300 && status < 400) return new FeedFailure('redirect', { status });
  return new FeedFailure('status', { status, retryAfterMs });
}

const VALIDATOR_LENGTH_MAX = 500;
const validatorOf = (text: string | null): string | null =>
  text !== null && text.length <= VALIDATOR_LENGTH_MAX && /^[\x20-\x7e]+$/.test(text) ? text : null;
const validatorsOf = ({ header }: FeedReply): Validators => ({
  etag: validatorOf(header('etag')),
  lastModified: validatorOf(header('last-modified')),
});

function filled(
  { settings, secrets }: ConfiguredFeed,
  template: string,
  encode?: (value: string) => string,
  token?: string,
): string {
  const values = { field: () => token, named: (name: string) => secrets[name] ?? settings[name] };
  return fill(template, values, encode);
}

const filledRecord = (
  feed: ConfiguredFeed,
  record: Record<string, string>,
  token?: string,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(record).map(([name, template]) => [name, filled(feed, template, undefined, token)]),
  );
