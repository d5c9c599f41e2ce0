import lighthouse, { type Flags, type Result } from 'lighthouse';
import { chromium } from 'playwright-core';
import { afterAll, expect, inject, test } from 'vitest';
import { launchOptions } from '#testing/chromium.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { WAIT } from '#testing/patience.ts';
import { freePort, startProcess, temporaryFolder } from '#testing/process.ts';

/**
 * Lighthouse on the built site with its slow phone. The categories that depend only on the pages must score 100.
 * Performance is a simulation from what was loaded and when, which a busy machine disturbs: it is printed, and its
 * causes have limits (docs/decisions/0033).
 */

const { url: databaseUrl, database } = await testDatabase();
const folder = await temporaryFolder();
const server = await startProcess(folder.path, { DATABASE_URL: databaseUrl });
const port = await freePort();
const browser = await chromium.launch(
  launchOptions(inject('browser'), ['--lang=en-US', `--remote-debugging-port=${port}`]),
);
afterAll(async () => {
  await browser.close();
  await server.end();
  await folder.remove();
});

const KB = 1024;
/** The typeface of a page in a Latin script; the limits of the pages count everything else. */
const FONTS_KB_MAX = 40;
/** The most that things may move while the page loads. */
const LAYOUT_SHIFT_MAX = 0.02;
/** The metrics of the performance score with their weights (Lighthouse 10 and later). */
const METRICS = {
  'first-contentful-paint': 0.1,
  'speed-index': 0.1,
  'largest-contentful-paint': 0.25,
  'total-blocking-time': 0.3,
  'cumulative-layout-shift': 0.25,
};
const HELD = ['layout-shifts', 'network-requests', 'render-blocking-insight'];
/** All other performance audits are off, as are screenshots and waiting for what comes long after the load. */
const SETTINGS: Flags = {
  onlyCategories: ['accessibility', 'best-practices', 'seo'],
  onlyAudits: [...Object.keys(METRICS), ...HELD],
  disableFullPageScreenshot: true,
  maxWaitForFcp: WAIT.timeout,
  maxWaitForLoad: WAIT.timeout,
  pauseAfterFcpMs: 0,
  pauseAfterLoadMs: 0,
  networkQuietThresholdMs: 500,
  cpuQuietThresholdMs: 250,
};
const member = await createMember(database, { points: 340 });
const session = await signIn(database, member);

/** Lighthouse gives a command of the browser 30 seconds. A busy machine may let them pass; then it inspects once more. */
const inspect = (path: string, flags: Flags = {}): Promise<Result> =>
  inspectOnce(path, flags).catch((error: Error) => {
    if (!error.message.includes('PROTOCOL_TIMEOUT')) throw error;
    return inspectOnce(path, flags);
  });

async function inspectOnce(path: string, flags: Flags): Promise<Result> {
  const run = await lighthouse(server.url + path, {
    ...SETTINGS,
    ...flags,
    port,
    output: 'json',
    logLevel: 'error',
  });
  const fault = run?.lhr.runtimeError;
  if (!run || fault) throw new Error(fault ? `${fault.code}: ${fault.message}` : 'no result');
  return run.lhr;
}

/** Category -> score out of 100, with the audits that lost points. */
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

interface Loaded {
  url: string;
  resourceType: string;
  /** Bytes over the line. */
  transferSize: number;
}

/** The bytes over the line, of fonts and of everything else, in KB. */
function weight({ audits }: Result): { fonts: number; rest: number } {
  const details = audits['network-requests']?.details;
  const items = details?.type === 'table' ? (details.items as unknown as Loaded[]) : [];
  const sum = (fonts: boolean) =>
    items
      .filter(({ resourceType, url }) => (resourceType === 'Font') === fonts && !url.startsWith('data:'))
      .reduce((total, { transferSize }) => total + transferSize, 0) / KB;
  return { fonts: sum(true), rest: sum(false) };
}

const figure = ({ audits }: Result, id: string) => audits[id]?.numericValue ?? Number.NaN;

function print(path: string, result: Result): void {
  const performance = Object.entries(METRICS).reduce(
    (sum, [id, weight]) => sum + weight * 100 * (result.audits[id]?.score ?? 0),
    0,
  );
  const seconds = (id: string) => (figure(result, id) / 1000).toFixed(1);
  console.log(
    `${path}: performance ${Math.round(performance)}, first paint ${seconds('first-contentful-paint')} s, largest ${seconds('largest-contentful-paint')} s, blocked ${Math.round(figure(result, 'total-blocking-time'))} ms, ${Math.round(weight(result).rest)} KB and ${Math.round(weight(result).fonts)} KB of fonts`,
  );
}

/** `limit` in KB, without the typeface. */
function expectLight(result: Result, limit: number): void {
  const { fonts, rest } = weight(result);
  // A list that is read wrongly would be empty.
  expect(rest).toBeGreaterThan(1);
  expect(rest).toBeLessThan(limit);
  expect(fonts).toBeGreaterThan(1);
  expect(fonts).toBeLessThan(FONTS_KB_MAX);
}

test('the landing page scores 100 for accessibility, best practices and SEO, and loads very little', async () => {
  const result = await inspect('/');
  print('/', result);
  expect(scores(result, ['accessibility', 'best-practices', 'seo'])).toEqual({
    accessibility: '100',
    'best-practices': '100',
    seo: '100',
  });
  expect(figure(result, 'cumulative-layout-shift')).toBeLessThanOrEqual(LAYOUT_SHIFT_MAX);
  expectLight(result, 24);
  expect(result.audits['render-blocking-insight']?.score ?? 1).toBe(1);
});

test.each([
  ['/dashboard', 170],
  ['/task', 215],
  ['/history', 190],
  ['/profile', 210],
])('%s scores 100 for accessibility and practices, and stays still and below %d KB', async (path, limit) => {
  const result = await inspect(path, { extraHeaders: { Cookie: session } });
  print(path, result);
  expect(new URL(result.finalDisplayedUrl).pathname).toBe(path);
  expect(scores(result, ['accessibility', 'best-practices'])).toEqual({
    accessibility: '100',
    'best-practices': '100',
  });
  const moved = JSON.stringify(result.audits['layout-shifts']?.details);
  expect(figure(result, 'cumulative-layout-shift'), moved).toBeLessThanOrEqual(LAYOUT_SHIFT_MAX);
  expectLight(result, limit);
});
