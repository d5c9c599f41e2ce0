import { sql } from 'kysely';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { authenticator } from './authenticator.ts';
import { DESKTOP, expectAccessible, launch, loseFirst, PHONE, WAIT } from './browser.ts';
import { enter, PASSWORD } from './member.ts';
import { startSite } from './site.ts';

/** Passkeys in a browser with an authenticator of Chromium's own, against the real server. */

const { server, database } = await startSite();
const visit = await launch();

async function onProfile(email: string, viewport: typeof PHONE, timeZone = 'UTC') {
  const visitor = await visit({ url: server.url, viewport, timeZone });
  const device = await authenticator(visitor.context, visitor.page);
  await enter(visitor.page, server.url, database, email);
  await visitor.page.goto('/profile');
  await visitor.page.getByRole('heading', { name: 'Passkeys' }).waitFor();
  return { ...visitor, ...device };
}
const add = (page: Page) => page.getByRole('button', { name: 'Add a passkey' }).click();
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

/** Notes what the browser is asked for. Its window waits for a finger. */
const WATCH = `
  window.asked = [];
  const touched = new Promise((resolve) => { window.touch = resolve; });
  const get = CredentialsContainer.prototype.get;
  CredentialsContainer.prototype.get = async function (options) {
    window.asked.push(options.mediation === 'conditional' ? 'field' : 'window');
    if (options.mediation !== 'conditional') await touched;
    return get.call(this, options);
  };`;
const expectAsked = (page: Page, asked: string[]) =>
  expect.poll(() => page.evaluate('window.asked'), WAIT).toEqual(asked);

test.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const)(
  'a passkey is added, named, signs in without a password, and is removed: %s',
  async (name, viewport) => {
    const email = `passkey-${name}@example.com`;
    const { page, context, faults, cdp, authenticatorId } = await onProfile(email, viewport);
    await Promise.all([toast(page, 'Passkey added'), add(page)]);
    await page.getByText('Not used yet').waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: /^Rename/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename this passkey' });
    await dialog.getByLabel('Name').fill('My telephone');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Rename: My telephone' }).waitFor();

    await context.clearCookies();
    // Until then the person does not touch the device, so that the field's offer does not sign in.
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
    await page.addInitScript(WATCH);
    await page.goto('/auth?login=true');
    const button = page.getByRole('button', { name: 'Continue with a passkey' });
    await button.waitFor();
    await expectAccessible(page);
    await expectAsked(page, ['field']);
    await button.click();
    await expectAsked(page, ['field', 'window']);
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
    await page.evaluate('window.touch()');
    await page.waitForURL('**/dashboard');

    await page.goto('/profile');
    await page
      .getByText(/^Last used/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Remove: My telephone' }).click();
    await Promise.all([
      toast(page, 'Passkey removed'),
      page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click(),
    ]);
    await expect.poll(() => page.getByRole('button', { name: /^Rename/ }).count(), WAIT).toBe(0);
    await expect.poll(() => page.evaluate('document.activeElement.id'), WAIT).toBe('passkeys');
    expect(faults.filter((fault) => !fault.includes('status of 4'))).toEqual([]);
  },
);

test('a passkey shows the day on which it was added where the member is', async () => {
  const { page } = await onProfile('passkey-day@example.com', PHONE, 'America/Mexico_City');
  await Promise.all([toast(page, 'Passkey added'), add(page)]);
  await sql`update passkeys p set created_at = '2026-01-06T02:30:00Z' from users u
    where u.id = p.user_id and u.email = 'passkey-day@example.com'`.execute(database);
  await page.reload();
  await page.getByText('Added Jan 5, 2026').waitFor();
});

test('the browser offers the passkey at the address field', async () => {
  const { page, context } = await onProfile('passkey-autofill@example.com', PHONE);
  await Promise.all([toast(page, 'Passkey added'), add(page)]);
  await context.clearCookies();
  // The device answers by itself, so the sign-in is held until the field has been looked at.
  const looked = Promise.withResolvers<void>();
  await page.route('**/api/login/passkey', async (route) => {
    await looked.promise;
    await route.continue();
  });
  await page.goto('/auth?login=true');
  await expect
    .poll(() => page.getByLabel('Email', { exact: true }).getAttribute('autocomplete'))
    .toBe('username webauthn');
  looked.resolve();
  await page.waitForURL('**/dashboard');
});

describe('while the sign-in stands open, a passkey', () => {
  const OPTIONS = '**/api/login/passkey/options';

  /** A browser that has a passkey, before it opens the sign-in; `touch` says whether its user touches the device. */
  async function beforeSignIn(email: string) {
    const { page, context, cdp, authenticatorId } = await onProfile(email, PHONE);
    await Promise.all([toast(page, 'Passkey added'), add(page)]);
    const touch = (enabled: boolean) =>
      cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    await touch(false);
    await context.clearCookies();
    await page.addInitScript(WATCH);
    return { page, touch, button: page.getByRole('button', { name: 'Continue with a passkey' }) };
  }

  test('is offered at the field anew before its challenge ends, and signs in', async () => {
    const { page, touch } = await beforeSignIn('passkey-late@example.com');
    await page.clock.install();
    await page.goto('/auth?login=true');
    await expectAsked(page, ['field']);
    await page.clock.fastForward(6 * 60_000);
    await expectAsked(page, ['field', 'field']);
    await touch(true);
    await page.clock.fastForward(6 * 60_000);
    await page.waitForURL('**/dashboard');
  });

  test('is offered at the field again after a try that failed, which is still told', async () => {
    const { page, button } = await beforeSignIn('passkey-again@example.com');
    await page.goto('/auth?login=true');
    await expectAsked(page, ['field']);
    await loseFirst(page, OPTIONS, (route) => route.abort());
    await Promise.all([toast(page, 'Passkey sign-in failed'), button.click()]);
    await expectAsked(page, ['field', 'field']);
  });

  test('that was asked for stays so when an offer comes late, or at another click', async () => {
    const { page, touch, button } = await beforeSignIn('passkey-asked@example.com');
    await touch(true);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let calls = 0;
    await page.route(OPTIONS, async (route) => {
      calls += 1;
      if (calls === 1) await released;
      await route.continue();
    });
    await page.goto('/auth?login=true');
    await expect.poll(() => calls, WAIT).toBe(1);
    await button.click();
    await expectAsked(page, ['window']);
    release();
    // What was held back is answered before this.
    await page.evaluate("fetch('/').then((answer) => answer.text())");
    await button.press('Enter');
    await page.evaluate('window.touch()');
    await page.waitForURL('**/dashboard');
    await expectAsked(page, ['window']);
    expect(calls).toBe(2);
  });
});

test('a passkey stands in for password and code where a change needs a fresh sign-in', async () => {
  const email = 'passkey-fresh@example.com';
  const { page } = await onProfile(email, PHONE);
  await Promise.all([toast(page, 'Passkey added'), add(page)]);
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

describe('a passkey is offered once, at the second visit of a browser', () => {
  const offer = (page: Page) => page.getByRole('region', { name: 'Passkeys' });
  /** Another visit is another tab. */
  async function dashboard(context: BrowserContext) {
    const page = await context.newPage();
    const { cdp, authenticatorId } = await authenticator(context, page);
    await page.goto('/dashboard');
    // Whether it is offered is decided once in a tab.
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('passkey-offer')), WAIT)
      .not.toBeNull();
    return { page, cdp, authenticatorId };
  }

  test('and never again once it is refused', async () => {
    const { page, context } = await visit({ url: server.url });
    await enter(page, server.url, database, 'passkey-offer-no@example.com');
    const first = await dashboard(context);
    expect(await offer(first.page).count()).toBe(0);
    await first.page.reload();
    await first.page.getByRole('heading', { name: /Robin/ }).waitFor();
    expect(await offer(first.page).count()).toBe(0);

    const second = await dashboard(context);
    await offer(second.page).waitFor();
    await expectAccessible(second.page);
    await offer(second.page).getByRole('button', { name: 'Not now' }).click();
    await offer(second.page).waitFor({ state: 'detached' });
    await second.page.reload();
    await second.page.getByRole('heading', { name: /Robin/ }).waitFor();
    expect(await offer(second.page).count()).toBe(0);

    const third = await dashboard(context);
    expect(await offer(third.page).count()).toBe(0);
  });

  test('and makes one that signs in', async () => {
    const email = 'passkey-offer-yes@example.com';
    const { page, context } = await visit({ url: server.url });
    await enter(page, server.url, database, email);
    await dashboard(context);
    const second = await dashboard(context);
    await Promise.all([
      toast(second.page, 'Passkey added'),
      offer(second.page).getByRole('button', { name: 'Add a passkey' }).click(),
    ]);
    await offer(second.page).waitFor({ state: 'detached' });
    const { body } = await second.page.request
      .get(`${server.url}/api/user`)
      .then(async (answer) => ({ body: await answer.json() }));
    expect(body).toMatchObject({ email, hasPasskey: true });
  });
});

test('whose second step is a passkey has seen the backup codes, and is asked for one beside the password', async () => {
  const email = 'passkey-factor@example.com';
  const { page, context } = await onProfile(email, PHONE);
  await Promise.all([toast(page, 'Passkey added'), add(page)]);
  const ask = page.getByRole('button', { name: 'Ask for a second step at every sign-in' });
  // Without the dialog that shows the codes nothing is switched on.
  await page.route('**/assets/two-factor-dialog-*.js', (route) => route.abort());
  await Promise.all([
    page.getByText('Copy what you have typed, then reload the page.').first().waitFor(),
    ask.click(),
  ]);
  await page.unroute('**/assets/two-factor-dialog-*.js');
  await page.reload();
  await ask.click();
  const codes = page.getByRole('dialog', { name: 'Your backup codes' });
  const code = await codes.getByRole('listitem').first().textContent();
  // The tab of the authenticator would sign in by itself once it sees that its session has ended.
  await page.close();
  await context.clearCookies();
  const other = await context.newPage();
  await other.goto('/auth?login=true');
  await other.getByLabel('Email', { exact: true }).fill(email);
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await other.getByRole('button', { name: 'Sign In' }).click();
  await other.getByLabel('Backup code').fill(code ?? '');
  expect(await other.getByRole('button', { name: 'Use the authenticator app instead' }).count()).toBe(0);
  await other.getByRole('button', { name: 'Sign In' }).click();
  await other.waitForURL('**/dashboard');
});

test('whose second step was switched on unheard shows the backup codes to the next try', async () => {
  const { page } = await onProfile('passkey-unheard@example.com', PHONE);
  await Promise.all([toast(page, 'Passkey added'), add(page)]);
  await loseFirst(page, '**/api/user/two-factor/passkey');
  const ask = page.getByRole('button', { name: 'Ask for a second step at every sign-in' });
  await Promise.all([toast(page, 'Network error. Please try again.'), ask.click()]);
  await ask.click();
  const codes = page.getByRole('dialog', { name: 'Your backup codes' });
  await expect.poll(() => codes.getByRole('listitem').count(), WAIT).toBe(10);
});
