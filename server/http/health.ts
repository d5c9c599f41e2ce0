import { timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import type { Env } from './app.ts';
import { renderMetrics } from './metrics.ts';

export interface HealthOptions {
  /** Throws when a dependency does not answer. */
  ready: () => Promise<void>;
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
    return allowed ? c.text(await renderMetrics()) : next();
  });
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
