import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { createMember, signIn } from '#testing/factories.ts';
import { SECRET, wall } from '#testing/walls.ts';
import { expectAccessible, launch, PHONE, WAIT } from './browser.ts';
import { startSite } from './site.ts';

/** A wall that wants to be told an address: the question, both answers, and the withdrawal on the profile. */

const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-sharing-'));
afterAll(() => rm(folder, { recursive: true }));
const WALLS_FILE = path.join(folder, 'walls.json');
const definition = {
  ...wall('curious', {}),
  title: 'Curious Offers',
  embed: { iframe: { url: 'https://offers.example/?member={user}&mail={email}', height: 600 } },
};
const steady = {
  ...wall('steady', {}),
  title: 'Steady Surveys',
  embed: { iframe: { url: 'https://steady.example/?member={user}&view={unique}', height: 600 } },
};
await writeFile(
  WALLS_FILE,
  JSON.stringify({
    walls: [
      { definition: steady, secrets: { key: SECRET } },
      { definition, secrets: { key: SECRET }, share: ['email'] },
    ],
  }),
);
const { server, database } = await startSite({ WALLS_FILE });
const visit = await launch();

/** A signed-in member before the question of the wall, and the addresses that its frame asked for. */
async function asked() {
  const { page, context } = await visit({ url: server.url, viewport: PHONE });
  const member = await createMember(database);
  const [name = '', value = ''] = (await signIn(database, member)).split('=');
  await context.addCookies([{ name, value, url: server.url }]);
  const opened: URL[] = [];
  await context.route('https://offers.example/**', async (route) => {
    opened.push(new URL(route.request().url()));
    await route.fulfill({ contentType: 'text/html', body: '<p>Offers</p>' });
  });
  await context.route('https://steady.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>A long survey</p>' }),
  );
  // From then on the page hears what is decided elsewhere.
  const listens = page.waitForResponse('**/api/events');
  await page.goto('/adwall?wall=curious');
  await listens;
  await page.getByRole('region', { name: 'Curious Offers would like to know more about you' }).waitFor(WAIT);
  await page.getByText('It asks for your email address.').waitFor();
  expect(opened).toEqual([]);
  /** What the frame was last told as the address. */
  const told = () => opened.at(-1)?.searchParams.get('mail');
  return { page, member, told };
}

const mayKnow = (page: Page) => page.getByRole('switch', { name: 'Curious Offers' });

test('who agrees opens the wall with the address, and withdraws that on the profile', async () => {
  const { page, member, told } = await asked();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Share and open' }).click();
  await expect.poll(told, WAIT).toBe(member.email);

  await page.goto('/profile');
  await mayKnow(page).waitFor(WAIT);
  await page.getByText('May know your email address').waitFor();
  await expect.poll(() => mayKnow(page).isChecked(), WAIT).toBe(true);
  await mayKnow(page).click();
  await expect.poll(() => mayKnow(page).isChecked(), WAIT).toBe(false);
  await page.goto('/adwall?wall=curious');
  await expect.poll(told, WAIT).toBe('');
});

test('what is withdrawn in one tab is told no more to the wall that another one shows', async () => {
  const { page, member, told } = await asked();
  await page.getByRole('button', { name: 'Share and open' }).click();
  await expect.poll(told, WAIT).toBe(member.email);
  const profile = await page.context().newPage();
  await profile.goto('/profile');
  await mayKnow(profile).click();
  await expect.poll(told, WAIT).toBe('');
  const outside = page.getByRole('link', { name: 'Open in a new tab: Curious Offers' });
  expect(new URL((await outside.getAttribute('href')) ?? '').searchParams.get('mail')).toBe('');
});

test('the answer to one wall does not load the frame of another one anew', async () => {
  const { page, member, told } = await asked();
  await page.goto('/task');
  const frame = page.locator('iframe[title="Steady Surveys"]');
  await frame.scrollIntoViewIfNeeded();
  await frame.contentFrame().getByText('A long survey').waitFor(WAIT);
  const address = await frame.getAttribute('src');
  await page.getByRole('button', { name: 'Share and open' }).click();
  await expect.poll(told, WAIT).toBe(member.email);
  expect(await frame.getAttribute('src')).toBe(address);
});

test('who refuses opens it by keyboard without the address, and is not asked again', async () => {
  const { page, told } = await asked();
  await page.getByRole('button', { name: 'Open without sharing' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(told, WAIT).toBe('');
  // The button is gone.
  await expect.poll(() => page.evaluate('document.activeElement.ariaLabel'), WAIT).toBe('Curious Offers');
  await page.goto('/task');
  await page.getByRole('heading', { name: 'Curious Offers', exact: true }).first().waitFor(WAIT);
  expect(await page.getByText('would like to know more about you').count()).toBe(0);
});
