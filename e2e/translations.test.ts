import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { languageCookie } from '#contract/languages.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { newMission, SURVEY } from '#testing/missions.ts';
import { addReward } from '#testing/rewards.ts';
import { DESKTOP, expectAccessible, launch, routeFirst, WAIT } from './browser.ts';
import { enter, PASSWORD, setUpTwoFactor } from './member.ts';
import { startSite } from './site.ts';

/** Editors write a text once for each language, see what is missing, and members read it in theirs. */

const { server, database } = await startSite();
const visit = await launch();

async function admin(email: string): Promise<Page> {
  const { page } = await visit({ url: server.url, viewport: DESKTOP });
  await enter(page, server.url, database, email);
  await database
    .updateTable('users')
    .set({ isAdmin: true, staffRole: 'owner' })
    .where('email', '=', email)
    .execute();
  await setUpTwoFactor(page, server.url);
  return page;
}

/** A member who reads this language. */
async function reader(locale: string): Promise<Page> {
  const person = await createMember(database, { points: 500 });
  await database.updateTable('users').set({ locale }).where('id', '=', person.id).execute();
  const { page, context } = await visit({ url: server.url });
  const [name = '', value = ''] = (await signIn(database, person)).split('=');
  await context.addCookies([{ name, value, url: server.url }]);
  return page;
}

const card = (page: Page) => page.getByRole('region', { name: 'Other languages' });
const language = (of: Locator) => of.getByRole('combobox', { name: 'Language', exact: true });
/** What the list of languages says of one. */
const stateOf = (of: Locator, code: string) =>
  expect.poll(async () => {
    const text = await language(of).locator(`option[value="${code}"]`).textContent();
    return text?.replace(/[\u2066-\u2069]/g, '');
  }, WAIT);

test('a reward is translated: what lacks is shown, typed words stay, and members read their language or the original', async () => {
  const reward = await addReward(database, {
    title: 'Lunch in town',
    description: 'One meal of the day.',
    provider: 'sandbox',
  });
  const page = await admin('first@example.com');
  await page.goto(`/admin/rewards/${reward.id}`);
  const editor = card(page);
  await stateOf(editor, 'es').toBe('Español: 2 texts missing');
  await language(editor).selectOption('ur');
  const title = editor.getByRole('textbox', { name: 'Lunch in town' });
  await expect.poll(() => title.getAttribute('dir'), WAIT).toBe('rtl');
  expect(await title.getAttribute('lang')).toBe('ur');
  await expect.poll(() => editor.getByText('Missing', { exact: true }).count(), WAIT).toBe(2);
  await title.fill('شہر میں دوپہر کا کھانا');
  await expect.poll(() => editor.getByText('Missing', { exact: true }).count(), WAIT).toBe(1);
  await stateOf(editor, 'ur').toBe('اردو: 1 text missing');

  // What was typed stays while another language is looked at.
  await language(editor).selectOption('es');
  await expect.poll(() => title.inputValue(), WAIT).toBe('');
  await language(editor).selectOption('ur');
  await expect.poll(() => title.inputValue(), WAIT).toBe('شہر میں دوپہر کا کھانا');
  await expectAccessible(page);

  // A failure loses nothing; the next try saves it.
  await routeFirst(page, '**/translations/ur', (route) => route.fulfill({ status: 500, body: '' }));
  await Promise.all([
    page.getByText('The translation could not be saved').first().waitFor(WAIT),
    editor.getByRole('button', { name: 'Save translation' }).click(),
  ]);
  expect(await title.inputValue()).toBe('شہر میں دوپہر کا کھانا');
  await Promise.all([
    page.getByText('Translation saved', { exact: true }).first().waitFor(WAIT),
    editor.getByRole('button', { name: 'Save translation' }).click(),
  ]);
  await page.reload();
  await stateOf(card(page), 'ur').toBe('اردو: 1 text missing');
  await stateOf(card(page), 'es').toBe('Español: 2 texts missing');

  const urdu = await reader('ur');
  await urdu.goto('/redeem');
  await urdu.getByText('شہر میں دوپہر کا کھانا').first().waitFor(WAIT);
  const spanish = await reader('es');
  await spanish.goto('/redeem');
  await spanish.getByText('Lunch in town').first().waitFor(WAIT);

  // Other words are another text: their translation is missing again.
  await page.getByLabel('Title', { exact: true }).fill('Dinner in town');
  await page.getByRole('button', { name: 'Save reward' }).click();
  await page.waitForURL('**/admin/rewards');
  await page.goto(`/admin/rewards/${reward.id}`);
  await stateOf(card(page), 'ur').toBe('اردو: 2 texts missing');
});

test('a mission is translated in the same way', async () => {
  const page = await admin('second@example.com');
  const mission = await database
    .selectFrom('missions')
    .select(['id', 'title'])
    .where('kind', '=', 'video')
    .executeTakeFirstOrThrow();
  await database.updateTable('missions').set({ translations: '{}' }).where('id', '=', mission.id).execute();
  await page.goto(`/admin/missions/${mission.id}`);
  const editor = card(page);
  await language(editor).selectOption('de');
  const title = editor.getByRole('textbox', { name: mission.title, exact: true });
  await title.fill('Ein kurzer Film');
  await Promise.all([
    page.getByText('Translation saved', { exact: true }).first().waitFor(WAIT),
    editor.getByRole('button', { name: 'Save translation' }).click(),
  ]);
  const german = await reader('de');
  await german.goto('/task');
  await german.getByText('Ein kurzer Film').first().waitFor(WAIT);
});

test('what is typed of a translation stays when its reward is saved, and the other way round', async () => {
  const reward = await addReward(database, {
    title: 'Supper in town',
    description: 'Soup.',
    provider: 'sandbox',
  });
  const stored = () =>
    database
      .selectFrom('rewards')
      .select(['title', 'description', 'regions', 'translations'])
      .where('id', '=', reward.id)
      .executeTakeFirstOrThrow();
  const page = await admin('third@example.com');
  await page.goto(`/admin/rewards/${reward.id}`);
  const editor = card(page);
  const translated = (text: string) => editor.getByRole('textbox', { name: text, exact: true });
  const save = page.getByRole('button', { name: 'Save reward' });
  const [description, countries] = [page.getByLabel('Description'), page.getByLabel('Countries')];
  const unsaved = editor.getByText('Not saved yet:');
  await language(editor).selectOption('de');
  await translated('Supper in town').fill('Abendessen in der Stadt');
  await editor.getByText(/^Not saved yet: .*Deutsch/).waitFor(WAIT);
  // It stands at the new words, to be looked at.
  await page.getByLabel('Title', { exact: true }).fill('Supper downtown');
  await countries.fill('US');
  await Promise.all([page.getByText('Reward saved', { exact: true }).first().waitFor(WAIT), save.click()]);
  await expect.poll(() => translated('Supper downtown').inputValue(), WAIT).toBe('Abendessen in der Stadt');
  expect(await stored()).toMatchObject({ title: 'Supper downtown', regions: ['US'], translations: {} });
  await unsaved.waitFor();
  await expectAccessible(page);

  // What another admin translates meanwhile stays as well.
  await database
    .updateTable('rewards')
    .set({ translations: JSON.stringify({ de: { 'Soup.': 'Suppe.' } }) })
    .where('id', '=', reward.id)
    .execute();
  await description.fill('Hot soup.');
  await countries.fill('');
  await editor.getByRole('button', { name: 'Save translation' }).click();
  await expect.poll(() => translated('Soup.').inputValue(), WAIT).toBe('Suppe.');
  await unsaved.waitFor({ state: 'detached' });
  expect(await description.inputValue()).toBe('Hot soup.');
  expect(await stored()).toMatchObject({
    description: 'Soup.',
    translations: { de: { 'Supper downtown': 'Abendessen in der Stadt', 'Soup.': 'Suppe.' } },
  });

  // Where nothing is left to save, the list follows. A field that went back to what it first was is saved too.
  await save.click();
  await page.waitForURL('**/admin/rewards');
  expect(await stored()).toMatchObject({ description: 'Hot soup.', regions: [] });
});

test('a survey that stays open for a translation keeps the ids of its new questions', async () => {
  const page = await admin('fourth@example.com');
  const { id } = await database
    .updateTable('missions')
    .set({ status: 'draft' })
    .where('kind', '=', 'survey')
    .returning('id')
    .executeTakeFirstOrThrow();
  const ids = async () => {
    const { content } = await database
      .selectFrom('missions')
      .select('content')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return (content as { questions: { id: string }[] }).questions.map((question) => question.id);
  };
  const first = await ids();
  await page.goto(`/admin/missions/${id}`);
  const editor = card(page);
  await language(editor).selectOption('de');
  const title = editor.getByRole('textbox').first();
  await title.fill('Eine Umfrage');
  const [one, other] = [first.length + 1, first.length + 2];
  for (const number of [one, other]) {
    await page.getByRole('button', { name: 'Add a question' }).click();
    const question = page.getByRole('group', { name: `Question ${number}`, exact: true });
    await question.getByLabel('Question', { exact: true }).fill(`Number ${number}`);
    await question.getByLabel('Answers to choose from').fill('Yes\nNo');
  }
  const save = page.getByRole('button', { name: 'Save mission' });
  await save.click();
  await editor.getByRole('textbox', { name: `Number ${other}`, exact: true }).waitFor(WAIT);
  const saved = await ids();
  expect([saved.length, saved.slice(0, first.length)]).toEqual([other, first]);
  expect(await title.inputValue()).toBe('Eine Umfrage');
  await page.getByRole('button', { name: `Remove question ${one}`, exact: true }).click();
  await save.click();
  await expect.poll(ids, WAIT).toEqual([...first, saved.at(-1)]);
});

test('of two admins who change the answers of one survey, the second is told, and nothing of the first is undone', async () => {
  const [ada, ben] = [await admin('fifth@example.com'), await admin('sixth@example.com')];
  const title = 'Of two admins';
  const id = await newMission(database, { title, status: 'draft', content: SURVEY });
  const answers = (page: Page) => page.getByLabel('Answers to choose from').first();
  const save = (page: Page) => page.getByRole('button', { name: 'Save mission' }).click();
  const stored = async () =>
    JSON.stringify(
      await database.selectFrom('missions').select('content').where('id', '=', id).executeTakeFirstOrThrow(),
    );
  for (const page of [ada, ben]) {
    await page.goto(`/admin/missions/${id}`);
    await answers(page).waitFor();
  }
  await answers(ada).fill('yes\nno\nMaybe');
  await save(ada);
  await ada.waitForURL('**/admin/missions');
  const first = await stored();
  expect(first).toContain('Maybe');
  await answers(ben).fill('yes\nno\nNever');
  await Promise.all([ben.getByText('has changed since you opened it').first().waitFor(WAIT), save(ben)]);
  expect([await stored(), await answers(ben).inputValue()]).toEqual([first, 'yes\nno\nNever']);

  await ben.getByRole('button', { name: 'Cancel' }).click();
  await ben.getByRole('link', { name: `Edit: ${title}` }).click();
  await expect.poll(() => answers(ben).inputValue(), WAIT).toBe('yes\nno\nMaybe');
  await answers(ben).fill('yes\nno\nMaybe\nNever');
  await save(ben);
  await ben.waitForURL('**/admin/missions');
  expect(await stored()).toMatch(/Maybe.*Never/);
});

test('a language chosen in one tab is that of the titles in every tab', async () => {
  const reward = await addReward(database, { title: 'Breakfast in town', provider: 'sandbox' });
  await database
    .updateTable('rewards')
    .set({ translations: JSON.stringify({ de: { 'Breakfast in town': 'Frühstück in der Stadt' } }) })
    .where('id', '=', reward.id)
    .execute();
  const page = await reader('en');
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto('/profile');
    await tab.getByRole('radio', { name: 'Breakfast in town' }).waitFor();
    // From then on the tab hears the others.
    await tab.getByRole('region', { name: 'Notifications (F8)' }).waitFor({ state: 'attached' });
  }
  // The other tab has its words before the server knows the choice.
  const heard = Promise.withResolvers<void>();
  await page.route('**/api/user/language', async (route) => {
    await heard.promise;
    await route.continue();
  });
  await page.getByLabel('Language').selectOption('de');
  await expect.poll(() => other.evaluate('document.documentElement.lang'), WAIT).toBe('de');
  // The mails are on their way to German too.
  expect(await page.getByRole('button', { name: 'E-Mails auf Deutsch bekommen' }).count()).toBe(0);
  heard.resolve();
  for (const tab of [page, other]) await tab.getByRole('radio', { name: 'Frühstück in der Stadt' }).waitFor();
});

test('a language chosen before the sign-in is that of the titles and mails too', async () => {
  const email = 'chose-before@example.com';
  const { page, context } = await visit({ url: server.url });
  await enter(page, server.url, database, email);
  const localeOf = async () => {
    const found = database.selectFrom('users').select('locale').where('email', '=', email);
    return (await found.executeTakeFirstOrThrow()).locale;
  };
  expect(await localeOf()).not.toBe('de');
  await context.clearCookies();
  // Somebody else's choice in this browser.
  await context.addCookies([{ name: languageCookie(false), value: 'fr', url: server.url }]);
  await page.goto('/auth?login=true');
  await page.getByRole('combobox', { name: 'Langue' }).selectOption('de');
  const told = page.waitForRequest('**/api/user/language');
  await page.getByLabel('E-Mail', { exact: true }).fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await told;
  await expect.poll(localeOf, WAIT).toBe('de');
});

test('a language that this browser has kept, which may be of somebody else, is not told at the sign-in', async () => {
  const email = 'chose-nothing@example.com';
  const { page, context } = await visit({ url: server.url });
  await enter(page, server.url, database, email);
  await context.clearCookies();
  await context.addCookies([{ name: languageCookie(false), value: 'de', url: server.url }]);
  const told: string[] = [];
  page.on('request', (request) => told.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto('/auth?login=true');
  await page.getByLabel('E-Mail', { exact: true }).fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  // The call would be made before the dashboard is opened.
  await page.waitForURL('**/dashboard');
  expect(told).toContain('POST /api/login');
  expect(told).not.toContain('PUT /api/user/language');
});

test('whoever sees the page in another language reads that only the mails were left behind, and can have them follow', async () => {
  const page = await reader('en');
  await page.goto('/profile');
  let refused = 0;
  await page.route('**/api/user/language', (route) => {
    refused += 1;
    return refused > 2 ? route.fallback() : route.fulfill({ status: 500, body: '' });
  });
  const failure = page.getByText('Deine E-Mails bleiben in der alten Sprache');
  await Promise.all([failure.first().waitFor(WAIT), page.getByLabel('Language').selectOption('de')]);
  expect(await page.evaluate('document.documentElement.lang')).toBe('de');

  await page.getByText('Sprache deiner E-Mails: Englisch').waitFor(WAIT);
  await expectAccessible(page);
  const follow = page.getByRole('button', { name: 'E-Mails auf Deutsch bekommen' });
  // The next message has the same words.
  await failure.first().waitFor({ state: 'hidden', ...WAIT });
  await follow.focus();
  await Promise.all([failure.first().waitFor(WAIT), page.keyboard.press('Enter')]);
  await expect.poll(() => follow.getAttribute('aria-busy'), WAIT).toBeNull();

  await follow.focus();
  await Promise.all([
    page.getByText('Einstellungen aktualisiert').first().waitFor(WAIT),
    page.keyboard.press('Enter'),
  ]);
  await follow.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement.tagName'), WAIT).toBe('SELECT');
  const stored = await page.request.get('/api/user');
  expect((await stored.json()).language).toBe('de');
});

test('a choice of the pages without script, kept by the browser, is offered for the mails', async () => {
  const page = await reader('en');
  await page.context().addCookies([{ name: languageCookie(false), value: 'ur', url: server.url }]);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'ای میلز اردو میں حاصل کریں' }).click();
  await page.getByText('آپ کی ای میلز کی زبان').waitFor({ state: 'detached' });
  expect((await (await page.request.get('/api/user')).json()).language).toBe('ur');
});
