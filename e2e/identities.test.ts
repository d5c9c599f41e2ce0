import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { startIssuer } from '#testing/issuer.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';
import { authenticator } from './authenticator.ts';
import {
  DESKTOP,
  expectAccessible,
  expectNamesThePage,
  keepWaiting,
  launch,
  loseFirst,
  PHONE,
  routeFirst,
  WAIT,
} from './browser.ts';
import { enter, mailedCode, PASSWORD, PASSWORD_HASH, setUpTwoFactor } from './member.ts';

/** Signing in by an account at another site, in a browser that goes there and comes back. */

const issuer = await startIssuer();
const { url: databaseUrl, database } = await testDatabase();
const folder = await temporaryFolder();
const server = await startProcess(folder.path, {
  DATABASE_URL: databaseUrl,
  IDENTITY_PROVIDERS: JSON.stringify([issuer.settings()]),
  STAFF_IDENTITY_PROVIDER: JSON.stringify(
    issuer.settings({ id: 'office', name: 'Office', roles: { 'rewards-owners': 'owner' } }),
  ),
});
afterAll(async () => {
  await server.end();
  await folder.remove();
});
const visit = await launch();
let people = 0;
beforeEach(() => {
  people += 1;
  issuer.lie = {};
  const email = `elsewhere-${people}@example.com`;
  issuer.person = { sub: `person-${people}`, email, email_verified: true, name: 'Robin of Elsewhere' };
});

const goThere = (page: Page) => page.getByRole('button', { name: 'Continue with Elsewhere' }).click();
const toast = (page: Page, text: string) => page.getByText(text).first().waitFor();

test.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const)('a visitor makes an account without a password, and signs in again: %s', async (_, viewport) => {
  const { page, context, faults } = await visit({ url: server.url, viewport });
  await page.goto('/auth?signup=true');
  await page.getByRole('button', { name: 'Continue with Elsewhere' }).waitFor();
  await expectAccessible(page);
  await goThere(page);
  await page.getByText(/Elsewhere has confirmed that/).waitFor();
  await expectAccessible(page);
  expect(page.url()).toBe(`${server.url}/identity/elsewhere`);
  await expect.poll(() => page.getByLabel('Username').inputValue()).toBe('Robin of Elsewhere');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL('**/dashboard');

  await context.clearCookies();
  await page.goto('/auth?login=true');
  await goThere(page);
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { name: /Robin of Elsewhere/ }).waitFor();
  expect(issuer.faults).toEqual([]);
  expect(faults.filter((fault) => !fault.includes('status of 4'))).toEqual([]);

  // A change that asks who it is: there is no password to ask for.
  await page.goto('/profile');
  await page.getByText('None yet', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Unlink Elsewhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink', exact: true }).click();
  const asking = page.getByRole('dialog', { name: 'Is it really you?' });
  await asking.waitFor();
  await expectAccessible(page);
  await Promise.all([
    toast(page, 'A link is on its way'),
    asking.getByRole('button', { name: 'Mail me a link to choose a password' }).click(),
  ]);
});

test('a member with this address proves the account once, then both sign in', async () => {
  const email = String(issuer.person.email);
  const { page, context } = await visit({ url: server.url });
  await enter(page, server.url, database, email);
  await context.clearCookies();
  await page.goto('/auth?login=true');
  await goThere(page);
  await page.getByText(/already has an account here/).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await Promise.all([
    toast(page, 'Elsewhere is linked'),
    page.getByRole('button', { name: 'Sign In' }).click(),
  ]);
  await page.waitForURL('**/dashboard');
  await context.clearCookies();
  await page.goto('/auth?login=true');
  await goThere(page);
  await page.waitForURL('**/dashboard');
});

test('is linked and unlinked on the profile, after a fresh sign-in', async () => {
  const email = `profile-${people}@example.com`;
  issuer.person = { sub: `person-${people}` };
  const { page } = await visit({ url: server.url });
  await enter(page, server.url, database, email);
  await sql`update sessions s set authenticated_at = now() - interval '1 hour' from users u
    where u.id = s.user_id and u.email = ${email}`.execute(database);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Link Elsewhere' }).click();
  const asking = page.getByRole('dialog', { name: 'Is it really you?' });
  await asking.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await Promise.all([
    toast(page, 'Elsewhere is linked'),
    asking.getByRole('button', { name: 'Confirm' }).click(),
  ]);
  await page.waitForURL('**/profile');
  await page.getByRole('button', { name: 'Unlink Elsewhere' }).click();
  await expectAccessible(page);
  await Promise.all([
    toast(page, 'Elsewhere is unlinked'),
    page.getByRole('dialog').getByRole('button', { name: 'Unlink', exact: true }).click(),
  ]);
  await page.getByRole('button', { name: 'Link Elsewhere' }).waitFor();
});

test('of a suspended account says so also where a passkey is its second step', async () => {
  const email = String(issuer.person.email);
  const { page, context } = await visit({ url: server.url });
  const { cdp, authenticatorId } = await authenticator(context, page);
  const touch = (enabled: boolean) =>
    cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  await enter(page, server.url, database, email);
  await page.goto('/profile');
  await Promise.all([
    toast(page, 'Passkey added'),
    page.getByRole('button', { name: 'Add a passkey' }).click(),
  ]);
  await touch(false);
  await Promise.all([
    toast(page, 'Elsewhere is linked'),
    page.getByRole('button', { name: 'Link Elsewhere' }).click(),
  ]);
  await setUpTwoFactor(page, server.url);
  await context.clearCookies();
  await sql`update users set suspended_at = now(), suspended_reason = 'staff_review' where email = ${email}`.execute(
    database,
  );
  await page.goto('/auth?login=true');
  await goThere(page);
  const button = page.getByRole('button', { name: 'Use a passkey instead' });
  await button.waitFor();
  await touch(true);
  await button.click();
  await page.getByRole('region', { name: 'Your account is suspended' }).waitFor();
  await expectNamesThePage(page, 'Your account is suspended');
  await expectAccessible(page);
});

test('whose address is not confirmed there signs up here, by our own code', async () => {
  issuer.person.email_verified = false;
  const { page } = await visit({ url: server.url });
  await page.goto('/auth?login=true');
  await Promise.all([toast(page, 'Elsewhere has not confirmed an email address of yours.'), goThere(page)]);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await page.getByLabel('Username').fill('Robin');
  await page.getByLabel('Email', { exact: true }).fill(String(issuer.person.email));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByLabel('Verification code').fill(await mailedCode(server.url, String(issuer.person.email)));
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.waitForURL('**/dashboard');
});

/** A member without a password in the middle of a form, whose session has ended: the dialog that says so. */
async function ended(page: Page) {
  // The stream would end with the session, and the dialog then stand before what is pressed.
  await page.route('**/api/events', () => {});
  await page.goto('/auth?login=true');
  await goThere(page);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL('**/dashboard');
  await page.goto('/profile');
  // Rewards that come while the button is pressed move it.
  await page.getByRole('radio').first().waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Username').fill('Robin the Second');
  // What asks to sign in again is loaded when the browser is idle.
  await page.getByRole('region', { name: 'Notifications (F8)' }).waitFor({ state: 'attached' });
  // The session ends while the call is under way: what the page reads late would bring the dialog before the button is pressed.
  const letSave = await keepWaiting(page, '**/api/user/profile');
  const sent = page.waitForRequest('**/api/user/profile');
  await page.getByRole('button', { name: 'Save' }).click();
  await sent;
  await sql`delete from sessions s using users u where u.id = s.user_id and u.email = ${issuer.person.email}`.execute(
    database,
  );
  letSave();
  return page.getByRole('dialog', { name: 'Your session has ended' });
}

test('whose session ends signs in at the other site in a new tab, and what was typed stays', async () => {
  const { page, context } = await visit({ url: server.url });
  const dialog = await ended(page);
  await dialog.waitFor();
  await expectAccessible(page);
  const opened = context.waitForEvent('page');
  const updated = toast(page, 'Profile Updated');
  await dialog.getByRole('button', { name: 'Continue with Elsewhere' }).click();
  await (await opened).waitForURL('**/dashboard');
  await updated;
  await page.getByText('Robin the Second').first().waitFor();
});

test('whose session ended because they chose a first password elsewhere gives it, and what was typed stays', async () => {
  const { page } = await visit({ url: server.url });
  const dialog = await ended(page);
  await sql`update users set password = ${PASSWORD_HASH} where email = ${issuer.person.email}`.execute(
    database,
  );
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await Promise.all([
    toast(page, 'Profile Updated'),
    dialog.getByRole('button', { name: 'Sign In' }).click(),
  ]);
  await page.getByText('Robin the Second').first().waitFor();
});

test.each(['this tab', 'another tab'])(
  'whose session ended goes on where they were after they went to the other site from the sign-in screen in %s',
  async (where) => {
    const { page, context } = await visit({ url: server.url });
    const dialog = await ended(page);
    await dialog.getByRole('button', { name: 'Go to the sign-in page' }).click();
    await page.getByText('Your session has ended. Sign in to go on where you were.').waitFor();
    const signsIn = where === 'this tab' ? page : await context.newPage();
    if (signsIn !== page) await signsIn.goto('/auth?login=true');
    await goThere(signsIn);
    await page.waitForURL('**/profile');
  },
);

test('a name and a code stay in their forms where they do not reach this site, and are sent again', async () => {
  issuer.person.auth_time = Math.floor(Date.now() / 1000);
  const { page, context } = await visit({ url: server.url });
  await page.goto('/auth?login=true');
  await goThere(page);
  const name = page.getByLabel('Username');
  const signUp = page.getByRole('button', { name: 'Sign Up' });
  await name.fill('Robin in a lift');
  await loseFirst(page, '**/api/register/identity', (route) => route.abort());
  await Promise.all([toast(page, 'Network error. Please try again.'), signUp.click()]);
  expect(await name.inputValue()).toBe('Robin in a lift');
  await signUp.click();
  await page.getByRole('heading', { name: /Robin in a lift/ }).waitFor();

  const { backupCodes } = await setUpTwoFactor(page, server.url);
  await context.clearCookies();
  await page.goto('/auth?login=true');
  await goThere(page);
  await page.getByRole('button', { name: 'Use a backup code instead' }).click();
  const code = page.getByLabel('Backup code');
  const signIn = page.getByRole('button', { name: 'Sign In' });
  await code.fill(backupCodes[0] ?? '');
  await routeFirst(page, '**/api/login/identity', (route) =>
    route.fulfill({ status: 502, body: 'Bad gateway' }),
  );
  await Promise.all([toast(page, 'Bad gateway'), signIn.click()]);
  expect(await code.inputValue()).toBe(backupCodes[0]);
  await signIn.click();
  await page.waitForURL('**/dashboard');
});

test('a lie and a silence end on the sign-in screen, with words', async () => {
  const { page } = await visit({ url: server.url });
  issuer.lie = { claims: { nonce: 'another' } };
  await page.goto('/auth?login=true');
  await Promise.all([toast(page, 'Sign-in with Elsewhere failed'), goThere(page)]);
  await page.waitForURL('**/auth?login=true');
  issuer.lie = { path: { of: '/token', does: 'silent' } };
  await Promise.all([toast(page, 'The other site does not answer.'), goThere(page)]);
  await expect.poll(() => page.url(), WAIT).toContain('/auth?login=true');
});

test("a colleague signs in at the operator's own site, and needs a second factor of this one for its rights", async () => {
  issuer.person = {
    ...issuer.person,
    groups: ['rewards-owners'],
    auth_time: Math.floor(Date.now() / 1000),
  };
  const { page, context } = await visit({ url: server.url, viewport: DESKTOP });
  const goToOffice = () => page.getByRole('button', { name: 'Continue with Office' }).click();
  await page.goto('/auth?login=true');
  await goToOffice();
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL('**/dashboard');
  expect((await page.request.get(`${server.url}/api/admin/staff`)).status()).toBe(403);
  const { backupCodes } = await setUpTwoFactor(page, server.url);
  expect((await page.request.get(`${server.url}/api/admin/staff`)).status()).toBe(200);

  await context.clearCookies();
  await page.goto('/auth?login=true');
  await goToOffice();
  await page.getByRole('button', { name: 'Use a backup code instead' }).click();
  await expectAccessible(page);
  await page.getByLabel('Backup code').fill(backupCodes[0] ?? '');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard');
  await page.goto('/admin/staff');
  await page.getByText(String(issuer.person.email)).first().waitFor();

  // A change later on: only a sign-in there counts, in a tab of its own.
  await sql`update sessions set created_at = now() - interval '1 hour', authenticated_at = now() - interval '1 hour'
    where user_id = (select id from users where email = ${String(issuer.person.email)})`.execute(database);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'New backup codes' }).click();
  const asking = page.getByRole('dialog', { name: 'Is it really you?' });
  await asking.getByText('Your role comes from Office').waitFor();
  await expectAccessible(page);
  await asking.getByRole('button', { name: 'Go on' }).click();
  await asking.getByText('Your role comes from Office').waitFor();
  const opened = context.waitForEvent('page');
  await asking.getByRole('button', { name: 'Sign in with Office' }).click();
  const tab = await opened;
  await tab.getByRole('button', { name: 'Use a backup code instead' }).click();
  await tab.getByLabel('Backup code').fill(backupCodes[1] ?? '');
  await tab.getByRole('button', { name: 'Sign In' }).click();
  await tab.waitForURL('**/dashboard');
  await asking.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('dialog', { name: 'Your backup codes' }).waitFor();
});
