import type { IncomingMessage } from 'node:http';
import * as https from 'node:https';
import { PictureFailure, type PicturePorts } from '#domain/earning/index.ts';
import { ADDRESS_REFUSED, guardAddresses } from '#providers/common/guarded-address.ts';
import { isPublic } from '#providers/common/public-address.ts';
import { responseOf } from '#providers/common/response-of.ts';

/** Longest time for one picture, from the look-up of its host to its last byte. */
const TIMEOUT_MS = 10_000;
const BYTES_MAX = 1_000_000;

interface FetchOptions {
  isAllowed?: (address: string) => boolean;
  /** Certificate of the hosts' authority, used instead of Node's own list. */
  ca?: string;
  timeoutMs?: number;
}

/**
 * Fetches pictures of strangers by https from the public internet only: the connection uses exactly the address that was
 * checked. Follows no redirect, takes no packed answer, and reads no more than a megabyte in ten seconds.
 */
export function pictureFetcher({
  isAllowed = isPublic,
  ca,
  timeoutMs = TIMEOUT_MS,
}: FetchOptions = {}): PicturePorts['fetchPicture'] {
  const guard = guardAddresses(isAllowed);
  return async (url) => {
    if (url.protocol !== 'https:' || guard.refuses(url)) throw new PictureFailure('address');
    const signal = AbortSignal.timeout(timeoutMs);
    const options = { agent: false, lookup: guard.lookup, headers: HEADERS, signal, ...(ca ? { ca } : {}) };
    try {
      return await get(url, options);
    } catch (error) {
      if (error instanceof PictureFailure) throw error;
      if (signal.aborted) throw new PictureFailure('timeout');
      throw new PictureFailure(
        (error as { code?: unknown }).code === ADDRESS_REFUSED ? 'address' : 'connection',
      );
    }
  };
}

const HEADERS = {
  accept: 'image/webp,image/png,image/jpeg',
  'accept-encoding': 'identity',
  'user-agent': 'Pocketful-Pictures/1',
};

async function get(url: URL, options: https.RequestOptions): Promise<Buffer> {
  const call = https.get(url, options);
  try {
    const reply = await responseOf(call);
    const status = reply.statusCode ?? 0;
    if (status >= 300 && status < 400) throw new PictureFailure('redirect');
    if (status !== 200) throw new PictureFailure('status');
    return await readWhole(reply);
  } finally {
    call.destroy();
  }
}

async function readWhole(reply: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of reply as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > BYTES_MAX) throw new PictureFailure('too_large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
