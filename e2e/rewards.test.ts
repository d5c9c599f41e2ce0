import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { runProofs } from '#server/ops/run-proofs.ts';
import { giveGrants } from '#testing/captcha.ts';
import { createMember, credit } from '#testing/factories.ts';
import { untilTodayLasts } from '#testing/midnight.ts';
import { newMission } from '#testing/missions.ts';
import { LONG_TEST_MS_MAX } from '#testing/patience.ts';
import { GIF_FILE, pictureFile } from '#testing/pictures.ts';
import { askForCard } from '#testing/redemption.ts';
import { addReward } from '#testing/rewards.ts';
import {
  DESKTOP,
  expectAccessible,
  keepWaiting,
  launch,
  loseFirst,
  routeFirst,
  selectFirst,
  WAIT,
} from './browser.ts';
import { chooseCard, enter, setUpTwoFactor } from './member.ts';
import { startSite } from './site.ts';

/** The catalogue from the admins' screens to the members. */

const { server, database } = await startSite();
const visit = await launch();

async function admin(name: string): Promise<Page> {
  const email = `${name.toLowerCase()}@example.com`;
  const { page } = await visit({ url: server.url, viewport: DESKTOP });
  await enter(page, server.url, database, email);
  await database
    .updateTable('users')
    .set({ isAdmin: true, staffRole: 'owner', name })
    .where('email', '=', email)
    .execute();
  await setUpTwoFactor(page, server.url);
  return page;
}

/** A member with points who already had their first card. */
async function member(email: string, timeZone = 'UTC'): Promise<Page> {
  const { page, context } = await visit({ url: server.url, timeZone });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, server.url, database, email);
  const { id } = await database
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await credit(database, id, 1_100);
  await chooseCard(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('dialog', { name: 'Your card is ready' }).waitFor(WAIT);
  return page;
}

async function passCheck(page: Page): Promise<void> {
  const check = page.getByRole('dialog', { name: 'Security check' });
  await check.getByRole('checkbox').press('Space');
  await expect.poll(() => check.getByRole('button', { name: 'Continue' }).isEnabled(), WAIT).toBe(true);
  await check.getByRole('button', { name: 'Continue' }).click();
}

async function redeem(page: Page, title: string, look?: (dialog: Locator) => Promise<void>): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('radio', { name: title }).click();
  await page.getByRole('button', { name: `Redeem ${title}` }).click();
  await passCheck(page);
  await look?.(page.getByRole('dialog'));
  await page.getByRole('button', { name: 'Confirm' }).click();
}

/** Takes a file that no browser can show, then one of a kind that only the browser reads, then the picture that stays. */
async function givePicture(staff: Page): Promise<void> {
  const file = staff.getByLabel('File of the picture');
  const card = staff.getByRole('region', { name: 'Picture', exact: true });
  await card.getByText('Members see this drawing').waitFor(WAIT);
  await file.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await card.getByText('This browser cannot show this file.').waitFor(WAIT);
  await file.setInputFiles({ name: 'x.gif', mimeType: 'image/gif', buffer: GIF_FILE });
  await card.getByText('Members see it beside the title.').waitFor(WAIT);
  await card.getByRole('button', { name: 'Remove the picture' }).click();
  await card.getByText('Members see this drawing').waitFor(WAIT);
  await file.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: await pictureFile('png') });
  await card.locator('img').waitFor(WAIT);
  await expectAccessible(staff);
}

/** Changes the amount of the reward whose stock is open, in another tab. */
async function changeAmount(staff: Page, dollars: string): Promise<void> {
  const tab = await staff.context().newPage();
  await tab.goto(staff.url().replace('/stock', ''));
  await tab.getByLabel('Amount in dollars').fill(dollars, WAIT);
  await Promise.all([
    tab.getByText('Reward saved', { exact: true }).first().waitFor(WAIT),
    tab.getByRole('button', { name: 'Save reward' }).click(),
  ]);
  await tab.close();
}

async function expectCleanAudit(): Promise<void> {
  expect(await runProofs(database, { wallCostPercentMax: 100 })).toBe(0);
}

test('a code goes from a file to the one member who redeems it, and then the reward is out of stock', async () => {
  const staff = await admin('Ada');
  await staff.goto('/admin/rewards');
  await staff.getByRole('link', { name: 'New reward' }).click();
  await staff.getByLabel('Kind').selectOption('food_voucher');
  await staff.getByRole('button', { name: 'Save reward' }).click();
  await staff.getByText('Required').first().waitFor(WAIT);
  await expectAccessible(staff);
  await staff.getByLabel('Key').fill('lunch');
  await staff.getByLabel('Title').fill('Corner Kitchen');
  await staff.getByLabel('Amount in dollars').fill('10.01');
  await staff.getByLabel('Given by').selectOption('stock');
  await staff.getByLabel('Status').selectOption('active');
  await staff.getByRole('button', { name: 'Save reward' }).click();
  await staff.getByText('Invalid input').waitFor(WAIT);
  await staff.getByLabel('Amount in dollars').fill('5');
  await staff.getByText('Its price is 500 points.').waitFor();
  await staff.getByRole('button', { name: 'Save reward' }).click();

  const row = staff.getByRole('listitem').filter({ hasText: 'Corner Kitchen' });
  await row.getByRole('link', { name: 'Edit' }).click(WAIT);
  await givePicture(staff);
  await staff.getByRole('link', { name: 'Codes in stock' }).click();
  await staff.goBack();
  await staff.getByRole('button', { name: 'Cancel' }).click(WAIT);
  await row.locator('img').waitFor(WAIT);
  await row.getByRole('link', { name: 'No codes left' }).click(WAIT);
  await staff.getByLabel('File with codes').setInputFiles({
    name: 'codes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('code,pin,expires\nAB12-CD34,9911,2099-01-31\nAB12-CD34\nEF56,1,soon\n'),
  });
  const field = staff.getByRole('textbox', { name: 'Codes' });
  await expect.poll(() => field.inputValue(), WAIT).toContain('EF56');
  await staff.getByRole('button', { name: 'Try' }).click();
  await staff.getByText('1 line can be stored. 2 lines have a problem and will be left out.').waitFor(WAIT);
  await staff.getByRole('row', { name: '3 The same code stands on a line above.' }).waitFor();
  await expectAccessible(staff);
  await changeAmount(staff, '6');
  await staff.getByRole('button', { name: 'Store 1 code of $5.00' }).click();
  await staff.getByText('The amount of this reward has changed. Please look at it again.').waitFor(WAIT);
  await staff.getByRole('heading', { name: 'Add codes of $6.00' }).waitFor(WAIT);
  expect(await staff.getByRole('button', { name: /^Store/ }).count()).toBe(0);
  await expect.poll(() => staff.evaluate('document.activeElement.id'), WAIT).toBe('stock-upload');
  await changeAmount(staff, '5');
  await staff.getByRole('button', { name: 'Try' }).click();
  await staff.getByRole('heading', { name: 'Add codes of $5.00' }).waitFor(WAIT);
  await staff.getByRole('button', { name: 'Try' }).click();
  const stores = staff.getByRole('button', { name: 'Store 1 code of $5.00' });
  // To try them is the same call.
  await stores.waitFor(WAIT);
  const store = await keepWaiting(staff, '**/api/admin/rewards/*/stock');
  await stores.click(WAIT);
  // While they are stored, its button stays with the focus.
  await expect.poll(() => staff.evaluate('document.activeElement.ariaBusy'), WAIT).toBe('true');
  // The next file, chosen while these codes are stored, stays.
  const next = { name: 'next.csv', mimeType: 'text/csv', buffer: Buffer.from('GH78-IJ90') };
  await staff.getByLabel('File with codes').setInputFiles(next);
  await expect.poll(() => field.inputValue()).toBe('GH78-IJ90');
  store();
  await staff.getByText('1 code stored', { exact: true }).first().waitFor(WAIT);
  expect(await field.inputValue()).toBe('GH78-IJ90');

  // In a time zone where the next day has already begun.
  const page = await member('lunch@example.com', 'Asia/Tokyo');
  await redeem(page, 'Corner Kitchen', (dialog) => dialog.locator('img').waitFor(WAIT));
  const done = page.getByRole('dialog', { name: 'Your reward is ready' });
  await done.getByRole('button', { name: 'Show reward' }).click(WAIT);
  const reward = page.getByRole('dialog', { name: 'Your reward' });
  await reward.getByText('Use it by Jan 31, 2099.').waitFor(WAIT);
  expect(await reward.textContent()).not.toContain('AB12');
  await expectAccessible(page);
  // It says so for two seconds.
  const copied = reward.getByRole('button', { name: 'Copied: Code' }).waitFor(WAIT);
  await reward.getByRole('button', { name: 'Copy: Code' }).click();
  await copied;
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('AB12-CD34');
  await reward.getByRole('button', { name: 'Show: Code' }).click();
  await reward.getByText('AB12-CD34').waitFor();
  // On paper it is alone.
  await page.emulateMedia({ media: 'print' });
  expect(await reward.getByText('AB12-CD34').isVisible()).toBe(true);
  expect(await page.locator('#root').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await reward.getByRole('button', { name: 'Hide: Code' }).click();
  expect(await reward.textContent()).not.toContain('AB12');
  await page.goto('/history?tab=cards');
  await page.getByText('Valid until Jan 31, 2099').waitFor(WAIT);

  await page.goto('/profile');
  const sold = page.getByRole('radio', { name: 'Corner Kitchen' });
  await page.getByText('Out of stock at the moment').waitFor(WAIT);
  await expect.poll(() => sold.isDisabled()).toBe(true);
  await expectCleanAudit();
});

test('one of two admins fulfils a redemption and the other reads the name; a refusal gives the points back with its reason', async () => {
  const [grace, alan] = [await admin('Grace'), await admin('Alan')];
  const page = await member('bus@example.com');
  await redeem(page, 'Bus ticket');
  await page.getByRole('dialog', { name: 'Your reward is on its way' }).waitFor(WAIT);

  for (const staff of [grace, alan]) {
    await staff.goto('/admin/fulfilments');
    await staff.getByRole('button', { name: /Bus ticket/ }).waitFor(WAIT);
    await selectFirst(staff);
    await staff.keyboard.press('Enter');
    await staff.getByRole('button', { name: 'Take this one' }).waitFor(WAIT);
    // From then on it hears its keys.
    await expect.poll(() => staff.evaluate('document.activeElement.id'), WAIT).toBe('fulfilment');
  }
  await expectAccessible(grace);
  await Promise.all([grace.keyboard.press('c'), alan.keyboard.press('c')]);
  const give = (staff: Page) => staff.getByRole('button', { name: 'Give it to the member' });
  const taken = (staff: Page) => staff.getByText(/is working on this one until/);
  for (const staff of [grace, alan]) await give(staff).or(taken(staff)).waitFor(WAIT);
  const graceWon = await give(grace).isVisible();
  const [winner, loser] = graceWon ? [grace, alan] : [alan, grace];
  await loser.getByText(`${graceWon ? 'Grace' : 'Alan'} is working on this one until`).waitFor();
  expect(await give(loser).isVisible()).toBe(false);
  await expectAccessible(winner);

  await give(winner).click();
  await winner.getByText('Required').waitFor(WAIT);
  const code = winner.getByLabel('Code', { exact: true });
  await code.fill('BUS-1');
  await code.press('Escape');
  await give(winner).press('Escape');
  // The time of the one who works on it ends while the button's call is under way: the queue, which is read again by itself,
  // would take the button away before.
  const over = { ownedUntil: new Date(Date.now() - 1_000) };
  await routeFirst(winner, '**/claim', async (route) => {
    await database.updateTable('fulfilments').set(over).execute();
    await route.fulfill({ status: 500, body: '' });
  });
  await winner.getByRole('button', { name: 'Keep it longer' }).click();
  await winner.getByRole('button', { name: 'Take this one' }).waitFor(WAIT);
  expect(await code.inputValue()).toBe('BUS-1');
  // It is given, and the answer does not arrive.
  await loseFirst(winner, '**/fulfil');
  await Promise.all([
    winner.getByText('Given to the member', { exact: true }).first().waitFor(WAIT),
    give(winner).click(),
  ]);
  await winner.getByText('Nothing waits').waitFor(WAIT);
  const done = page.getByRole('dialog', { name: 'Your reward is ready' });
  await done.getByRole('button', { name: 'Show reward' }).click(WAIT);
  await page.getByRole('button', { name: 'Show: Code' }).click(WAIT);
  await page.getByText('BUS-1').waitFor(WAIT);

  await redeem(page, 'Bus ticket');
  await page.getByRole('dialog', { name: 'Your reward is on its way' }).waitFor(WAIT);
  await winner.reload();
  await winner.getByRole('button', { name: /Bus ticket/ }).click(WAIT);
  await winner.getByRole('button', { name: 'Take this one' }).click(WAIT);
  await code.fill('BUS-1', WAIT);
  await give(winner).click();
  await winner.getByText('This reward has, or had, this code or link already.').first().waitFor(WAIT);
  await winner.getByRole('button', { name: 'Refuse' }).click(WAIT);
  const refusal = winner.getByRole('dialog', { name: 'Give the points back?' });
  await refusal.getByLabel('Reason').fill('The bus company is on strike.');
  await expectAccessible(winner);
  await refusal.getByRole('button', { name: 'Give points back' }).click();
  const failed = page.getByRole('dialog', { name: 'Your reward could not be issued' });
  await failed.getByText('The bus company is on strike.').waitFor(WAIT);
  await failed.getByText('Back in your balance:').waitFor();
  await expectAccessible(page);
  await expectCleanAudit();

  // The time of one ends and the other is faster: what was typed stays, and can no longer be sent.
  await redeem(page, 'Bus ticket');
  await page.getByRole('dialog', { name: 'Your reward is on its way' }).waitFor(WAIT);
  const take = async (staff: Page) => {
    await staff.goto('/admin/fulfilments');
    await staff.getByRole('button', { name: /Bus ticket/ }).click(WAIT);
    await staff.getByRole('button', { name: 'Take this one' }).click(WAIT);
  };
  await take(winner);
  await code.fill('BUS-2', WAIT);
  // The member is paused for a moment.
  const pause = async (pausedAt: Date | null) => {
    const why = { pausedReason: pausedAt && 'staff_review', pausedText: pausedAt && 'A look' };
    const users = database.updateTable('users').set({ pausedAt, ...why });
    await users.where('email', '=', 'bus@example.com').execute();
    await winner.getByRole('button', { name: 'Keep it longer' }).click();
    await give(winner).waitFor({ state: pausedAt ? 'detached' : 'visible', ...WAIT });
    expect(await code.inputValue()).toBe('BUS-2');
  };
  await pause(new Date());
  await pause(null);
  await database.updateTable('fulfilments').set(over).execute();
  await take(loser);
  await loser.getByRole('radio', { name: 'A link' }).check(WAIT);
  await loser.getByLabel('Link', { exact: true }).fill('https://bus.example/3', WAIT);
  await taken(winner).waitFor(WAIT);
  expect(await code.inputValue()).toBe('BUS-2');
  expect(await give(winner).count()).toBe(0);
  await Promise.all([
    loser.getByText('Given to the member', { exact: true }).first().waitFor(WAIT),
    give(loser).click(),
  ]);
  await winner.getByText('This is no longer open', { exact: false }).waitFor(WAIT);
  expect(await code.inputValue()).toBe('BUS-2');
  await expectAccessible(winner);
  await winner.getByRole('button', { name: 'Close', exact: true }).click();
  await code.waitFor({ state: 'detached', ...WAIT });
  // The link stays the same, so that no new one is offered.
  await done.getByRole('button', { name: 'Show reward' }).click(WAIT);
  const reward = page.getByRole('dialog', { name: 'Your reward', exact: true });
  await reward.getByRole('link', { name: 'Open my reward' }).waitFor(WAIT);
  await reward.getByText('Does the link not work? Write to').waitFor();
  expect(await reward.getByRole('button', { name: 'Get a new link' }).count()).toBe(0);
  await expectAccessible(page);
  await expectCleanAudit();
});

test('an award is refused without a word of points, and the list of awards says that staff ended it', async () => {
  const staff = await admin('Hedy');
  const page = await member('emmy@example.com');
  await redeem(page, 'Bus ticket');
  await page.getByRole('dialog', { name: 'Your reward is on its way' }).waitFor(WAIT);
  await database.updateTable('users').set({ name: 'Emmy' }).where('email', '=', 'emmy@example.com').execute();
  await database
    .updateTable('rewards')
    .set({ provider: 'manual', status: 'active' })
    .where('key', '=', '10USD')
    .execute();
  await staff.goto('/admin/awards');
  await staff.getByRole('combobox', { name: 'User' }).fill('Emmy');
  await staff.getByRole('option', { name: 'Emmy' }).click(WAIT);
  await staff.getByLabel('Card tier', { exact: true }).selectOption('10USD');
  await staff.getByRole('button', { name: 'Award Cash' }).click();
  const given = staff.getByRole('listitem').filter({ hasText: 'Emmy' });
  await given.getByText('On its way').waitFor(WAIT);

  // Both are late. Only what was redeemed holds points.
  await sql`update card_redemptions set promised_by = now() - interval '1 hour' where provider = 'manual'`.execute(
    database,
  );
  await page.goto('/history?tab=cards');
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const held = page.getByText('Your points are set aside.');
  for (const name of ['A gift of the site', 'Bus ticket']) {
    await card(name).getByText('This takes longer than we promised.').waitFor(WAIT);
  }
  expect(await held.count()).toBe(1);
  await card('Bus ticket')
    .and(page.locator('li', { has: held }))
    .waitFor();

  await staff.goto('/admin/fulfilments');
  await staff.getByRole('button', { name: /\$10/ }).click(WAIT);
  await staff.getByRole('button', { name: 'Take this one' }).click(WAIT);
  await staff.getByRole('button', { name: 'Refuse' }).click(WAIT);
  const refusal = staff.getByRole('dialog', { name: 'Refuse this award?' });
  await refusal.getByText('It took no points. The member reads your reason.').waitFor(WAIT);
  await refusal.getByLabel('Reason').fill('It was meant for another member.');
  await expectAccessible(staff);
  await Promise.all([
    staff.getByText('The award is refused', { exact: true }).first().waitFor(WAIT),
    refusal.getByRole('button', { name: 'Refuse' }).click(),
  ]);
  await staff.goto('/admin/awards');
  await given.getByText('Ended by staff').waitFor(WAIT);
  const { id } = await database
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'emmy@example.com')
    .executeTakeFirstOrThrow();
  await staff.goto(`/admin/users/${id}?tab=rewards`);
  await staff.getByText('Refused by staff', { exact: true }).first().waitFor(WAIT);
  await expectCleanAudit();
});

test('a mission from the editor looks like its preview, and a member can do it', {
  timeout: LONG_TEST_MS_MAX,
}, async () => {
  const staff = await admin('Edith');
  await staff.goto('/admin/missions');
  await staff.getByRole('link', { name: 'New mission' }).click();
  await staff.getByLabel('Kind').selectOption('survey');
  await staff.getByRole('button', { name: 'Save mission' }).click();
  await staff.getByText('Required').first().waitFor(WAIT);
  await expectAccessible(staff);
  await staff.getByLabel('Title').fill('Tell us about tea');
  await staff.getByLabel('What it is, in a sentence').fill('One question');
  await staff.getByLabel('Steps').fill('Read the question.\nAnswer it.');
  await staff.getByLabel('Question', { exact: true }).fill('Do you drink tea?');
  await staff.getByLabel('Answers to choose from').fill('Every day\nNever');
  await staff.getByLabel('Points').fill('40');
  await staff.getByLabel('Places in all').fill('100');
  const preview = staff.getByRole('region', { name: 'What members see' });
  for (const text of ['Tell us about tea', 'Answer it.', 'Do you drink tea?', 'Every day', '+40 MB']) {
    await preview.getByText(text, { exact: true }).waitFor(WAIT);
  }
  const announced = staff.getByLabel(/^Announce it to members/);
  await announced.check();
  await staff.getByText('Members see that it is coming and what it pays.').waitFor(WAIT);
  await announced.uncheck();
  await staff.getByText('No member sees it.').waitFor(WAIT);
  await staff.getByRole('button', { name: 'Save mission' }).click();
  await staff.getByRole('button', { name: 'Activate: Tell us about tea' }).click(WAIT);
  await staff.getByRole('button', { name: 'Pause: Tell us about tea' }).waitFor(WAIT);
  await expectAccessible(staff);

  // A field that another admin changes meanwhile stays changed.
  await staff.getByRole('link', { name: 'Edit: Tell us about tea' }).click();
  await staff.getByLabel('What it is, in a sentence').fill('A single question');
  await database
    .updateTable('missions')
    .set({ points: 45 })
    .where('title', '=', 'Tell us about tea')
    .execute();
  await staff.getByRole('button', { name: 'Save mission' }).click();
  await staff.getByText('45 points').first().waitFor(WAIT);

  await untilTodayLasts();
  const page = await member('tea@example.com');
  await page.goto('/task');
  await page.getByRole('link', { name: 'Tell us about tea' }).click(WAIT);
  await page.getByRole('button', { name: 'Start mission' }).click();
  await passCheck(page);
  await page.getByRole('radio', { name: 'Never' }).check(WAIT);
  await page.getByRole('button', { name: 'Send answers' }).click();
  await page.getByText('Mission completed').waitFor(WAIT);
  const row = staff.getByRole('listitem').filter({ hasText: 'Tell us about tea' });
  await staff.reload();
  await row.getByText('1 started · 1 of 100 completed · 1 today').waitFor(WAIT);
  await expectCleanAudit();
});

test('what staff change of a mission shows in the screens for members of the same browser', async () => {
  const staff = await admin('Nell');
  await newMission(database, { title: 'A walk in the park' });
  await staff.goto('/admin/missions');
  const pause = staff.getByRole('button', { name: 'Pause: A walk in the park' });
  await pause.waitFor(WAIT);
  await staff.getByRole('complementary').getByRole('link').first().click();
  await staff.getByRole('link', { name: 'Start Earning' }).click();
  await staff.waitForURL('**/task');
  const shown = staff.getByRole('listitem').filter({ hasText: 'A walk in the park' });
  await shown.waitFor(WAIT);
  expect(await shown.getByText('Paused').count()).toBe(0);
  // By the history, as a page that is loaded anew reads everything.
  await staff.evaluate('history.go(-2)');
  await pause.click(WAIT);
  await staff.getByRole('button', { name: 'Activate: A walk in the park' }).waitFor(WAIT);
  await staff.evaluate('history.go(2)');
  await shown.getByText('Paused').waitFor(WAIT);
});

/** Fails what is read from here once the function returned is called, and holds it back until then. */
async function failLater(page: Page, path: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    await promise;
    await route.fulfill({ status: 500, body: '' });
  });
  return resolve;
}

test('a form that is being filled in stays when reading the rewards or the stock again fails', async () => {
  const staff = await admin('Felicia');
  await staff.goto('/admin/rewards');
  // The list is read: a read that is under way would be begun again by the form, which shows nothing before it ends.
  await staff
    .getByRole('link', { name: /^Edit: / })
    .first()
    .waitFor(WAIT);
  const failRewards = await failLater(staff, /\/api\/admin\/rewards$/);
  await staff.getByRole('link', { name: 'New reward' }).click();
  await staff.getByLabel('Title').fill('Half a name');
  failRewards();
  await staff.getByText('Something went wrong').waitFor(WAIT);
  expect(await staff.getByLabel('Title').inputValue()).toBe('Half a name');

  const { id } = await database
    .updateTable('rewards')
    .set({ provider: 'stock' })
    .where('key', '=', '1USD')
    .returning('id')
    .executeTakeFirstOrThrow();
  await staff.unrouteAll();
  await staff.goto(`/admin/rewards/${id}`);
  await staff.getByRole('link', { name: 'Codes in stock' }).click(WAIT);
  await staff.getByRole('textbox', { name: 'Codes' }).waitFor(WAIT);
  await staff.goBack();
  const failStock = await failLater(staff, /\/api\/admin\/rewards\/[^/]+\/stock$/);
  await staff.getByRole('link', { name: 'Codes in stock' }).click(WAIT);
  await staff.getByRole('textbox', { name: 'Codes' }).fill('AB12-CD34');
  failStock();
  await staff.getByText('Something went wrong').waitFor(WAIT);
  expect(await staff.getByRole('textbox', { name: 'Codes' }).inputValue()).toBe('AB12-CD34');
});

test('a late answer does not move an admin who has gone elsewhere meanwhile', async () => {
  const staff = await admin('Winifred');
  const leave = async (form: string, save: string, saved: string) => {
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    await staff.route(/\/api\/admin\/(rewards|missions)\/[^/]+$/, async (route) => {
      await promise;
      await route.continue();
    });
    await staff.goto(form);
    await staff.getByRole('button', { name: save }).click(WAIT);
    await staff.getByRole('link', { name: 'Users', exact: true }).click();
    await staff.getByRole('heading', { level: 1, name: 'User Management' }).waitFor(WAIT);
    answer();
    await staff.getByText(saved, { exact: true }).first().waitFor(WAIT);
    await staff.waitForLoadState('networkidle');
    expect(new URL(staff.url()).pathname).toBe('/admin/users');
    await staff.unrouteAll();
  };
  const idOf = async (table: 'rewards' | 'missions') =>
    (await database.selectFrom(table).select('id').limit(1).executeTakeFirstOrThrow()).id;
  await leave(`/admin/rewards/${await idOf('rewards')}`, 'Save reward', 'Reward saved');
  await leave(`/admin/missions/${await idOf('missions')}`, 'Save mission', 'Mission saved');
});

test('an admin with a role that only reads sees the catalogue without controls to change it', async () => {
  const staff = await admin('Rita');
  await database
    .updateTable('users')
    .set({ staffRole: 'read_only' })
    .where('email', '=', 'rita@example.com')
    .execute();
  for (const path of ['rewards', 'missions']) {
    await staff.goto(`/admin/${path}`);
    await staff.getByRole('listitem').filter({ hasText: 'Active' }).first().waitFor(WAIT);
    expect(await staff.getByRole('button', { name: /^(Pause|Activate|Move)/ }).count()).toBe(0);
    expect(await staff.getByRole('link', { name: /^(Edit|New)/ }).count()).toBe(0);
  }
  expect(await staff.getByRole('link', { name: 'Rewards by hand' }).count()).toBe(0);
  await staff.goto('/admin/rewards/new');
  await staff.getByRole('heading', { level: 1 }).waitFor(WAIT);
  expect(await staff.getByRole('button', { name: 'Save reward' }).count()).toBe(0);
});

test('finance reads that an owner uploads codes, where owners have the way to it and the form', async () => {
  // Made by nobody in particular, as at the beginning.
  await database.updateTable('rewards').set({ provider: null }).where('key', '=', '1USD').execute();
  const reward = await addReward(database, { title: 'Soup of the day', amountCents: 100 });
  const { id: memberId } = await createMember(database, { points: 100 });
  await giveGrants(database, memberId, 'redemption');
  await transactOn(database)(async (tx) => {
    const { id } = await askForCard(tx, { memberId, requestId: randomUUID() });
    await tx
      .updateTable('cardRedemptions')
      .set({ rewardId: reward.id, rewardTitle: 'Soup of the day', rewardKind: 'food_voucher' })
      .set({ cardTier: null, provider: 'stock' })
      .set({ reason: 'out_of_stock', status: 'processing', attempts: 1, resting: true })
      .set({ leasedUntil: sql`now() + interval '1 hour'` })
      .where('id', '=', id)
      .execute();
  });
  const staff = await admin('Fiona');
  const link = staff.getByRole('link', { name: 'Upload new codes' });
  const open = async () => {
    await staff.goto('/admin/fulfilments');
    await staff.getByRole('button', { name: /Soup of the day/ }).click(WAIT);
  };
  await open();
  await link.waitFor(WAIT);
  await database
    .updateTable('users')
    .set({ staffRole: 'finance' })
    .where('email', '=', 'fiona@example.com')
    .execute();
  await open();
  await staff.getByText('An owner can upload new codes', { exact: false }).waitFor(WAIT);
  expect(await link.count()).toBe(0);
  await staff.goto(`/admin/rewards/${reward.id}/stock`);
  await staff.getByText('Only an owner adds codes or voids them.').waitFor(WAIT);
  expect(await staff.getByRole('button', { name: 'Try' }).count()).toBe(0);
  await expectAccessible(staff);
});
