import { Counter } from '@prometheus-io/client';
import type { Hono, Context as HonoContext } from 'hono';
import { Refusal } from '#domain/common/refusal.ts';
import {
  type AdvertiserVerdict,
  openForgedCap,
  type Parameters,
  readAdvertisers,
  receiveAdvertiserPostback,
} from '#domain/earning/index.ts';
import type { Services } from '#server/compose/services.ts';
import type { Env } from '#server/http/frame/env.ts';

/** Responses to an advertiser's server. Only 200 says that this message or an earlier one was applied. */
const ANSWERS: Record<AdvertiserVerdict, [status: 200 | 403 | 404 | 409, body: string]> = {
  credited: [200, 'ok'],
  reversed: [200, 'ok'],
  duplicate: [200, 'dup'],
  unknown_click: [404, 'unknown click'],
  closed: [409, 'closed'],
  bad_signature: [403, 'bad signature'],
};
const FORM = 'application/x-www-form-urlencoded';
const NAME = /^[a-z0-9-]{1,40}$/;
/** Anybody can make up a name, so no label repeats one that no mission has. */
const UNKNOWN = { advertiser: '', verdict: 'unknown_advertiser' };
/** So long the advertisers of missions are known before they are read anew. */
const NAMES_MS = 60_000;

const counted = new Counter({
  name: 'mission_postbacks_total',
  help: 'Messages of advertisers by what became of them; without an advertiser: their address names one that no mission has',
  labelNames: ['advertiser', 'verdict'],
});

/**
 * `GET|POST /api/mission-postbacks/<advertiser>`: an advertiser's server says that the member of a click has completed
 * the mission. Parameters are in the query, or in the form body of a POST without a query. Messages are signed, so the
 * check against other sites does not apply.
 */
export function missionPostbackRoutes(app: Hono<Env>, services: Services): void {
  const { database, transact, limits, thresholdPoints, advertiserKey: keyOf } = services;
  const ports = { transact, limits, thresholdPoints, keyOf, forged: openForgedCap() };
  const names = openNames(() => readAdvertisers(database));
  app.on(['GET', 'POST'], '/api/mission-postbacks/:advertiser', async (c) => {
    const advertiser = c.req.param('advertiser');
    if (!NAME.test(advertiser)) {
      counted.inc(UNKNOWN);
      throw new Refusal('not_found');
    }
    const message = { parameters: await parametersOf(c), ip: c.var.request.ip };
    const verdict = await receiveAdvertiserPostback(ports, advertiser, message);
    // A signature is proof that the operator gave out a key for the name.
    const isKnown = verdict !== 'bad_signature' || (await names()).has(advertiser);
    counted.inc(isKnown ? { advertiser, verdict } : UNKNOWN);
    const [status, body] = ANSWERS[verdict];
    return c.text(body, status, { 'Cache-Control': 'no-store' });
  });
}

/** Returns a function that reads names at most once in NAMES_MS, however many ask. */
function openNames(read: () => Promise<ReadonlySet<string>>): () => Promise<ReadonlySet<string>> {
  let kept: { until: number; names: Promise<ReadonlySet<string>> } | undefined;
  return () => {
    if (kept && performance.now() < kept.until) return kept.names;
    const reading = { until: performance.now() + NAMES_MS, names: read() };
    kept = reading;
    reading.names.catch(() => {
      if (kept === reading) kept = undefined;
    });
    return reading.names;
  };
}

async function parametersOf(c: HonoContext<Env>): Promise<Parameters> {
  const { searchParams } = new URL(c.req.url);
  if (c.req.method === 'GET' || searchParams.size > 0) return [...searchParams];
  if (c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() !== FORM) {
    throw new Refusal('invalid_input');
  }
  return [...new URLSearchParams(await c.req.text())];
}
