import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { adjustPoints } from '#domain/administration/index.ts';
import { readConfig } from '#server/config/config.ts';
import { runProofs } from '#server/ops/run-proofs.ts';
import { giveGrants } from '#testing/captcha.ts';
import { createMember, credit } from '#testing/factories.ts';
import { askForCard, endLease } from '#testing/redemption.ts';
import {
  expectAccessible,
  keepUnaware,
  keepWaiting,
  launch,
  loseFirst,
  selectFirst,
  WAIT,
} from './browser.ts';
import { chooseCard, enter, setUpTwoFactor } from './member.ts';
import { startSite } from './site.ts';

/** Awards and decisions by two admins, from their screens to the member's. */

const { server, database } = await startSite();
const visit = await launch();

async function admin(name: string): Promise<Page> {
  const email = `${name.toLowerCase()}@example.com`;
  const { page } = await visit({ url: server.url });
  await enter(page, server.url, database, email);
  await database
    .updateTable('users')
    .set({ isAdmin: true, staffRole: 'owner', name })
    .where('email', '=', email)
    .execute();
  await setUpTwoFactor(page, server.url);
  return page;
}

async function member(name: string, points = 0): Promise<Page> {
  const email = `${name.toLowerCase()}@example.com`;
  const { page } = await visit({ url: server.url });
  await enter(page, server.url, database, email);
  const { id } = await database
    .updateTable('users')
    .set({ name })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow();
  if (points > 0) await credit(database, id, points);
  return page;
}

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor(WAIT);
/** Presses the button, and reads the title and the text of the toast that comes of it and soon leaves. */
const press = (page: Page, name: string, title: string, text: string) =>
  Promise.all([toast(page, title), toast(page, text), page.getByRole('button', { name }).click()]);

async function expectCleanAudit(): Promise<void> {
  expect(await runProofs(database, { wallCostPercentMax: 100 })).toBe(0);
}

/** Whether the chosen row of the list of members is within what the list shows. */
const CHOSEN_IS_SEEN = `(() => {
  const list = document.querySelector('[role="listbox"]:not([hidden])');
  const [shown, row] = [list, list.querySelector('[aria-selected="true"]')].map((one) => one.getBoundingClientRect());
  return row.top >= shown.top && row.bottom <= shown.bottom;
})()`;

test('an award that needs nobody else says that it is done, and the figures follow its card without a reload', async () => {
  const [ada] = [await admin('Edith'), await member('Theodora')];
  for (let n = 0; n < 8; n += 1) await createMember(database);
  await ada.goto('/admin');
  const figure = ada.locator('dl').first().getByRole('definition').nth(1);
  await expect.poll(() => figure.textContent(), WAIT).toBe('$0.00');
  const chooser = ada.getByRole('combobox', { name: 'User' });
  await chooser.focus();
  const offered = ada.getByRole('listbox', { name: 'User' }).getByRole('option');
  await expect.poll(() => offered.count(), WAIT).toBe(8);
  for (let n = 0; n < 7; n += 1) await ada.keyboard.press('ArrowDown');
  await expect.poll(() => offered.last().getAttribute('aria-selected'), WAIT).toBe('true');
  await expect.poll(() => ada.evaluate<boolean>(CHOSEN_IS_SEEN), WAIT).toBe(true);
  await chooser.fill('zzzz');
  await ada.getByRole('status').getByText('No member found.').waitFor(WAIT);
  await chooser.fill('Theodo');
  await ada.getByRole('option', { name: 'Theodora' }).waitFor(WAIT);
  await ada.keyboard.press('Enter');
  await ada.getByLabel('Card tier', { exact: true }).selectOption('1USD');
  const send = await keepWaiting(ada, '**/api/admin/gift-cash/*');
  await ada.getByRole('button', { name: 'Award Cash' }).click();
  // What is typed before the answer is for the next award.
  const reason = ada.getByLabel('Reason', { exact: true });
  await reason.fill('For the next one');
  send();
  await toast(ada, 'Cash reward awarded successfully');
  await expect.poll(() => ada.getByRole('combobox', { name: 'User' }).inputValue()).toBe('');
  expect(await reason.inputValue()).toBe('For the next one');
  await expect.poll(() => figure.textContent(), WAIT).toBe('$1.00');
});

test('what staff see of a redemption under way follows its card without a reload: member, lists and figures', async () => {
  const member = await createMember(database, { points: 100 });
  await giveGrants(database, member.id, 'redemption');
  // It rests between two tries. A lease that is longer than any is ended by the site as a mistake.
  const { id } = await transactOn(database)(async (tx) => {
    const asked = await askForCard(tx, { memberId: member.id, requestId: randomUUID() });
    await tx
      .updateTable('cardRedemptions')
      .set({ status: 'processing', attempts: 1, resting: true, leasedUntil: sql`now() + interval '1 hour'` })
      .where('id', '=', asked.id)
      .execute();
    return asked;
  });
  const [summary, rewards] = [await admin('Ottilie'), await admin('Philippa')];
  await summary.goto(`/admin/users/${member.id}`);
  await rewards.goto(`/admin/users/${member.id}?tab=rewards`);
  const cash = summary.getByRole('region', { name: 'Balance' }).getByRole('definition').nth(1);
  await expect.poll(() => cash.textContent(), WAIT).toBe('$0.00');
  await rewards.getByText('In progress', { exact: true }).waitFor(WAIT);
  const list = await admin('Quirina');
  await list.goto(`/admin/users?q=${member.id}`);
  const listed = list.getByRole('main');
  await listed.getByText('$0.00', { exact: true }).waitFor(WAIT);

  await endLease(database, id);
  await rewards
    .getByRole('tabpanel')
    .getByText('In progress')
    .waitFor({ state: 'detached', ...WAIT });
  await expect.poll(() => cash.textContent(), WAIT).toBe('$1.00');
  await listed.getByText('$1.00', { exact: true }).waitFor(WAIT);
});

test('an award of $20 reaches its member once another admin has approved it', async () => {
  const [ada, berta, robin] = [await admin('Ada'), await admin('Berta'), await member('Wilhelmina')];
  await ada.goto('/admin');
  await press(ada, 'Award Cash', 'Missing selection', 'Please select a user and card tier.');

  // The list may still offer the member of an earlier search.
  const user = ada.getByRole('combobox', { name: 'User' });
  await user.click();
  await ada.getByRole('listbox').getByRole('option').first().waitFor(WAIT);
  await user.fill('Zebedee');
  await user.press('Enter');
  expect(await user.inputValue()).toBe('Zebedee');
  // Two letters are too few for a search, and choose nobody.
  await user.fill('Wi');
  await ada.getByRole('listbox').getByText('Type at least three letters', { exact: false }).waitFor(WAIT);
  await user.press('Enter');
  expect(await user.inputValue()).toBe('Wi');

  // By keyboard only.
  await user.fill('Wilhel');
  await ada.getByRole('option', { name: 'Wilhelmina' }).waitFor(WAIT);
  await ada.keyboard.press('Enter');
  await ada.getByLabel('Card tier', { exact: true }).selectOption('20USD');
  await ada.getByLabel('Reason', { exact: true }).fill('For finding a fault');
  await expectAccessible(ada);
  const first = 'A second admin has to approve it first.';
  await press(ada, 'Award Cash', 'The award waits for approval', first);
  await expect.poll(() => ada.getByRole('combobox', { name: 'User' }).inputValue()).toBe('');

  await ada.goto('/admin/approvals');
  await ada.getByText('Another admin has to approve this').waitFor(WAIT);
  expect(await ada.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  await berta.goto('/admin/approvals');
  await berta.getByRole('heading', { name: 'Award of $20.00' }).waitFor(WAIT);
  await expectAccessible(berta);
  const tell = await keepUnaware(ada, '**/api/admin/approvals**');
  await press(berta, 'Approve', 'Cash reward awarded successfully', 'Approved and carried out');

  // An admin who decides later reads that it is already decided.
  await press(ada, 'Withdraw', 'The decision was not saved', 'This was already decided.');
  tell();

  await robin.goto('/history?tab=cards');
  await robin.getByText('A gift of the site').waitFor(WAIT);
  await robin.getByText('For finding a fault').waitFor();
  await robin.getByRole('button', { name: 'Show card' }).waitFor(WAIT);
  await expectAccessible(robin);
  await expectCleanAudit();
});

test('a missing reward is approved by who reads the report, what the site knows of it and what was given before', async () => {
  const [gail, hedda] = [await admin('Gail'), await admin('Hedda')];
  const { id: userId } = await createMember(database, { name: 'Casimir' });
  const text = 'I reached level ten and nothing came.';
  const claim = { userId, wall: 'sandbox', title: 'Castle game', happenedAt: new Date(), text };
  await database.insertInto('rewardClaims').values(claim).execute();
  await database.updateTable('users').set({ staffRole: 'finance' }).where('name', '=', 'Hedda').execute();
  await gail.goto('/admin/claims');
  await gail.getByRole('button', { name: /Castle game/ }).click(WAIT);
  await gail.getByLabel('Points to credit').fill('4000', WAIT);
  await gail.getByLabel('Your answer to the member').fill('Sorry for the wait.');
  await Promise.all([
    toast(gail, 'A second admin has to approve this first'),
    gail.getByRole('button', { name: 'Grant' }).click(),
  ]);

  await hedda.goto('/admin/approvals');
  const asked = hedda.getByRole('article', { name: 'Credit 4,000 missing points' });
  await asked.getByText(text).waitFor(WAIT);
  await asked.getByText('Sorry for the wait.').waitFor();
  await asked.getByText('Given by staff in the last 30 days').waitFor();
  await asked.getByText('0 points · $0.00').waitFor();
  await asked.getByText('What this site knows about the report').click();
  await asked.getByText('None since a week before.').waitFor(WAIT);
  await expectAccessible(hedda);
  await Promise.all([
    toast(hedda, 'Approved and carried out'),
    asked.getByRole('button', { name: 'Approve' }).click(),
  ]);
  await asked.getByText('Given by staff in the 30 days until the decision').waitFor(WAIT);
  const balance = () =>
    database.selectFrom('users').select('points').where('id', '=', userId).executeTakeFirstOrThrow();
  await expect.poll(balance, WAIT).toEqual({ points: 4_000 });
  await expectCleanAudit();
});

test('an admin sees what is asked about them without a decision, and who asked withdraws it', async () => {
  const [vera, wanda] = [await admin('Vera'), await admin('Wanda')];
  const idOf = async (name: string) =>
    (await database.selectFrom('users').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
  const [adminId, memberId] = [await idOf('Vera'), await idOf('Wanda')];
  await credit(database, memberId, 3_000);
  const taken = { points: -3_000, reasonCode: 'fraud', text: 'Not yours.' } as const;
  const asked = { ...taken, adminId, memberId, requestId: randomUUID(), byKey: false };
  await transactOn(database)((tx) => adjustPoints(tx, asked, readConfig({}).twoPeople));
  const requestFor = (page: Page) => page.getByRole('article', { name: 'Take 3,000 points' });

  await wanda.goto('/admin/approvals');
  await requestFor(wanda).getByText('Another admin has to approve this').waitFor(WAIT);
  const asker = requestFor(wanda).getByRole('link', { name: /^vera@/ });
  expect(await asker.getAttribute('href')).toBe(`/admin/users/${adminId}`);
  expect(await requestFor(wanda).getByRole('button').count()).toBe(0);
  await expectAccessible(wanda);
  await vera.goto('/admin/approvals');
  await Promise.all([
    toast(vera, 'Declined'),
    requestFor(vera).getByRole('button', { name: 'Withdraw' }).click(WAIT),
  ]);
  await expectCleanAudit();
});

test('a redemption under review gets a question and an answer, and is paid', async () => {
  const [cleo, dora, sam] = [await admin('Cleo'), await admin('Dora'), await member('Samantha', 6_000)];
  await chooseCard(sam);
  const held = sam.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/redemptions'),
  );
  await sam.getByRole('button', { name: 'Confirm' }).click();
  expect((await held).ok()).toBe(true);
  await sam.goto('/history?tab=cards');
  await sam.getByText(/It is decided by .+ at the latest\./).waitFor(WAIT);
  await expectAccessible(sam);

  await cleo.goto('/admin/reviews');
  await cleo.getByRole('button', { name: /Samantha/ }).waitFor(WAIT);
  await selectFirst(cleo);
  await cleo.keyboard.press('Enter');
  await cleo.getByRole('heading', { name: 'Why it is held' }).waitFor(WAIT);
  await expectAccessible(cleo);
  const ask = cleo.getByRole('button', { name: 'Ask the member' });
  await ask.focus();
  // A key of the list, which means nothing outside it.
  await cleo.keyboard.press('j');
  expect(await ask.and(cleo.locator(':focus')).count()).toBe(1);
  await cleo.keyboard.press('Enter');
  await cleo.getByLabel('Question', { exact: true }).fill('Which offers did you complete?');
  await Promise.all([
    toast(cleo, 'The question was sent'),
    cleo.getByRole('button', { name: 'Send the question' }).click(),
  ]);

  // The answer appears without a reload.
  await sam.getByText('Which offers did you complete?').waitFor(WAIT);
  await sam.getByRole('button', { name: 'Send answer' }).click();
  await sam.getByText('Required').waitFor(WAIT);
  await sam.getByLabel('Your answer').fill('The two games of last week.');
  await loseFirst(sam, '**/review-answer');
  await Promise.all([
    toast(sam, 'Your answer was sent'),
    sam.getByRole('button', { name: 'Send answer' }).click(),
  ]);
  await sam.getByText('The two games of last week.').waitFor(WAIT);
  await expect.poll(() => sam.evaluate('document.activeElement.textContent'), WAIT).toBe('Your answer:');

  await dora.goto('/admin/reviews');
  await dora.getByRole('button', { name: /Samantha/ }).click(WAIT);
  await dora.getByText('The two games of last week.').waitFor(WAIT);
  await dora.getByText('Cleo is working on this review.').waitFor();
  const tell = await keepUnaware(cleo, '**/api/admin/reviews**');
  await Promise.all([
    toast(dora, 'The reward is on its way'),
    dora.getByRole('button', { name: 'Pay out' }).click(),
  ]);
  await expect.poll(() => dora.evaluate('document.activeElement.id'), WAIT).toBe('review');
  await sam.getByRole('button', { name: 'Show card' }).waitFor(WAIT);

  await press(cleo, 'Pay out', 'It was not saved', 'This review was already decided.');
  tell();
  await expectCleanAudit();

  // It is decided while Cleo types, here by a restore that has found the reward made.
  const decide = (decision: 'pay' | null) =>
    database
      .updateTable('riskReviews')
      .set({ decision, decidedAt: decision && new Date(), decidedBy: null })
      .where('question', '=', 'Which offers did you complete?')
      .execute();
  await decide(null);
  await cleo.reload();
  await cleo.getByRole('button', { name: 'Give points back' }).click(WAIT);
  const refund = cleo.getByRole('dialog', { name: 'Give the points back' });
  const reason = refund.getByLabel('Reason');
  await reason.fill('These accounts share a phone.');
  await decide('pay');
  await refund.getByText('This is no longer open', { exact: false }).waitFor(WAIT);
  await refund.getByText('Paid out · by the site, as the reward was already made').waitFor();
  expect(await reason.inputValue()).toBe('These accounts share a phone.');
  expect(await refund.getByRole('button', { name: 'Give points back' }).count()).toBe(0);
  await expectAccessible(cleo);
});

test('a mission without a limit is shown to members once another admin has approved it', async () => {
  const [nora, olga] = [await admin('Nora'), await admin('Olga')];
  await nora.goto('/admin/missions/new');
  await nora.getByLabel('Kind').selectOption('survey', WAIT);
  await nora.getByLabel('Title').fill('Tell us about tea');
  await nora.getByLabel('What it is, in a sentence').fill('One question');
  await nora.getByLabel('Steps').fill('Answer it.');
  await nora.getByLabel('Question', { exact: true }).fill('Do you drink tea?');
  await nora.getByLabel('Answers to choose from').fill('Every day\nNever');
  await nora.getByLabel('Points').fill('400');
  await nora.getByLabel('Status').selectOption('active');
  await Promise.all([
    toast(nora, 'A second admin has to approve this first'),
    nora.getByRole('button', { name: 'Save mission' }).click(),
  ]);
  const row = nora.getByRole('listitem').filter({ hasText: 'Tell us about tea' });
  await row.getByText('Draft').waitFor(WAIT);
  expect(await row.getByRole('button', { name: /Activate/ }).count()).toBe(0);
  await expectAccessible(nora);

  await olga.goto('/admin/approvals');
  const asked = olga.getByRole('article', { name: 'Publish the mission “Tell us about tea”' });
  await asked.getByText('It may pay without limit').waitFor(WAIT);
  await expectAccessible(olga);
  // A new role cannot approve yet.
  const newRole = (since: string) =>
    sql`update users set approver_since = ${since}::timestamptz where name = 'Olga'`.execute(database);
  await newRole('now');
  await olga.reload();
  await asked.getByText('You can approve this from').waitFor(WAIT);
  expect(await asked.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  await expectAccessible(olga);
  await newRole('-infinity');
  await olga.reload();
  await Promise.all([
    toast(olga, 'Approved and carried out'),
    asked.getByRole('button', { name: 'Approve' }).click(WAIT),
  ]);
  await nora.reload();
  await row.getByText('Active').waitFor(WAIT);
  await expectCleanAudit();
});

test('points are adjusted and a risk rule is tried and saved', async () => {
  const eva = await admin('Eva');
  await member('Rosalind', 300);
  await eva.goto('/admin/awards');
  await eva.getByRole('combobox', { name: 'Member' }).fill('Rosalind');
  await eva.getByRole('option', { name: 'Rosalind' }).click(WAIT);
  await eva.getByLabel('Points', { exact: true }).fill('-301');
  await eva.getByLabel('Text for the member').fill('Credited twice.');
  await Promise.all([
    eva.getByText('The member has fewer points than that.').first().waitFor(WAIT),
    eva.getByRole('button', { name: 'Adjust points' }).click(),
  ]);
  await eva.getByLabel('Points', { exact: true }).fill('-300');
  // What is typed while these points are on their way is for the next ones.
  const adjust = await keepWaiting(eva, '**/api/admin/users/*/adjustments');
  await eva.getByRole('button', { name: 'Adjust points' }).click();
  await eva.getByLabel('Text for the member').fill('For the trouble.');
  adjust();
  await toast(eva, 'The points were adjusted');
  await expect.poll(() => eva.getByLabel('Points', { exact: true }).inputValue()).toBe('');
  expect(await eva.getByLabel('Text for the member').inputValue()).toBe('For the trouble.');

  await eva.goto('/admin/risk');
  const rule = eva.getByRole('article', { name: 'New account, large balance' });
  await rule.getByLabel('Points').fill('0');
  await rule.getByText('Please enter a whole number within the bounds.').waitFor(WAIT);
  await rule.getByLabel('Points').fill('4000');
  await rule.getByRole('button', { name: 'Try on the last 30 days' }).click();
  const held = rule.getByText(/redemptions? of \d+ in 30 days would have been held/);
  await held.waitFor(WAIT);
  await expectAccessible(eva);
  // It is no result of another number.
  await rule.getByLabel('Points').fill('400');
  await held.waitFor({ state: 'detached', ...WAIT });
  await rule.getByLabel('Points').fill('4000');
  // What is done next, she does before the rule is read again.
  const read = await keepUnaware(eva, '**/api/admin/risk-rules');
  await Promise.all([toast(eva, 'The rule was saved'), rule.getByRole('button', { name: 'Save' }).click()]);
  // Another owner sets the points meanwhile, which this screen does not know: its switch and its hours leave them.
  const setting = database.selectFrom('riskRules').select(['enabled', 'parameters']);
  await database
    .updateTable('riskRules')
    .set({ parameters: { hours: 72, points: 500 } })
    .execute();
  // The switch is saved at once, and a text that is being typed beside it stays.
  const number = rule.getByLabel('Hours');
  await number.fill('70');
  await rule.getByRole('switch').click();
  read();
  await expect.poll(() => rule.getByRole('switch').getAttribute('aria-checked'), WAIT).toBe('false');
  await expect.poll(() => number.inputValue()).toBe('70');
  await expect.poll(() => rule.getByLabel('Points').inputValue()).toBe('500');
  await database
    .updateTable('riskRules')
    .set({ parameters: { hours: 72, points: 600 } })
    .execute();
  await rule.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => rule.getByLabel('Points').inputValue(), WAIT).toBe('600');
  const kept = { enabled: false, parameters: { hours: 70, points: 600 } };
  expect(await setting.executeTakeFirstOrThrow()).toEqual(kept);
  await expectCleanAudit();
});
