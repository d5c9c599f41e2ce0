import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { countOfferResults } from '#domain/earning/index.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { OFFER_WALL } from '#testing/offers.ts';
import { DESKTOP, expectAccessible, keepWaiting, launch, PHONE, WAIT } from './browser.ts';
import { startOffersSite } from './offers-site.ts';

/** Staff decide about offers, and members see the difference. */

const site = await startOffersSite(
  { id: '1', title: 'Castle Quest', amount: 300 },
  { id: '2', title: 'Farm Days', amount: 200, categories: ['Happiness'] },
  { id: '3', title: 'Coin Casino', amount: 100, categories: ['Casino'] },
);
const { server, database, enter, tell } = site;
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
  const preview = rules.getByRole('button', { name: 'Preview' });
  await rules.getByLabel('Part of the title').fill('casino');
  await preview.click();
  await rules.getByText('Matching offers: 2').waitFor(WAIT);
  expect(await rules.getByText('Coin Casino').count()).toBe(2);
  await rules.getByLabel('Reason').fill('Not here');
  const points = rules.getByLabel('Fewer points than');
  await points.fill('1,000');
  await rules.getByText('Invalid input').waitFor(WAIT);
  expect(await preview.isDisabled()).toBe(true);
  expect(await save.isDisabled()).toBe(true);
  await expectAccessible(page);
  await points.fill('');
  // What is changed while the rule is kept is for the next one, which keeps its conditions.
  const keep = await keepWaiting(page, '**/api/admin/offer-rules');
  await save.click();
  await rules.getByLabel('Reason').fill('Nor there');
  keep();
  await rules.getByRole('button', { name: 'Remove' }).waitFor(WAIT);
  await rules.getByText('Not here', { exact: true }).waitFor(WAIT);
  expect(await rules.getByLabel('Reason').inputValue()).toBe('Nor there');
  expect(await rules.getByLabel('Part of the title').inputValue()).toBe('casino');
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

test('a row stays when more texts arrive, and a reason being typed also when the window becomes narrow', async () => {
  const page = await admin();
  const texts = Promise.withResolvers<void>();
  await page.route('**/en/errors.json', async (route) => {
    await texts.promise;
    await route.continue();
  });
  await page.goto(`/admin/feeds/${OFFER_WALL}`);
  const row = page.getByRole('row').filter({ hasText: 'Coin Casino' });
  await row.getByRole('button', { name: 'Hide' }).click();
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByLabel('Reason');
  await reason.fill('Not for us');
  await page.evaluate(`document.querySelector('tbody th > *').before = true`);
  const arrived = page.waitForResponse('**/en/errors.json');
  texts.resolve();
  await (await arrived).finished();
  await page.route('**/api/admin/offer-rules', (route) => route.abort());
  // These words are in the texts that have arrived.
  await Promise.all([
    page.getByText('Check your connection').first().waitFor(WAIT),
    dialog.getByRole('button', { name: 'Hide' }).click(),
  ]);
  expect(await page.evaluate(`'before' in document.querySelector('tbody th > *')`)).toBe(true);
  await page.setViewportSize(PHONE);
  await page.locator('li').filter({ hasText: 'Coin Casino' }).first().waitFor(WAIT);
  expect(await reason.inputValue()).toBe('Not for us');
});

test('a word of the company means for members what staff decide', async () => {
  const { page: reader, titles } = await member();
  await reader.getByLabel('Category').selectOption('Games');
  await expect.poll(titles, WAIT).toEqual(['Coin Casino']);
  const page = await admin();
  await page.goto('/admin/feeds');
  await page.getByRole('link', { name: 'Show categories' }).first().click();
  await page.getByRole('heading', { level: 1, name: /^Categories of / }).waitFor(WAIT);
  const word = page.getByLabel('happiness');
  expect(await word.locator('option:checked').textContent()).toBe('As usual: Other');
  await Promise.all([
    page.getByText('Members see it now', { exact: true }).waitFor(WAIT),
    word.selectOption('Games'),
  ]);
  await expectAccessible(page);
  await reader.reload();
  await expect.poll(titles, WAIT).toEqual(['Farm Days', 'Coin Casino']);
  await word.selectOption('');
  await expect
    .poll(async () => (await page.request.get(`/api/admin/feeds/${OFFER_WALL}/categories`)).json(), WAIT)
    .toContainEqual({ word: 'happiness', offers: 1, usual: 'other', decided: null });
  await reader.reload();
  await expect.poll(titles, WAIT).toEqual(['Coin Casino']);
});

test('of two quick choices for a word the last one counts', async () => {
  const page = await admin();
  await page.goto(`/admin/feeds/${OFFER_WALL}/categories`);
  const word = page.getByLabel('happiness');
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.postDataJSON().category);
  });
  const keep = await keepWaiting(page, '**/api/admin/feeds/*/categories');
  await word.selectOption('Games');
  await word.selectOption('Shopping');
  // Whatever the page has sent before this is known once it is answered.
  await page.evaluate(`fetch('/healthz').then(() => undefined)`);
  // The second waits for the first, so that it cannot be overtaken.
  expect(sent).toEqual(['games']);
  expect(await word.inputValue()).toBe('shopping');
  await Promise.all([page.getByText('Members see it now', { exact: true }).first().waitFor(WAIT), keep()]);
  await expect.poll(() => sent, WAIT).toEqual(['games', 'shopping']);
  await expect
    .poll(async () => (await page.request.get(`/api/admin/feeds/${OFFER_WALL}/categories`)).json(), WAIT)
    .toContainEqual({ word: 'happiness', offers: 1, usual: 'other', decided: 'shopping' });
  expect(await word.inputValue()).toBe('shopping');
  await expectAccessible(page);
});

test('what came of an offer stands on its own screen, and can be downloaded', async () => {
  const { page: reader, context } = await visit({ url: server.url, viewport: PHONE });
  const { id, code } = await enter(context);
  await reader.goto(`/offers/${OFFER_WALL}/2`);
  const clickId = await reader.evaluate(async (wall) => {
    const answer = await fetch(`/api/offers/${wall}/2/start`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ device: 'iphone' }),
    });
    return String(Object(await answer.json()).clickId);
  }, OFFER_WALL);
  expect(await tell({ user: code, tx: 'results-1', click: clickId, points: 150 })).toBe('200 OK');
  await countOfferResults(transactOn(database));
  const page = await admin();
  await page.goto('/admin/feeds');
  await page.getByRole('link', { name: 'Show results' }).first().click();
  const row = page.getByRole('row').filter({ hasText: 'Farm Days' });
  await row.getByText('Paid less than promised: 1').waitFor(WAIT);
  await row.getByText('1 (100%)').waitFor(WAIT);
  await expectAccessible(page);
  const file = page.waitForEvent('download', WAIT);
  await page.getByRole('button', { name: 'Download as a file' }).click();
  expect((await file).suggestedFilename()).toMatch(/^offer_results-\d{4}-\d\d-\d\d\.csv$/);
  await reader.goto('/offers');
  await reader.getByLabel('Sort by').selectOption('Most completed');
  await expect
    .poll(() => reader.locator(`[data-offer^="${OFFER_WALL}/"]`).getByRole('heading').allTextContents(), WAIT)
    .toEqual(['Farm Days', 'Castle Quest', 'Coin Casino']);
  await page.goto(`/admin/users/${id}?tab=offers`);
  const started = page.getByRole('row').filter({ hasText: 'Farm Days' });
  await started.getByText('Credited · 150 of 200 points').waitFor(WAIT);
  await started.getByRole('button', { name: 'Show the calls' }).click();
  await started.getByText(/^GET \/api\/postbacks\/games\?/).waitFor(WAIT);
  await expectAccessible(page);
});
