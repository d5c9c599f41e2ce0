import type { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Env } from './app.ts';
import { type OpenApi, type Operation, openApi } from './openapi.ts';
import { allowInline, type Policy, policyHeader } from './security-headers.ts';

/** `/api/openapi.json`, and the same as a page for people at `/api/docs`, without any script. */
export function docsRoutes(
  app: Hono<Env>,
  site: { productName: string; appUrl: string },
  policy: Policy,
): void {
  const document = openApi(site.productName, site.appUrl);
  const page = String(render(document));
  const header = policyHeader(allowInline(policy, page));
  app.get('/api/openapi.json', (c) => c.json(document));
  app.get('/api/docs', (c) => {
    c.header('Content-Security-Policy', header);
    return c.html(page);
  });
}

const STYLE = `
:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 18%,transparent)}
body{font:16px/1.55 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:2rem 1rem}
h1{margin:0 0 .5rem}section{border-block-start:1px solid var(--line);padding-block:1.25rem}
h2{font-size:1.05rem;margin:0 0 .25rem;overflow-wrap:anywhere}h2 b{display:inline-block;min-width:4.5rem}
p{margin:.25rem 0}dl{margin:.5rem 0;display:grid;grid-template-columns:auto 1fr;gap:.1rem .75rem}dd{margin:0}
pre{overflow:auto;padding:.75rem;border:1px solid var(--line);border-radius:.5rem;font-size:.85rem}
summary{cursor:pointer;padding-block:.25rem}`;

function render(document: OpenApi) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      renderOperation(method.toUpperCase(), path, operation),
    ),
  );
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${document.info.title}</title>
<style>${raw(STYLE)}</style></head><body><main><h1>${document.info.title}</h1>
<p>${document.info.description}</p><p><a href="/api/openapi.json">OpenAPI document</a></p>
${operations}</main></body></html>`;
}

function renderOperation(method: string, path: string, operation: Operation) {
  const shown = (schema: unknown) => html`<pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre>`;
  const { 200: done, ...refusals } = operation.responses;
  return html`<section><h2><b>${method}</b> ${path}</h2>
<p>${operation.summary}. ${operation.description}</p>
${operation.parameters.map(({ name, schema }) => html`<details><summary>Parameter ${name}</summary>${shown(schema)}</details>`)}
${operation.requestBody && html`<details><summary>Body</summary>${shown(operation.requestBody.content['application/json'].schema)}</details>`}
<details><summary>Answer</summary>${shown(done?.content)}</details>
<details><summary>Errors</summary><dl>${Object.entries(refusals).map(
    ([status, { description }]) => html`<dt>${status}</dt><dd>${description}</dd>`,
  )}</dl></details></section>`;
}
