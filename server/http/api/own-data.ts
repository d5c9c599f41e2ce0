import type { Hono } from 'hono';
import { EXPORT_PATH } from '#contract/settings.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { exportData } from '#domain/privacy/index.ts';
import type { Services } from '#server/compose/services.ts';
import type { Env } from '#server/http/frame/env.ts';

/** A download of all data about the calling member. Streams bytes, so it is not an endpoint of the contract. */
export function ownDataRoutes(app: Hono<Env>, { database, limits, productName }: Services): void {
  app.get(EXPORT_PATH, async (c) => {
    const { member } = c.var;
    if (!member) throw new Refusal('not_signed_in');
    await limits.take(['export_user', member.id]);
    const pieces = exportData(database, member.id);
    // A fault before the first piece is returned as an error; a later one ends the stream, and the file is incomplete.
    const first = await pieces.next();
    const stream = ReadableStream.from(
      (async function* () {
        if (!first.done) yield first.value;
        yield* pieces;
      })(),
    );
    const day = new Date().toISOString().slice(0, 10);
    c.header('Content-Type', 'application/zip');
    c.header('Content-Disposition', `attachment; filename="${slug(productName)}-export-${day}.zip"`);
    c.header('Cache-Control', 'no-store');
    return c.body(stream);
  });
}

const slug = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'data';
