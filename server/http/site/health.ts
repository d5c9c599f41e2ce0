import { timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Hono } from 'hono';
import type { Env } from '#server/http/frame/env.ts';
import { type AlarmCounts, type MendedCounts, renderMetrics } from '#server/http/frame/metrics.ts';

/** How long a request for metrics waits for the database. */
const COUNTS_WAIT_MS = 2_000;
/** How long a request for readiness waits for the database; who asks gives up after five seconds. */
const READY_WAIT_MS = 4_000;

export interface HealthOptions {
  /** Throws if the process cannot do its work. */
  ready: () => Promise<void>;
  /** Whether this process is about to stop. */
  retiring: () => boolean;
  /** Throws if the database does not respond. */
  wallAlarms: () => Promise<AlarmCounts>;
  /** Throws if the database does not respond. */
  mendedTimes: () => Promise<MendedCounts>;
  /** Bearer token of /metrics; without one, /metrics is open in development and hidden in production. */
  metricsToken: string | undefined;
  development: boolean;
}

/** /healthz: the process responds. /readyz: it can serve. /metrics: for Prometheus. */
export function healthRoutes(app: Hono<Env>, options: HealthOptions): void {
  app.get('/healthz', (c) => c.text('ok'));
  /** One check at a time, so that frequent questions to a slow database do not use up the connections. */
  let checking: Promise<boolean> | undefined;
  const check = (): Promise<boolean> => {
    checking ??= options
      .ready()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        checking = undefined;
      });
    return checking;
  };
  app.get('/readyz', async (c) => {
    if (options.retiring()) return c.text('about to stop', 503);
    const ready = await Promise.race([check(), delay(READY_WAIT_MS, false, { ref: false })]);
    return ready ? c.text('ready') : c.text('not ready', 503);
  });
  app.get('/metrics', async (c, next) => {
    const allowed = options.metricsToken
      ? sameText(c.req.header('authorization') ?? '', `Bearer ${options.metricsToken}`)
      : options.development;
    if (!allowed) return next();
    // /readyz reports a database that does not respond; the metrics of the process are returned anyway.
    const late = delay(COUNTS_WAIT_MS, undefined, { ref: false });
    const read = Promise.all([options.wallAlarms(), options.mendedTimes()]).then(
      ([alarms, mended]) => ({ alarms, mended }),
      () => undefined,
    );
    const counts = await Promise.race([read, late]);
    return c.text(await renderMetrics(counts));
  });
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
