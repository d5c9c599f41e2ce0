import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import type { Site } from '#contract/site.ts';
import { createApp } from '#server/http/frame/app.ts';
import { sitePolicy } from '#server/http/frame/security-headers.ts';
import { openPages, type PageSettings } from './built-pages.ts';
import { pageRoutes } from './pages.ts';

/** A built app in two languages, with pages as short as possible. */
const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-pages-'));
afterAll(() => rm(folder, { recursive: true }));
await mkdir(path.join(folder, 'es'));
await mkdir(path.join(folder, 'assets', 'texts-12345678'), { recursive: true });
const DATED = ' <time dateTime="2025-08-29">built</time>';
const pagesIn = (code: string) => ({
  'index.html': `${code} front<!--suggestion--> <script type="application/ld+json">__STRUCTURED_DATA__</script>`,
  'privacy.html': `${code} privacy at __APP_URL__`,
  'terms.html': `${code} terms in __SUPPORTED_REGIONS__${DATED} from __TERMS_POINTS__`,
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
  trustedRequestIds: false,
  passwordMinLength: 6,
  log: pino({ level: 'silent' }),
  authenticate: async (token) =>
    token === 'robin'
      ? {
          id: 'x',
          isAdmin: false,
          staffRole: null,
          hasTwoFactor: false,
          lacksPasskey: false,
          isFresh: false,
          staffSite: null,
        }
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
    rewardWording: 'specification',
    redemptionThresholdPoints: 100,
  } as Site,
  payouts: { atOnce: true, worksWith: [] },
});
const get = (address: string, headers: Record<string, string> = {}) =>
  app.request(address, { headers }, { incoming: { socket: {} } });
const textOf = async (address: string, headers?: Record<string, string>) =>
  (await get(address, headers)).text();

/** The front page of a site with these payouts and words. */
async function frontPage(
  payouts: PageSettings['payouts'],
  rewardWording: Site['rewardWording'],
): Promise<string> {
  const other = await mkdtemp(path.join(folder, 'claims-'));
  await mkdir(path.join(other, 'assets', 'texts-12345678'), { recursive: true });
  const wallets = `<section class="x" data-claim="wallets">with <ul><li data-claim="Venmo">Venmo</li><li data-claim="Apple Pay" class="y">Apple Pay</li></ul></section>`;
  const bullets = `<ul><li data-claim="at-once">now</li><li data-claim="later">soon</li><li data-claim="tap-to-pay">tap</li><li>free</li></ul>`;
  await writeFile(
    path.join(other, 'index.html'),
    `cash ${wallets}${bullets}<span data-claim="at-once">instant</span>`,
  );
  await writeFile(path.join(other, 'index.data.html'), `data ${bullets}`);
  await writeFile(path.join(other, 'screens.json'), '{}');
  const settings = { folder: other, appUrl, policy: sitePolicy(origins), payouts };
  const site = {
    productName: 'x',
    supportEmail: 'x',
    supportedRegions: ['US'],
    rewardWording,
  } as unknown as Site;
  return openPages({ ...settings, site })
    .landing('en')
    .html.replace(/<[^>]+>/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

test('the front page promises what the payouts keep, and no more', async () => {
  const none = { atOnce: false, worksWith: [] };
  expect(await frontPage(none, 'specification')).toBe('cash soon free');
  expect(await frontPage({ atOnce: true, worksWith: ['Venmo'] }, 'cash')).toBe(
    'cash with Venmo now free instant',
  );
  const all = { atOnce: true, worksWith: ['Apple Pay', 'Google Pay', 'Venmo'] };
  expect(await frontPage(all, 'specification')).toBe('cash with Venmo Apple Pay now tap free instant');
  expect(await frontPage(none, 'data')).toBe('data soon free');
});

test('the terms name the points that are needed here where those are more than usual', () => {
  const site = {
    supportedRegions: [],
    rewardWording: 'specification',
    redemptionThresholdPoints: 5_000,
  } as unknown as Site;
  const payouts = { atOnce: true, worksWith: [] };
  const pages = openPages({ folder, appUrl, policy: sitePolicy(origins), payouts, site });
  for (const code of ['en', 'es'] as const)
    expect(pages.legal(code, 'terms')(code).html).toMatch(/ from 5000$/);
});

test('every page has its own address in every language', async () => {
  const dated = (date: string) => ` <time dateTime="2025-08-29">${date}</time>`;
  expect(await textOf('/terms')).toBe(
    `en terms in United States, Mexico${dated('August 29, 2025')} from 1000`,
  );
  expect(await textOf('/es/terms')).toBe(
    `es terms in Estados Unidos y México${dated('29 de agosto de 2025')} from 1000`,
  );
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
  expect(await textOf('/', { 'Accept-Language': 'es', Cookie: '__Host-language=en' })).not.toContain(
    'suggesting',
  );
});

test('a chosen language is stored, and English addresses redirect to it from then on', async () => {
  const chosen = await get('/?language=es');
  expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/es/']);
  expect(chosen.headers.get('set-cookie')).toMatch(/^__Host-language=es; Max-Age=31536000; Path=\/; Secure/);
  const saved = { Cookie: '__Host-language=es' };
  expect((await get('/?x=1', saved)).headers.get('location')).toBe('/es/?x=1');
  expect((await get('/terms', saved)).headers.get('location')).toBe('/es/terms');
  expect((await get('/es/', { Cookie: '__Host-language=en' })).status).toBe(200);
  expect((await get('/?language=xx')).status).toBe(200);
});

test('a member is sent from the front page of any language to the dashboard before anything is shown', async () => {
  for (const address of ['/', '/es/']) {
    const answer = await get(address, { Cookie: '__Host-session=robin' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/dashboard']);
  }
});

test('the page of the app names its language before the first paint', async () => {
  const page = await textOf('/dashboard', { Cookie: '__Host-language=es' });
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
  expect(await links('/task', { Cookie: '__Host-language=es' })).toBe(files);
  expect(await links('/task', { Cookie: '__Host-language=es; __Host-session=robin' })).toBe(
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

test.each([
  ['/es/terms', undefined, '29 de agosto de 2025'],
  ['/terms', 'en-GB', '29 August 2025'],
  ['/terms', 'en-US', 'August 29, 2025'],
  ['/terms', 'es-MX,de', 'August 29, 2025'],
  ['/terms', 'en-<script>,en-XYZ', 'August 29, 2025'],
])("%s for a visitor of %s has the date in their region's form", async (address, accepted, date) => {
  const response = await app.request(address, accepted ? { headers: { 'accept-language': accepted } } : {});
  expect(await response.text()).toContain(`<time dateTime="2025-08-29">${date}</time>`);
  expect(response.headers.get('vary')).toContain('Accept-Language');
});
