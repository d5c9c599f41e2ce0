import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from '@prometheus-io/client';
import type { Context as HonoContext } from 'hono';
import { routePath } from 'hono/route';

/** Metrics of the library that are removed: no dashboard uses them, and they cost a timer ten times a second. */
const UNTOLD = ['nodejs_eventloop_utilization_summary', 'nodejs_eventloop_utilization_histogram'];
/** Node's longest timer, 24 days. */
const SELDOM_MS = 2 ** 31 - 1;

collectDefaultMetrics({ eventLoopUtilizationTimeout: SELDOM_MS });
for (const name of UNTOLD) register.removeSingleMetric(name);

const requests = new Histogram({
  name: 'http_request_seconds',
  help: 'Time to answer a request',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
});

/** Counts a finished request under its route's pattern, so that ids do not become labels. */
export function observeRequest(c: HonoContext, ms: number): void {
  observeRoute(c.req.method, routePath(c, -1), c.res.status, ms);
}

/** Counts a request that was handled without a Hono context; `route` is a pattern. */
export function observeRoute(method: string, route: string, status: number, ms: number): void {
  requests.observe({ method, route, status }, ms / 1000);
}

const labelNames = ['wall', 'kind'];
const alarms = {
  raised: new Counter({
    name: 'wall_alarms_total',
    help: 'Alarms about the credits of a wall, one at most per wall, kind and UTC day; the same in every process',
    labelNames,
  }),
  open: new Gauge({
    name: 'wall_alarms_open',
    help: 'Alarms about the credits of a wall that nobody has looked at; the same in every process',
    labelNames,
  }),
};

const mended = new Counter({
  name: 'times_mended_total',
  help: 'Times that lay too far ahead because the clock of the database went back; the same in every process',
  labelNames: ['kind'],
});

/** Alarms of the walls as counted in the database. */
export type AlarmCounts = { wall: string; kind: string; raised: number; open: number }[];

/** Mended times as counted in the database. */
export type MendedCounts = { kind: string; times: number }[];

/** All metrics in the text format of Prometheus, without those that the database counts if it gave no counts. */
export function renderMetrics(
  counts: { alarms: AlarmCounts; mended: MendedCounts } | undefined,
): Promise<string> {
  alarms.raised.reset();
  alarms.open.reset();
  for (const { wall, kind, raised, open } of counts?.alarms ?? []) {
    alarms.raised.inc({ wall, kind }, raised);
    alarms.open.set({ wall, kind }, open);
  }
  mended.reset();
  for (const { kind, times } of counts?.mended ?? []) mended.inc({ kind }, times);
  return register.metrics();
}
