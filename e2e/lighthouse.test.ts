import lighthouse, { type Flags, type Result } from 'lighthouse';
import { chromium } from 'playwright-core';
import { afterAll, expect, inject, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { freePort, startProcess, temporaryFolder } from '#testing/process.ts';

/**
 * What Lighthouse says of the built site on its slow phone. The categories that depend on the pages alone are held at
 * 100; performance is a simulation from what was loaded and when, which a busy machine disturbs, so that it is printed
 * and its causes are held (docs/decisions/0033).
 */

const { url: databaseUrl, database } = await testDatabase();
const folder = await temporaryFolder();
const server = await startProcess(folder.path, { DATABASE_URL: databaseUrl });
const port = await freePort();
const libraryPath = inject('libraryPath');
const browser = await chromium.launch({
  executablePath: inject('browserPath'),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--lang=en-US',
    `--remote-debugging-port=${port}`,
  ],
  ...(libraryPath ? { env: { ...process.env, LD_LIBRARY_PATH: libraryPath } } : {}),
});
afterAll(async () => {
  await browser.close();
  await server.end();
  await folder.remove();
});

const KB = 1024;
/** How far things may move while the page loads. */
const LAYOUT_SHIFT_MAX = 0.02;
const member = await createMember(database, { points: 340 });
const session = await signIn(database, member);

async function inspect(path: string, flags: Flags = {}): Promise<Result> {
  const run = await lighthouse(server.url + path, { port, output: 'json', logLevel: 'error', ...flags });
  if (!run || run.lhr.runtimeError) throw new Error(run?.lhr.runtimeError?.message ?? 'no result');
  return run.lhr;
}

/** Category -> score out of 100, with what took points away. */
function scores({ categories, audits }: Result, names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const category = categories[name];
      const lost = (category?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id);
      return [name, [Math.round((category?.score ?? 0) * 100), ...lost].join(' ')];
    }),
  );
}

const figure = ({ audits }: Result, id: string) => audits[id]?.numericValue ?? Number.NaN;

function print(path: string, result: Result): void {
  const performance = Math.round((result.categories.performance?.score ?? 0) * 100);
  const seconds = (id: string) => (figure(result, id) / 1000).toFixed(1);
  console.log(
    `${path}: performance ${performance}, largest paint ${seconds('largest-contentful-paint')} s, blocked ${Math.round(figure(result, 'total-blocking-time'))} ms, ${Math.round(figure(result, 'total-byte-weight') / KB)} KB`,
  );
}

test('the landing page has every point for access, practice and search, and loads next to nothing', async () => {
  const result = await inspect('/');
  print('/', result);
  expect(scores(result, ['accessibility', 'best-practices', 'seo'])).toEqual({
    accessibility: '100',
    'best-practices': '100',
    seo: '100',
  });
  expect(figure(result, 'cumulative-layout-shift')).toBeLessThanOrEqual(LAYOUT_SHIFT_MAX);
  expect(figure(result, 'total-byte-weight')).toBeLessThan(24 * KB);
  expect(result.audits['render-blocking-insight']?.score ?? 1).toBe(1);
});

test.each([
  ['/dashboard', 190],
  ['/task', 260],
  ['/history', 220],
  ['/profile', 260],
])('%s has every point for access and practice, stands still and stays within %d KB', async (path, limit) => {
  const result = await inspect(path, { extraHeaders: { Cookie: session } });
  print(path, result);
  expect(new URL(result.finalDisplayedUrl).pathname).toBe(path);
  expect(scores(result, ['accessibility', 'best-practices'])).toEqual({
    accessibility: '100',
    'best-practices': '100',
  });
  const moved = JSON.stringify(result.audits['layout-shifts']?.details);
  expect(figure(result, 'cumulative-layout-shift'), moved).toBeLessThanOrEqual(LAYOUT_SHIFT_MAX);
  expect(figure(result, 'total-byte-weight')).toBeLessThan(limit * KB);
});
