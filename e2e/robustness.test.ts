import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';
import { launch } from './browser.ts';
import { PASSWORD, signUp } from './member.ts';

/** What goes wrong between a browser and the site, and what people then see. */

const { url: databaseUrl, database } = await testDatabase();
const folder = await temporaryFolder();
const server = await startProcess(folder.path, { DATABASE_URL: databaseUrl });
afterAll(async () => {
  await server.end();
  await folder.remove();
});
const visit = await launch();
const WAIT = { timeout: 15_000 };

let members = 0;

/** A member on their dashboard; requests that a service worker makes could not be changed by a test. */
async function onDashboard({ worker = true } = {}) {
  const visitor = await visit({ url: server.url });
  if (!worker) await visitor.page.addInitScript('delete Navigator.prototype.serviceWorker');
  members += 1;
  const email = `robust.${members}@example.com`;
  await signUp(visitor.page, server.url, email);
  await balance(visitor.page).waitFor();
  return { ...visitor, email };
}

const balance = (page: Page) => page.getByRole('progressbar', { name: 'Progress to your reward' });

/** Waits until the service worker keeps the app and goes along with the page. */
async function installed(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.reload();
  await balance(page).waitFor();
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null'), WAIT).toBe(true);
}

const keptAddresses = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  })()`);

const endSessions = (email: string) =>
  sql`delete from sessions s using users u where u.id = s.user_id and u.email = ${email}`.execute(database);

describe('without a connection', () => {
  test('the app opens, says so and shows the last known balance with its time', async () => {
    const { page, context } = await onDashboard();
    await installed(page);
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('heading', { name: "You're offline" }).waitFor();
    expect(await page.getByText(/was your balance as of \d/).textContent()).toContain('$0.00');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await balance(page).waitFor();
  });

  test('nothing of the API, of admins or of other languages is kept', async () => {
    const { page } = await onDashboard();
    await installed(page);
    const kept = await keptAddresses(page);
    expect(kept).toContain('/dashboard');
    expect(kept.filter((path) => /^\/api\/|admin|overview/.test(path))).toEqual([]);
    expect(kept.filter((path) => path.includes('/texts-'))).toHaveLength(1);
  });

  test('a connection that is lost in the middle is told, and a screen not seen before says so', async () => {
    const { page, context } = await onDashboard();
    await context.setOffline(true);
    await page.getByText("You're offline. What you see may be out of date.").waitFor();
    await page.getByRole('link', { name: 'Tasks' }).click();
    await page.getByRole('heading', { name: "You're offline" }).waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL('**/task');
    await page.getByRole('heading', { name: 'Pick something to do' }).waitFor();
  });

  test('signing out forgets the balance', async () => {
    const { page } = await onDashboard();
    await expect
      .poll(() => page.evaluate(`localStorage.getItem('last-balance')`), WAIT)
      .toContain('"points":0');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await page.waitForURL('**/auth');
    await expect.poll(() => page.evaluate(`localStorage.getItem('last-balance')`), WAIT).toBeNull();
  });
});

describe('the session', () => {
  test('that ends in the middle is told, and signing in leads back to the same page', async () => {
    const { page, email } = await onDashboard();
    await endSessions(email);
    // Pointing at the link would already ask the server, and the page could be gone before the click.
    await page.getByRole('link', { name: 'Cards' }).dispatchEvent('click');
    await page.waitForURL('**/auth');
    await page.getByText('Your session has ended. Sign in to go on where you were.').waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/history?tab=cards');
  });

  test('that ends in one tab ends in the others, and begins there again', async () => {
    const { page, context, email } = await onDashboard();
    const other = await context.newPage();
    await other.goto('/profile');
    await other.getByRole('button', { name: 'Sign out' }).first().click();
    await page.waitForURL('**/auth');
    await page.getByText('You signed out in another tab').first().waitFor();
    await other.getByLabel('Email').fill(email);
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/dashboard');
    await balance(page).waitFor();
  });
});

describe('the server', () => {
  test('that fails is told with another try', async () => {
    const { page } = await onDashboard();
    await page.route('**/api/user', (route) => route.fulfill({ status: 500, body: 'upstream is down' }));
    await page.reload();
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await page.unroute('**/api/user');
    await page.getByRole('button', { name: 'Try again' }).click();
    await balance(page).waitFor();
  });

  test('that is slow shows shapes, and a second click sends nothing twice', async () => {
    const { page } = await visit({ url: server.url });
    let sent = 0;
    const answers = Promise.withResolvers<void>();
    await page.route('**/api/login', async (route) => {
      sent += 1;
      await answers.promise;
      await route.continue();
    });
    await page.goto('/auth?login=true');
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    const button = page.getByRole('button', { name: 'Sign In' });
    await button.click();
    await button.click({ force: true });
    await page.getByLabel('Email').press('Enter');
    expect(await button.getAttribute('aria-busy')).toBe('true');
    answers.resolve();
    await page.getByText('Login failed').first().waitFor();
    expect(sent).toBe(1);
  });

  test('whose old parts are gone after an update offers to load the page anew', async () => {
    const { page } = await onDashboard({ worker: false });
    await page.route('**/assets/earn-page-*.js', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'See how it adds up' }).click();
    await page.getByRole('heading', { name: 'This part could not be loaded' }).waitFor();
    await page.unroute('**/assets/earn-page-*.js');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: /Ways to earn/ }).waitFor();
  });

  test('that has a newer version is told, and the page is loaded anew only when asked to', async () => {
    const { page } = await onDashboard();
    await installed(page);
    // To a browser, another address for the same pages is another version.
    await page.evaluate(
      `navigator.serviceWorker.register('/service-worker.js?next', { scope: '/' }).then(() => undefined)`,
    );
    await page.getByText('A new version is available.').waitFor();
    await page.evaluate('window.before = true');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => page.evaluate(`'before' in window`).catch(() => true), WAIT).toBe(false);
    await balance(page).waitFor();
  });
});

test('a browser that keeps nothing still signs in and earns', async () => {
  const { page, faults } = await visit({ url: server.url });
  await page.addInitScript(`if (window === top) for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  }`);
  await signUp(page, server.url, 'keeps-nothing@example.com');
  for (const path of ['/task', '/profile', '/history', '/earn']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  }
  // Whoever is not signed in is asked for all the same.
  expect(faults.filter((fault) => !fault.includes('status of 401'))).toEqual([]);
});

test('a fault of ours is reported under the id that the person sees', async () => {
  const { page } = await onDashboard({ worker: false });
  const reported = page.waitForRequest('**/api/client-errors');
  await page.route('**/api/tasks', (route) => route.fulfill({ json: {} }));
  await page.goto('/history');
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  const { id } = (await reported).postDataJSON();
  await page.getByText(`Report ${id}`).waitFor();
});
