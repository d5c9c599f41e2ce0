import type { Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import { UNSUBSCRIBE_PATH } from '#contract/settings.ts';
import { readUnsubscribeToken, unsubscribe, unsubscribeWords } from '#domain/notices/index.ts';
import type { Services } from '#server/compose/services.ts';
import type { Env } from '#server/http/frame/env.ts';
import { allowInline, policyHeader } from '#server/http/frame/security-headers.ts';

/** Longest token that is read; ours have 66 characters. */
const TOKEN_LENGTH_MAX = 200;

/**
 * The link in a marketing mail. `GET` shows a page that asks, so that programs which open links unsubscribe no member;
 * `POST` unsubscribes, from the page's button or the mail program's one click (RFC 8058, section 3.2), signed out and
 * without an origin. The token is the only permission needed.
 */
export function unsubscribeRoutes(app: Hono<Env>, services: Services): void {
  const { productName } = services;
  app.get(UNSUBSCRIBE_PATH, async (c) => {
    const words = unsubscribeWords(productName, c.var.request.language);
    const userId = await memberOf(c, services);
    if (!userId) return page(c, 400, words, words.invalidTitle, html`<p>${words.invalid}</p>`);
    const form = html`<p>${words.question}</p><form method="post"><button>${words.button}</button></form>`;
    return page(c, 200, words, words.title, form);
  });
  app.post(UNSUBSCRIBE_PATH, async (c) => {
    const words = unsubscribeWords(productName, c.var.request.language);
    const userId = await memberOf(c, services);
    if (!userId) return page(c, 400, words, words.invalidTitle, html`<p>${words.invalid}</p>`);
    await services.transact((tx) => unsubscribe(tx, userId));
    return page(c, 200, words, words.doneTitle, html`<p role="status">${words.done}</p>`);
  });
}

/** Limits only invalid tokens: a mail service's programs click for all of its users from a few addresses. */
async function memberOf(c: Context<Env>, { limits, unsubscribeKey }: Services): Promise<string | undefined> {
  const token = c.req.query('token') ?? '';
  const userId = token.length > TOKEN_LENGTH_MAX ? undefined : readUnsubscribeToken(unsubscribeKey, token);
  if (!userId) await limits.take(['unsubscribe_ip', c.var.request.ip]);
  return userId;
}

const STYLE = `
:root{color-scheme:light dark;--line:light-dark(#dde4e1,#30383c);--soft:light-dark(#56625e,#a9b4b1)}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem .75rem;font:16px/1.5 system-ui,sans-serif;background:light-dark(#f3f6f5,#111416);color:light-dark(#1a2421,#f2f5f4)}
main{width:100%;max-width:30rem;padding:1.75rem 1.5rem;border:1px solid var(--line);border-radius:.75rem;background:light-dark(#fff,#1b2023)}
h1{margin:0 0 1rem;font-size:1.375rem;line-height:1.25}
p{margin:0 0 1.25rem}
a{color:inherit}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:.625rem 1.25rem;border:0;border-radius:.5rem;background:#0b6b4f;color:#fff;cursor:pointer}
:focus-visible{outline:3px solid light-dark(#0b6b4f,#7fd6b8);outline-offset:2px}
.home{margin:1.25rem 0 0;color:var(--soft);font-size:.875rem}`;

const POLICY = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

type Words = ReturnType<typeof unsubscribeWords>;

function page(
  c: Context<Env>,
  status: 200 | 400,
  { language, direction, home, productName }: Words,
  title: string,
  body: ReturnType<typeof html>,
) {
  const document =
    String(html`<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">
<title>${title} - ${productName}</title><style>${raw(STYLE)}</style></head>
<body><main><h1>${title}</h1>${body}<p class="home"><a href="/">${home}</a></p></main></body></html>`);
  c.header('Content-Security-Policy', policyHeader(allowInline(POLICY, document)));
  c.header('Cache-Control', 'no-store');
  return c.html(document, status);
}
