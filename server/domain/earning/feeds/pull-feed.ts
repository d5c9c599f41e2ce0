import type { FeedFault } from '#contract/feeds.values.ts';
import type { Transact } from '#database/transaction.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import { type AskFeed, FeedFailure } from './ask-feed.ts';
import type { ConfiguredFeed } from './feed-definition.ts';
import { type FeedOffer, isLeftOut, type LeftOut } from './feed-offer.ts';
import { endFailed, endPulled, type Pull, setupOf, takeLease } from './leases.ts';
import { countLeftOut, type LeftOutCount } from './left-out.ts';
import { quoteLongNumbers } from './long-numbers.ts';
import { readCatalogue } from './read-catalogue.ts';
import { readOffer } from './read-offer.ts';
import { type MergeCounts, stageOffers } from './stage.ts';

/** Milliseconds from the first call of a pull to its last. Shorter than its lease. */
const PULL_MS_MAX = 4 * 60_000;

export interface PullPorts {
  transact: Transact;
  ask: AskFeed;
}

interface PullOptions {
  /** Although its time has not come. */
  now?: boolean;
  /** Although it has far fewer offers than the catalogue, or almost none of the same. */
  acceptFewer?: boolean;
}

/**
 * `later`: its time has not come, or another process is at it. `same`: the vendor says that nothing has changed. A pull that
 * failed has `leftOut` if its answer was read to the end.
 */
export type PullResult =
  | { outcome: 'later' }
  | { outcome: 'same' }
  | ({ outcome: 'pulled'; offers: number } & MergeCounts)
  | { outcome: 'failed'; fault: FeedFault; status: number | null; leftOut?: LeftOutCount[] };

/**
 * Pulls the catalogue of a wall, once over all processes. It replaces the one before when it is complete and not
 * before: after a failure, whatever it is, the last good one stays. Throws only what the database throws.
 */
export async function pullFeed(
  { transact, ask }: PullPorts,
  { wall, feed }: { wall: ConfiguredWall; feed: ConfiguredFeed },
  { now = false, acceptFewer = false }: PullOptions = {},
): Promise<PullResult> {
  const everyMinutes = feed.definition.everyMinutes;
  const known = { wall: wall.definition.id, setup: setupOf(wall, feed), everyMinutes };
  const pull = await transact((tx) => takeLease(tx, known, now));
  if (!pull) return { outcome: 'later' };
  const leftOut = countLeftOut();
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new FeedFailure('timeout')), PULL_MS_MAX);
  try {
    let offers = 0;
    const answer = await readCatalogue(feed, {
      ask,
      known: pull.known,
      signal: limit.signal,
      take: async (texts) => {
        const read = texts.map((text) => readText(text, feed, wall));
        const newLeftOut = read.filter((one) => isLeftOut(one) && leftOut.add(one)).length;
        const fresh = await stage(
          transact,
          pull,
          read.filter((one): one is FeedOffer => !isLeftOut(one)),
          leftOut.add,
        );
        offers += fresh;
        return fresh + newLeftOut;
      },
    });
    const whole = { answer, offers, leftOut: leftOut.all(), acceptFewer };
    const ended = await inTurn(() => transact((tx) => endPulled(tx, pull, whole)));
    if ('fault' in ended) {
      return { outcome: 'failed', fault: ended.fault, status: null, leftOut: whole.leftOut.counts };
    }
    return answer.same ? { outcome: 'same' } : { outcome: 'pulled', offers, ...ended };
  } catch (error) {
    const failure = limit.signal.aborted ? limit.signal.reason : error;
    if (!(failure instanceof FeedFailure)) {
      // The vendor is asked later and staff see a fault. Where the database is away, the lease ends by itself.
      await transact((tx) => endFailed(tx, pull, new FeedFailure('interrupted'))).catch(() => undefined);
      throw error;
    }
    await transact((tx) => endFailed(tx, pull, failure));
    return { outcome: 'failed', fault: failure.fault, status: failure.status };
  } finally {
    clearTimeout(timer);
  }
}

let lastTurn: Promise<unknown> = Promise.resolve();
/** Only one catalogue of this process ends at a time: the others would hold a connection each while they wait for it. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(work);
  lastTurn = turn.catch(() => undefined);
  return turn;
}

function readText(text: string | null, feed: ConfiguredFeed, wall: ConfiguredWall): FeedOffer | LeftOut {
  if (text === null) return { reason: 'too_large', offerId: null, detail: null };
  let raw: unknown;
  try {
    raw = JSON.parse(quoteLongNumbers(text));
  } catch {
    return { reason: 'unreadable', offerId: null, detail: null };
  }
  return readOffer(raw, feed, wall);
}

/** Returns how many of the offers the pull had not seen. */
async function stage(
  transact: Transact,
  pull: Pull,
  offers: FeedOffer[],
  leaveOut: (one: LeftOut) => void,
): Promise<number> {
  if (offers.length === 0) return 0;
  const fresh = await transact((tx) => stageOffers(tx, { pull: pull.id, wall: pull.wall }, offers));
  const seen = new Set<string>();
  for (const { offerId } of offers) {
    if (!fresh.has(offerId) || seen.has(offerId)) leaveOut({ reason: 'repeated', offerId, detail: null });
    seen.add(offerId);
  }
  return fresh.size;
}
