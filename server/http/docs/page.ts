import { html, raw } from 'hono/html';
import { ERRORS } from '#contract/errors.ts';
import { renderFields, typeOf, withCode } from './fields.ts';
import type { OpenApi } from './openapi.ts';
import type { Operation, Parameter, Reference, Response } from './operation.ts';
import { STYLE } from './style.ts';
import type { WebhookItem } from './webhooks.ts';

/** The OpenAPI document as a page for people. */

interface Call {
  method: string;
  path: string;
  operation: Operation;
}
type Html = ReturnType<typeof html>;

export function renderPage(document: OpenApi): Html {
  const { info, tags, paths, webhooks, components } = document;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const parts = tags
    .map((tag) => ({ ...tag, calls: calls.filter(({ operation }) => operation.tags.includes(tag.name)) }))
    .filter((part) => part.calls.length > 0);
  const respond = responseIn(document);
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${info.title}</title>
<style>${raw(STYLE)}</style></head><body><a class="skip" href="#content">To the content</a>
<nav aria-label="Contents"><details open><summary>Contents</summary><ul>
${parts.map(({ name, calls: own }) => renderContents(name, own))}
<li><a href="#webhooks">Webhooks</a></li><li><a href="#schemas">Schemas</a></li><li><a href="#errors">Errors</a></li>
</ul></details></nav>
<main id="content" tabindex="-1"><header><h1>${info.title}</h1><p class="version">Version ${info.version}</p>
${info.description.split('\n\n').map((paragraph) => html`<p>${withCode(paragraph)}</p>`)}
<p><a href="/api/openapi.json">OpenAPI document</a> for programs</p></header>
${parts.map(
  ({ name, description, calls: own }) => html`<h2 id="${asId(name)}">${name}</h2><p>${description}</p>
${own.map((call) => renderCall(call, document.servers[0]?.url ?? '', respond))}`,
)}
<h2 id="webhooks">Webhooks</h2><p>${tags.find(({ name }) => name === 'Webhooks')?.description}</p>
${Object.entries(webhooks).map(([type, item]) => renderWebhook(type, item))}
<h2 id="schemas">Schemas</h2><p>What several calls share.</p>
${Object.entries(components.schemas)
  .filter(([name]) => name !== 'ErrorCode')
  .map(
    ([name, schema]) =>
      html`<section id="${name}"><h3>${name}</h3>${
        schema.description && html`<p>${withCode(schema.description)}</p>`
      }${renderFields(schema)}</section>`,
  )}
<h2 id="errors">Errors</h2><p id="ErrorCode">Every <code>code</code>, with its status and its text.</p>
<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Text</th></tr></thead><tbody>
${Object.entries(ERRORS).map(
  ([code, { status, text }]) =>
    html`<tr id="${code}"><th scope="row"><code>${code}</code></th><td>${status}</td><td>${text}</td></tr>`,
)}</tbody></table></main></body></html>`;
}

const asId = (tag: string) => tag.toLowerCase();

/** Finds the response of a status, also where it is shared. */
const responseIn =
  ({ components }: OpenApi) =>
  (response: Response | Reference): Response =>
    '$ref' in response
      ? (components.responses[response.$ref.replace(/^.*\//, '')] ?? { description: '' })
      : response;

const renderContents = (name: string, calls: Call[]) =>
  html`<li><details><summary>${name}</summary><ul><li><a href="#${asId(name)}">About</a></li>${calls.map(
    ({ operation, method, path }) =>
      html`<li><a href="#${operation.operationId}">${badge(method)} ${path}</a></li>`,
  )}</ul></details></li>`;

const badge = (method: string) => html`<b class="${method.toLowerCase()}">${method}</b>`;

function renderCall({ method, path, operation }: Call, site: string, respond: ReturnType<typeof responseIn>) {
  const { 200: done, ...others } = operation.responses;
  const { parameters, requestBody } = operation;
  return html`<section id="${operation.operationId}"><h3>${badge(method)} <span>${path}</span></h3>
<p class="summary">${withCode(operation.summary)}.</p><p>${withCode(operation.description)}</p>
${parameters.length > 0 && html`<h4>Parameters</h4><ul class="fields">${parameters.map(renderParameter)}</ul>`}
${renderContent('Body', requestBody?.content)}
${done && renderContent('Response', respond(done).content)}
${operation.security.some((way) => 'key' in way) && renderCurl(method, site + path, requestBody !== undefined)}
<details><summary>Refusals</summary><ul>${Object.entries(others).map(([status, response]) =>
    '$ref' in response
      ? html`<li>${status} ${codesIn(respond(response).description)}</li>`
      : response.description.split('\n').map((line) => html`<li>${status} ${withCode(line)}</li>`),
  )}</ul></details></section>`;
}

/** The codes of a shared refusal, each with a link to its text. */
const codesIn = (description: string) =>
  [...description.matchAll(/^`(\w+)`/gm)].map(
    ([, code], n) => html`${n === 0 ? '' : ', '}<a href="#${code}"><code>${code}</code></a>`,
  );

const renderParameter = ({ name, in: place, required, description, schema, example }: Parameter) =>
  html`<li><code>${name}</code> <span class="type">${place}, ${typeOf(schema)}${required ? '' : ', optional'}</span>
${description && withCode(description)} ${example !== undefined && html`<span>Example: <code>${String(example)}</code></span>`}</li>`;

/** Shows fields and, beside them, the example, because most readers need no more than that. */
const renderContent = (title: string, content: Response['content']) =>
  Object.entries(content ?? {}).map(
    ([type, { schema, example }]) => html`<h4>${title} <span class="type">${type}</span></h4>
<div class="content"><div><span class="type">${typeOf(schema)}</span>${renderFields(schema)}</div>
${example !== undefined && renderExample(example)}</div>`,
  );

const renderExample = (example: unknown) =>
  html`<pre tabindex="0" aria-label="Example">${typeof example === 'string' ? example : JSON.stringify(example, null, 2)}</pre>`;

const renderCurl = (method: string, address: string, hasBody: boolean) =>
  html`<details><summary>As a command</summary><pre tabindex="0">curl${
    method === 'GET' ? '' : ` -X ${method}`
  } '${address}' \\
  -H "Authorization: Bearer $POCKETFUL_KEY"${
    hasBody ? ` \\\n  -H 'Content-Type: application/json' -d @body.json` : ''
  }</pre></details>`;

const renderWebhook = (type: string, { post }: WebhookItem) =>
  html`<section id="${post.operationId}"><h3><b class="event">event</b> <span>${type}</span></h3>
<p class="summary">${post.summary}.</p>${renderContent('Message', post.requestBody.content)}</section>`;
