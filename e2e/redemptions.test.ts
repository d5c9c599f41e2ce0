import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { announce } from '#database/live.ts';
import { transactOn } from '#database/transaction.ts';
import { pauseMember } from '#domain/trust/index.ts';
import { runProofs } from '#server/ops/run-proofs.ts';
import { giveGrants } from '#testing/captcha.ts';
import { credit } from '#testing/factories.ts';
import { askForCard } from '#testing/redemption.ts';
import { expectAccessible, launch, loseAnswer, WAIT } from './browser.ts';
import { chooseCard, enter, passCheck } from './member.ts';
import { startSite } from './site.ts';

/** One decision of a member is one redemption, whatever happens between the browser and the server. */

const REDEMPTIONS = '**/api/redemptions';
const POINTS = 700;
const { server, database } = await startSite();
const visit = await launch();

/** A member with points who came from the dashboard to the question whether to redeem $1. */
async function deciding(email: string, options: { stream?: boolean } = {}) {
  const { page, context } = await visit({ url: server.url });
  if (options.stream === false) await page.route('**/api/events', () => {});
  await enter(page, server.url, database, email);
  const { id } = await database
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await credit(database, id, POINTS);
  await page.goto('/dashboard');
  await chooseCard(page);
  return { page, context, id };
}

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm' });
const ready = (page: Page) => page.getByRole('dialog', { name: 'Your card is ready' });
/** Without a stream the page does not hear when it is ready. */
const made = (page: Page) => page.getByRole('dialog', { name: /^Your card is/ });

async function expectOneRedemption(memberId: string): Promise<void> {
  const cards = () =>
    database.selectFrom('cardRedemptions').select('status').where('userId', '=', memberId).execute();
  await expect.poll(cards, WAIT).toEqual([{ status: 'issued' }]);
  const { points } = await database
    .selectFrom('users')
    .select('points')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  expect(points).toBe(POINTS - 100);
  expect(await runProofs(database, { wallCostPercentMax: 100 })).toBe(0);
}

test('a double click is one redemption', async () => {
  const { page, id } = await deciding('double@example.com');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && /redemptions$/.test(request.url()),
  );
  await confirm(page).dblclick();
  // What was chosen is sent, in case it changes meanwhile.
  expect((await sent).postDataJSON()).toMatchObject({ pricePoints: 100, terms: expect.any(String) });
  await ready(page).waitFor(WAIT);
  await expectOneRedemption(id);

  // This server signs passes for Apple by itself; Google Wallet has no button.
  await ready(page).getByRole('button', { name: 'Show card' }).click();
  const card = page.getByRole('dialog', { name: 'Your card' });
  await card.getByRole('link', { name: 'Download test pass for Apple Wallet' }).waitFor(WAIT);
  expect(await card.getByRole('link', { name: /Google/ }).count()).toBe(0);
  await page.keyboard.press('Escape');
  // Without certificates a server returns null; the test is beside server/http/api/passes.ts.
  await page.route(REDEMPTIONS, async (route) => {
    // Without a version, so that the whole list comes.
    const { 'if-none-match': _, ...headers } = route.request().headers();
    const answer = await route.fetch({ headers });
    const list = (await answer.json()) as object[];
    await route.fulfill({ response: answer, json: list.map((one) => ({ ...one, appleWalletUrl: null })) });
  });
  await page.goto('/history?tab=cards');
  await page.getByRole('button', { name: 'Show card' }).click(WAIT);
  await card.getByText('TEST CARD').first().waitFor(WAIT);
  expect(await card.getByText(/wallet/i).count()).toBe(0);
  // A response that is still being read when the page closes would count as a failure.
  await page.unrouteAll({ behavior: 'wait' });
});

test('the same decision confirmed in two tabs, one after the other or at once, is one redemption', async () => {
  const { page, context, id } = await deciding('tabs@example.com');
  const tabs = [page, await context.newPage(), await context.newPage()] as const;
  for (const tab of tabs.slice(1)) await chooseCard(tab);
  await Promise.all([confirm(tabs[0]).click(), confirm(tabs[1]).click()]);
  await ready(tabs[0]).waitFor(WAIT);
  await ready(tabs[1]).waitFor(WAIT);
  await confirm(tabs[2]).click();
  await ready(tabs[2]).waitFor(WAIT);
  await expectOneRedemption(id);
});

test('a member who goes back in the middle is asked again on return, and finishing is one redemption', async () => {
  const { page, id } = await deciding('back@example.com');
  await page.route(REDEMPTIONS, loseAnswer);
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && /redemptions$/.test(request.url()),
  );
  await confirm(page).click();
  await sent;
  await page.goBack();
  await page.waitForURL('**/dashboard');
  // The response to the request under way is lost first.
  await page.unrouteAll({ behavior: 'wait' });
  await page.goForward();
  const question = page.getByRole('status').filter({ hasText: 'You have an unfinished request' });
  await question.waitFor(WAIT);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Finish it' }).click();
  await ready(page).waitFor(WAIT);
  await expectOneRedemption(id);
});

test('being offline, a lost response and a repeat make one redemption, and the member reads each state', async () => {
  const { page, context, id } = await deciding('offline@example.com');
  const lost = page.getByRole('alert').filter({ hasText: 'We did not hear back' });
  // What the page loads when it is idle is there, behind the question.
  const notifications = page.getByRole('region', { name: 'Notifications (F8)', includeHidden: true });
  await notifications.waitFor({ state: 'attached' });
  await context.setOffline(true);
  await confirm(page).click();
  await lost.waitFor(WAIT);
  await context.setOffline(false);

  await page.route(REDEMPTIONS, loseAnswer);
  const again = page.getByRole('button', { name: 'Try again' });
  const sent = page.waitForEvent('requestfailed', {
    predicate: (request) => request.method() === 'POST' && request.url().endsWith('/api/redemptions'),
    ...WAIT,
  });
  await again.click();
  await sent;
  await lost.waitFor(WAIT);
  await page.unroute(REDEMPTIONS, loseAnswer);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate('document.activeElement.textContent'), WAIT).toBe('Finish it');
  await page.keyboard.press('Enter');
  await ready(page).waitFor(WAIT);
  await expectOneRedemption(id);
});

test('a second redemption is sent while the lists are still read that the first one changed', async () => {
  // What the stream tells would be read instead of what is held back.
  const { page, id } = await deciding('hasty@example.com', { stream: false });
  const read = Promise.withResolvers<void>();
  let asked = 0;
  await page.route('**/api/rewards', async (route) => {
    asked += 1;
    await read.promise;
    await route.continue();
  });
  await confirm(page).click();
  await made(page).getByRole('button', { name: 'Close' }).click(WAIT);
  await expect.poll(() => asked, WAIT).toBe(1);
  await page.getByRole('button', { name: 'Redeem $1.00 prepaid card' }).click();
  await passCheck(page);
  await confirm(page).click();
  await made(page).waitFor(WAIT);
  const asks = database.selectFrom('cardRedemptions').select('id').where('userId', '=', id);
  expect(await asks.execute()).toHaveLength(2);
  read.resolve();
  // The second redemption had the list read anew, and nobody waits for the first reading.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a security check that ran out leaves no unfinished request, and passing it sends what was confirmed', async () => {
  const { page, id } = await deciding('late@example.com');
  const runOut = () =>
    database
      .updateTable('captchaGrants')
      .set({ expiresAt: new Date(0) })
      .where('userId', '=', id)
      .execute();
  const check = page.getByRole('dialog', { name: 'Security check' });
  await runOut();
  await confirm(page).click();
  await check.waitFor(WAIT);
  await page.reload();
  const redeem = page.getByRole('button', { name: 'Redeem $1.00 prepaid card' });
  await expect.poll(() => redeem.isEnabled(), WAIT).toBe(true);
  expect(await page.getByText('You have an unfinished request').count()).toBe(0);

  await redeem.click();
  await passCheck(page);
  await confirm(page).waitFor(WAIT);
  await runOut();
  await confirm(page).click();
  await check.waitFor(WAIT);
  await passCheck(page);
  await ready(page).waitFor(WAIT);
  await expectOneRedemption(id);
});

/** Changes the $1 card until the end of the test. The server shows it so from then on; pages are not told. */
async function changeCard(page: Page, values: { status?: 'active' | 'paused'; description?: string }) {
  const change = (to: typeof values) =>
    database.updateTable('rewards').set(to).where('key', '=', '1USD').execute();
  const offered = async () => (await page.request.get(`${server.url}/api/rewards`)).text();
  const before = await offered();
  onTestFinished(async () => {
    await change({ status: 'active', description: '' });
  });
  await change(values);
  await expect.poll(offered, WAIT).not.toBe(before);
}

const redeemAgain = async (page: Page) => {
  await page.getByRole('button', { name: 'Redeem $1.00 prepaid card' }).click();
  await passCheck(page);
  await confirm(page).waitFor(WAIT);
};
const refused = (page: Page) => page.getByRole('dialog', { name: 'That did not work' });
const CHANGED = 'This reward has changed. Your points are untouched. Please look at it again.';

test('what is taken off the list, or becomes another reward, cannot be confirmed while its question is open', async () => {
  const { page, id } = await deciding('gone@example.com');
  /** Something of the member's changes elsewhere, so that open pages read their lists again. */
  const tell = () =>
    transactOn(database)(async (tx) =>
      announce(tx, id, { type: 'redemption', data: { id: randomUUID(), status: 'issued' } }),
    );
  const focused = (what: string) => page.evaluate(`document.activeElement.${what}`);
  await confirm(page).focus();
  await changeCard(page, { status: 'paused' });
  await tell();
  await refused(page).getByText('This reward is not available any more.').waitFor(WAIT);
  expect(await confirm(page).count()).toBe(0);
  await expectAccessible(page);
  // The focus is still in the dialog, and then where something can be done.
  await expect.poll(() => focused(`closest('[role="dialog"]') !== null`), WAIT).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => focused('textContent'), WAIT).toBe('Earn more');

  await changeCard(page, { status: 'active' });
  await tell();
  await redeemAgain(page);
  await changeCard(page, { description: 'For shops abroad' });
  await tell();
  await refused(page).getByText(CHANGED).waitFor(WAIT);
  expect(await confirm(page).count()).toBe(0);
  await page.keyboard.press('Escape');
  await redeemAgain(page);
  await page.getByRole('dialog').getByText('For shops abroad').waitFor(WAIT);
  await confirm(page).click();
  await ready(page).waitFor(WAIT);
  await expectOneRedemption(id);
});

test('what became another reward unseen is not redeemed before the member has seen it', async () => {
  const { page, id } = await deciding('unseen@example.com', { stream: false });
  await changeCard(page, { description: 'For shops abroad' });
  await confirm(page).click();
  await refused(page).getByText(CHANGED).waitFor(WAIT);
  await page.keyboard.press('Escape');
  await redeemAgain(page);
  await page.getByRole('dialog').getByText('For shops abroad').waitFor(WAIT);
  await confirm(page).click();
  await made(page).waitFor(WAIT);
  await expectOneRedemption(id);
});

test('a pause while the question is open is what its answer is refused for, and then takes the place of the choice', async () => {
  const { page, id } = await deciding('paused-meanwhile@example.com');
  await confirm(page).focus();
  await transactOn(database)((tx) =>
    pauseMember(tx, { userId: id, reason: 'staff_review', text: 'Which country?', adminId: null }),
  );
  await page.getByText('Which country?').waitFor(WAIT);
  await confirm(page).click();
  await refused(page).getByText('Your account is paused.').waitFor(WAIT);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByText('You can redeem again once the pause is over.').waitFor(WAIT);
  expect(await page.getByRole('button', { name: 'Redeem $1.00 prepaid card' }).count()).toBe(0);
});

test('a repeat of a request whose answer was lost finds what it made, although the reward is gone', async () => {
  const { page, id } = await deciding('repeat@example.com', { stream: false });
  await page.route(REDEMPTIONS, loseAnswer);
  await confirm(page).click();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor(WAIT);
  await page.unroute(REDEMPTIONS, loseAnswer);
  await changeCard(page, { status: 'paused' });
  await again.click();
  await made(page).waitFor(WAIT);
  await expectOneRedemption(id);
});

/** A page of a new member with one redemption for each of these values, which are those of SQL. */
async function withRedemptions(email: string, ...redemptions: string[]): Promise<Page> {
  const { page } = await visit({ url: server.url });
  await enter(page, server.url, database, email);
  const { id } = await database
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await credit(database, id, POINTS);
  await giveGrants(database, id, 'redemption', redemptions.length);
  await transactOn(database)(async (tx) => {
    for (const values of redemptions) {
      const asked = await askForCard(tx, { memberId: id, requestId: randomUUID() });
      await sql`update card_redemptions set ${sql.raw(values)} where id = ${asked.id}`.execute(tx);
    }
  });
  return page;
}

const ENDING = `status = 'issued', issued_at = now(), expires_at = now() + interval '30 hours', reveal = 'details'`;
/** It rests between two tries. */
const PROMISED = `status = 'processing', attempts = 1, resting = true, leased_until = now() + interval '1 hour'`;

test.each([
  ['ahead', 3],
  ['behind', -10],
])(
  'promises and last days are told by the time of the server on a phone that is days %s',
  async (name, days) => {
    const page = await withRedemptions(`clock-${name}@example.com`, PROMISED, ENDING);
    await page.clock.setFixedTime(Date.now() + days * 86_400_000);
    await page.goto('/history?tab=cards');
    await page.getByText(/^Ready by /).waitFor(WAIT);
    await page.getByText('Use it soon: 2 days are left.').waitFor(WAIT);
  },
);

test('the details of a reward say to whom to write about it', async () => {
  const page = await withRedemptions('asks@example.com', ENDING);
  await page.goto('/history?tab=cards');
  await page.getByRole('button', { name: /^Details: / }).click(WAIT);
  const help = page.getByRole('dialog').getByRole('link', { name: 'support@localhost' });
  await expect.poll(() => help.getAttribute('href'), WAIT).toBe('mailto:support@localhost');
  await expectAccessible(page);
});

test.each([
  ['lapsed', 'We could not decide about this request in time. You can redeem again.'],
  ['stopped', 'Your account was paused or suspended when the time to decide about this request ended.'],
])('the card of a review that nobody decided says why: %s', async (name, said) => {
  const ended = `status = 'failed', reason = 'review_returned', exact_reason = 'review_${name}'`;
  const page = await withRedemptions(`${name}@example.com`, ended);
  await page.goto('/history?tab=cards');
  await page.getByText(said).waitFor(WAIT);
});

test('a link to a pass that was refused says once why it led to the cards', async () => {
  const page = await withRedemptions('pass-refused@example.com', ENDING);
  await Promise.all([
    page.getByText('Too many attempts. Please try again later.').first().waitFor(),
    page.goto('/history?tab=cards#too_many_requests'),
  ]);
  expect(new URL(page.url()).hash).toBe('');
  await page.getByRole('tab', { name: 'Cards', selected: true }).waitFor(WAIT);
});
