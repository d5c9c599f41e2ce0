import { timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Env as AnyEnv, Hono } from 'hono';
import type { Figures } from '#domain/administration/index.ts';
import { renderMetrics } from '#server/metrics/index.ts';
import { VERSION } from '#server/version.ts';

/** How long a request for metrics waits for the database. */
const FIGURES_WAIT_MS = 2_000;
/** A reading of the figures is told to all who ask within this time. */
const FIGURES_FRESH_MS = 2_000;
/** How long a request for readiness waits for the database; who asks gives up after five seconds. */
const READY_WAIT_MS = 4_000;
/** How often it is told that the figures cannot be read. */
const FAULT_TOLD_MS = 60_000;
/** Each check is a commit, and anybody can ask. */
const READY_FRESH_MS = 1_000;

export interface HealthOptions {
  /** Throws if the process cannot do its work. */
  ready: () => Promise<void>;
  /** Whether this process is about to stop. */
  retiring: () => boolean;
  /** Throws if the database does not respond. */
  figures: () => Promise<Figures>;
  /** Called when the figures could not be read, once a minute at most. */
  report: (error: unknown) => void;
  /** Bearer token of /metrics; without one, /metrics is open in development and hidden in production. */
  metricsToken: string | undefined;
  development: boolean;
}

/** Adds the routes to an app. */
export type AddHealth = <E extends AnyEnv>(app: Hono<E>) => void;

/** Of one process: /healthz, it responds, with its version. /readyz, it can serve. /metrics, for Prometheus. */
export function openHealth(options: HealthOptions): AddHealth {
  const check = shared(
    () =>
      options.ready().then(
        () => true,
        () => false,
      ),
    READY_FRESH_MS,
  );
  const report = seldom(options.report, FAULT_TOLD_MS);
  const readFigures = shared(() => options.figures().catch(report), FIGURES_FRESH_MS);
  return (app) => {
    app.get('/healthz', (c) => c.text(`ok ${VERSION}`));
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
      const late = delay(FIGURES_WAIT_MS, undefined, { ref: false });
      return c.text(await renderMetrics(await Promise.race([readFigures(), late])));
    });
  };
}

/**
 * One run at a time, whose result is also that of who asks within `freshMs` after its end, so that frequent questions to a
 * slow database do not use up the connections.
 */
function shared<Result>(run: () => Promise<Result>, freshMs: number): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  let freshUntil = Number.NEGATIVE_INFINITY;
  return () => {
    if (running && performance.now() < freshUntil) return running;
    freshUntil = Number.POSITIVE_INFINITY;
    running = run().finally(() => {
      freshUntil = performance.now() + freshMs;
    });
    return running;
  };
}

/** Tells the first error, and no other for `quietMs` after it. */
function seldom(report: (error: unknown) => void, quietMs: number): (error: unknown) => undefined {
  let quietUntil = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + quietMs;
    report(error);
  };
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
