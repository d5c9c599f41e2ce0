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
  const route = routePath(c, -1);
  requests.observe({ method: c.req.method, route, status: c.res.status }, ms / 1000);
}

/** All metrics in the text format of Prometheus. */
export const renderMetrics = () => register.metrics();
