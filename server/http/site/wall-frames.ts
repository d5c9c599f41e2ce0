import type { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { wallFramePath } from '#contract/walls.values.ts';
import { type ConfiguredWall, scriptOrigins } from '#domain/earning/index.ts';
import type { Env } from '#server/http/frame/env.ts';
import { allowInline, policyHeader } from '#server/http/frame/security-headers.ts';

/**
 * The page in which the script of a wall runs. It has no origin (`sandbox` without `allow-same-origin`), so that the script
 * reaches neither our pages nor our cookies, also where somebody opens the page by itself. It holds nothing of a member: our
 * screen around it gives it the configuration by a message. Only this page may load from the vendor.
 */
export function wallFrameRoutes(app: Hono<Env>, walls: readonly ConfiguredWall[]): void {
  for (const wall of walls) {
    const { id, title, embed } = wall.definition;
    if (!embed?.script) continue;
    const page = String(render(title));
    const policy = policyHeader(allowInline(policyFor(scriptOrigins([wall])), page));
    app.get(wallFramePath(id), (c) => {
      c.header('Content-Security-Policy', policy);
      c.header('Cache-Control', 'no-cache');
      return c.html(page);
    });
  }
}

/** Vendors' scripts add styles of their own, which can harm nothing in a page without an origin. */
const policyFor = (vendor: string[]) => ({
  'default-src': ["'none'"],
  'script-src': vendor,
  'style-src-elem': ["'unsafe-inline'", ...vendor],
  'style-src-attr': ["'unsafe-inline'"],
  'img-src': ['data:', ...vendor],
  'font-src': ['data:', ...vendor],
  'media-src': vendor,
  'connect-src': vendor,
  'frame-src': vendor,
  'form-action': vendor,
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'self'"],
  sandbox: ['allow-scripts', 'allow-forms', 'allow-popups', 'allow-popups-to-escape-sandbox'],
});

/**
 * Takes one configuration, from the screen around it. A page without an origin has no storage, and throws at whoever looks
 * for it: the script gets one that forgets.
 */
const SCRIPT = `
const tell = (said) => parent.postMessage(said, '*');
const storage = () => {
  const kept = new Map();
  return {
    getItem: (key) => kept.get(String(key)) ?? null,
    setItem: (key, value) => void kept.set(String(key), String(value)),
    removeItem: (key) => void kept.delete(String(key)),
    clear: () => kept.clear(),
    key: (position) => [...kept.keys()][position] ?? null,
    get length() { return kept.size; },
  };
};
Object.defineProperty(window, 'localStorage', { value: storage() });
Object.defineProperty(window, 'sessionStorage', { value: storage() });
Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
const start = ({ src, globalVar, config, slots }) => {
  for (const { divId, style } of slots) {
    const slot = document.createElement('div');
    slot.id = divId;
    if (style) slot.style.cssText = style;
    document.body.append(slot);
  }
  window[globalVar] = config;
  const script = document.createElement('script');
  script.src = src;
  script.async = true;
  script.addEventListener('load', () => tell({ loaded: true }));
  script.addEventListener('error', () => tell({ loaded: false }));
  document.body.append(script);
};
let started = false;
addEventListener('message', ({ source, data }) => {
  if (source !== parent || parent === window || started) return;
  started = true;
  start(data);
});
new ResizeObserver(() => tell({ height: document.documentElement.offsetHeight })).observe(document.documentElement);
tell('ready');
`;

const render = (title: string) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body>
<script>${raw(SCRIPT)}</script>
</body>
</html>`;
