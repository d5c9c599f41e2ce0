import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createMember, signIn } from '#testing/factories.ts';
import { OFFER_WALL } from '#testing/offers.ts';
import { DESKTOP, expectAccessible, launch, PHONE, WAIT } from './browser.ts';
import { startOffersSite } from './offers-site.ts';

/** Staff decide about offers, and members see the difference. */

const site = await startOffersSite(
  { id: '1', title: 'Castle Quest', amount: 300 },
  { id: '2', title: 'Farm Days', amount: 200 },
  { id: '3', title: 'Coin Casino', amount: 100 },
);
const { server, database, enter } = site;
const visit = await launch();

async function admin(): Promise<Page> {
  const { page, context } = await visit({ url: server.url, viewport: DESKTOP });
  const owner = await createMember(database, { isAdmin: true, staffRole: 'owner' });
  const [name = '', value = ''] = (await signIn(database, owner)).split('=');
  await context.addCookies([{ name, value, url: server.url }]);
  return page;
}

/** Titles of the first wall's offers, as a member reads them in their order. */
async function member() {
  const { page, context } = await visit({ url: server.url, viewport: PHONE });
  await enter(context);
  await page.goto('/offers');
  const titles = async () => {
    const rows = page.locator(`[data-offer^="${OFFER_WALL}/"]`);
    return rows.getByRole('heading').allTextContents();
  };
  return { page, titles };
}

test('a rule hides offers after a preview, and they come back when it is removed', async () => {
  const { page: reader, titles } = await member();
  await expect.poll(titles, WAIT).toEqual(['Castle Quest', 'Farm Days', 'Coin Casino']);
  const page = await admin();
  await page.goto('/admin/feeds');
  const rules = page.getByRole('region', { name: 'Rules for offers' });
  await rules.getByText('No rules yet.').waitFor(WAIT);
  const save = rules.getByRole('button', { name: 'Save the rule' });
  expect(await save.isDisabled()).toBe(true);
  await rules.getByLabel('Part of the title').fill('casino');
  await rules.getByRole('button', { name: 'Preview' }).click();
  await rules.getByText('Matching offers: 2').waitFor(WAIT);
  expect(await rules.getByText('Coin Casino').count()).toBe(2);
  await rules.getByLabel('Reason').fill('Not here');
  await expectAccessible(page);
  await save.click();
  await rules.getByText('Not here', { exact: true }).waitFor(WAIT);
  await reader.reload();
  await expect.poll(titles, WAIT).toEqual(['Castle Quest', 'Farm Days']);
  await rules.getByRole('button', { name: 'Remove' }).click();
  await rules.getByText('No rules yet.').waitFor(WAIT);
  await reader.reload();
  await expect.poll(titles, WAIT).toEqual(['Castle Quest', 'Farm Days', 'Coin Casino']);
});

test('a single offer is put in front and hidden from its row, with a reason', async () => {
  const { page: reader, titles } = await member();
  await expect.poll(titles, WAIT).toHaveLength(3);
  const page = await admin();
  await page.goto(`/admin/feeds/${OFFER_WALL}`);
  const row = (title: string) => page.getByRole('row').filter({ hasText: title });
  const decide = async (title: string, button: string) => {
    await row(title).getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('A look');
    await dialog.getByRole('button', { name: button }).click();
    await dialog.waitFor({ state: 'hidden', ...WAIT });
  };
  await decide('Farm Days', 'Feature');
  await row('Farm Days').getByText('Featured', { exact: true }).waitFor(WAIT);
  await decide('Castle Quest', 'Hide');
  await row('Castle Quest').getByText('Hidden', { exact: true }).waitFor(WAIT);
  await expectAccessible(page);
  await reader.reload();
  await expect.poll(titles, WAIT).toEqual(['Farm Days', 'Coin Casino']);
  await row('Castle Quest').getByRole('button', { name: 'Show again' }).click();
  await row('Castle Quest').getByRole('button', { name: 'Hide' }).waitFor(WAIT);
  await reader.reload();
  await expect.poll(titles, WAIT).toEqual(['Farm Days', 'Castle Quest', 'Coin Casino']);
});
