import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#database/client.ts';

/** The path of the picture of an offer of `feed_offers` at this site; null while there is none. */
export const pictureAddress = (iconUrl: string): RawBuilder<string | null> => sql`
  (select '/pictures/' || s.hash || '.webp' from offer_picture_sources s where s.url = ${sql.ref(iconUrl)})`;

/** The WebP of this SHA-256 (64 hexadecimal digits); undefined if it is not kept. */
export async function readPicture(database: Database, hash: string): Promise<Uint8Array | undefined> {
  const row = await database
    .selectFrom('offerPictures')
    .select('bytes')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row?.bytes;
}
