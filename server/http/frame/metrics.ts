import { Counter, Histogram } from '@prometheus-io/client';
import type { Context as HonoContext } from 'hono';
import { routePath } from 'hono/route';
import { describeSpan, traced } from '#server/tracing/index.ts';

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

/** Answers the request in a span of its route. `traceparent` is of a caller whom the process believes. */
export const traceRequest = (
  c: HonoContext,
  next: () => Promise<void>,
  traceparent: string | undefined,
): Promise<void> =>
  traced(
    { name: c.req.method, kind: 'SERVER', attributes: { 'http.request.method': c.req.method } },
    async () => {
      await next();
      const [route, { status }] = [routePath(c, -1), c.res];
      const attributes = { 'http.route': route, 'http.response.status_code': status };
      describeSpan({ name: `${c.req.method} ${route}`, attributes }, status >= 500);
    },
    traceparent,
  );

/** Counts a request that was handled without a Hono context; `route` is a pattern. */
export function observeRoute(method: string, route: string, status: number, ms: number): void {
  requests.observe({ method, route, status }, ms / 1000);
}

const breachChecks = new Counter({
  name: 'breached_password_checks_total',
  help: 'New passwords looked up in breaches; unknown: the service did not answer, and the password was taken',
  labelNames: ['result'],
});

/** Counts a new password that was looked up in breaches. */
export const countBreachCheck = (result: 'breached' | 'clean' | 'unknown'): void =>
  breachChecks.inc({ result });
