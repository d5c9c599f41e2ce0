import type { Context as HonoContext } from 'hono';
import { routePath } from 'hono/route';
import { collectDefaultMetrics, Histogram, register } from 'prom-client';

collectDefaultMetrics();

const requests = new Histogram({
  name: 'http_request_seconds',
  help: 'Time to answer a request',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
});

/** Counts an answered request under its route's pattern, so that ids do not become labels. */
export function observeRequest(c: HonoContext, ms: number): void {
  observeRoute(c.req.method, routePath(c, -1), c.res.status, ms);
}

/** Counts a request that was answered without a context; `route` is a pattern. */
export function observeRoute(method: string, route: string, status: number, ms: number): void {
  requests.observe({ method, route, status }, ms / 1000);
}

/** All metrics in the text format of Prometheus. */
export const renderMetrics = () => register.metrics();
