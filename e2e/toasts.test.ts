import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createMember, signIn } from '#testing/factories.ts';
import { launch, WAIT } from './browser.ts';
import { enter, PASSWORD, setUpTwoFactor } from './member.ts';
import { startSite } from './site.ts';

/** A message leaves when what it says is over, and stays while it is not. */

const { server, database } = await startSite();
const visit = await launch();

const toast = (page: Page, title: string) =>
  page
    .getByRole('region', { name: /^Notifications/ })
    .getByText(title, { exact: true })
    .first();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/**
 * Clicks, and lets the pointer rest on the toast that comes of it, so that its time does not run. What follows is done without
 * the pointer.
 */
async function read(page: Page, title: string, clicked: Locator): Promise<void> {
  await Promise.all([toast(page, title).hover(), clicked.click()]);
}

/** Holds calls to this address until the returned function is called; they fail then. */
async function hold(page: Page, address: string): Promise<{ held: Promise<unknown>; release: () => void }> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((done) => {
    release = done;
  });
  let begin: (value: unknown) => void = () => undefined;
  const held = new Promise((done) => {
    begin = done;
  });
  await page.route(address, async (route) => {
    begin(undefined);
    await released;
    await route.fulfill({ status: 500, body: '' });
  });
  return { held, release };
}

async function member() {
  const visitor = await visit({ url: server.url });
  const [name = '', value = ''] = (await signIn(database, await createMember(database))).split('=');
  await visitor.context.addCookies([{ name, value, url: server.url }]);
  return visitor;
}

test('the next try of a sign-in takes away what the last one said', async () => {
  const { page } = await visit({ url: server.url });
  await page.goto('/auth?login=true');
  await page.getByLabel('Email', { exact: true }).fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await read(page, 'Login failed', button(page, 'Sign In'));
  const { held, release } = await hold(page, '**/api/login');
  await button(page, 'Sign In').dispatchEvent('click');
  await held;
  await toast(page, 'Login failed').waitFor({ state: 'detached', ...WAIT });
  release();
  await toast(page, 'Login failed').waitFor(WAIT);
});

test('a failure stays while another action is tried', async () => {
  const { page } = await member();
  await page.goto('/profile');
  // What comes late above the button would move it away from under the pointer.
  for (const late of [page.getByRole('radio'), page.getByLabel('Language')]) await late.first().waitFor(WAIT);
  await page.route('**/api/logout', (route) => route.fulfill({ status: 500, body: '' }));
  await read(page, 'Logout failed', button(page, 'Sign out').last());
  const { held, release } = await hold(page, '**/api/user/settings');
  await page.getByRole('switch', { name: 'Marketing emails' }).dispatchEvent('click');
  await held;
  expect(await toast(page, 'Logout failed').isVisible()).toBe(true);
  release();
  await toast(page, 'Failed to update settings.').waitFor(WAIT);
});

test('what is missing in a form is said until it is there, or the screen is left', async () => {
  const { page } = await visit({ url: server.url });
  await enter(page, server.url, database, 'toasts@example.com');
  await database
    .updateTable('users')
    .set({ isAdmin: true, staffRole: 'owner' })
    .where('email', '=', 'toasts@example.com')
    .execute();
  await setUpTwoFactor(page, server.url);
  const { id } = await createMember(database);
  await page.goto(`/admin/users/${id}?tab=money`);
  await read(page, 'Missing selection', button(page, 'Award Cash'));
  // By keyboard, as the pointer stays where it is.
  await page.getByLabel('Card tier', { exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await toast(page, 'Missing selection').waitFor({ state: 'detached', ...WAIT });

  await page.keyboard.press('ArrowUp');
  await read(page, 'Missing selection', button(page, 'Award Cash'));
  await page.getByRole('tab', { name: 'Tasks' }).dispatchEvent('mousedown', { button: 0 });
  await toast(page, 'Missing selection').waitFor({ state: 'detached', ...WAIT });
});
