import type { Hono } from 'hono';
import type { Env } from '#server/http/frame/env.ts';
import { allowInline, type Policy, policyHeader } from '#server/http/frame/security-headers.ts';
import { once } from '#server/once.ts';
import { openApi } from './openapi.ts';
import { renderPage } from './page.ts';

/** `/api/openapi.json`, and the same as a page at `/api/docs`, without scripts. */
export function docsRoutes(
  app: Hono<Env>,
  site: { productName: string; appUrl: string },
  policy: Policy,
): void {
  // Making it takes a fifth of a start, and few ask for it.
  const document = once(() => openApi(site.productName, site.appUrl));
  const page = once(() => {
    const text = String(renderPage(document()));
    return { text, policy: policyHeader(allowInline(policy, text)) };
  });
  app.get('/api/openapi.json', (c) => c.json(document()));
  app.get('/api/docs', (c) => {
    c.header('Content-Security-Policy', page().policy);
    return c.html(page().text);
  });
}
