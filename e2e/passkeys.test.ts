import { sql } from 'kysely';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';
import { DESKTOP, expectAccessible, launch, PHONE, WAIT } from './browser.ts';
import { enter, PASSWORD } from './member.ts';

/** Passkeys in a browser with an authenticator of Chromium's own, against the real server. */

const { url: databaseUrl, database } = await testDatabase();
const folder = await temporaryFolder();
const server = await startProcess(folder.path, { DATABASE_URL: databaseUrl });
afterAll(async () => {
  await server.end();
  await folder.remove();
});
const visit = await launch();

/** The device's own authenticator: it keeps passkeys and recognises its user. */
async function authenticator(
  context: BrowserContext,
  page: Page,
): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

async function onProfile(email: string, viewport: typeof PHONE) {
  const visitor = await visit({ url: server.url, viewport });
  const device = await authenticator(visitor.context, visitor.page);
  await enter(visitor.page, server.url, database, email);
  await visitor.page.goto('/profile');
  await visitor.page.getByRole('heading', { name: 'Passkeys' }).waitFor();
  return { ...visitor, ...device };
}
const add = (page: Page) => page.getByRole('button', { name: 'Add a passkey' }).click();
const toast = (page: Page, text: string) => page.getByText(text).first().waitFor();

test.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const)(
  'a passkey is added, named, signs in without a password, and is removed: %s',
  async (name, viewport) => {
    const email = `passkey-${name}@example.com`;
    const { page, context, faults, cdp, authenticatorId } = await onProfile(email, viewport);
    await add(page);
    await toast(page, 'Passkey added');
    await page.getByText('Not used yet').waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: /^Rename/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename this passkey' });
    await dialog.getByLabel('Name').fill('My telephone');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Rename: My telephone' }).waitFor();

    await context.clearCookies();
    // Until then the person does not touch the device.
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
    await page.goto('/auth?login=true');
    const button = page.getByRole('button', { name: 'Continue with a passkey' });
    await button.waitFor();
    await expectAccessible(page);
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
    await button.click();
    await page.waitForURL('**/dashboard');

    await page.goto('/profile');
    await page
      .getByText(/^Last used/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Remove: My telephone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await toast(page, 'Passkey removed');
    await expect.poll(() => page.getByRole('button', { name: /^Rename/ }).count(), WAIT).toBe(0);
    expect(faults.filter((fault) => !fault.includes('status of 4'))).toEqual([]);
  },
);

test('the browser offers the passkey at the address field', async () => {
  const { page, context } = await onProfile('passkey-autofill@example.com', PHONE);
  await add(page);
  await toast(page, 'Passkey added');
  await context.clearCookies();
  await page.goto('/auth?login=true');
  expect(await page.getByLabel('Email').getAttribute('autocomplete')).toBe('username webauthn');
  await page.waitForURL('**/dashboard');
});

test('a passkey stands in for password and code where a change needs a fresh sign-in', async () => {
  const email = 'passkey-fresh@example.com';
  const { page } = await onProfile(email, PHONE);
  await add(page);
  await toast(page, 'Passkey added');
  await sql`update sessions s set authenticated_at = now() - interval '1 hour' from users u
    where u.id = s.user_id and u.email = ${email}`.execute(database);
  await page.getByRole('button', { name: 'Ask for a second step at every sign-in' }).click();
  const asking = page.getByRole('dialog', { name: 'Is it really you?' });
  await asking.waitFor();
  await expectAccessible(page);
  await asking.getByRole('button', { name: 'Use a passkey' }).click();
  const codes = page.getByRole('dialog', { name: 'Your backup codes' });
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('switch', { name: 'Two-factor sign-in', checked: true }).waitFor();
});

test('whose browser refuses to make a passkey loses nothing, and the password still signs in', async () => {
  const email = 'passkey-refused@example.com';
  const { page, cdp, authenticatorId } = await onProfile(email, PHONE);
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await add(page);
  await expect.poll(() => page.getByRole('button', { name: 'Add a passkey' }).isEnabled(), WAIT).toBe(true);
  const { body } = await page.request
    .post(`${server.url}/api/login`, { data: { username: email, password: PASSWORD } })
    .then(async (answer) => ({ body: await answer.json() }));
  expect(body).toMatchObject({ email, hasPasskey: false });
});
