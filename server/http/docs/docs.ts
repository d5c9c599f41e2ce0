import type { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Env } from '#server/http/frame/env.ts';
import { allowInline, type Policy, policyHeader } from '#server/http/frame/security-headers.ts';
import { type OpenApi, openApi } from './openapi.ts';
import type { Operation } from './operation.ts';

/** `/api/openapi.json`, and the same as a page at `/api/docs`, without scripts. */
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
h1{margin:0 0 .5rem}h2{margin:2.5rem 0 .75rem}section{border-block-start:1px solid var(--line);padding-block:1.25rem}
h3{font-size:1.05rem;margin:0 0 .25rem;overflow-wrap:anywhere}h3 b{display:inline-block;min-width:4.5rem}
p{margin:.25rem 0;overflow-wrap:anywhere}header p{margin-block:.6rem}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin-block:1rem}nav a,summary{padding-block:.6rem}
pre{overflow:auto;padding:.75rem;border:1px solid var(--line);border-radius:.5rem;font-size:.85rem;max-height:30rem}
summary{cursor:pointer;overflow-wrap:anywhere}li{overflow-wrap:anywhere}`;

const asId = (tag: string) => tag.toLowerCase();

function render(document: OpenApi) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const groups = document.tags.map(
    ({ name }) => html`<h2 id="${asId(name)}">${name}</h2>
${operations
  .filter(({ operation }) => operation.tags.some((tag) => tag === name))
  .map(({ method, path, operation }) => renderOperation(method.toUpperCase(), path, operation))}`,
  );
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${document.info.title}</title>
<style>${raw(STYLE)}</style></head><body><header><h1>${document.info.title}</h1>
${document.info.description.split('\n\n').map((paragraph) => html`<p>${withCode(paragraph)}</p>`)}
<p><a href="/api/openapi.json">OpenAPI document</a></p></header>
<nav aria-label="Parts">${document.tags.map(({ name }) => html`<a href="#${asId(name)}">${name}</a>`)}</nav>
<main>${groups}</main></body></html>`;
}

function renderOperation(method: string, path: string, operation: Operation) {
  const { 200: done, ...refusals } = operation.responses;
  return html`<section id="${operation.operationId}"><h3><b>${method}</b> ${path}</h3>
<p>${withCode(operation.summary)}.</p><p>${withCode(operation.description)}</p>
${operation.parameters.map(renderParameter)}
${renderContent('Body', operation.requestBody?.content)}
${renderContent('Answer', done?.content)}
<details><summary>Errors</summary><ul>${Object.entries(refusals).flatMap(([status, { description }]) =>
    description.split('\n').map((line) => html`<li>${status} ${withCode(line)}</li>`),
  )}</ul></details></section>`;
}

const asJson = (value: unknown) => html`<pre tabindex="0">${JSON.stringify(value, null, 2)}</pre>`;

const renderParameter = ({ name, required, description, schema, example }: Operation['parameters'][number]) =>
  html`<details><summary>Parameter <code>${name}</code>${required ? '' : ' (optional)'}</summary>
${description && html`<p>${withCode(description)}</p>`}
${example !== undefined && html`<p>Example: <code>${String(example)}</code></p>`}${asJson(schema)}</details>`;

/** Shows the example first, because most readers need no more. */
const renderContent = (title: string, content: Operation['responses'][string]['content']) =>
  Object.entries(content ?? {}).map(
    ([type, { schema, example }]) => html`<details><summary>${title}, ${type}</summary>
${example !== undefined && (typeof example === 'string' ? html`<pre tabindex="0">${example}</pre>` : asJson(example))}
<details><summary>Schema</summary>${asJson(schema)}</details></details>`,
  );

/** Renders words between backticks as code. */
const withCode = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
