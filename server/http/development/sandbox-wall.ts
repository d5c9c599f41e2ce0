import { createHmac, randomBytes } from 'node:crypto';
import type { Hono, Context as HonoContext } from 'hono';
import { z } from 'zod';
import { POINTS_PER_DOLLAR } from '#contract/points.ts';
import type { RewardUnit } from '#contract/wording.values.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { Env } from '#server/http/frame/env.ts';
import { askSelf } from './ask-self.ts';
import {
  amountIn,
  OFFERS,
  type Offer,
  policyOf,
  type SentOffer,
  sandboxWallPage,
} from './sandbox-wall-page.ts';

export interface SandboxWallOptions {
  /** Signs the postbacks; the wall's definition has the same key. */
  key: string;
  /** Address at which this machine reaches its own server, known once it listens. */
  internalAddress: () => string;
  /** What the page counts in. */
  unit: RewardUnit;
  /** Delay of a late postback. */
  lateMs?: number;
}

const LATE_MS = 10_000;
/** What this wall pays the site, as a percentage of the points' cost. */
const PAYOUT_PERCENT = 125;
/** What is remembered of this page, which is for trying out, lives in memory and is bounded. */
const USERS_MAX = 100;
const OFFERS_SENT_MAX = 30;
const CALLS_MAX = 20;

const UserCode = z.string().regex(/^[A-Za-z0-9]{1,64}$/);
const Send = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['complete', 'late']), user: UserCode, offer: z.string() }),
  z.object({ action: z.enum(['again', 'forged', 'reversal']), user: UserCode, tx: z.string() }),
]);

/**
 * Development only. `/dev/wall?user=<code>` is the sandbox wall's page. It calls `POST /dev/wall/send`, which plays a
 * vendor's server: it signs postbacks and sends them to this site over HTTP.
 */
export function sandboxWallRoutes(app: Hono<Env>, options: SandboxWallOptions): void {
  const history = new Map<string, SentOffer[]>();

  app.get('/dev/wall', (c) => {
    const user = UserCode.safeParse(c.req.query('user')).data;
    c.header('Cache-Control', 'no-store');
    c.header('Content-Security-Policy', policyOf(hostOrigin(c)));
    return c.html(sandboxWallPage(user, options.unit));
  });
  app.get('/dev/wall/sent', (c) => {
    allowOpaqueOrigin(c);
    return c.json(history.get(c.req.query('user') ?? '') ?? []);
  });
  app.post('/dev/wall/send', async (c) => {
    allowOpaqueOrigin(c);
    const send = Send.safeParse(await readText(c)).data;
    if (!send) throw new Refusal('invalid_input');
    const sent = remembered(history, send.user);
    if ('offer' in send) {
      const offer = OFFERS.find(({ id }) => id === send.offer);
      if (!offer) throw new Refusal('not_found');
      await complete(options, send.user, offer, send.action === 'late', sent);
    } else {
      const known = sent.find(({ tx }) => tx === send.tx);
      if (!known) throw new Refusal('not_found');
      await repeat(options, send.user, known, send.action);
    }
    return c.json(sent);
  });
}

async function complete(
  options: SandboxWallOptions,
  user: string,
  offer: Offer,
  late: boolean,
  sent: SentOffer[],
): Promise<void> {
  const { title, points } = offer;
  const amount = amountIn(options.unit, points);
  const entry: SentOffer = { tx: newTransaction(), offer: offer.id, title, points, amount, calls: [] };
  sent.unshift(entry);
  sent.splice(OFFERS_SENT_MAX);
  const query = signedQuery(options.key, credit(user, entry));
  if (!late) return deliver(options, entry, 'Postback', query);
  const delay = options.lateMs ?? LATE_MS;
  const call = addCall(entry, `Late postback, ${delay / 1000} s after the offer`);
  setTimeout(
    () => void post(options, query).then((answer) => Object.assign(call, { answer })),
    delay,
  ).unref();
}

async function repeat(
  options: SandboxWallOptions,
  user: string,
  entry: SentOffer,
  action: 'again' | 'forged' | 'reversal',
): Promise<void> {
  const values = credit(user, entry);
  if (action === 'again') return deliver(options, entry, 'Sent again', signedQuery(options.key, values));
  if (action === 'reversal') {
    const query = signedQuery(options.key, { ...values, status: 'reversed' });
    return deliver(options, entry, 'Reversal', query);
  }
  const guessed = { ...values, tx: newTransaction(), points: String(entry.points * 2) };
  const query = signedQuery(randomBytes(32).toString('hex'), guessed);
  return deliver(options, entry, 'Forged postback, signed with a wrong key', query);
}

async function deliver(
  options: SandboxWallOptions,
  entry: SentOffer,
  what: string,
  query: string,
): Promise<void> {
  const call = addCall(entry, what);
  call.answer = await post(options, query);
}

function addCall(entry: SentOffer, what: string): SentOffer['calls'][number] {
  const call = { what, at: new Date().toISOString(), answer: null };
  entry.calls.push(call);
  entry.calls.splice(0, entry.calls.length - CALLS_MAX);
  return call;
}

/** Sends a postback as a vendor would; returns status and body as text. */
const post = (options: SandboxWallOptions, query: string): Promise<string> =>
  askSelf(`${options.internalAddress()}/api/postbacks/sandbox?${query}`);

const credit = (user: string, entry: SentOffer): Record<string, string> => ({
  tx: entry.tx,
  user,
  points: String(entry.points),
  payout: ((entry.points * PAYOUT_PERCENT) / (100 * POINTS_PER_DOLLAR)).toFixed(4),
  offer: entry.offer,
  offer_name: entry.title,
  status: 'completed',
});

function signedQuery(key: string, values: Record<string, string>): string {
  const query = new URLSearchParams(values);
  query.sort();
  return `${query}&signature=${createHmac('sha256', key).update(query.toString()).digest('hex')}`;
}

const newTransaction = () => randomBytes(8).toString('hex');

function remembered(history: Map<string, SentOffer[]>, user: string): SentOffer[] {
  const sent = history.get(user) ?? [];
  history.set(user, sent);
  const oldest = history.keys().next().value;
  if (history.size > USERS_MAX && oldest !== undefined) history.delete(oldest);
  return sent;
}

/** Allows the origin `null`, which a frame with `sandbox` but without `allow-same-origin` sends. */
function allowOpaqueOrigin(c: HonoContext<Env>): void {
  c.header('Cache-Control', 'no-store');
  if (c.req.header('origin') === 'null') c.header('Access-Control-Allow-Origin', 'null');
}

/** Reads a body of type text, which browsers send to another origin without a preflight. */
async function readText(c: HonoContext<Env>): Promise<unknown> {
  try {
    return JSON.parse(await c.req.text());
  } catch {
    throw new Refusal('invalid_json');
  }
}

/** The origin that the browser used, for the policy: 'self' may match nothing in such a frame. */
function hostOrigin(c: HonoContext<Env>): string[] {
  const host = c.req.header('host') ?? '';
  return /^[\w.:[\]-]+$/.test(host) ? [`http://${host}`, `https://${host}`] : [];
}
