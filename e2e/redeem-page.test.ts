import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { giveGrants } from '#testing/captcha.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { askForCard } from '#testing/redemption.ts';
import { DESKTOP, expectAccessible, launch, PHONE, WAIT } from './browser.ts';
import { passCheck } from './member.ts';
import { startSite } from './site.ts';

/** The place where points are redeemed: the choice first, its button in reach, what is next and what was before beside. */

const { server, database } = await startSite();
const visit = await launch();

async function member(points: number, viewport = DESKTOP) {
  const visitor = await visit({ url: server.url, viewport });
  const person = await createMember(database, { points });
  const [name = '', value = ''] = (await signIn(database, person)).split('=');
  await visitor.context.addCookies([{ name, value, url: server.url }]);
  return { ...visitor, id: person.id };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test('it has a place in the navigation, on a phone in the bar, and is linked from the profile and the empty cards', async () => {
  const wide = await member(370);
  await wide.page.goto('/dashboard');
  const navigation = wide.page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: 'Redeem', exact: true }).click();
  await wide.page.waitForURL('**/redeem');
  await heading(wide.page, 'Redeem your points').waitFor();
  expect(
    await navigation.getByRole('link', { name: 'Redeem', exact: true }).getAttribute('aria-current'),
  ).toBe('page');
  await wide.page.goto('/adwall');
  await wide.page.getByRole('link', { name: 'Redeem · Your balance: $3.70', exact: true }).waitFor(WAIT);

  const { page } = await member(370, PHONE);
  const mission = `/task?mission=${randomUUID()}`;
  const lists = ['/task', '/offers', '/adwall', '/history', '/statement'];
  for (const address of ['/dashboard', '/earn', mission, ...lists]) {
    await page.goto(address);
    await page
      .getByRole('link', { name: /^Redeem( ·|$)/ })
      .first()
      .click();
    await page.waitForURL('**/redeem');
  }
  for (const address of ['/profile', '/history?tab=cards']) {
    await page.goto(address);
    await page
      .getByRole('main')
      .getByRole('link', { name: /^(Redeem|Choose a reward)$/ })
      .click();
    await page.waitForURL('**/redeem');
  }
});

test('the choice comes first, and its button stays in reach wherever a phone is scrolled to', async () => {
  const { page } = await member(370, PHONE);
  await page.goto('/redeem');
  const choice = page.getByRole('radiogroup', { name: 'Choose a reward' });
  const button = page.getByRole('button', { name: 'Redeem $1.00 prepaid card' });
  await choice.waitFor(WAIT);
  const boxOf = async (of: typeof choice) => {
    const box = await of.boundingBox();
    if (!box) throw new Error('nothing is there');
    return box;
  };
  expect((await boxOf(choice)).y).toBeLessThan((await boxOf(heading(page, 'Your balance'))).y);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  const last = page.getByRole('radio').last();
  // As long as the list: many rewards of an operator.
  await page.evaluate(`document.querySelector('[role="radiogroup"]').style.paddingBottom = '1500px'`);
  for (const y of [0, 400, 1_000]) {
    await page.evaluate(`scrollTo(0, ${y})`);
    const { y: top, height } = await boxOf(button);
    expect(top).toBeGreaterThan(0);
    expect(top + height).toBeLessThanOrEqual((await boxOf(navigation)).y);
  }
  await page.evaluate(`document.querySelector('[role="radiogroup"]').style.paddingBottom = ''`);
  // What is focused is not behind it.
  await last.scrollIntoViewIfNeeded();
  await expectAccessible(page);
});

test('it says what is missing for the next reward, how soon each comes, and before the first card what opens the rest', async () => {
  const poor = await member(40);
  await poor.page.goto('/redeem');
  await poor.page.getByText('Next reward: $1.00. $0.60 to go.').waitFor(WAIT);
  expect(
    await poor.page
      .getByRole('progressbar', { name: 'Progress to the next reward' })
      .getAttribute('aria-valuetext'),
  ).toBe('$0.40 of $1.00');
  await poor.page.getByText('Turn your points into a reward and it shows up here.').waitFor();

  const { page } = await member(370);
  await page.goto('/redeem');
  await page.getByText('Next: your first card. It opens all other rewards.').waitFor(WAIT);
  await page.getByText('Ready within seconds').first().waitFor();
  await page.getByRole('button', { name: 'Redeem $1.00 prepaid card' }).click();
  await passCheck(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  // Only then it changes no more: before, its buttons are others.
  const ready = page.getByRole('dialog', { name: 'Your card is ready' });
  await ready.getByText('$1.00 prepaid card', { exact: true }).waitFor(WAIT);
  await ready.waitFor(WAIT);
  await ready.getByRole('button', { name: 'Close' }).click();
  await ready.waitFor({ state: 'hidden', ...WAIT });
  const latest = page.getByRole('region', { name: 'Your latest rewards' });
  await latest.getByText('$1.00 prepaid card').waitFor(WAIT);
  await page.getByText('Next reward: $5.00. $2.30 to go.').waitFor(WAIT);
  await expectAccessible(page);
  await latest.getByRole('link', { name: 'See my cards' }).click();
  await page.waitForURL('**/history?tab=cards');
});

test('where a reward can be used stands beside it, before it is chosen', async () => {
  const { page } = await member(370);
  const answer = await page.request.get(`${server.url}/api/rewards`);
  const rewards = (await answer.json()) as { offers: object[] };
  const offers = rewards.offers.map((offer) => ({ ...offer, regions: ['MX', 'US'] }));
  // The page reads them again, and the test may end meanwhile.
  await page.route('**/api/rewards', (route) => route.fulfill({ json: { ...rewards, offers } }));
  await page.goto('/redeem');
  await page.getByText('Can be used in: Mexico and United States').first().waitFor(WAIT);
});

test('where no reward can be used, no screen says that one is ready, and the next one is named where there is one', async () => {
  const { page } = await member(370);
  const answer = await page.request.get(`${server.url}/api/rewards`);
  const rewards = (await answer.json()) as { offers: object[] };
  const elsewhere = { unavailable: 'not_in_region', missingPoints: 0 };
  let offers = rewards.offers.map((offer) => ({ ...offer, ...elsewhere }));
  await page.route('**/api/rewards', (route) => route.fulfill({ json: { ...rewards, offers } }));
  const words = [
    ['/dashboard', 'Your reward is ready. Redeem it whenever you like.'],
    ['/task', 'You can redeem now'],
    ['/profile', 'Ready to redeem'],
  ] as const;
  const expectNone = async () => {
    for (const [screen, offer] of words) {
      await Promise.all([page.waitForResponse('**/api/rewards'), openWhole(page, screen)]);
      await expect.poll(() => page.getByText(offer, { exact: true }).count(), WAIT).toBe(0);
    }
  };
  await expectNone();
  await page.goto('/dashboard');
  await page.getByText('None of the rewards here is available in your region.').waitFor(WAIT);
  await expectAccessible(page);
  const dear = { unavailable: 'insufficient_points', pricePoints: 500, missingPoints: 130 };
  offers = offers.map((offer, n) => ({ ...offer, ...(n === 1 && dear) }));
  await expectNone();
  await page.goto('/dashboard');
  await page.getByText('Next reward: $5.00. $1.30 to go.').waitFor(WAIT);
});

/** Below the last line of a card, in pixels. */
const CARD_PADDING_PX_MAX = 32;

const pause = (id: string) =>
  database
    .updateTable('users')
    .set({ pausedAt: new Date(), pausedReason: 'staff_review', pausedText: 'A look' })
    .where('id', '=', id)
    .execute();

/** Opens a screen and waits until all that it asks for is there. The words for refusals come last, once it is idle. */
async function openWhole(page: Page, screen: string) {
  await Promise.all([page.waitForResponse('**/errors.json'), page.goto(screen)]);
  await page.waitForLoadState('networkidle');
}

test('while redemptions are paused it says why instead of offering any', async () => {
  const { page, id } = await member(370);
  await pause(id);
  await openWhole(page, '/redeem');
  await page.getByText('A look').waitFor(WAIT);
  expect(await page.getByRole('radio').count()).toBe(0);
});

test('while redemptions are paused no screen says that a reward can be had, and each says why', async () => {
  const { page, id } = await member(2_200);
  // The first redemption opens all rewards.
  await giveGrants(database, id, 'redemption');
  await transactOn(database)((tx) => askForCard(tx, { memberId: id, requestId: randomUUID() }));
  const offers = [
    ['/dashboard', 'Your reward is ready. Redeem it whenever you like.'],
    ['/dashboard', 'Your balance is enough for every reward here.'],
    ['/redeem', 'Your balance is enough for every reward here.'],
    ['/task', 'You can redeem now'],
    ['/earn', 'Redeem Your Points'],
    ['/earn', 'Unlocked'],
    ['/profile', 'Ready to redeem'],
  ] as const;
  for (const [screen, offer] of offers) {
    await page.goto(screen);
    await page.getByText(offer, { exact: true }).first().waitFor(WAIT);
  }
  await pause(id);
  for (const [screen, offer] of offers) {
    await openWhole(page, screen);
    await page.getByRole('region', { name: 'Redemptions are paused' }).getByText('A look').waitFor(WAIT);
    await expectAccessible(page);
    expect(await page.getByText(offer, { exact: true }).count()).toBe(0);
  }
});

test('while redemptions are paused, a balance that is enough has no room below for what comes next', async () => {
  const { page, id } = await member(2_200);
  const belowBar = async () => {
    const bar = page.getByRole('progressbar', { name: 'Progress to your reward' });
    const [inner, card] = await Promise.all([bar, bar.locator('..')].map((part) => part.boundingBox()));
    if (!inner || !card) throw new Error('nothing is there');
    return card.y + card.height - inner.y - inner.height;
  };
  await page.goto('/dashboard');
  await page.getByText('Next: your first card. It opens all other rewards.').waitFor(WAIT);
  expect(await belowBar()).toBeGreaterThan(CARD_PADDING_PX_MAX);
  await pause(id);
  await openWhole(page, '/dashboard');
  await page.getByText('A look').waitFor(WAIT);
  expect(await belowBar()).toBeLessThanOrEqual(CARD_PADDING_PX_MAX);
});

test('a reward out of reach says how far it is, in the unit of the screen', async () => {
  const { page } = await member(40);
  await page.goto('/redeem');
  const option = (name: string) => page.locator('label').filter({ hasText: name });
  const first = option('$1.00 prepaid card');
  await first.getByText(/^\$0\.60 more to unlock.*\$0\.40 of \$1\.00$/).waitFor(WAIT);
  // What the first redemption opens lacks no points that are known here.
  expect(
    await option('$20.00 prepaid card')
      .getByText(/ of \$/)
      .count(),
  ).toBe(0);
  await page.goto('/profile');
  await first.getByText(/^60 MB more to unlock.*40 MB of 100 MB$/).waitFor(WAIT);
  await expectAccessible(page);
});
