import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import type { Site } from '#contract/site.ts';
import { createApp } from '#server/http/frame/app.ts';
import { sitePolicy } from '#server/http/frame/security-headers.ts';
import { pageRoutes } from './pages.ts';

/** A built app in two languages, with pages as short as possible. */
const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-pages-'));
afterAll(() => rm(folder, { recursive: true }));
await mkdir(path.join(folder, 'es'));
await mkdir(path.join(folder, 'assets', 'texts-12345678'), { recursive: true });
const pagesIn = (code: string) => ({
  'index.html': `${code} front<!--suggestion--> <script type="application/ld+json">__STRUCTURED_DATA__</script>`,
  'privacy.html': `${code} privacy at __APP_URL__`,
  'terms.html': `${code} terms in __SUPPORTED_REGIONS__`,
  'not-found.html': `${code} nothing here`,
  'suggestion.html': ` suggesting ${code}`,
  'loading.html': `${code} loading`,
});
for (const code of ['en', 'es']) {
  for (const [name, html] of Object.entries(pagesIn(code))) {
    await writeFile(path.join(folder, code === 'en' ? '' : code, name), html);
  }
}
await writeFile(path.join(folder, 'app.html'), '<html lang="en"><!--texts--><!--loading--></html>');
await writeFile(path.join(folder, 'service-worker.js'), '// nothing');
await writeFile(
  path.join(folder, 'screens.json'),
  JSON.stringify({ '/task': { scripts: ['assets/tasks-page.js'], texts: ['missions'] } }),
);

const appUrl = 'https://rewards.example';
const origins = { appUrl, frameOrigins: [], scriptOrigins: [], connectOrigins: [] };
const app = createApp({
  ...origins,
  trustedProxies: [],
  passwordMinLength: 6,
  log: pino({ level: 'silent' }),
  authenticate: async (token) =>
    token === 'robin'
      ? { id: 'x', isAdmin: false, staffRole: null, hasTwoFactor: false, lacksPasskey: false, isFresh: false }
      : undefined,
  authenticateKey: () => Promise.reject(new Error('pages take no keys')),
});
pageRoutes(app, {
  folder,
  appUrl,
  policy: sitePolicy(origins),
  site: {
    productName: 'Robin & Co </script>',
    supportEmail: 'help@rewards.example',
    supportedRegions: ['US', 'MX'],
  } as Site,
});
const get = (address: string, headers: Record<string, string> = {}) =>
  app.request(address, { headers }, { incoming: { socket: {} } });
const textOf = async (address: string, headers?: Record<string, string>) =>
  (await get(address, headers)).text();

test('every page has its own address in every language', async () => {
  expect(await textOf('/terms')).toBe('en terms in United States, Mexico');
  expect(await textOf('/es/terms')).toBe('es terms in Estados Unidos y México');
  expect(await textOf('/es/')).toContain('es front');
  expect(await textOf('/es/privacy')).toBe(`es privacy at ${appUrl}`);
  expect((await get('/es')).headers.get('location')).toBe('/es/');
  expect([(await get('/fr/')).status, (await get('/fr/terms')).status]).toEqual([404, 404]);
});

test('a browser in another language gets a suggestion on the front page, but no redirect', async () => {
  const page = await get('/', { 'Accept-Language': 'es-MX' });
  expect([page.status, page.headers.get('vary')]).toEqual([200, 'Accept-Encoding, Accept-Language, Cookie']);
  expect(await page.text()).toContain('en front suggesting es');
  expect(await textOf('/', { 'Accept-Language': 'en, es' })).not.toContain('suggesting');
  expect(await textOf('/', { 'Accept-Language': 'es', Cookie: 'language=en' })).not.toContain('suggesting');
});

test('a chosen language is stored, and English addresses redirect to it from then on', async () => {
  const chosen = await get('/?language=es');
  expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/es/']);
  expect(chosen.headers.get('set-cookie')).toContain('language=es; Max-Age=31536000; Path=/; Secure');
  const saved = { Cookie: 'language=es' };
  expect((await get('/?x=1', saved)).headers.get('location')).toBe('/es/?x=1');
  expect((await get('/terms', saved)).headers.get('location')).toBe('/es/terms');
  expect((await get('/es/', { Cookie: 'language=en' })).status).toBe(200);
  expect((await get('/?language=xx')).status).toBe(200);
});

test('a member is sent from the front page of any language to the dashboard before anything is shown', async () => {
  for (const address of ['/', '/es/']) {
    const answer = await get(address, { Cookie: '__Host-session=robin' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/dashboard']);
  }
});

test('the page of the app names its language before the first paint', async () => {
  const page = await textOf('/dashboard', { Cookie: 'language=es' });
  expect(page).toContain('<html lang="es" dir="ltr">');
  expect(page).toContain('href="/assets/texts-12345678/es/app.json"');
  expect(page).toContain('es loading');
  expect(await textOf('/nowhere', { 'Accept-Language': 'es' })).toBe('es nothing here');
});

test("the app's page names everything its screen waits for, and the member only with a session", async () => {
  const links = async (address: string, headers?: Record<string, string>) =>
    (await get(address, headers)).headers.get('link');
  const files =
    '</assets/tasks-page.js>; rel=modulepreload, </assets/texts-12345678/es/missions.json>; rel=preload; as=fetch; crossorigin';
  expect(await links('/task', { Cookie: 'language=es' })).toBe(files);
  expect(await links('/task', { Cookie: 'language=es; __Host-session=robin' })).toBe(
    `</api/user>; rel=preload; as=fetch; crossorigin=use-credentials, ${files}`,
  );
  expect(await links('/dashboard')).toBeNull();
  expect((await get('/screens.json')).status).toBe(404);
});

test('the name of the site cannot end the structured data for search engines', async () => {
  const page = await textOf('/es/');
  const [, facts = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page) ?? [];
  expect(JSON.parse(facts)).toMatchObject({
    name: 'Robin & Co </script>',
    url: `${appUrl}/es/`,
    inLanguage: 'es',
  });
});

test('crawlers find every page in every language, and browsers can install the site', async () => {
  expect(await textOf('/robots.txt')).toContain(`Sitemap: ${appUrl}/sitemap.xml`);
  const sitemap = await textOf('/sitemap.xml');
  expect(sitemap.match(/<loc>[^<]*<\/loc>/g)).toHaveLength(6);
  expect(sitemap).toContain(`<xhtml:link rel="alternate" hreflang="x-default" href="${appUrl}/terms"/>`);
  const manifest = await get('/manifest.webmanifest');
  expect(manifest.headers.get('content-type')).toBe('application/manifest+json');
  expect(await manifest.json()).toMatchObject({
    name: 'Robin & Co </script>',
    start_url: '/dashboard',
    display: 'standalone',
  });
  const worker = await get('/service-worker.js');
  expect([worker.status, worker.headers.get('cache-control')]).toEqual([200, 'no-cache']);
});
