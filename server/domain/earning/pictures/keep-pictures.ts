import { createHash } from 'node:crypto';
import type { PictureFault } from '#contract/feeds.values.ts';
import type { Transact } from '#database/transaction.ts';
import { isListed, listedAddress } from '#domain/earning/feeds/addresses.ts';
import { hasFeed } from '#domain/earning/feeds/pull-feeds.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import { PictureFailure } from './picture-failure.ts';
import { addSources, endFailed, endKept, endUnasked, type Source, takeSources } from './sources.ts';

/**
 * Pictures that are fetched at the same time. The look-up of a name holds a thread until the resolver gives up, which can be
 * long after the fetch has; the process has eight of these for all its calls.
 */
const AT_ONCE = 2;
/** Pictures of one host of the list that do not come in time, before those of it that are left in the round are not asked for. */
const TIMEOUTS_MAX = 3;

export interface PicturePorts {
  transact: Transact;
  /** Returns the bytes at an https address of the public internet, up to a limit. Throws PictureFailure. */
  fetchPicture: (url: URL) => Promise<Uint8Array>;
  drawPicture: DrawPicture;
}

/**
 * Draws a stranger's picture anew, as a WebP without metadata: `square` of 192 by 192 pixels, cut at its sides, or `whole`, of up
 * to 256 by 192. Throws PictureFailure.
 */
export type DrawPicture = (bytes: Uint8Array, shape: 'square' | 'whole') => Promise<Uint8Array>;

/** What a round brought. What was not asked for is in neither. */
export interface PictureRound {
  kept: number;
  failed: Partial<Record<PictureFault, number>>;
}

/**
 * One round: fetches the pictures whose time has come, once over all processes, and keeps what was drawn of them. A picture
 * that fails holds up no other, and is tried again later. Throws only what the database throws.
 */
export async function keepPictures(
  { transact, fetchPicture, drawPicture }: PicturePorts,
  walls: readonly ConfiguredWall[],
): Promise<PictureRound> {
  const hosts = walls.filter(hasFeed).flatMap(({ feed }) => feed.pictureHosts);
  await transact((tx) => addSources(tx));
  const waiting = await transact((tx) => takeSources(tx));
  const round: PictureRound = { kept: 0, failed: {} };
  const timeouts = new Map<string | undefined, number>();
  const keep = async (source: Source) => {
    // The operator may have taken the host from the list since the offer was read.
    const url = listedAddress(source.url, hosts);
    const host = hosts.find((listed) => url && isListed(url.hostname, [listed]));
    const late = () => timeouts.get(host) ?? 0;
    if (late() >= TIMEOUTS_MAX) {
      await transact((tx) => endUnasked(tx, source));
      return;
    }
    const fault = await faultOf(async () => {
      if (!url) throw new PictureFailure('address');
      const bytes = await drawPicture(await fetchPicture(url), 'square');
      const hash = createHash('sha256').update(bytes).digest('hex');
      if (!(await transact((tx) => endKept(tx, source, { hash, bytes })))) throw new PictureFailure('full');
    });
    if (fault === 'timeout') timeouts.set(host, late() + 1);
    if (fault) {
      await transact((tx) => endFailed(tx, source, fault));
      round.failed[fault] = (round.failed[fault] ?? 0) + 1;
    } else {
      round.kept += 1;
    }
  };
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await keep(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return round;
}

async function faultOf(work: () => Promise<void>): Promise<PictureFault | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof PictureFailure) return error.fault;
    throw error;
  }
}
