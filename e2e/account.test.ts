import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { pauseMember } from '#domain/trust/index.ts';
import { giveGrants } from '#testing/captcha.ts';
import { credit } from '#testing/factories.ts';
import { PUSH_KEYS } from '#testing/push-service.ts';
import { askForCard } from '#testing/redemption.ts';
import { addReward } from '#testing/rewards.ts';
import {
  closeByEscape,
  DESKTOP,
  expectAccessible,
  keepUnaware,
  launch,
  loseFirst,
  PHONE,
  routeFirst,
  UNHEARD,
  WAIT,
} from './browser.ts';
import { earn, enter, join, mailedCode, nextCode, PASSWORD, setUpTwoFactor } from './member.ts';
import { startSite } from './site.ts';

/** A member's account in a browser against the real server. */

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

const { server, database } = await startSite();
const visit = await launch();

/** A member on the profile screen. */
async function onProfile(email: string, options: { viewport?: typeof PHONE; colorScheme?: 'dark' } = {}) {
  const visitor = await visit({ url: server.url, ...options });
  await enter(visitor.page, server.url, database, email);
  await openProfile(visitor.page);
  return visitor;
}

async function openProfile(page: Page): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('heading', { name: 'Account settings' }).waitFor();
  await page.getByText('This device').waitFor();
  // Messages, and what asks to sign in again, are loaded when the browser is idle.
  await page.getByRole('region', { name: 'Notifications (F8)' }).waitFor({ state: 'attached' });
}

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/auth?login=true');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Makes the member's sign-in too old for changes that need a fresh one. */
const ageSignIn = (email: string) =>
  sql`update sessions s set authenticated_at = now() - interval '1 hour' from users u
    where u.id = s.user_id and u.email = ${email}`.execute(database);

/** Confirms a new address of a new member, without hearing so. Returns the dialog in which the code was entered. */
async function loseConfirmation(page: Page, email: string, next: string): Promise<Locator> {
  await join(page, server.url, email);
  await openProfile(page);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(next);
  await page.getByRole('button', { name: 'Save changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your new address' });
  await dialog.getByLabel('Verification code').fill(await mailedCode(server.url, next));
  await loseFirst(page, '**/api/user/email-change/confirm');
  await Promise.all([
    toast(page, 'Network error. Please try again.'),
    dialog.getByRole('button', { name: 'Confirm' }).click(),
  ]);
  return dialog;
}

/** The dialog that asks whose session has ended to sign in again. */
function signInAgain(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  const give = async (password: string) => {
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Sign In' }).click();
  };
  return { dialog, give };
}

/** Waits until the switch with this name has the state. */
const expectSwitch = (page: Page, name: string, state: 'on' | 'off') =>
  page.getByRole('switch', { name, checked: state === 'on' }).waitFor(WAIT);

/** Waits until what has the keyboard's focus is within it. */
const expectFocusIn = (region: Locator) => region.and(region.page().locator(':focus-within')).waitFor();

const toast = (page: Page, text: string) => page.getByText(text).first().waitFor();

/** Without the refused calls, which the browser reports itself. */
const withoutRefusals = (faults: string[]) => faults.filter((fault) => !fault.includes('status of 4'));

describe('two-factor sign-in', () => {
  test.each([
    ['phone, light', PHONE, 'light'],
    ['desktop, dark', DESKTOP, 'dark'],
  ] as const)(
    'is set up with an app, then needs its code or a backup code: %s',
    async (name, viewport, colorScheme) => {
      const email = `two-factor-${viewport.width}@example.com`;
      const { page, faults } = await visit({ url: server.url, viewport, colorScheme });
      await enter(page, server.url, database, email);
      await openProfile(page);
      await expectAccessible(page);
      await page.getByRole('switch', { name: 'Two-factor sign-in' }).click();
      const dialog = page.getByRole('dialog', { name: 'Set up two-factor sign-in' });
      await dialog.getByRole('img', { name: /QR code/ }).waitFor();
      await expectAccessible(page);
      const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
      // As apps show it, with a space in the middle.
      const shown = nextCode(secret).replace(/^.../, '$& ');
      await dialog.getByLabel('Code of the app').pressSequentially(shown);
      await dialog.getByRole('button', { name: 'Turn on' }).click();
      const kept = page.getByRole('dialog', { name: 'Your backup codes' });
      await kept.waitFor();
      const codes = await kept.getByRole('listitem').allTextContents();
      expect(codes).toHaveLength(10);
      await expectAccessible(page);
      const download = page.waitForEvent('download');
      await kept.getByRole('button', { name: 'Download' }).click();
      const file = await readFile(await (await download).path(), 'utf8');
      for (const code of codes) expect(file).toContain(code);
      await page.keyboard.press('Escape');
      await kept.getByRole('button', { name: 'I have saved them' }).click();
      await kept.waitFor({ state: 'detached' });
      await expectSwitch(page, 'Two-factor sign-in', 'on');

      const phone = await visit({ url: server.url, viewport, colorScheme });
      await signIn(phone.page, email);
      await phone.page.getByLabel('Code', { exact: true }).fill('000000');
      await Promise.all([
        toast(phone.page, 'Login failed'),
        phone.page.getByText('This code is not right. Please try the newest one.', { exact: true }).waitFor(),
        phone.page.getByRole('button', { name: 'Sign In' }).click(),
      ]);
      await expectAccessible(phone.page);
      await phone.page.getByRole('button', { name: 'Use a backup code instead' }).click();
      const help = phone.page.getByRole('main').getByRole('link', { name: 'support@localhost' });
      expect(await help.getAttribute('href')).toBe('mailto:support@localhost');
      await expectAccessible(phone.page);
      await phone.page.getByLabel('Backup code').fill(codes[0]?.toLowerCase() ?? '');
      await phone.page.getByRole('button', { name: 'Sign In' }).click();
      await phone.page.waitForURL('**/dashboard');

      // Each code of the app works once, and the set-up used one, so the test waits for the next step.
      await sql`update users set totp_last_step = null where email = ${email}`.execute(database);
      const laptop = await visit({ url: server.url, viewport, colorScheme });
      await signIn(laptop.page, email);
      await laptop.page.getByLabel('Code', { exact: true }).fill(nextCode(secret));
      await laptop.page.getByRole('button', { name: 'Sign In' }).click();
      await laptop.page.waitForURL('**/dashboard');
      expect(withoutRefusals(faults), name).toEqual([]);
    },
  );

  test('shows backup codes that sign in though the answer that switched it on was lost', async () => {
    const email = 'two-factor-unheard@example.com';
    const { page } = await visit({ url: server.url });
    await page.route('**/api/events', () => {});
    await enter(page, server.url, database, email);
    await openProfile(page);
    await page.getByRole('switch', { name: 'Two-factor sign-in' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up two-factor sign-in' });
    await dialog.getByRole('img', { name: /QR code/ }).waitFor();
    const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await dialog.getByLabel('Code of the app').fill(nextCode(secret));
    await loseFirst(page, '**/api/user/two-factor/confirm');
    const turnOn = dialog.getByRole('button', { name: 'Turn on' });
    await Promise.all([toast(page, 'Network error. Please try again.'), turnOn.click()]);
    await sql`update users set totp_last_step = null where email = ${email}`.execute(database);
    await turnOn.click();
    const again = signInAgain(page);
    await again.give(PASSWORD);
    await again.dialog.getByLabel('Code', { exact: true }).fill(nextCode(secret));
    await again.dialog.getByRole('button', { name: 'Sign In' }).click();
    const kept = page.getByRole('dialog', { name: 'Your backup codes' });
    const code = await kept.getByRole('listitem').first().textContent();
    await kept.getByRole('button', { name: 'I have saved them' }).click();
    await expectSwitch(page, 'Two-factor sign-in', 'on');

    const phone = await visit({ url: server.url });
    await signIn(phone.page, email);
    await phone.page.getByRole('button', { name: 'Use a backup code instead' }).click();
    await phone.page.getByLabel('Backup code').fill(code ?? '');
    await phone.page.getByRole('button', { name: 'Sign In' }).click();
    await phone.page.waitForURL('**/dashboard');
  });

  test('is switched off only after the password, and the old codes are void', async () => {
    const email = 'two-factor-off@example.com';
    const { page } = await onProfile(email);
    const { secret } = await setUpTwoFactor(page, server.url);
    await sql`update users set totp_last_step = null where email = ${email}`.execute(database);
    await ageSignIn(email);
    await openProfile(page);
    await page.getByRole('button', { name: 'New backup codes' }).click();
    const proof = page.getByRole('dialog', { name: 'Is it really you?' });
    await proof.getByLabel('Password', { exact: true }).fill('not the password');
    await proof.getByLabel('Two-factor code').fill(nextCode(secret));
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await proof.getByText('The current password is not right.').waitFor();
    await expectAccessible(page);
    await proof.getByLabel('Password', { exact: true }).fill(PASSWORD);
    // The earlier code may have run out by now.
    await proof.getByLabel('Two-factor code').fill(nextCode(secret));
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByRole('switch', { name: 'Two-factor sign-in' }).click();
    await Promise.all([
      toast(page, 'Settings Updated'),
      page.getByRole('button', { name: 'Turn off' }).click(),
    ]);
    const other = await visit({ url: server.url });
    await signIn(other.page, email);
    await other.page.waitForURL('**/dashboard');
  });

  test.each(UNHEARD)(
    'says that the old backup codes may be void when the answer with new ones was lost, and then shows some: %s',
    async (how, lose, failure) => {
      const { page } = await onProfile(`backup-codes-unheard-${how}@example.com`);
      await setUpTwoFactor(page, server.url);
      // The words for refusals come once the screen is shown; those of a screen that was left do not count.
      await page.goto('about:blank');
      await Promise.all([page.waitForResponse('**/errors.json'), openProfile(page)]);
      await loseFirst(page, '**/api/user/two-factor/backup-codes', lose);
      const renew = page.getByRole('button', { name: 'New backup codes', exact: true });
      await Promise.all([
        toast(page, 'Get new backup codes: your old ones may no longer work'),
        toast(page, failure),
        renew.click(),
      ]);
      await expect.poll(() => renew.getAttribute('aria-busy'), WAIT).toBeNull();
      // By keyboard, as the failure may stand before it.
      await renew.press('Enter');
      const kept = page.getByRole('dialog', { name: 'Your backup codes' });
      await kept.waitFor();
      expect(await kept.getByRole('listitem').count()).toBe(10);
    },
  );
});

describe('signing in', () => {
  test('after many wrong passwords from other places needs a captcha, and then lets the owner in', async () => {
    const email = 'attacked@example.com';
    const { page } = await visit({ url: server.url });
    await enter(page, server.url, database, email);
    await page.context().clearCookies();
    await Promise.all([toast(page, 'Login failed'), signIn(page, email, 'a guess')]);
    // As if a hundred others had guessed too; to send the guesses would take too long.
    await sql`update rate_limits set points = 100 where key like 'login_email:%' and points > 0`.execute(
      database,
    );
    await signIn(page, email);
    const check = page.getByRole('dialog', { name: 'Security check' });
    await check.getByRole('checkbox').press('Space');
    await expect.poll(() => check.getByRole('button', { name: 'Continue' }).isEnabled(), WAIT).toBe(true);
    await expectAccessible(page);
    await check.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/dashboard');
  });
});

test('after strangers used up the mails of an address, its owner gets a code and a link with a captcha', async () => {
  const email = 'flooded@example.com';
  const { page } = await visit({ url: server.url });
  for (const path of ['resend-verification', 'forgot-password']) {
    await page.request.post(`${server.url}/api/${path}`, { data: { email } });
  }
  await sql`update rate_limits set points = 5 where key like '%_mail_email:%'`.execute(database);
  const check = page.getByRole('dialog', { name: 'Security check' });
  const solve = async () => {
    await check.getByRole('checkbox').press('Space');
    await expect.poll(() => check.getByRole('button', { name: 'Continue' }).isEnabled(), WAIT).toBe(true);
    await check.getByRole('button', { name: 'Continue' }).click();
  };

  await page.goto('/auth?signup=true');
  await page.getByLabel('Username').fill('Robin');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await check.getByRole('button', { name: 'Cancel' }).click();
  await check.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await solve();
  await page.getByLabel('Verification code').waitFor();
  await page.getByRole('button', { name: 'Resend code' }).click();
  await Promise.all([toast(page, 'Verification code sent'), solve()]);

  await page.goto('/auth?login=true');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await Promise.all([toast(page, 'Reset Link Sent'), solve()]);
});

describe('the profile', () => {
  test('is read-only until edited, and keeps what was saved', async () => {
    const { page, faults } = await onProfile('edits@example.com', { viewport: DESKTOP, colorScheme: 'dark' });
    expect(await page.getByLabel('Username').count()).toBe(0);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Username').fill('Robin Hood');
    await page.getByLabel('Phone (optional)').fill('12');
    await Promise.all([
      toast(page, 'Update Failed'),
      page.getByRole('button', { name: 'Save changes' }).click(),
    ]);
    await page.getByText('Please enter a valid phone number').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Phone (optional)').fill('+1 202 555 0143');
    await Promise.all([
      toast(page, 'Profile Updated'),
      page.getByRole('button', { name: 'Save changes' }).click(),
    ]);
    await page.getByLabel('Username').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('Robin Hood').first().waitFor();
    await page.getByText('+1 (202) 555-0143').waitFor();

    // The number is removed on another device; a change of the name here does not bring it back.
    await page.request.patch(`${server.url}/api/user/profile`, { data: { phone: '' } });
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Username').fill('Robin of Loxley');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Not given').waitFor();
    expect(withoutRefusals(faults)).toEqual([]);
  });

  test('changes the password only with the current one and two equal new ones', async () => {
    const email = 'password@example.com';
    const { page } = await onProfile(email);
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent += 1;
    });
    await page.getByRole('button', { name: 'Edit' }).click();
    const fill = async (current: string, next: string, confirmed: string) => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password', { exact: true }).fill(next);
      await page.getByLabel('Confirm new password').fill(confirmed);
      await page.getByRole('button', { name: 'Save changes' }).click();
    };
    await Promise.all([
      toast(page, 'Password Mismatch'),
      toast(page, 'New passwords do not match.'),
      fill(PASSWORD, 'another long walk', 'another long talk'),
    ]);
    expect(sent).toBe(0);
    await Promise.all([
      toast(page, 'Update Failed'),
      fill('not the password', 'another long walk', 'another long walk'),
    ]);
    await page.getByText('The current password is not right.', { exact: true }).waitFor();
    await Promise.all([
      toast(page, 'Profile Updated'),
      fill(PASSWORD, 'another long walk', 'another long walk'),
    ]);
    const other = await visit({ url: server.url });
    await Promise.all([toast(other.page, 'Login failed'), signIn(other.page, email)]);
    await signIn(other.page, email, 'another long walk');
    await other.page.waitForURL('**/dashboard');
  });

  test('changes the address after the password and the mailed code', async () => {
    const [email, next] = ['moves@example.com', 'moved@example.com'];
    const { page } = await onProfile(email);
    await ageSignIn(email);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill(next);
    await page.getByRole('button', { name: 'Save changes' }).click();
    const proof = page.getByRole('dialog', { name: 'Is it really you?' });
    await proof.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await Promise.all([toast(page, 'One step is missing'), page.keyboard.press('Enter')]);
    expect(await page.getByText('Your changes are saved.').count()).toBe(0);
    const dialog = page.getByRole('dialog', { name: 'Confirm your new address' });
    const code = await mailedCode(server.url, next);
    await dialog.getByLabel('Verification code').fill(code === '000000' ? '111111' : '000000');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('This code is wrong or has expired.').waitFor();
    await expectAccessible(page);
    // A phone whose member went to the mail may load the page anew.
    await page.reload();
    await page.getByRole('button', { name: 'Enter the code' }).click();
    await closeByEscape(page.getByRole('dialog', { name: 'Confirm your new address' }));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Enter the code' }).click();
    // Pasted with a space before it.
    await dialog.getByLabel('Verification code').fill('');
    await dialog.getByLabel('Verification code').pressSequentially(` ${code}`);
    await Promise.all([
      toast(page, `Your address is now ${next}.`),
      dialog.getByRole('button', { name: 'Confirm' }).click(),
    ]);
    await page.reload();
    await page.getByText(next).first().waitFor();
    expect(await page.getByRole('button', { name: 'Enter the code' }).count()).toBe(0);
  });

  test('has the new address though the answer that confirmed it was lost and the session needs a sign-in', async () => {
    const next = 'moved-unheard@example.com';
    const { page } = await visit({ url: server.url });
    // A stream that opens again would find out before the member tries again.
    await page.route('**/api/events', () => {});
    const dialog = await loseConfirmation(page, 'moves-unheard@example.com', next);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const again = signInAgain(page);
    await Promise.all([toast(page, `Your address is now ${next}.`), again.give(PASSWORD)]);
    await again.dialog.waitFor({ state: 'detached' });
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(next).first().waitFor();
    await page.reload();
    await page.getByText(next).first().waitFor();
    expect(await page.getByRole('button', { name: 'Enter the code' }).count()).toBe(0);
  });

  test('asks for no code any more when a sign-in shows that the new address is confirmed', async () => {
    const next = 'moved-unseen@example.com';
    const { page } = await visit({ url: server.url });
    const dialog = await loseConfirmation(page, 'moves-unseen@example.com', next);
    const again = signInAgain(page);
    await Promise.all([toast(page, 'Login failed'), again.give('not the password')]);
    await again.give(PASSWORD);
    await again.dialog.waitFor({ state: 'detached' });
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(next).first().waitFor();
    expect(await page.getByRole('button', { name: 'Enter the code' }).count()).toBe(0);
  });

  test('has the new password though the answer was lost, and the sign-in says that it may be in force', async () => {
    const email = 'password-unheard@example.com';
    const { page } = await visit({ url: server.url });
    await page.route('**/api/events', () => {});
    await enter(page, server.url, database, email);
    await openProfile(page);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill('another long walk');
    await page.getByLabel('Confirm new password').fill('another long walk');
    await loseFirst(page, '**/api/user/profile');
    const save = page.getByRole('button', { name: 'Save changes' });
    await Promise.all([toast(page, 'Update Failed'), save.click()]);
    await save.click();
    const again = signInAgain(page);
    await Promise.all([
      toast(page, 'it may be in force already: try to sign in with it'),
      again.give(PASSWORD),
    ]);
    await Promise.all([toast(page, 'Profile Updated'), again.give('another long walk')]);
    await again.dialog.waitFor({ state: 'detached' });
  });

  test('keeps the old address when the new one is given up, also after a reload', async () => {
    const { page } = await onProfile('stays@example.com');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill('never-moved@example.com');
    await page.getByRole('button', { name: 'Save changes' }).click();
    const code = await mailedCode(server.url, 'never-moved@example.com');
    await page.getByRole('button', { name: 'Keep my old address' }).click();
    await expect.poll(() => page.getByText('never-moved@example.com').count(), WAIT).toBe(0);
    await page.reload();
    await page.getByText('stays@example.com').first().waitFor();
    expect(await page.getByText('never-moved@example.com').count()).toBe(0);
    const late = await page.request.post('/api/user/email-change/confirm', { data: { code } });
    expect(late.status()).toBe(400);
  });

  test('leaves no new address in the tab when its member signs out', async () => {
    const { page } = await onProfile('signs-out@example.com');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill('waits@example.com');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await closeByEscape(page.getByRole('dialog', { name: 'Confirm your new address' }));
    await page.getByRole('button', { name: 'Enter the code' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await page.waitForURL('**/auth**');
    await expect.poll(() => page.evaluate("sessionStorage.getItem('new-email')"), WAIT).toBeNull();
  });
});

describe('the billing address', () => {
  test('is given and changed on the profile, and its country decides about rewards in every tab', async () => {
    const far = { amountCents: 1_100, provider: 'sandbox', regions: ['JP'] };
    await addReward(database, { ...far, kind: 'gift_card', title: 'Only in Japan' });
    const { page, context, faults } = await onProfile('bills@example.com', { viewport: PHONE });
    const reward = page.locator('label').filter({ hasText: 'Only in Japan' });
    const elsewhere = reward.getByText('Not available in your region');
    const otherTab = await context.newPage();
    await openProfile(otherTab);
    const inOtherTab = otherTab.getByText('Not available in your region');
    const row = page.getByRole('button', { name: 'Billing address' });
    const form = page.getByRole('dialog', { name: 'Billing address' });
    const save = async () => {
      await Promise.all([
        toast(page, 'Address saved'),
        form.waitFor({ state: 'detached' }),
        form.getByRole('button', { name: 'Save address' }).click(),
      ]);
    };
    await reward.waitFor();
    expect(await elsewhere.count()).toBe(0);
    await row.click();
    await form.getByLabel('Street and number').fill('1 Main Street');
    await form.getByLabel('City').fill('Springfield');
    await form.getByLabel('State or province').fill('IL');
    await form.getByLabel('Postal code').fill('62701');
    await form.getByLabel('Country code').fill('us');
    await expectAccessible(page);
    await save();
    await expectFocusIn(row);
    await elsewhere.waitFor();
    await inOtherTab.waitFor(WAIT);
    await row.click();
    const country = form.getByLabel('Country code');
    await country.waitFor();
    expect(await country.inputValue()).toBe('US');
    await country.fill('jp');
    await save();
    await elsewhere.waitFor({ state: 'detached' });
    await inOtherTab.waitFor({ state: 'detached', ...WAIT });
    // No card waits for it.
    expect(await page.getByText('The card issuer checks it now.').count()).toBe(0);
    expect(withoutRefusals(faults)).toEqual([]);
  });
});

describe('settings', () => {
  test('are saved at once and kept', async () => {
    const { page } = await onProfile('settings@example.com');
    const wanted = [
      ['Email notifications', 'off'],
      ['Reward alerts', 'off'],
      ['Marketing emails', 'on'],
      ['Private profile', 'on'],
    ] as const;
    for (const [name, state] of wanted) {
      await expectSwitch(page, name, state === 'on' ? 'off' : 'on');
      const [saved] = await Promise.all([
        page.waitForResponse((answer) => answer.url().endsWith('/api/user/settings')),
        toast(page, 'Settings Updated'),
        page.getByRole('switch', { name }).click(),
      ]);
      expect(saved.status()).toBe(200);
      await expectSwitch(page, name, state);
    }
    await openProfile(page);
    for (const [name, state] of wanted) await expectSwitch(page, name, state);

    // The member withdraws consent on another device.
    const { settings } = await (await page.request.get(`${server.url}/api/user`)).json();
    const changed = { ...settings, marketingEmails: false };
    await page.request.patch(`${server.url}/api/user/settings`, { data: changed });
    // The page may hear of the other device before it has saved its own.
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/user/settings'));
    await page.getByRole('switch', { name: 'Reward alerts' }).click();
    expect((await saved).status()).toBe(200);
    await expectSwitch(page, 'Marketing emails', 'off');
    const after = await (await page.request.get(`${server.url}/api/user`)).json();
    expect(after.settings).toEqual({ ...changed, dataAlerts: true });
  });

  test('go back when they cannot be saved', async () => {
    const { page, context } = await onProfile('settings-offline@example.com');
    await context.setOffline(true);
    await Promise.all([
      toast(page, 'Failed to update settings.'),
      page.getByRole('switch', { name: 'Marketing emails' }).click(),
    ]);
    await expectSwitch(page, 'Marketing emails', 'off');
  });

  test.each([1, 2, 3])('show what is stored after %i changes that cannot be saved', async (changes) => {
    const { page } = await onProfile(`settings-refused-${changes}@example.com`);
    const held = Promise.withResolvers<void>();
    await page.route('**/api/user/settings', async (route) => {
      await held.promise;
      await route.abort();
    });
    const marketing = page.getByRole('switch', { name: 'Marketing emails' });
    for (let change = 0; change < changes; change += 1) await marketing.click();
    await expectSwitch(page, 'Marketing emails', changes % 2 === 1 ? 'on' : 'off');
    held.resolve();
    await toast(page, 'Failed to update settings.');
    await expect.poll(() => marketing.getAttribute('aria-busy'), WAIT).toBeNull();
    await expectSwitch(page, 'Marketing emails', 'off');
  });

  test('show what was stored when only the later change of a switch cannot be saved', async () => {
    const { page } = await onProfile('settings-half@example.com');
    const held = Promise.withResolvers<void>();
    let calls = 0;
    await page.route('**/api/user/settings', async (route) => {
      calls += 1;
      if (calls > 1) return route.abort();
      await held.promise;
      await route.continue();
    });
    const marketing = page.getByRole('switch', { name: 'Marketing emails' });
    await marketing.click();
    await marketing.click();
    held.resolve();
    await toast(page, 'Failed to update settings.');
    await expectSwitch(page, 'Marketing emails', 'on');
    const { settings } = await (await page.request.get(`${server.url}/api/user`)).json();
    expect(settings.marketingEmails).toBe(true);
  });

  test('show what is stored when the answer to a change is lost', async () => {
    const { page } = await onProfile('settings-unheard@example.com');
    await loseFirst(page, '**/api/user/settings');
    const marketing = page.getByRole('switch', { name: 'Marketing emails' });
    await Promise.all([toast(page, 'Failed to update settings.'), marketing.click()]);
    await expect.poll(() => marketing.getAttribute('aria-busy'), WAIT).toBeNull();
    await expectSwitch(page, 'Marketing emails', 'on');
  });

  test('subscribe this browser for push messages and end it with the switch', async () => {
    const { page, context } = await visit({ url: server.url, serviceWorker: true });
    // Headless browsers refuse every subscription, so the test replaces the browser's part.
    await context.addInitScript(PUSH_STAND_IN);
    await enter(page, server.url, database, 'push@example.com');
    await openProfile(page);
    await page.getByText('Nothing comes to this browser yet.').waitFor();
    await page.getByRole('button', { name: 'Turn on in this browser' }).click();
    await page.getByText('On in this browser.').waitFor();
    const subscribed = () =>
      sql<{
        count: number;
      }>`select count(*)::int as count from push_subscriptions p join users u on u.id = p.user_id
        where u.email = 'push@example.com'`
        .execute(database)
        .then(({ rows }) => rows[0]?.count);
    await expect.poll(subscribed, WAIT).toBe(1);
    await Promise.all([
      toast(page, 'Settings Updated'),
      page.getByRole('switch', { name: 'Push notifications' }).click(),
    ]);
    await expect.poll(subscribed, WAIT).toBe(0);
  });

  test('go on with push messages in the next session of this browser, and with those of the version before', async () => {
    const { page, context } = await visit({ url: server.url, serviceWorker: true });
    await context.addInitScript(PUSH_STAND_IN);
    // The stream would end with the session, and the question then stand before what is pressed.
    await context.route('**/api/events', () => {});
    const email = 'push-again@example.com';
    await enter(page, server.url, database, email);
    await openProfile(page);
    await page.getByRole('button', { name: 'Turn on in this browser' }).click();
    await page.getByText('On in this browser.').waitFor();
    const tied = () =>
      sql<{ count: number }>`select count(p.session_id)::int as count from push_subscriptions p
        join users u on u.id = p.user_id where u.email = ${email}`
        .execute(database)
        .then(({ rows }) => rows[0]?.count);
    const endSessions = async () => {
      await sql`delete from sessions s using users u where u.id = s.user_id and u.email = ${email}`.execute(
        database,
      );
      expect(await tied()).toBe(0);
    };
    expect(await tied()).toBe(1);

    // Over the screen on which the session ended.
    await endSessions();
    await page.getByRole('switch', { name: 'Marketing emails' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign In' }).click();
    await expect.poll(tied, WAIT).toBe(1);

    await endSessions();
    await signIn(page, email);
    await page.waitForURL('**/dashboard');
    await expect.poll(tied, WAIT).toBe(1);

    await sql`update push_subscriptions p set session_id = null from users u where u.id = p.user_id and u.email = ${email}`.execute(
      database,
    );
    await page.reload();
    await expect.poll(tied, WAIT).toBe(1);
  });

  test('go on after the end of every other session, and after a change of the key of the site', async () => {
    const { page, context } = await visit({ url: server.url, serviceWorker: true });
    await context.addInitScript(PUSH_STAND_IN);
    const email = 'push-goes-on@example.com';
    await enter(page, server.url, database, email);
    await openProfile(page);
    await page.getByRole('button', { name: 'Turn on in this browser' }).click();
    await page.getByText('On in this browser.').waitFor();
    const stored = () =>
      sql<{ id: string }>`select p.id from push_subscriptions p join sessions s on s.id = p.session_id
        join users u on u.id = s.user_id where u.email = ${email}`
        .execute(database)
        .then(({ rows }) => rows.map(({ id }) => id));
    const [first] = await stored();
    await sql`insert into sessions (id, user_id, expires_at, ip, user_agent)
      select md5('a') || md5(id::text), id, now() + interval '1 day', '192.0.2.1', '' from users where email = ${email}`.execute(
      database,
    );
    await page.reload();
    await Promise.all([
      toast(page, 'Only this device is still signed in.'),
      page.getByRole('button', { name: 'Sign out everywhere else' }).click(),
    ]);
    await expect.poll(async () => (await stored()).filter((id) => id !== first).length, WAIT).toBe(1);

    const key = () => page.evaluate<string>("localStorage.getItem('stand-in')");
    const right = await key();
    expect(right).toMatch(/^[\w-]{87}$/);
    await page.evaluate(`localStorage.setItem('stand-in', ${JSON.stringify(right.replace(/.$/, 'A'))} )`);
    await page.reload();
    await expect.poll(key, WAIT).toBe(right);
  });

  test('stay on when signing out fails, and are no hindrance to it when the session has ended', async () => {
    const { page, context } = await visit({ url: server.url, serviceWorker: true, viewport: DESKTOP });
    await context.addInitScript(PUSH_STAND_IN);
    // The stream would end with the session, and the question then stand before what is pressed.
    await context.route('**/api/events', () => {});
    const email = 'push-signs-out@example.com';
    await enter(page, server.url, database, email);
    await openProfile(page);
    await page.getByRole('button', { name: 'Turn on in this browser' }).click();
    await page.getByText('On in this browser.').waitFor();
    const signOut = page.getByRole('button', { name: 'Sign out' }).first();
    const kept = (key: string) => page.evaluate(`localStorage.getItem('${key}')`);
    await loseFirst(context, '**/api/logout', (route) => route.abort());
    await Promise.all([toast(page, 'Logout failed'), signOut.click()]);
    expect(await kept('push-member')).not.toBeNull();
    expect(await kept('stand-in')).not.toBeNull();

    await sql`delete from sessions s using users u where u.id = s.user_id and u.email = ${email}`.execute(
      database,
    );
    // By keyboard, as the failure may stand before it.
    await signOut.press('Enter');
    await page.waitForURL('**/auth**');
    expect(await kept('push-member')).toBeNull();
    // Signing out does not wait for the browser's own subscription.
    await expect.poll(() => kept('stand-in'), WAIT).toBeNull();
  });

  test('that the browser is silent about are no hindrance to signing out either', async () => {
    const { page, context } = await visit({ url: server.url, serviceWorker: true, viewport: DESKTOP });
    await context.addInitScript(PUSH_STAND_IN);
    await enter(page, server.url, database, 'push-silent@example.com');
    await openProfile(page);
    await page.getByRole('button', { name: 'Turn on in this browser' }).click();
    await page.getByText('On in this browser.').waitFor();
    await page.evaluate('PushManager.prototype.getSubscription = () => new Promise(() => {})');
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await page.waitForURL('**/auth**');
  });

  test('use a service worker for the whole site, which only shows messages', async () => {
    const answer = await fetch(`${server.url}/service-worker.js`);
    expect(answer.headers.get('content-type')).toContain('javascript');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const { page } = await visit({ url: server.url, serviceWorker: true });
    await page.goto('/');
    const scope = await page.evaluate<string>(
      "navigator.serviceWorker.register('/service-worker.js').then(() => navigator.serviceWorker.ready).then(({ scope }) => scope)",
    );
    expect(new URL(scope).pathname).toBe('/');
  });
});

describe('sessions', () => {
  test('are listed, and ending one signs that browser out', async () => {
    const email = 'sessions@example.com';
    const { page } = await onProfile(email);
    const phone = await visit({ url: server.url, userAgent: IPHONE });
    await signIn(phone.page, email);
    await phone.page.waitForURL('**/dashboard');
    await openProfile(page);
    await page.getByText('Safari · iPhone').waitFor();
    await expectAccessible(page);
    await Promise.all([
      toast(page, 'Safari · iPhone no longer has access.'),
      page.getByRole('button', { name: 'Sign out: Safari · iPhone' }).press('Enter'),
    ]);
    await page.getByText('You are signed in nowhere else.').waitFor();
    const focused = () => page.evaluate('document.activeElement.textContent');
    await expect.poll(focused, WAIT).toBe('Where you are signed in');
    await phone.page.goto('/profile');
    await phone.page.waitForURL('**/auth**');

    await signIn(phone.page, email);
    await phone.page.waitForURL('**/profile');
    await openProfile(page);
    await Promise.all([
      toast(page, 'Only this device is still signed in.'),
      page.getByRole('button', { name: 'Sign out everywhere else' }).press('Enter'),
    ]);
    await expect.poll(focused, WAIT).toBe('Where you are signed in');
    await phone.page.goto('/profile');
    await phone.page.waitForURL('**/auth**');
  });
});

test('the last use of a browser is told by the time of the server on a device that is a day behind', async () => {
  const email = 'behind@example.com';
  const { page } = await onProfile(email);
  await sql`insert into sessions (id, user_id, expires_at, ip, user_agent, last_seen_at)
    select 'seen an hour ago', id, now() + interval '1 day', '192.0.2.1', ${IPHONE}, now() - interval '61 minutes'
    from users where email = ${email}`.execute(database);
  await page.clock.setFixedTime(Date.now() - 86_400_000);
  await page.reload();
  await page.getByText(/^Last used 1 hour ago/).waitFor(WAIT);
});

test('the profile says where to write to the support', async () => {
  const { page } = await onProfile('asks@example.com');
  const support = page.getByRole('main').getByRole('link', { name: 'support@localhost' });
  expect(await support.getAttribute('href')).toBe('mailto:support@localhost');
});

/** Tabs that listen to the server or wait to. */
const LOCKS = 'navigator.locks.query().then(({ held, pending }) => held.length + pending.length)';

/** Clicks, and reads that the account is deleted before the page leaves for the front page, which it does soon. */
async function farewell(page: Page, clicked: Locator): Promise<void> {
  const leave = await keepUnaware(page, `${server.url}/`);
  await Promise.all([toast(page, 'Account Deleted'), clicked.click()]);
  leave();
  await page.waitForURL((url) => url.pathname === '/');
}

describe('leaving', () => {
  test('lets a member download everything as a zip file, after the password', async () => {
    const email = 'export@example.com';
    const { page } = await onProfile(email);
    await ageSignIn(email);
    await page.getByRole('button', { name: 'Download my data' }).click();
    const proof = page.getByRole('dialog', { name: 'Is it really you?' });
    const help = proof.getByRole('link', { name: 'support@localhost' });
    expect(await help.getAttribute('href')).toBe('mailto:support@localhost');
    await proof.getByLabel('Password', { exact: true }).fill(PASSWORD);
    const download = page.waitForEvent('download');
    await proof.getByRole('button', { name: 'Confirm' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.zip$/);
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');
  });

  test('says before what is lost, how many rewards, and what of a pause and of a debt stays', async () => {
    const email = 'leaves-much@example.com';
    const { page } = await visit({ url: server.url });
    await enter(page, server.url, database, email);
    const { id: memberId } = await database
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await credit(database, memberId, 100);
    await giveGrants(database, memberId, 'redemption');
    await openProfile(page);
    await page
      .getByText('that you have not used can no longer be looked up: write them down first.')
      .waitFor();
    const lost = page.getByText(
      '1 reward that is on its way or ready can no longer be looked up afterwards.',
    );
    const stays = page.getByText(/stays? with that fingerprint/);
    expect([await lost.count(), await stays.count()]).toEqual([0, 0]);

    await transactOn(database)((tx) => askForCard(tx, { memberId, requestId: randomUUID() }));
    await pause(email, 'A second look.');
    await database.updateTable('users').set({ points: -40 }).where('id', '=', memberId).execute();
    await openProfile(page);
    await lost.waitFor(WAIT);
    await page.getByText('the reason stays with that fingerprint for up to two years').waitFor();
    await page.getByText('they stay with that fingerprint for up to seven years').waitFor();
    await expectAccessible(page);
  });

  test('deletes an account after the question and the password, and no sign-in works any more', async () => {
    const email = 'leaves@example.com';
    const { page } = await onProfile(email);
    const questions: string[] = [];
    let answer = false;
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      return answer ? dialog.accept() : dialog.dismiss();
    });
    await page.getByRole('button', { name: 'Delete account' }).click();
    await expect
      .poll(() => questions, WAIT)
      .toEqual(['Are you sure you want to delete your account? This action cannot be undone.']);
    answer = true;
    await ageSignIn(email);
    await page.getByRole('button', { name: 'Delete account' }).click();
    const proof = page.getByRole('dialog', { name: 'Is it really you?' });
    await proof.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await farewell(page, proof.getByRole('button', { name: 'Confirm' }));
    expect(await page.evaluate(`localStorage.getItem('last-balance')`)).toBeNull();
    await Promise.all([toast(page, 'Login failed'), signIn(page, email)]);
  });

  test('asks in no tab to sign in again while the start page is still on its way', async () => {
    const { page, context } = await visit({ url: server.url });
    await enter(page, server.url, database, 'leaves-two-tabs@example.com');
    const listening = await context.newPage();
    await listening.goto('/dashboard');
    await expect.poll(() => listening.evaluate(LOCKS), WAIT).toBe(1);
    await openProfile(page);
    // The other tab has the lock and this one waits for it.
    await expect.poll(() => page.evaluate(LOCKS), WAIT).toBe(2);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 401) refused.push(new URL(response.url()).pathname);
    });
    // The dialog is a late part: what it is made of is read when it is to be shown.
    const dialogs: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/auth.json')) dialogs.push(request.url());
    });
    page.on('dialog', (dialog) => dialog.accept());
    const leave = await keepUnaware(page, `${server.url}/`);
    await page.getByRole('button', { name: 'Delete account' }).click();
    // This tab has the lock now and reads anew; a call that is refused is sent once more.
    await expect.poll(() => refused.filter((path) => path === '/api/user').length, WAIT).toBeGreaterThan(1);
    leave();
    await page.waitForURL((url) => url.pathname === '/');
    await listening.waitForURL('**/auth');
    expect(dialogs).toEqual([]);
  });

  test.each(UNHEARD)(
    'says that the account is deleted though the answer to it was lost: %s',
    async (how, lose) => {
      const { page } = await onProfile(`leaves-unheard-${how}@example.com`);
      page.on('dialog', (dialog) => dialog.accept());
      await page.route('**/api/user/account', lose);
      await farewell(page, page.getByRole('button', { name: 'Delete account' }));
    },
  );

  test('says that the account is deleted when the connection that lost the answer is back', async () => {
    const { page } = await visit({ url: server.url });
    // A stream that opens again would tell it before the member asks.
    await page.route('**/api/events', () => {});
    await enter(page, server.url, database, 'leaves-tunnel@example.com');
    await openProfile(page);
    page.on('dialog', (dialog) => dialog.accept());
    await page.route('**/api/user', (route) => route.abort());
    await loseFirst(page, '**/api/user/account');
    await Promise.all([
      toast(page, 'Delete Failed'),
      page.getByRole('button', { name: 'Delete account' }).click(),
    ]);
    await page.unroute('**/api/user');
    await farewell(page, page.getByRole('button', { name: 'Delete account' }));
  });

  test('does not say so when the deletion was lost on its way', async () => {
    const { page } = await onProfile('leaves-not@example.com');
    page.on('dialog', (dialog) => dialog.accept());
    await loseFirst(page, '**/api/user/account', (route) => route.abort());
    await Promise.all([
      toast(page, 'Delete Failed'),
      page.getByRole('button', { name: 'Delete account' }).click(),
    ]);
    await farewell(page, page.getByRole('button', { name: 'Delete account' }));
  });

  test('asks to sign in again when the session ends otherwise, after a deletion was lost on its way', async () => {
    const email = 'leaves-later@example.com';
    const { page } = await visit({ url: server.url });
    await page.route('**/api/events', () => {});
    await enter(page, server.url, database, email);
    await openProfile(page);
    page.on('dialog', (dialog) => dialog.accept());
    await page.route('**/api/user', (route) => route.abort());
    await loseFirst(page, '**/api/user/account', (route) => route.abort());
    await Promise.all([
      toast(page, 'Delete Failed'),
      page.getByRole('button', { name: 'Delete account' }).click(),
    ]);
    await page.unroute('**/api/user');
    // What is saved shows that the member is still there.
    const marketing = page.getByRole('switch', { name: 'Marketing emails' });
    await Promise.all([toast(page, 'Settings Updated'), marketing.click()]);
    await sql`delete from sessions s using users u where u.id = s.user_id and u.email = ${email}`.execute(
      database,
    );
    await marketing.click();
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).waitFor();
    expect(await page.getByText('Account Deleted').count()).toBe(0);
  });

  test('says to somebody with a role that an owner takes it away first, and asks for no password', async () => {
    const email = 'colleague@example.com';
    const { page } = await onProfile(email);
    await sql`update users set is_admin = true, staff_role = 'support' where email = ${email}`.execute(
      database,
    );
    await page.reload();
    await page.getByText('An owner has to take your role away first.').waitFor(WAIT);
    expect(await page.getByRole('button', { name: 'Delete account' }).count()).toBe(0);
  });
});

describe('leaving with push messages on', () => {
  test('lets the member read the farewell', async () => {
    const email = 'leaves-push@example.com';
    const { page, context } = await visit({ url: server.url, serviceWorker: true });
    await context.addInitScript(PUSH_STAND_IN);
    await enter(page, server.url, database, email);
    await openProfile(page);
    await page.getByRole('button', { name: 'Turn on in this browser' }).click();
    await page.getByText('On in this browser.').waitFor();
    page.on('dialog', (dialog) => dialog.accept());
    let ended = 0;
    page.on('request', (request) => {
      if (request.method() === 'DELETE' && request.url().includes('/api/push/')) ended += 1;
    });
    await farewell(page, page.getByRole('button', { name: 'Delete account' }));
    await expect.poll(() => page.evaluate(`localStorage.getItem('push-member')`), WAIT).toBeNull();
    // Without a session it would ask who has just left to sign in again.
    expect(ended).toBe(0);
  });
});

/** Pauses redemptions of a member, whose pages are told. */
const pause = (email: string, text: string) =>
  transactOn(database)(async (tx) => {
    const { id: userId } = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await pauseMember(tx, { userId, reason: 'staff_review', text, adminId: null });
  });

describe('a pause', () => {
  test('shows the member its reason and takes one appeal, which an admin decides', async () => {
    const email = 'paused@example.com';
    const { page } = await onProfile(email);
    await earn(page);
    const admin = await visit({ url: server.url, viewport: DESKTOP });
    await enter(admin.page, server.url, database, 'decides@example.com');
    await sql`update users set is_admin = true, staff_role = 'owner' where email = 'decides@example.com'`.execute(
      database,
    );
    await admin.page.goto('/admin');
    await admin.page.getByText('Two-factor sign-in comes first').waitFor();
    await expectAccessible(admin.page);
    await setUpTwoFactor(admin.page, server.url);
    const { id } = await database
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const paused = await admin.page.request.post(`${server.url}/api/admin/users/${id}/pause`, {
      data: { reason: 'staff_review', text: 'Two accounts share a phone.' },
    });
    expect(paused.status()).toBe(200);

    await page.goto('/dashboard');
    await page.getByText('Redemptions are paused').waitFor();
    await expectAccessible(page);
    await openProfile(page);
    const reason = page.getByText('Two accounts share a phone.');
    await reason.waitFor();
    // Words of people have a direction of their own, on screens from right to left too.
    expect(await reason.getAttribute('dir')).toBe('auto');
    await page.getByText('You can redeem again once the pause is over.').waitFor();
    await page.getByRole('button', { name: 'Tell us your side' }).click();
    await page.getByLabel('What should we know?').fill('My sister uses my phone.');
    await expectAccessible(page);
    await Promise.all([
      toast(page, 'Your answer is sent'),
      page.getByRole('button', { name: 'Send', exact: true }).click(),
    ]);
    expect(await page.getByText('My sister uses my phone.').getAttribute('dir')).toBe('auto');
    await page.getByText(/A person is reviewing it/).waitFor();
    await expectFocusIn(page.getByRole('region', { name: 'Redemptions are paused' }));

    await admin.page.goto('/admin/appeals');
    await admin.page.getByRole('button', { name: /Robin/ }).click();
    const appeal = admin.page.getByRole('article', { name: 'Robin' });
    await appeal.getByText('My sister uses my phone.').waitFor();
    await expectAccessible(admin.page);
    await appeal.getByRole('button', { name: 'End the pause' }).click();
    await appeal.getByText('Required').waitFor();
    await appeal.getByLabel('Your answer to the member').fill('Thank you, all is well.');
    await Promise.all([
      toast(admin.page, 'The pause is over'),
      appeal.getByRole('button', { name: 'End the pause' }).click(),
    ]);
    await admin.page.getByText('No open appeals').waitFor();
    await page.getByRole('button', { name: 'Redeem $1.00 prepaid card' }).waitFor();
  });

  test('keeps what is written against it for its member alone, and takes it once its reason was read', async () => {
    const email = 'paused-long@example.com';
    const { page, context } = await onProfile(email);
    const panel = page.getByRole('region', { name: 'Redemptions are paused' });
    const open = panel.getByRole('button', { name: 'Tell us your side' });
    const text = panel.getByLabel('What should we know?');
    const send = panel.getByRole('button', { name: 'Send', exact: true });
    await pause(email, 'Which country do you live in?');
    await panel.getByText('Which country do you live in?').waitFor();
    await open.click();
    await text.fill('We live in Mexico.');
    await page.goto('/history');

    const own = await context.cookies();
    await enter(page, server.url, database, 'paused-too@example.com');
    await pause('paused-too@example.com', 'A look.');
    await openProfile(page);
    await open.click();
    expect(await text.inputValue()).toBe('');
    await context.addCookies(own);

    await openProfile(page);
    await open.click();
    expect(await text.inputValue()).toBe('We live in Mexico.');
    await pause(email, 'Two accounts share a phone.');
    await panel.getByText('Two accounts share a phone.').waitFor();
    await Promise.all([toast(page, 'There is a new pause.'), send.click()]);
    expect(await text.inputValue()).toBe('We live in Mexico.');
    await expect.poll(() => send.getAttribute('aria-busy'), WAIT).toBeNull();
    await text.fill('My sister uses my phone.');
    // By keyboard, as the failure may stand before it.
    await send.press('Enter');
    await panel.getByText(/A person is reviewing it/).waitFor();
    const sent = await database.selectFrom('appeals').select('text').execute();
    expect(sent).toContainEqual({ text: 'My sister uses my phone.' });
    expect(sent).not.toContainEqual({ text: 'We live in Mexico.' });
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('my phone');
  });

  test.each(UNHEARD)(
    'whose appeal was taken without the page hearing so finds that out before it says what became of it: %s',
    async (how, lose) => {
      const email = `appeal-unheard-${how}@example.com`;
      const { page } = await onProfile(email);
      const panel = page.getByRole('region', { name: 'Redemptions are paused' });
      const send = panel.getByRole('button', { name: 'Send', exact: true });
      const write = async (text: string) => {
        await panel.getByRole('button', { name: 'Tell us your side' }).click();
        await panel.getByLabel('What should we know?').fill(text);
        await loseFirst(page, '**/api/user/appeal', lose);
      };
      await pause(email, 'A look.');
      await write('  My sister uses my phone. ');
      await Promise.all([toast(page, 'Your answer is sent'), send.click()]);
      await panel.getByText('My sister uses my phone.').waitFor();
      await expectFocusIn(panel);

      await pause(email, 'Another look.');
      await write('It is still the same phone.');
      await loseFirst(page, '**/api/user', (route) => route.abort());
      await Promise.all([toast(page, 'We do not know yet whether your answer was sent'), send.click()]);
      await expect.poll(() => send.getAttribute('aria-busy'), WAIT).toBeNull();
      // By keyboard, as the failure may stand before it.
      await Promise.all([toast(page, 'Your answer is sent'), send.press('Enter')]);
      await panel.getByText('It is still the same phone.').waitFor();
      await expectFocusIn(panel);
    },
  );
});

/** Suspends a member, whose sessions end. */
const suspend = (email: string) =>
  transactOn(database)(async (tx) => {
    await sql`update users set suspended_at = now(), suspended_reason = 'staff_review' where email = ${email}`.execute(
      tx,
    );
    await sql`delete from sessions s using users u where u.id = s.user_id and u.email = ${email}`.execute(tx);
  });

describe('a suspension', () => {
  test('signs the member out, says why at sign-in, and takes one appeal, which lifts it', async () => {
    const email = 'suspended@example.com';
    const { page } = await onProfile(email);
    const admin = await visit({ url: server.url, viewport: DESKTOP });
    await enter(admin.page, server.url, database, 'suspends@example.com');
    await sql`update users set is_admin = true, staff_role = 'owner' where email = 'suspends@example.com'`.execute(
      database,
    );
    await setUpTwoFactor(admin.page, server.url);
    const { id } = await database
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await admin.page.goto(`/admin/users/${id}`);
    await admin.page.getByRole('button', { name: 'Suspend the member' }).click();
    const dialog = admin.page.getByRole('dialog', { name: 'Suspend the member' });
    await dialog.getByLabel('Kind of reason').selectOption('many_accounts');
    await dialog.getByLabel('Reason in your words').fill('Three accounts, one phone.');
    await expectAccessible(admin.page);
    await Promise.all([
      toast(admin.page, 'Account suspended'),
      dialog.getByRole('button', { name: 'Suspend the member' }).click(),
    ]);
    await admin.page.getByText(/^Suspended on/).waitFor();
    await expectAccessible(admin.page);

    await signIn(page, email);
    const panel = page.getByRole('region', { name: 'Your account is suspended' });
    await panel.getByText('Three accounts, one phone.').waitFor();
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Tell us your side' }).click();
    await panel.getByLabel('What should we know?').fill('My sister uses my phone.');
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    await panel.getByText('Your answer is sent').waitFor();
    await expectFocusIn(panel);
    await expectAccessible(page);

    await admin.page.goto('/admin/appeals');
    await admin.page.getByRole('button', { name: /^Robin Several accounts/ }).click();
    const appeal = admin.page.getByRole('article', { name: 'Robin' });
    await appeal.getByText('My sister uses my phone.').waitFor();
    await appeal.getByText('Three accounts, one phone.').waitFor();
    expect(await appeal.getByRole('link', { name: 'Robin' }).getAttribute('href')).toMatch(
      /^\/admin\/users\/./,
    );
    await appeal.getByLabel('Your answer to the member').fill('Thank you, all is well.');
    await Promise.all([
      toast(admin.page, 'Suspension lifted'),
      appeal.getByRole('button', { name: 'Lift the suspension' }).click(),
    ]);
    await signIn(page, email);
    await page.waitForURL(/dashboard/);
  });

  test('keeps what is written against it over another sign-in, which takes it', async () => {
    const email = 'suspended-long@example.com';
    const { page } = await visit({ url: server.url });
    await enter(page, server.url, database, email);
    await suspend(email);
    await signIn(page, email);
    const panel = page.getByRole('region', { name: 'Your account is suspended' });
    await panel.getByRole('button', { name: 'Tell us your side' }).click();
    const text = panel.getByLabel('What should we know?');
    await text.fill('It is a long story.');
    // The server no longer takes what the first sign-in gave.
    await routeFirst(page, '**/api/suspension-appeal', (route) =>
      route.continue({ postData: { ...route.request().postDataJSON(), token: 'old' } }),
    );
    const send = panel.getByRole('button', { name: 'Send', exact: true });
    await Promise.all([toast(page, 'The time to answer is over.'), send.click()]);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect.poll(() => text.inputValue(), WAIT).toBe('It is a long story.');
    await send.click();
    await panel.getByText('Your answer is sent').waitFor();
    const sent = await database.selectFrom('appeals').select('text').execute();
    expect(sent).toContainEqual({ text: 'It is a long story.' });
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('long story');
  });

  test('met over a screen leaves all the time to write against it', async () => {
    const email = 'suspended-there@example.com';
    const { page } = await visit({ url: server.url });
    await page.route('**/api/events', () => {});
    await enter(page, server.url, database, email);
    await openProfile(page);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.clock.install();
    await suspend(email);
    await page.getByRole('button', { name: 'Save changes' }).click();
    const again = signInAgain(page);
    await again.give(PASSWORD);
    await again.dialog.getByRole('button', { name: 'Tell us your side' }).click();
    const text = again.dialog.getByLabel('What should we know?');
    await text.fill('It is a long story.');
    await page.clock.fastForward(11 * 60_000);
    await again.dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await again.dialog.getByText('Your answer is sent').waitFor();
    await expectFocusIn(again.dialog);
  });
});

/** A browser that grants every permission and subscribes at a push service that the site accepts, for as long as its profile. */
const PUSH_STAND_IN = `
  const keys = ${JSON.stringify(PUSH_KEYS)};
  const endpoint = 'https://fcm.googleapis.com/fcm/send/stand-in';
  const subscription = {
    endpoint,
    get options() {
      const key = localStorage.getItem('stand-in').replaceAll('-', '+').replaceAll('_', '/');
      return { applicationServerKey: Uint8Array.from(atob(key), (byte) => byte.charCodeAt(0)).buffer };
    },
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => { localStorage.removeItem('stand-in'); return true; },
  };
  Object.defineProperty(Notification, 'permission', { get: () => 'default' });
  Notification.requestPermission = async () => 'granted';
  PushManager.prototype.getSubscription = async () => (localStorage.getItem('stand-in') ? subscription : null);
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    localStorage.setItem('stand-in', applicationServerKey);
    return subscription;
  };
`;
