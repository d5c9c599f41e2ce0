import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { Refusal } from '#domain/common/refusal.ts';
import { type Parameters, SANDBOX_ADVERTISER, signParameters } from '#domain/earning/index.ts';
import type { Env } from '#server/http/frame/env.ts';
import { policyHeader } from '#server/http/frame/security-headers.ts';
import { askSelf } from './ask-self.ts';
import { STYLE } from './sandbox-wall-assets.ts';

export interface SandboxAdvertiserOptions {
  /** Signs the messages; this site verifies them with the same key. */
  key: Buffer;
  /** Address at which this machine reaches its own server, known once it listens. */
  internalAddress: () => string;
}

/** Tracked address of the example missions in development. */
export const SANDBOX_ADVERTISER_URL = '/dev/advertiser?click={click}';

const CLICK = /^[\w-]{1,64}$/;
const ACTIONS = {
  complete: 'Confirm: the member has installed the app or signed up',
  forged: 'Send a forged confirmation',
} as const;
type Action = keyof typeof ACTIONS;

const POLICY = policyHeader({
  'default-src': ["'none'"],
  'style-src': [`'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
});

/**
 * Development only. The example missions lead to `/dev/advertiser?click=<id>`, whose buttons play an advertiser's
 * server: they send a signed message to this site over HTTP.
 */
export function sandboxAdvertiserRoutes(app: Hono<Env>, options: SandboxAdvertiserOptions): void {
  app.use('/dev/advertiser', async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('Content-Security-Policy', POLICY);
  });
  app.get('/dev/advertiser', (c) => c.html(page(c.req.query('click'))));
  app.post('/dev/advertiser', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const click = form.get('click') ?? '';
    const action = form.get('action') ?? '';
    if (!CLICK.test(click) || !isAction(action)) throw new Refusal('invalid_input');
    const key = action === 'forged' ? Buffer.from('a guessed key') : options.key;
    return c.html(page(click, await send(options, [['click', click]], key)));
  });
}

const isAction = (text: string): text is Action => text in ACTIONS;

/** Sends a message as an advertiser's server would; returns status and body as text. */
function send(options: SandboxAdvertiserOptions, parameters: Parameters, key: Buffer): Promise<string> {
  const query = new URLSearchParams([...parameters.map(([name, value]) => [name, value])]);
  query.set('signature', signParameters(parameters, key));
  return askSelf(`${options.internalAddress()}/api/mission-postbacks/${SANDBOX_ADVERTISER}?${query}`);
}

function page(click: string | undefined, answer?: string) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox advertiser</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<h1>Sandbox advertiser</h1>
<p class="badge">Sandbox: nothing to install</p>
<p>Here an app or a trial would wait. The buttons send what the advertiser’s server sends: a signed message that names the click.</p>
${answer === undefined ? '' : html`<p id="status" role="status">The site answered: ${answer}</p>`}
${
  click && CLICK.test(click)
    ? html`<form method="post" action="/dev/advertiser">
<input type="hidden" name="click" value="${click}">
<div class="row">${Object.entries(ACTIONS).map(
        ([action, label]) =>
          html`<button type="submit" name="action" value="${action}" class="${action === 'complete' ? 'primary' : ''}">${label}</button>`,
      )}</div>
</form>`
    : html`<p>This page needs a click id. Start the mission on the Tasks screen and open its link.</p>`
}
</main>
</body>
</html>`;
}
