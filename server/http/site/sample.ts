import { setTimeout } from 'node:timers/promises';
import { openWalls, type SampleOffer, sampleOffers } from '#domain/earning/index.ts';
import type { Services } from '#server/compose/services.ts';

/** So long a country's sample is shown before it is read anew. */
const SAMPLE_MS = 60_000;
/** A page waits no longer for it. */
const WAIT_MS = 1_000;
/** After a failure nothing is read for so long, and nothing more is said of it. */
const REST_MS = 5_000;
/** There are fewer countries than this. */
const COUNTRIES_MAX = 300;
const NONE: readonly SampleOffer[] = [];

/** The same array for as long as it is kept. */
export type ReadSample = (ip: string) => Promise<readonly SampleOffer[]>;

/**
 * Returns a function that reads the sample of offers for an address, at most once a minute for each country, however many
 * people ask. A sample that cannot be read, or not soon, is empty: the page is more than that.
 */
export function openSample({
  database,
  walls,
  wallPauses,
  countryOf,
  log,
}: Pick<Services, 'database' | 'walls' | 'wallPauses' | 'countryOf' | 'log'>): ReadSample {
  const kept = new Map<string, { until: number; offers: Promise<readonly SampleOffer[]> }>();
  let restsUntil = 0;
  const read = async (country: string | undefined): Promise<readonly SampleOffer[]> => {
    const open = openWalls(walls, await wallPauses());
    // A wall that is paused leaves at once.
    const key = [country ?? '', ...open.map(({ definition }) => definition.id)].join(' ');
    const known = kept.get(key);
    if (known && known.until > performance.now()) return known.offers;
    const offers = sampleOffers(database, open, country);
    if (kept.size >= COUNTRIES_MAX) kept.clear();
    kept.set(key, { until: performance.now() + SAMPLE_MS, offers });
    offers.catch(() => {
      if (kept.get(key)?.offers === offers) kept.delete(key);
    });
    return offers;
  };
  const isResting = () => performance.now() < restsUntil;
  return async (ip) => {
    if (isResting()) return NONE;
    const offers = read(countryOf(ip)).catch((error: unknown) => {
      if (isResting()) return NONE;
      restsUntil = performance.now() + REST_MS;
      log.error({ err: error }, 'the sample of offers was not read');
      return NONE;
    });
    return soon(offers);
  };
}

/** The offers, or none if they are not there in time. */
function soon(offers: Promise<readonly SampleOffer[]>): Promise<readonly SampleOffer[]> {
  const late = new AbortController();
  const none = setTimeout(WAIT_MS, NONE, { signal: late.signal }).catch(() => NONE);
  return Promise.race([offers, none]).finally(() => late.abort());
}
