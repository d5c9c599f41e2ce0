import type { Hono } from 'hono';
import { Refusal } from '#domain/common/refusal.ts';
import { readPicture } from '#domain/earning/index.ts';
import { readRewardPicture } from '#domain/redemption/index.ts';
import type { Services } from '#server/compose/services.ts';
import type { Env } from '#server/http/frame/env.ts';

/** Bytes of pictures that a process remembers; each has a few thousand. */
const REMEMBERED_BYTES_MAX = 16_000_000;

const HEADERS = {
  'Content-Type': 'image/webp',
  // It is named by its content.
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/**
 * `/pictures/<SHA-256>.webp`: pictures of offers and rewards as this site has drawn them. They are no member's, so anyone may have them.
 * What the process does not remember is read from the database, and these reads are limited by address.
 */
export function pictureRoutes(
  app: Hono<Env>,
  { database, limits }: Pick<Services, 'database' | 'limits'>,
): void {
  const remembered = rememberBytes(REMEMBERED_BYTES_MAX);
  app.get('/pictures/:name{[0-9a-f]{64}\\.webp}', async (c) => {
    const hash = c.req.param('name').slice(0, 64);
    let bytes = remembered.get(hash);
    if (!bytes) {
      await limits.take(['picture_ip', c.var.request.ip]);
      bytes = (await readPicture(database, hash)) ?? (await readRewardPicture(database, hash));
      if (!bytes) throw new Refusal('not_found');
      remembered.add(hash, bytes);
    }
    return c.body(Buffer.from(bytes), 200, HEADERS);
  });
}

/** Remembers what was asked for last, up to a number of bytes. */
function rememberBytes(bytesMax: number) {
  const kept = new Map<string, Uint8Array>();
  let size = 0;
  return {
    get: (name: string): Uint8Array | undefined => {
      const found = kept.get(name);
      if (found) {
        kept.delete(name);
        kept.set(name, found);
      }
      return found;
    },
    add: (name: string, bytes: Uint8Array): void => {
      if (kept.has(name)) return;
      kept.set(name, bytes);
      size += bytes.length;
      for (const [oldest, { length }] of kept) {
        if (size <= bytesMax) break;
        kept.delete(oldest);
        size -= length;
      }
    },
  };
}
