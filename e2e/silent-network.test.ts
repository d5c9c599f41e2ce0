import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, expect, test } from 'vitest';
import { signIn } from '#testing/factories.ts';
import { temporaryFolder } from '#testing/process.ts';
import { startSilentProxy } from '#testing/silent-proxy.ts';
import { openVendor, writeVendorWalls } from '#testing/vendor.ts';
import { launch, WAIT } from './browser.ts';
import { startSite } from './site.ts';

/** A network that loses everything without a word, as a phone's in a tunnel: a page's calls, screens and stream give up. */

const folder = await temporaryFolder();
const { server, database } = await startSite({ WALLS_FILE: await writeVendorWalls(folder.path) });
afterAll(() => folder.remove());
const vendor = await openVendor(database);
const visit = await launch();
/** Longer than a page waits for anything but a connection that the browser itself tries to make again, in milliseconds. */
const STEP_MS = 50_000;
const POLL_MS = 50;
/** The machine's time for what the first step begins. */
const FIRST_SPAN_MS = 200;

/** The app sets the direction once it has its texts, also to what the page came with. */
const NOTE_LANGUAGE = `new MutationObserver(() => { window.hasLanguage = true; })
  .observe(document, { subtree: true, attributeFilter: ['dir'] });`;

let hangUp = () => {};
afterEach(() => hangUp());

/** A member on the dashboard, whose browser reaches the site over a network that can fall silent; what is `lost` never comes. */
async function onDashboard({ lost, ...options }: { serviceWorker?: boolean; lost?: string } = {}) {
  const network = await startSilentProxy(server.url);
  hangUp = network.close;
  const url = new URL(network.url).origin;
  const visitor = await visit({ url, ...options });
  const [name = '', value = ''] = (await signIn(database, { id: vendor.memberId, isAdmin: false })).split(
    '=',
  );
  await visitor.context.addCookies([{ name, value, url }]);
  const { page } = visitor;
  if (lost) await page.route(lost, () => {});
  await page.clock.install();
  await page.goto('/dashboard');
  await balance(page).waitFor();
  return { ...visitor, network };
}

const balance = (page: Page) => page.getByRole('progressbar', { name: 'Progress to your reward' });

/**
 * Lets time pass on the page until this shows; other waits may come before it. Each step gives up what the last one has begun,
 * so it has more and more of the machine's time to come.
 */
async function untilShows(page: Page, shows: () => Promise<number>): Promise<void> {
  const limit = performance.now() + WAIT.timeout;
  for (let spanMs = FIRST_SPAN_MS; performance.now() < limit; spanMs *= 1.5) {
    await page.clock.fastForward(STEP_MS);
    const end = performance.now() + spanMs;
    while (performance.now() < end) {
      if ((await shows()) > 0) return;
      await pause(POLL_MS);
    }
  }
  throw new Error('It has not come, however long each step was waited for.');
}

test('a screen whose data does not come says so, and another try shows it', async () => {
  const { page } = await onDashboard();
  await page.route('**/api/redemptions', () => {});
  // A stream that opens again would read by itself what is missing.
  await page.route('**/api/events', () => {});
  await page.goto('/history?tab=cards');
  // The screen itself is here, and only its data is missing.
  await page.getByRole('tab', { name: 'Cards' }).waitFor();
  // What the page loads when it is idle is there; the steps would give it up.
  await page.getByRole('region', { name: 'Notifications (F8)' }).waitFor({ state: 'attached' });
  const again = page.getByRole('button', { name: 'Try again' });
  await untilShows(page, () => again.count());
  await page.unroute('**/api/redemptions');
  await again.click();
  await page.getByText('No cards yet').waitFor();
});

test('a screen whose parts do not come says so', async () => {
  const { page, network } = await onDashboard();
  // Once it is idle, the page loads what it says of failures.
  const [code] = await Promise.all([page.waitForResponse('**/assets/failed-*'), page.reload()]);
  // The response may have been to the page before.
  await page.getByRole('region', { name: 'Notifications (F8)' }).waitFor({ state: 'attached' });
  await page.evaluate(`import('${code.url()}').then(() => undefined)`);
  network.silence();
  await page.getByRole('link', { name: 'Cards' }).click();
  const title = page.getByRole('heading', { name: 'This part could not be loaded' });
  await untilShows(page, () => title.count());
  await page.getByRole('button', { name: 'Reload' }).waitFor();
});

test('a screen whose parts do not come says so in plain words as long as what says more has not come either', async () => {
  const { page, network } = await onDashboard({ lost: '**/assets/failed-*' });
  network.silence();
  await page.getByRole('link', { name: 'Cards' }).click();
  const screen = page.getByRole('main');
  const words = screen.getByText('A part of this page could not be loaded.');
  await untilShows(page, () => words.count());
  await screen.getByRole('button', { name: 'Reload' }).waitFor();
});

test('points that arrive over a connection that is dead without a word are shown after a while', async () => {
  const { page, network } = await onDashboard();
  // What comes over the stream is shown; so the stream is open.
  await vendor.credit([server.url], 1);
  await page.getByText('$0.07').first().waitFor();
  network.silence();
  network.restore();
  await vendor.credit([server.url], 1);
  await untilShows(page, () => page.getByText('$0.14').count());
});

test('the stored app opens, and says when the last known balance was read', async () => {
  const { page, network } = await onDashboard({ serviceWorker: true });
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  const scripts: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.reload();
  await balance(page).waitFor();
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null'), WAIT).toBe(true);
  await expect.poll(() => page.evaluate(`localStorage.getItem('last-balance')`), WAIT).toContain('"points":');
  network.silence();
  await page.addInitScript(NOTE_LANGUAGE);
  await page.reload();
  // What is stored comes in the machine's time, and the page's must not run past the limit before: the texts, and the first
  // screen. The page's own script ends with what the network loses.
  await expect.poll(() => page.evaluate('window.hasLanguage'), WAIT).toBe(true);
  const screen = scripts.filter((script) => !script.includes('/assets/app-'));
  expect(screen.length).toBeGreaterThan(0);
  await page.evaluate(
    `Promise.all(${JSON.stringify(screen)}.map((script) => import(script))).then(() => undefined)`,
  );
  await untilShows(page, () => page.getByText(/was your balance as of \d/).count());
  network.restore();
  await untilShows(page, async () => {
    const again = page.getByRole('button', { name: 'Try again' });
    // It may go meanwhile, as the page is loaded again once the server was reached.
    if (await again.isVisible()) await again.click({ timeout: STEP_MS / 10 }).catch(() => undefined);
    return balance(page).count();
  });
});
