import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import {
  ADJUSTMENTS,
  DEPARTED,
  memberAccount,
  post,
  type Transfer,
  wallAccount,
} from '#domain/ledger/index.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { DESKTOP, expectAccessible, launch, type Visit, WAIT } from './browser.ts';
import { join, sandboxWall } from './member.ts';
import { startSite } from './site.ts';

/** What moved a member's balance, as the member sees it. */

const { server, database } = await startSite();
const visit = await launch();

/** A signed-in member who did this many tasks of 10 points each, one of which was taken back, and got 55 points from staff. */
async function member(tasks: number) {
  const visitor = await visit({ url: server.url });
  const person = await createMember(database);
  const common = { unit: 'points', actor: 'system' } as const;
  const account = memberAccount(person.id);
  const ids = Array.from({ length: tasks }, () => randomUUID());
  for (const [index, id] of ids.entries()) {
    await database
      .insertInto('tasks')
      .values({
        id,
        userId: person.id,
        taskType: 'survey',
        pointsEarned: 10,
        wall: 'sandbox',
        title: `Offer ${index}`,
      })
      .execute();
  }
  const [adjustment] = await database
    .insertInto('pointsAdjustments')
    .values({
      ...{ userId: person.id, requestedBy: randomUUID(), requestId: randomUUID(), points: 55 },
      ...{ reasonCode: 'goodwill', text: 'For the long wait', status: 'posted' },
    })
    .returning('id')
    .execute();
  const from = wallAccount('sandbox');
  const credits = ids.map(
    (reference): Transfer => ({
      ...{ ...common, key: `credit:${reference}`, from, to: account, amount: 10, kind: 'credit', reference },
    }),
  );
  const last = ids.at(-1) ?? '';
  const back = { from: account, to: from, amount: 10, kind: 'reversal', reference: last } as const;
  const given = {
    from: ADJUSTMENTS,
    to: account,
    amount: 55,
    kind: 'adjustment',
    reference: adjustment?.id ?? '',
  } as const;
  await transactOn(database)((tx) =>
    post(tx, [
      ...credits,
      { ...common, ...given, key: `adjustment:${randomUUID()}` },
      { ...common, ...back, key: `reversal:${last}` },
    ]),
  );
  await enter(visitor, person);
  return { ...visitor, id: person.id };
}

async function enter({ context }: Visit, person: { id: string; isAdmin: boolean }): Promise<void> {
  const [name = '', value = ''] = (await signIn(database, person)).split('=');
  await context.addCookies([{ name, value, url: server.url }]);
}

const rows = (page: Page) => page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
const sumOf = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('div', { has: page.getByRole('term').filter({ hasText: name }) })
    .last()
    .getByRole('definition');

test('the statement shows the balance, the sums that make it up, and the balance after each entry', async () => {
  const { page } = await member(3);
  await page.goto('/history');
  await page.getByRole('link', { name: 'Statement: everything that moved your balance' }).click();
  await page.waitForURL('**/statement');
  await page.getByRole('heading', { name: 'Statement', level: 1 }).waitFor();
  await expect.poll(() => rows(page).count(), WAIT).toBe(5);
  const texts = await rows(page).allTextContents();
  expect(texts[0]).toMatch(/Offer 2.*\u221210 MB.*Taken back.*Balance: 75 MB/s);
  expect(texts[0]).toContain('Partners do this when an advertiser does not accept a task');
  expect(texts[1]).toMatch(/Changed by our team.*\+55 MB.*Balance: 85 MB.*For the long wait/s);
  expect(texts[4]).toMatch(/Offer 0.*\+10 MB.*Sandbox.*Balance: 10 MB/s);
  await expect.poll(() => sumOf(page, 'Earned').textContent(), WAIT).toBe('+30 MB');
  expect(await sumOf(page, 'Taken back by partners').textContent()).toBe('\u221210 MB');
  expect(await sumOf(page, 'Added or taken by our team').textContent()).toBe('+55 MB');
});

test('on paper the statement has all its entries, and nothing over them', async () => {
  const { page } = await member(3);
  await page.goto('/statement');
  await expect.poll(() => rows(page).count(), WAIT).toBe(5);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  expect(await navigation.isVisible()).toBe(true);
  await page.emulateMedia({ media: 'print' });
  expect(await navigation.isVisible()).toBe(false);
  expect(await rows(page).last().isVisible()).toBe(true);
});

test('what an earlier account owed is a sum of its own, beside what the team changed', async () => {
  const { page, id } = await member(3);
  const debt = {
    unit: 'points',
    kind: 'debt',
    reference: randomUUID(),
    actor: 'system',
    amount: 20,
  } as const;
  const sides = { from: memberAccount(id), to: DEPARTED, mayOverdraw: true };
  await transactOn(database)((tx) => post(tx, [{ ...debt, ...sides, key: `debt_met:${debt.reference}` }]));
  await page.goto('/statement');
  await expect.poll(() => sumOf(page, 'Debt of an earlier account').textContent(), WAIT).toBe('\u221220 MB');
  expect(await sumOf(page, 'Added or taken by our team').textContent()).toBe('+55 MB');
});

test('the statement is narrowed by kind, words and days, keeps that in its address, and is saved as it is shown', async () => {
  const { page } = await member(60);
  await page.goto('/statement');
  await expect.poll(() => rows(page).count(), WAIT).toBe(50);
  await page.getByRole('button', { name: 'Show earlier entries' }).click();
  await expect.poll(() => rows(page).count(), WAIT).toBe(62);
  const fold = page.getByRole('button', { name: /^Narrow the statement/ });
  await fold.click();
  await page.getByRole('button', { name: 'Other', exact: true }).click();
  await expect.poll(() => rows(page).count(), WAIT).toBe(1);
  await page.waitForURL('**/statement?kind=staff');
  await page.reload();
  await expect.poll(() => rows(page).count(), WAIT).toBe(1);
  await fold.click();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect.poll(() => rows(page).count(), WAIT).toBe(50);
  await page.getByLabel('Search').fill('offer 42');
  await expect.poll(() => rows(page).count(), WAIT).toBe(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file (CSV)' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^statement-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain(',reward,amountUsdCents,');
  expect(lines[1]).toContain(',earned,10,430,,Offer 42,Sandbox');
  await page.getByLabel('Search').fill('no such thing');
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect.poll(() => rows(page).count(), WAIT).toBe(50);
  await page.getByLabel('From').fill('2031-01-02');
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
  await page.getByLabel('To').fill('2031-01-01');
  await page.getByText('The last day is before the first.').waitFor();
});

test('on a phone what narrows the statement is behind one button, which says how much of it is on', async () => {
  const { page } = await member(3);
  await page.goto('/statement?kind=earned&search=offer');
  const fold = page.getByRole('button', { name: /^Narrow the statement/ });
  await page.getByRole('button', { name: 'Narrow the statement 2' }).waitFor(WAIT);
  const search = page.getByLabel('Search');
  expect(await search.isVisible()).toBe(false);
  expect(await fold.getAttribute('aria-expanded')).toBe('false');
  await expectAccessible(page);
  await fold.press('Enter');
  await search.waitFor(WAIT);
  expect(await fold.getAttribute('aria-expanded')).toBe('true');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByRole('button', { name: 'Narrow the statement 1' }).waitFor(WAIT);
  await page.setViewportSize(DESKTOP);
  await fold.waitFor({ state: 'hidden', ...WAIT });
  await search.waitFor(WAIT);
});

test('on a phone the screen stays where it is while the statement is narrowed', async () => {
  const { page } = await member(60);
  await page.goto('/statement');
  await expect.poll(() => rows(page).count(), WAIT).toBe(50);
  await page.getByRole('button', { name: /^Narrow the statement/ }).click();
  const search = page.getByLabel('Search');
  const earned = page.getByRole('button', { name: 'Earned', exact: true });
  const top = (await earned.boundingBox())?.y ?? 0;
  await page.evaluate(`scrollBy(0, ${top - 20})`);
  const place = () => page.evaluate<number>('scrollY');
  const before = await place();
  expect(before).toBeGreaterThan(100);
  const inSight = async () => {
    const box = await search.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(await place()).toBe(before);
  };
  await search.pressSequentially('offer');
  await page.waitForURL('**/statement?search=offer');
  await expect.poll(() => rows(page).filter({ hasText: 'Changed by our team' }).count(), WAIT).toBe(0);
  await inSight();
  await earned.click();
  await page.waitForURL('**/statement?search=offer&kind=earned');
  await expect.poll(() => rows(page).filter({ hasText: 'Taken back' }).count(), WAIT).toBe(0);
  await inSight();
});

test('without entries the statement leads to the tasks', async () => {
  const visitor = await visit({ url: server.url });
  await enter(visitor, await createMember(database));
  await visitor.page.goto('/statement');
  await visitor.page.getByText('Nothing here yet').waitFor();
  await visitor.page.getByRole('link', { name: 'Start Earning' }).click();
  await visitor.page.waitForURL('**/task');
});

/** The heights at which the characters of this text stand. */
const HEIGHTS = (text: string) => `(() => {
  const row = [...document.querySelectorAll('li p')].find(({ textContent }) => textContent === ${JSON.stringify(text)});
  const range = document.createRange();
  range.selectNodeContents(row);
  return [...new Set([...range.getClientRects()].map(({ top }) => top))];
})()`;

test('a word of a title is not broken beside the amount on a phone', async () => {
  const { page, id } = await member(1);
  const title = '$1.00プリペイドカード';
  await database.updateTable('tasks').set({ title }).where('userId', '=', id).execute();
  await page.goto('/statement');
  await rows(page).filter({ hasText: title }).first().waitFor();
  expect(await page.evaluate<number[]>(HEIGHTS(title))).toHaveLength(1);
});

test('a statement that cannot be read can be tried again', async () => {
  const { page } = await member(0);
  // A page that begins to listen reads its lists by itself, and then there is nothing to try again.
  await page.route('**/api/events', (route) => route.abort());
  await page.route('**/api/statement', (route) =>
    route.fulfill({ status: 503, json: { error: 'Busy', code: 'busy' } }),
  );
  await page.goto('/statement');
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await page.unroute('**/api/statement');
  await again.click();
  await expect.poll(() => rows(page).count(), WAIT).toBe(2);
});

test('pending points that cannot be read do not look like none, on the statement and on the dashboard', async () => {
  const { page } = await member(1);
  await page.route('**/api/events', (route) => route.abort());
  await page.route('**/api/statement/pending', (route) =>
    route.fulfill({ status: 503, json: { error: 'Busy', code: 'busy' } }),
  );
  for (const path of ['/statement', '/dashboard']) {
    await page.goto(path);
    const main = page.getByRole('main');
    await main.getByRole('alert').waitFor();
    await main.getByRole('button', { name: 'Try again' }).waitFor();
  }
  await page.unroute('**/api/statement/pending');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('main').getByRole('alert').waitFor({ state: 'detached' });
});

test('points that wait stand above the entries with their day, and on the dashboard', async () => {
  const { page, id } = await member(1);
  await database
    .insertInto('tasks')
    .values({
      ...{
        userId: id,
        taskType: 'offer_completion',
        pointsEarned: 80,
        wall: 'sandbox',
        title: 'A long game',
      },
      heldUntil: new Date('2031-05-06T12:00:00Z'),
    })
    .execute();
  await page.goto('/statement');
  const pending = page.getByRole('region', { name: '80 MB not in your balance yet' });
  await pending.getByText('Pending until May 6, 2031').waitFor();
  await pending.getByText('A long game').waitFor();
  await page.goto('/dashboard');
  await page.getByText('$0.80 more are pending. The first of it counts from May 6, 2031 on.').waitFor();
});

test('the latest activity shows everything that moved the balance, and leads to the statement', async () => {
  const { page } = await member(1);
  await page.goto('/dashboard');
  const latest = page
    .getByRole('region')
    .or(page.locator('section'))
    .filter({ hasText: 'Latest activity' })
    .last();
  await latest.getByText('Taken back', { exact: true }).waitFor();
  expect(await latest.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/Offer 0.*\u2212\$0\.10/),
    expect.stringMatching(/Changed by our team.*\+\$0\.55/),
    expect.stringMatching(/Offer 0.*\+\$0\.10/),
  ]);
  await latest.getByRole('link', { name: 'See all' }).click();
  await page.waitForURL('**/statement');
});

test('a credit and its reversal are told alike, in the unit of the screen, and leave with it', async () => {
  const { page } = await visit({ url: server.url });
  await join(page, server.url, `${randomUUID()}@example.com`);
  // Once its stream is open, the page reads the member again; what comes from then on is told.
  let open = false;
  const joined = page.waitForResponse((response) => {
    const { pathname } = new URL(response.url());
    open ||= pathname === '/api/events';
    return open && pathname === '/api/user';
  });
  await page.goto('/task');
  await joined;
  const news = page.getByRole('region', { name: /^Notifications/ });
  await Promise.all([
    news.getByText('+120 MB arrived').first().waitFor(),
    sandboxWall(page)
      .getByRole('button', { name: /^Install: Install Game App/ })
      .click(),
  ]);
  await Promise.all([
    news.getByText('120 MB taken back').first().waitFor(),
    news.getByText('Your balance is 0 MB.').first().waitFor(),
    sandboxWall(page)
      .getByRole('button', { name: /^Reverse/ })
      .first()
      .click(),
  ]);
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await page.waitForURL('**/dashboard');
  await expect.poll(() => news.getByText('120 MB taken back').count(), WAIT).toBe(0);
});
