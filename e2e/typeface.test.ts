import { afterAll, expect, test } from 'vitest';
import { type LanguageCode, pagePath } from '#contract/languages.ts';
import { TYPEFACE_FILE } from '#contract/typeface.values.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';
import { launch, WAIT } from './browser.ts';

/** The typeface comes with the pages, in the files that their letters need. */

const { url: databaseUrl, database } = await testDatabase();
const folder = await temporaryFolder();
const server = await startProcess(folder.path, { DATABASE_URL: databaseUrl });
afterAll(async () => {
  await server.end();
  await folder.remove();
});
const visit = await launch();

const scriptOf = (address: string) =>
  TYPEFACE_FILE.exec(new URL(address).pathname.split('/').at(-1) ?? '')?.[1];

test.each<[LanguageCode, string[]]>([
  ['en', ['latin']],
  ['de', ['latin']],
  ['ru', ['cyrillic', 'latin']],
  ['vi', ['latin', 'vietnamese']],
  ['ja', ['latin']],
  ['ur', ['latin']],
])('the front page in %s loads %j, from this site, for a year', async (language, scripts) => {
  const { page, faults } = await visit({ url: server.url });
  const loaded: { script: string | undefined; origin: string; kept: string | undefined }[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'font') return;
    const { origin } = new URL(response.url());
    loaded.push({ script: scriptOf(response.url()), origin, kept: response.headers()['cache-control'] });
  });
  await page.goto(pagePath(language, '/'), { waitUntil: 'networkidle' });
  await expect.poll(() => loaded.map(({ script }) => script).sort(), WAIT).toEqual(scripts);
  for (const { origin, kept } of loaded)
    expect({ origin, kept }).toEqual({ origin: server.url, kept: 'public, max-age=31536000, immutable' });
  expect(faults).toEqual([]);
});

test('a page shows it from its first paint on once it is kept, and the app keeps it without a connection', async () => {
  const { page, context, faults } = await visit({ url: server.url, serviceWorker: true });
  const [name = '', value = ''] = (await signIn(database, await createMember(database))).split('=');
  await context.addCookies([{ name, value, url: server.url }]);
  await page.goto('/dashboard');
  const stored = () =>
    page.evaluate<string[]>(`(async () => {
      const [name] = (await caches.keys()).filter((one) => one.startsWith('shell-'));
      if (!name) return [];
      return (await (await caches.open(name)).keys()).map(({ url }) => url);
    })()`);
  await expect.poll(async () => (await stored()).map(scriptOf).filter(Boolean), WAIT).toEqual(['latin']);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect
    .poll(
      () =>
        page.evaluate<string[]>(
          `[...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)`,
        ),
      WAIT,
    )
    .toContain('Manrope');
  expect(faults).toEqual([]);
});
