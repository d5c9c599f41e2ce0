import { timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Hono } from 'hono';
import type { Env } from '#server/http/frame/env.ts';
import { type AlarmCounts, renderMetrics } from '#server/http/frame/metrics.ts';

/** What a reader of the metrics waits for the database at most. */
const ALARMS_WAIT_MS = 2_000;

export interface HealthOptions {
  /** Throws when a dependency does not answer. */
  ready: () => Promise<void>;
  /** Throws when the database does not answer. */
  wallAlarms: () => Promise<AlarmCounts>;
  /** Bearer token of /metrics; without one it is open in development and hidden in production. */
  metricsToken: string | undefined;
  development: boolean;
}

/** /healthz: the process answers. /readyz: it can serve. /metrics: for Prometheus. */
export function healthRoutes(app: Hono<Env>, options: HealthOptions): void {
  app.get('/healthz', (c) => c.text('ok'));
  app.get('/readyz', async (c) => {
    try {
      await options.ready();
      return c.text('ready');
    } catch {
      return c.text('not ready', 503);
    }
  });
  app.get('/metrics', async (c, next) => {
    const allowed = options.metricsToken
      ? sameText(c.req.header('authorization') ?? '', `Bearer ${options.metricsToken}`)
      : options.development;
    if (!allowed) return next();
    // A database that does not answer shows in /readyz; what the process measures is told all the same.
    const late = delay(ALARMS_WAIT_MS, undefined, { ref: false });
    const counts = await Promise.race([options.wallAlarms().catch(() => undefined), late]);
    return c.text(await renderMetrics(counts));
  });
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
