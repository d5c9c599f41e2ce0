import type { Hono } from 'hono';
import { EXPORT_PATH } from '#contract/settings.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { notifyOfChange, requireFresh } from '#domain/members/index.ts';
import { exportData } from '#domain/privacy/index.ts';
import type { Services } from '#server/compose/services.ts';
import type { Env } from '#server/http/frame/env.ts';
import { refuseCrossSite, whileAdmitted } from '#server/http/frame/guards.ts';

/**
 * A download of all data about the calling member, which needs a fresh sign-in and is mailed about. Streams bytes, so it is not
 * an endpoint of the contract.
 */
export function ownDataRoutes(
  app: Hono<Env>,
  { accounts, database, limits, productName, transact }: Services,
): void {
  app.get(EXPORT_PATH, async (c) => {
    refuseCrossSite(c);
    const { member, request } = c.var;
    if (!member) throw new Refusal('not_signed_in');
    requireFresh(member);
    await limits.take(['export_user', member.id]);
    await transact((tx) => notifyOfChange(tx, member.id, 'data_exported'));
    accounts.onSecurityEvent({ event: 'data_exported', ip: request.ip, userId: member.id });
    const pieces = whileAdmitted(c, [{ access: 'member' }], exportData(database, member.id));
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
