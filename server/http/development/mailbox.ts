import type { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Env } from '#server/http/frame/env.ts';

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** ISO 8601. */
  at: string;
}

/**
 * Allows no scripts and no other origins. Styles may be inline: a frame of `srcdoc` inherits this policy, and mails
 * have only inline styles. A hash would disable them.
 */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/** Links in a mail open in a new tab; its scripts and forms do not work. */
const FRAME_SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

/**
 * Development only: `/dev/mail` shows the mails that the site sent, newest first; `/dev/mail.json` returns them.
 * `?to=` selects those to one address.
 */
export function mailboxRoutes(
  app: Hono<Env>,
  productName: string,
  list: (to?: string) => ReceivedMail[],
): void {
  app.get('/dev/mail.json', (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json(list(address(c.req.query('to'))));
  });
  app.get('/dev/mail', (c) => {
    const to = address(c.req.query('to'));
    c.header('Cache-Control', 'no-store');
    c.header('Content-Security-Policy', POLICY);
    return c.html(page(productName, list(to), to ?? ''));
  });
}

const address = (to: string | undefined) => to?.trim().toLowerCase() || undefined;

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d5dcda, #343c3f); --soft: light-dark(#56625e, #a3aeab); }
* { box-sizing: border-box; }
html { background: light-dark(#fff, #121516); }
body { margin: 0 auto; max-width: 760px; padding: 24px 16px 64px; font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 24px; margin: 0 0 4px; }
p { margin: 0 0 16px; color: var(--soft); }
form { display: flex; gap: 8px; margin: 0 0 24px; }
input { flex: 1; min-width: 0; }
input, button { font: inherit; color: inherit; background: transparent; padding: 10px 12px; border: 1px solid var(--line); border-radius: 8px; }
::placeholder { color: var(--soft); opacity: 1; }
article { border: 1px solid var(--line); border-radius: 12px; margin: 0 0 20px; overflow: hidden; }
header { padding: 12px 16px; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
h2 { font-size: 17px; margin: 0; }
header span { color: var(--soft); font-size: 14px; }
iframe { display: block; width: 100%; height: 520px; border: 0; background: light-dark(#fff, #111416); }
details { border-top: 1px solid var(--line); padding: 12px 16px; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 14px; }
`;

function page(productName: string, mails: ReceivedMail[], to: string) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox - ${productName}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<h1>Mailbox</h1>
<p>Mails that ${productName} sent. In development they go nowhere else.</p>
<form><input type="email" name="to" value="${to}" placeholder="Only to this address" aria-label="Only to this address"><button>Show</button></form>
${mails.length === 0 ? html`<p>No mails yet.</p>` : mails.map(article)}
</main>
</body>
</html>`;
}

const article = (mail: ReceivedMail) => html`<article>
<header><h2>${mail.subject}</h2><span>To ${mail.to}, <time datetime="${mail.at}">${mail.at.replace('T', ' ').slice(0, 19)} UTC</time></span></header>
<iframe loading="lazy" sandbox="${FRAME_SANDBOX}" srcdoc="${mail.html}" title="${mail.subject}"></iframe>
<details><summary>Text</summary><pre>${mail.text}</pre></details>
</article>`;
