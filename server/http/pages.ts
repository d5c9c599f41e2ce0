import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono, Context as HonoContext } from 'hono';
import type { Site } from '#contract/site.ts';
import { APP_PATHS } from '#contract/values.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Env } from './app.ts';
import { allowInline, type Policy, policyHeader } from './security-headers.ts';

/** A built page with this site's settings filled in, and the CSP that allows its own inline blocks. */
interface Page {
  html: string;
  brotli: Uint8Array<ArrayBuffer>;
  policy: string;
}

const ASSET_CACHE = 'public, max-age=31536000, immutable';
/** Pages are asked for again each time, so that a new version shows at once. */
const PAGE_CACHE = 'no-cache';

/**
 * Serves the built web app: the landing and legal pages as static HTML, the app for its own paths, hashed assets for
 * good, and the not-found page with 404 for the rest. Must be mounted last.
 */
export function pageRoutes(app: Hono<Env>, folder: string, site: Site, policy: Policy): void {
  const page = (file: string) => readPage(path.join(folder, file), site, policy);
  const landing = page('index.html');
  const spa = page('app.html');
  const notFound = page('not-found.html');

  app.get('/', (c) => (c.var.member ? c.redirect('/dashboard') : send(c, landing)));
  for (const [address, file] of [
    ['/privacy', 'privacy.html'],
    ['/terms', 'terms.html'],
  ] as const) {
    const legal = page(file);
    app.get(address, (c) => send(c, legal));
  }
  for (const address of APP_PATHS) app.get(address, (c) => send(c, spa));

  app.use(
    '/assets/*',
    serveStatic({
      root: folder,
      precompressed: true,
      onFound: (_, c) => c.header('Cache-Control', ASSET_CACHE),
    }),
  );
  for (const file of rootFiles(folder)) {
    app.get(
      `/${file}`,
      serveStatic({ root: folder, path: file, onFound: (_, c) => c.header('Cache-Control', PAGE_CACHE) }),
    );
  }
  app.notFound((c) => {
    if (c.req.path.startsWith('/api/')) throw new Refusal('not_found');
    return send(c, notFound, 404);
  });
}

/** Files beside the pages, like icons and the manifest. */
function rootFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(html|br|gz)$/.test(entry.name))
    .map((entry) => entry.name);
}

function readPage(file: string, site: Site, base: Policy): Page {
  if (!existsSync(file)) throw new Error(`The web app is not built: ${file} is missing.`);
  const html = readFileSync(file, 'utf8')
    .replace('<script type="application/json" id="site">{}</script>', () => dataBlock(site))
    .replaceAll('__PRODUCT_NAME__', () => escapeHtml(site.productName))
    .replaceAll('__SUPPORT_EMAIL__', () => escapeHtml(site.supportEmail))
    .replaceAll('__SUPPORTED_REGIONS__', () => escapeHtml(regionNames(site.supportedRegions)));
  const brotli = new Uint8Array(brotliCompressSync(html));
  return { html, brotli, policy: policyHeader(allowInline(base, html)) };
}

const dataBlock = (site: Site) =>
  `<script type="application/json" id="site">${JSON.stringify(site).replaceAll('<', '\\u003c')}</script>`;

const regionNames = (regions: string[]) =>
  regions.map((region) => new Intl.DisplayNames('en', { type: 'region' }).of(region) ?? region).join(', ');

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function send(c: HonoContext<Env>, page: Page, status: 200 | 404 = 200): Response {
  c.header('Cache-Control', PAGE_CACHE);
  c.header('Content-Security-Policy', page.policy);
  c.header('Vary', 'Accept-Encoding');
  if (!/\bbr\b/.test(c.req.header('accept-encoding') ?? '')) return c.html(page.html, status);
  c.header('Content-Encoding', 'br');
  c.header('Content-Type', 'text/html; charset=UTF-8');
  return c.body(page.brotli, status);
}
