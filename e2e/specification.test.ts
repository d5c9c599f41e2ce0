import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createMember, credit, signIn } from '#testing/factories.ts';
import { BILLING_ADDRESS } from '#testing/redemption.ts';
import { addReward } from '#testing/rewards.ts';
import { keepWaiting, launch, WAIT } from './browser.ts';
import { askForAccount, earn, PASSWORD } from './member.ts';
import { startSite } from './site.ts';

/** The statements of the specification that no other test shows; docs/screens.md lists all of them. */

const { server, database } = await startSite();
const visit = await launch();

const toast = (page: Page, title: string) =>
  page
    .getByRole('region', { name: /^Notifications/ })
    .getByText(title, { exact: true })
    .first();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const fill = async (page: Page, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
};

/** A signed-in member with these points. */
async function member(points = 0) {
  const visitor = await visit({ url: server.url });
  const person = await createMember(database, { points });
  const [name = '', value = ''] = (await signIn(database, person)).split('=');
  await visitor.context.addCookies([{ name, value, url: server.url }]);
  return { ...visitor, id: person.id };
}

describe('a visitor', () => {
  test('finds links on the front page to signing up and to signing in', async () => {
    const { page } = await visit({ url: server.url });
    await page.goto('/');
    const signIns = page.getByRole('link', { name: 'Sign In' });
    expect(await signIns.count()).toBe(2);
    for (const link of await signIns.all()) expect(await link.getAttribute('href')).toBe('/auth?login=true');
    const start = page.getByRole('link', { name: 'Start earning free' }).first();
    expect(await start.getAttribute('href')).toBe('/auth?signup=true');
    await start.click();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  });

  test('can switch between signing in and signing up, but not while the code is asked for', async () => {
    const { page } = await visit({ url: server.url });
    await page.goto('/auth');
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    const toSignUp = page.getByText('Create an account', { exact: true });
    await toSignUp.click();
    await page.getByLabel('Username').waitFor();
    await page.getByText('Sign in', { exact: true }).click();
    await page.getByText('Forgot your password?').waitFor();

    await askForAccount(page, 'turns@example.com');
    expect(await page.getByText('Sign in', { exact: true }).count()).toBe(0);
    expect(await toSignUp.count()).toBe(0);
    const code = page.getByLabel('Verification code');
    await code.pressSequentially('12345678');
    await expect.poll(() => code.inputValue()).toBe('123456');
    await code.fill('123');
    await button(page, 'Verify').click();
    await page.getByText('Verification code must be 6 digits').waitFor();
    await Promise.all([
      toast(page, 'Verification code sent').waitFor(WAIT),
      button(page, 'Resend code').click(),
    ]);
    await button(page, 'Back to signup').click();
    await page.getByLabel('Username').waitFor();
    await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe('');
  });

  test('reads failures in a toast and keeps what they have typed', async () => {
    const { page } = await visit({ url: server.url });
    await page.goto('/auth?login=true');
    await button(page, 'Sign In').click();
    await page.getByText('Please enter a valid email address').waitFor();
    await fill(page, { Email: 'nobody@example.com', Password: PASSWORD });
    await Promise.all([toast(page, 'Login failed').waitFor(WAIT), button(page, 'Sign In').click()]);
    await expect
      .poll(() => page.getByLabel('Email', { exact: true }).inputValue())
      .toBe('nobody@example.com');

    await page.goto('/auth?signup=true');
    await button(page, 'Sign Up').click();
    await page.getByText('Required').waitFor();
    await page.getByText('Password must be at least 6 characters long').waitFor();
    await fill(page, { Username: 'Robin', Email: 'taken@example.com', Password: 'password' });
    await Promise.all([toast(page, 'Registration failed').waitFor(WAIT), button(page, 'Sign Up').click()]);

    await askForAccount(page, 'resent@example.com');
    await page.route('**/api/resend-verification', (route) => route.abort());
    await Promise.all([
      toast(page, 'Failed to resend code').waitFor(WAIT),
      button(page, 'Resend code').click(),
    ]);
  });

  test('with a forgotten password reads that the link lasts an hour, and what failed', async () => {
    const { page } = await visit({ url: server.url });
    await page.goto('/auth?login=true');
    await page.getByText('Forgot your password?').click();
    await fill(page, { Email: 'not an address' });
    await button(page, 'Send reset link').click();
    await page.getByText('Please enter a valid email address').waitFor();
    await fill(page, { Email: 'nobody@example.com' });
    const calls = '**/api/forgot-password';
    await page.route(calls, (route) => route.abort());
    await Promise.all([
      toast(page, 'Error').waitFor(WAIT),
      toast(page, 'Network error. Please try again.').waitFor(WAIT),
      button(page, 'Send reset link').click(),
    ]);
    await page.unroute(calls);
    await page.route(calls, (route) => route.fulfill({ status: 500, body: '' }));
    await Promise.all([
      toast(page, 'Failed to send reset email').waitFor(WAIT),
      button(page, 'Send reset link').click(),
    ]);
    await page.unroute(calls);
    const sent = 'If this address has an account, a link to choose a new password is on its way.';
    await Promise.all([toast(page, sent).waitFor(WAIT), button(page, 'Send reset link').click()]);
    await page.getByRole('heading', { name: 'Reset Link Sent' }).waitFor(WAIT);
    await page.getByText(/The link expires in 1 hour\./).waitFor();
    await page.getByText('Back to login').click();
    await button(page, 'Sign In').waitFor();

    await page.getByLabel('Language').selectOption('de');
    await button(page, 'Passwort vergessen?').click();
    await fill(page, { 'E-Mail': 'nobody@example.com' });
    await Promise.all([
      page.getByText('ein Link für ein neues Passwort unterwegs').first().waitFor(),
      button(page, 'Link senden').click(),
    ]);
  });

  test('reads that a reset link is missing or void, and must give two equal passwords', async () => {
    const { page } = await visit({ url: server.url });
    await Promise.all([
      toast(page, 'Invalid Reset Link').waitFor(WAIT),
      toast(page, 'This password reset link is invalid or has expired.').waitFor(WAIT),
      page.goto('/reset-password'),
    ]);
    await page.waitForURL('**/auth');

    await page.goto('/reset-password?token=void');
    const send = button(page, 'RESET PASSWORD');
    await fill(page, { 'New Password': 'five5', 'Confirm New Password': 'other' });
    await send.click();
    await page.getByText('Password must be at least 6 characters long').waitFor();
    await fill(page, { 'New Password': PASSWORD, 'Confirm New Password': 'something else' });
    await send.click();
    await page.getByText("Passwords don't match").waitFor();
    await fill(page, { 'Confirm New Password': PASSWORD });
    await page.route('**/api/reset-password', (route) => route.abort());
    await Promise.all([toast(page, 'Network error. Please try again.').waitFor(WAIT), send.click()]);
    await page.unroute('**/api/reset-password');
    // While it is sent its button keeps the focus, and sends nothing more.
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const answer = await keepWaiting(page, '**/api/reset-password');
    await send.click();
    await expect.poll(() => page.evaluate('document.activeElement.ariaBusy'), WAIT).toBe('true');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Resetting Password...');
    await page.keyboard.press('Enter');
    answer();
    await toast(page, 'Reset Failed').waitFor(WAIT);
    await expect.poll(() => page.evaluate('document.activeElement.textContent'), WAIT).toBe('RESET PASSWORD');
    expect(sent.filter((call) => call === 'POST /api/reset-password')).toHaveLength(1);
    await expect.poll(() => page.getByLabel('New Password', { exact: true }).inputValue()).toBe(PASSWORD);
    await page.getByText('BACK TO LOGIN').click();
    await page.waitForURL('**/auth?login=true');
  });

  test('sees a centred spinner while the site checks the session', async () => {
    const { page } = await visit({ url: server.url });
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/user', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.goto('/dashboard');
    await page.getByText('Loading Pocketful…').first().waitFor();
    answer.resolve();
    await page.waitForURL('**/auth');
  });
});

/** Ends once the page has heard of the pointer. */
const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';

test('a control with a picture alone tells its name to who points at it or reaches it by keyboard', async () => {
  const { page } = await member(40);
  await page.goto('/profile');
  const tooltip = page.locator('[data-tooltip]');
  const back = page.getByRole('link', { name: 'Back', exact: true }).first();
  await back.hover();
  await tooltip.getByText('Back').waitFor();
  // Who enlarges the screen has to point at it to read it.
  await tooltip.hover({ force: true });
  await page.evaluate(DRAWN);
  expect(await tooltip.count()).toBe(1);
  await page.keyboard.press('Escape');
  await tooltip.waitFor({ state: 'detached' });
  await page.mouse.move(0, 0);
  // The page may hear of the pointer later than of the focus.
  await page.evaluate(DRAWN);
  await back.focus();
  await tooltip.getByText('Back').waitFor();
  // Its words are there for eyes alone: whoever hears the page has the name already.
  expect(await tooltip.getAttribute('aria-hidden')).toBe('true');
  // A control with words has none.
  await button(page, 'Sign out').first().hover();
  await tooltip.waitFor({ state: 'detached' });
});

describe('the dashboard', () => {
  test('shows the progress to the first reward, and opens redemption at the threshold without a reload', async () => {
    const { page, id } = await member(40);
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Welcome back, Robin Example!' }).waitFor();
    const progress = page.getByRole('progressbar', { name: 'Progress to your reward' });
    await expect.poll(() => progress.getAttribute('aria-valuetext')).toBe('$0.40 of $1.00');
    await page.getByText('Earn 60 more points to unlock free rewards redemption').waitFor();
    await expect.poll(() => button(page, 'Redeem Cash Reward').isDisabled()).toBe(true);
    await page.getByRole('heading', { name: 'Cash Earned' }).waitFor();
    await page.getByRole('heading', { name: 'Free cash, a few minutes at a time' }).waitFor();
    const navigation = page.getByRole('navigation', { name: 'Main' });
    for (const name of ['Dashboard', 'Tasks', 'History', 'Cards', 'Profile']) {
      await navigation.getByRole('link', { name }).waitFor();
    }

    await credit(database, id, 250);
    await page.reload();
    await expect.poll(() => progress.getAttribute('aria-valuenow'), WAIT).toBe('100');
    await expect.poll(() => progress.getAttribute('aria-valuetext'), WAIT).toBe('$1.00 of $1.00');
    await page.getByText('$2.90', { exact: true }).waitFor();
    expect(await page.getByText('$2.90 of').count()).toBe(0);
    await page.getByText('Next: your first card. It opens all other rewards.').waitFor(WAIT);
    await page.getByRole('link', { name: 'Redeem Cash Reward' }).click();
    await page.waitForURL('**/profile');
  });
});

describe('the history', () => {
  test('is empty with a link to the first mission, then lists by day with totals and a summary', async () => {
    const { page } = await member();
    await page.goto('/history');
    const first = page.getByRole('link', { name: 'Start first mission' });
    const today = () => new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format();
    const heading = (name: string) => page.getByRole('heading', { name });
    const before = today();
    await first.click();
    await page.waitForURL('**/task');
    await earn(page);
    await page.goto('/history');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    for (const name of ['Home', 'Tasks', 'History', 'Logout']) {
      await navigation.getByText(name, { exact: true }).waitFor(WAIT);
    }
    // Midnight may have passed meanwhile.
    await heading(before).or(heading(today())).waitFor(WAIT);
    const row = page.getByRole('listitem').filter({ hasText: 'Install Game App' });
    for (const text of ['+120 MB', 'Offer']) await row.getByText(text, { exact: true }).waitFor();
    await page.getByText('1 mission completed, 120 MB earned.').waitFor();
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL('**/dashboard');
  });
});

describe('earning more', () => {
  test('has for its tiers the rewards of the site, and of those what can be had where the member is', async () => {
    const far = { amountCents: 1_100, provider: 'sandbox', regions: ['JP'] };
    await addReward(database, { ...far, kind: 'gift_card', title: 'Only far away' });
    const { page, id } = await member(1_000);
    await database
      .insertInto('billingAddresses')
      .values({ userId: id, ...BILLING_ADDRESS })
      .execute();
    await page.goto('/earn');
    const tiers = page.getByRole('region', { name: 'Redemption tiers' });
    for (const [name, price, standing] of [
      ['$10.00 reward', '1,000 MB', 'After your first redemption'],
      ['Gift card', '1,000 MB', 'After your first redemption'],
      ['Cash credit', '1,500 MB', '500 MB to go'],
      ['$20.00 reward', '2,000 MB', '1,000 MB to go'],
    ] as const) {
      const tier = tiers.getByRole('listitem').filter({ hasText: name });
      for (const text of [price, standing]) await tier.getByText(text, { exact: true }).waitFor(WAIT);
    }
    expect(await tiers.getByRole('listitem').count()).toBe(4);
    await page.getByText('Need for $10.00', { exact: true }).waitFor();
    await page.getByText('Reached!', { exact: true }).waitFor();
    expect(await page.getByText(/\dGB/).count()).toBe(0);
  });

  test('shows the tiers, the missing points and the examples, and links to redemption from a thousand points', async () => {
    const data = { kind: 'gift_card', provider: 'sandbox' } as const;
    await addReward(database, { ...data, title: '3GB Data', amountCents: 1_000 });
    await addReward(database, { ...data, title: '5GB Data', amountCents: 1_500 });
    const { page, id } = await member(400);
    await page.goto('/earn');
    for (const text of ['Need for 3GB', '3GB Data', '5GB Data', '1,000 MB', '1,500 MB']) {
      await page.getByText(text, { exact: true }).first().waitFor();
    }
    await page.getByText('600 MB', { exact: true }).first().waitFor();
    for (const [name, gain] of [
      ['Install Game App', '+120 MB'],
      ['Shop Online', '+200 MB'],
      ['Watch Video', '+25 MB'],
      ['Survey', '+75 MB'],
    ] as const) {
      const row = page.getByRole('listitem').filter({ hasText: name });
      await row.getByText(gain, { exact: true }).waitFor();
    }
    const redeem = page.getByRole('link', { name: 'Redeem Your Points' });
    expect(await redeem.count()).toBe(0);
    await credit(database, id, 600);
    await page.reload();
    await redeem.click();
    await page.waitForURL('**/profile');
  });
});

describe('the profile', () => {
  test('shows failures of signing out and leaving', async () => {
    const { page } = await member();
    await page.goto('/profile');
    await page.route('**/api/logout', (route) => route.fulfill({ status: 500, body: '' }));
    await Promise.all([
      toast(page, 'Logout failed').waitFor(WAIT),
      page.getByRole('button', { name: 'Sign out' }).last().click(),
    ]);
    await page.route('**/api/user/account', (route) => route.fulfill({ status: 500, body: '' }));
    page.on('dialog', (dialog) => dialog.accept());
    await Promise.all([
      toast(page, 'Delete Failed').waitFor(WAIT),
      toast(page, 'Failed to delete account.').waitFor(WAIT),
      button(page, 'Delete account').click(),
    ]);
  });
});

test('the admin screen shows the failure of an award', async () => {
  const { page, context } = await visit({ url: server.url });
  const admin = await createMember(database, { isAdmin: true });
  await createMember(database, { email: 'gifted@example.com' });
  const [name = '', value = ''] = (await signIn(database, admin)).split('=');
  await context.addCookies([{ name, value, url: server.url }]);
  await page.goto('/admin');
  await page.getByRole('combobox', { name: 'User' }).fill('gifted');
  await page.getByRole('listbox').getByRole('option').first().waitFor(WAIT);
  await page.keyboard.press('Enter');
  await page.getByLabel('Card tier', { exact: true }).selectOption('1USD');
  await page.route('**/api/admin/gift-cash/*', (route) => route.fulfill({ status: 500, body: '' }));
  await Promise.all([
    toast(page, 'Failed to award cash reward').waitFor(WAIT),
    toast(page, 'Please try again.').waitFor(WAIT),
    button(page, 'Award Cash').click(),
  ]);
});

test('a toast is reached with F8, closed by a swipe to the right, and stays while it is read', async () => {
  const { page } = await visit({ url: server.url });
  await page.goto('/auth?login=true');
  await fill(page, { Email: 'nobody@example.com', Password: PASSWORD });
  await page.getByRole('region', { name: 'Notifications (F8)' }).waitFor({ state: 'attached' });
  const told = toast(page, 'Login failed');
  // Its time does not run while the pointer rests on it.
  await Promise.all([told.hover(), button(page, 'Sign In').click()]);
  await page.keyboard.press('F8');
  expect(
    await page.evaluate('document.activeElement.closest(\'[aria-label^="Notifications"]\') !== null'),
  ).toBe(true);
  const box = await told.boundingBox();
  if (!box) throw new Error('The toast is not there');
  const [x, y] = [box.x + 5, box.y + 5];
  const swipe = async (distance: number) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + distance, y, { steps: 8 });
    await page.mouse.up();
  };
  await swipe(40);
  expect(await told.isVisible()).toBe(true);
  await swipe(80);
  await told.waitFor({ state: 'detached' });
});
