import type { Context, Hono } from 'hono';
import type { ErrorCode } from '#contract/errors.ts';
import { APPLE_PASS_PATH, GOOGLE_PASS_PATH } from '#contract/redemptions.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { isUuid } from '#domain/common/uuid.ts';
import { applePass, googlePass, type PassPorts } from '#domain/redemption/index.ts';
import type { Services } from '#server/compose/services.ts';
import type { Env } from '#server/http/frame/env.ts';
import { refuseCrossSite } from '#server/http/frame/guards.ts';

/** The screen with the links to passes. */
const CARDS = '/history?tab=cards';
/** Refusals that it explains by itself: the session has ended, or the card cannot be used. */
const EXPLAINED: readonly ErrorCode[] = ['not_signed_in', 'not_found', 'paused'];

/** Passes of issued rewards, only for their owners. Bytes and a redirect, so they are not endpoints of the contract. */
export function passRoutes(app: Hono<Env>, services: Services): void {
  const { log, limits } = services;
  const ports: PassPorts = {
    ...services,
    rewardWording: services.site.rewardWording,
    report: (error) => log.error({ err: error }, 'reward pass not made'),
  };
  const owned = async (c: Context<Env, string>): Promise<{ memberId: string; id: string }> => {
    refuseCrossSite(c);
    const { member } = c.var;
    if (!member) throw new Refusal('not_signed_in');
    const id = c.req.param('id') ?? '';
    if (!isUuid(id)) throw new Refusal('not_found');
    await limits.take(['pass_user', member.id]);
    c.header('Cache-Control', 'no-store');
    return { memberId: member.id, id };
  };

  app.on('GET', [APPLE_PASS_PATH, GOOGLE_PASS_PATH], async (c, next) => {
    await next();
    // A link leaves the app, and an error as JSON has no way back to it.
    if (!c.error || c.req.header('sec-fetch-dest') !== 'document') return;
    c.header('Content-Type', undefined);
    const code = c.error instanceof Refusal ? c.error.code : 'internal';
    c.res = c.redirect(EXPLAINED.includes(code) ? CARDS : `${CARDS}#${code}`, 303);
  });

  app.get(APPLE_PASS_PATH, async (c) => {
    const { memberId, id } = await owned(c);
    const file = await applePass(ports, memberId, id);
    c.header('Content-Type', 'application/vnd.apple.pkpass');
    c.header('Content-Disposition', 'attachment; filename="reward.pkpass"');
    return c.body(new Uint8Array(file));
  });

  app.get(GOOGLE_PASS_PATH, async (c) => {
    const { memberId, id } = await owned(c);
    const link = await googlePass(ports, memberId, id);
    c.header('Referrer-Policy', 'no-referrer');
    return c.redirect(link);
  });
}
