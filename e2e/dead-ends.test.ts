import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newMission } from '#testing/missions.ts';
import { expectAccessible, launch, PHONE, WAIT } from './browser.ts';
import { askForAccount, enter, mailedCode, PASSWORD, signUp } from './member.ts';
import { startSite } from './site.ts';

/** A reload, a link, a tap at a familiar place or a blocked host leaves nobody stuck. */

const { server, database } = await startSite();
const visit = await launch();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const messages = (page: Page) => page.getByRole('region', { name: /^Notifications/ });
const stored = (page: Page) =>
  page.evaluate<string>('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');

async function submitLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign In').click();
}

describe('a sign-up without its code', () => {
  test('goes on after a reload: the code and a password are asked for, and the first password is stored nowhere', async () => {
    const { page, context } = await visit({ url: server.url });
    const email = 'reloads@example.com';
    await askForAccount(page, email);
    expect(await stored(page)).not.toContain(PASSWORD);
    await page.reload();
    await page.getByText(`We sent a 6-digit code to ${email}.`).waitFor(WAIT);
    await expectAccessible(page);
    await page.getByLabel('Verification code').fill(await mailedCode(server.url, email));
    await button(page, 'Verify').click();
    await page.getByText('Password must be at least 6 characters long').waitFor();
    const chosen = 'another walk at noon';
    await page.getByLabel('Password', { exact: true }).fill(chosen);
    await button(page, 'Verify').click();
    await page.waitForURL('**/dashboard');
    expect(await stored(page)).not.toContain(email);
    await context.clearCookies();
    const login = (password: string) =>
      page.request.post('/api/login', { data: { username: email, password } });
    expect((await login(PASSWORD)).status()).toBe(401);
    expect((await login(chosen)).status()).toBe(200);
  });

  test('is offered at the sign-in of its own tab; any other browser is told the same as of an unknown address', async () => {
    const { page } = await visit({ url: server.url });
    const email = 'unfinished@example.com';
    await askForAccount(page, email);
    await page.goto('/auth?login=true');
    await page.getByText(`Your sign-up with ${email} is not finished`).waitFor();
    await expectAccessible(page);
    await button(page, 'Enter the code').click();
    await page.getByLabel('Verification code').waitFor();
    await page.reload();
    await page.getByLabel('Verification code').waitFor();
    await button(page, 'Back to signup').click();
    await page.getByLabel('Username').waitFor();
    await page.goto('/auth?login=true');
    await button(page, 'Sign In').waitFor();
    expect(await page.getByText('is not finished').count()).toBe(0);

    // All that the form and the message say, the address aside.
    const told = async (address: string) => {
      const stranger = await visit({ url: server.url });
      await stranger.page.goto('/auth?login=true');
      const message = messages(stranger.page)
        .getByRole('listitem')
        .filter({ hasText: 'Signed up, but not confirmed yet?' });
      const [said] = await Promise.all([message.innerText(), submitLogin(stranger.page, address, PASSWORD)]);
      return [said, await stranger.page.getByRole('main').innerText()].map((words) =>
        words.replaceAll(address, 'the address'),
      );
    };
    expect(await told(email)).toEqual(await told('never-seen@example.com'));
  });

  test('is over in its tab too once another tab has finished it', async () => {
    const { page, context } = await visit({ url: server.url });
    const email = 'two-tabs@example.com';
    await askForAccount(page, email);
    // What hears other tabs is loaded when the browser is idle, with the messages.
    await messages(page).waitFor({ state: 'attached' });
    const link = new URLSearchParams({ email, code: await mailedCode(server.url, email) });
    const other = await context.newPage();
    await other.goto(`/confirm-email#${link}`);
    await other.getByLabel('Username').fill('Robin');
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(other, 'Sign Up').click();
    await page.waitForURL('**/dashboard');
    await expect.poll(() => stored(page), WAIT).not.toContain(email);
    await context.clearCookies();
    await page.goto('/auth?login=true');
    await button(page, 'Sign In').waitFor();
    expect(await page.getByText('is not finished').count()).toBe(0);
  });

  test('marks a wrong code at its field and says what to do', async () => {
    const { page } = await visit({ url: server.url });
    const email = 'mistypes@example.com';
    await askForAccount(page, email);
    const right = await mailedCode(server.url, email);
    const field = page.getByLabel('Verification code');
    await field.fill(right === '123456' ? '654321' : '123456');
    const message = messages(page)
      .getByRole('listitem')
      .filter({ hasText: 'Verification failed' })
      .filter({ hasText: '400: This code is wrong or has expired.' })
      .filter({ hasText: 'Use the code of the newest mail, or have another one sent.' });
    await Promise.all([message.waitFor(WAIT), button(page, 'Verify').click()]);
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('code');
  });
});

test('a browser without script is told that the app needs it, in place of the spinner', async () => {
  const { page } = await visit({ url: server.url, script: false });
  await page.goto('/auth');
  const told = page.locator('noscript p');
  await told.waitFor();
  expect(await told.innerText()).toMatch(/needs JavaScript/);
  expect((await told.boundingBox())?.y).toBeLessThan(PHONE.height);
  expect(await page.locator('#loading').isVisible()).toBe(false);
});

describe('a protected address', () => {
  test('is shown after the sign-in that it asked for, with all that it names, and only once', async () => {
    const { page } = await visit({ url: server.url });
    const email = 'linked@example.com';
    const other = await visit({ url: server.url });
    await signUp(other.page, server.url, email);

    await page.goto('/history?tab=cards');
    await page.waitForURL('**/auth');
    await page.reload();
    await submitLogin(page, email, PASSWORD);
    await page.waitForURL('**/history?tab=cards');

    await button(page, 'Logout').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/auth');
    await submitLogin(page, email, PASSWORD);
    await page.waitForURL('**/dashboard');
  });
});

test('Logout of the history asks first, so a tap at the place of Profile signs nobody out', async () => {
  const { page } = await visit({ url: server.url, viewport: PHONE });
  await enter(page, server.url, database, 'taps@example.com');
  await page.goto('/history');
  await button(page, 'Logout').click();
  const dialog = page.getByRole('dialog', { name: 'Sign out?' });
  await dialog.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate('document.activeElement.textContent'), WAIT).toBe('Logout');
  expect((await page.request.get('/api/user')).status()).toBe(200);
  await button(page, 'Logout').click();
  await dialog.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/auth');
  expect((await page.request.get('/api/user')).status()).toBe(401);
});

describe('the tasks screen', () => {
  test('lists missions before the walls, and jumps to each part', async () => {
    await newMission(database, { title: 'Before the walls' });
    const { page } = await visit({ url: server.url, viewport: PHONE });
    await enter(page, server.url, database, 'jumps@example.com');
    await page.goto('/task');
    const mission = page.getByRole('heading', { name: 'Before the walls' });
    const wall = page.getByRole('heading', { name: /Sandbox/ });
    await wall.waitFor(WAIT);
    const top = async (of: typeof wall) => (await of.boundingBox())?.y ?? Number.NaN;
    expect(await top(mission)).toBeLessThan(await top(wall));
    const parts = page.getByRole('navigation', { name: 'On this screen' });
    await parts.getByRole('link', { name: /Sandbox/ }).click();
    await expect.poll(() => top(wall), WAIT).toBeLessThan(100);
    await parts.getByRole('link', { name: 'Missions' }).click();
    await expect.poll(() => top(wall), WAIT).toBeGreaterThan(100);
    await parts.getByRole('link', { name: 'Missing a reward?' }).click();
    const report = button(page, 'Report a missing reward');
    await expect.poll(() => top(report), WAIT).toBeLessThan(PHONE.height);
    expect(await top(report)).toBeGreaterThan(0);
    await expectAccessible(page);
  });

  test('says in the place of a frame that its host is blocked, however high the frame would be', async () => {
    const { page } = await visit({ url: server.url });
    await enter(page, server.url, database, 'blocks@example.com');
    await page.route('**/api/walls', async (route) => {
      // Whole, also when the page reads again what it has.
      const headers = { ...route.request().headers(), 'if-none-match': '' };
      const answer = await route.fetch({ headers });
      const [wall] = (await answer.json()) as { embed: object }[];
      const embed = { kind: 'iframe', url: 'https://blocked.example/wall', height: 1_400 };
      await route.fulfill({ response: answer, json: [{ ...wall, title: 'Far Wall', embed }] });
    });
    await page.goto('/task');
    const card = page.getByRole('region', { name: 'Far Wall' });
    const said = card.getByText('Far Wall is being blocked');
    await said.waitFor(WAIT);
    await expect.poll(async () => (await card.boundingBox())?.height, WAIT).toBeLessThan(700);
    // A filter that takes the frame away altogether leaves the words.
    await page.evaluate("document.querySelector('iframe').style.display = 'none'");
    expect(await said.isVisible()).toBe(true);
    expect((await card.boundingBox())?.height ?? 0).toBeGreaterThan(300);
  });

  test('says in the place of a frame that its host does not answer, and shows the frame to who asks for it', async () => {
    const { page } = await visit({ url: server.url });
    await enter(page, server.url, database, 'silent@example.com');
    const [wall] = (await (await page.request.get(`${server.url}/api/walls`)).json()) as object[];
    // Only a site in production looks at the hosts of its walls.
    await page.route('**/api/walls', (route) =>
      route.fulfill({ json: [{ ...wall, title: 'Far Wall', answers: false }] }),
    );
    await page.goto('/task');
    const card = page.getByRole('region', { name: 'Far Wall' });
    await card.getByText('Far Wall does not answer').waitFor(WAIT);
    await expectAccessible(page);
    // The site may be the one that is cut off.
    await card.getByRole('button', { name: 'Load again' }).first().click();
    await card.getByText('Far Wall does not answer').waitFor({ state: 'detached', ...WAIT });
    await card.frameLocator('iframe').getByRole('heading').first().waitFor(WAIT);
  });
});
