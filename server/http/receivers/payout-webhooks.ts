import { Counter } from '@prometheus-io/client';
import type { Hono } from 'hono';
import { Refusal } from '#domain/common/refusal.ts';
import { receivePayoutEvent } from '#domain/redemption/index.ts';
import type { Services } from '#server/compose/services.ts';
import type { Env } from '#server/http/frame/env.ts';

const webhooks = new Counter({
  name: 'payout_webhooks_total',
  help: 'Messages of payout providers by what became of them',
  labelNames: ['provider', 'verdict'],
});

/**
 * `POST /api/webhooks/<provider>`: messages of payout providers, proven by signatures over the raw body. They always
 * come from other sites, so that check does not apply. Returns 401 for a forged message, 503 for one to be sent again,
 * and 200 for all others, because a provider that gets anything else stops sending.
 */
export function payoutWebhookRoutes(app: Hono<Env>, { transact, providers, log }: Services): void {
  app.post('/api/webhooks/:provider', async (c) => {
    const name = c.req.param('provider');
    const provider = providers.find(({ id, parseWebhook }) => id === name && parseWebhook);
    if (!provider) throw new Refusal('not_found');
    const raw = Buffer.from(await c.req.arrayBuffer());
    try {
      const verdict = await receivePayoutEvent(transact, provider, raw, (header) => c.req.header(header));
      webhooks.inc({ provider: provider.id, verdict: verdict.t });
      if (verdict.t === 'forged') {
        log.warn({ provider: provider.id, verdict: verdict.t }, UNUSED);
        return c.text('signature', 401, NO_STORE);
      }
      const { id, kind } = verdict.event;
      if (verdict.t !== 'woken') {
        log.warn({ provider: provider.id, verdict: verdict.t, event: id, kind }, UNUSED);
      }
      return c.text('ok', 200, NO_STORE);
    } catch (error) {
      log.error({ err: error }, 'payout webhook failed');
      return c.text('again', 503, NO_STORE);
    }
  });
}

const UNUSED = 'payout webhook woke nothing';
const NO_STORE = { 'Cache-Control': 'no-store' };
