import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { runOps, startProcess, temporaryFolder } from '#testing/process.ts';
import { DESKTOP, expectAccessible, launch, loseFirst, PHONE, UNHEARD, WAIT } from './browser.ts';
import {
  askForAccount,
  chooseCard,
  earn,
  join,
  mailedCode,
  PASSWORD,
  sandboxWall,
  setUpTwoFactor,
} from './member.ts';

/** The main way through the product, in a browser against the real server with its embedded database. */

const folder = await temporaryFolder();
const server = await startProcess(folder.path);
afterAll(async () => {
  await server.end();
  await folder.remove();
});
const visit = await launch();

/** The browser itself reports the specified 401 for a visitor who is not signed in. */
const withoutSignedOut = (faults: string[]) => faults.filter((fault) => !fault.includes('status of 401'));

/** The newest link for a new password in the development mailbox. */
async function mailedResetLink(email: string): Promise<string> {
  return vi.waitFor(async () => {
    const answer = await fetch(`${server.url}/dev/mail.json?to=${email}`);
    const [newest] = (await answer.json()) as { text: string }[];
    const link = /http\S+\/reset-password\?token=\S+/.exec(newest?.text ?? '')?.[0];
    if (link) return link;
    throw new Error(`no link was mailed to ${email}`);
  }, WAIT);
}

async function fillReset(page: Page, password: string): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm New Password').fill(password);
}

describe('a newcomer', () => {
  test.each([
    ['phone, light', PHONE, 'light'],
    ['desktop, dark', DESKTOP, 'dark'],
  ] as const)('signs up, earns, redeems and sees the card: %s', async (name, viewport, colorScheme) => {
    const email = `${name.replaceAll(/\W+/g, '-')}@example.com`;
    const { page, faults } = await visit({ url: server.url, viewport, colorScheme });
    await page.goto('/');
    await expectAccessible(page);
    await askForAccount(page, email);
    await expectAccessible(page);
    await page.getByLabel('Verification code').fill(await mailedCode(server.url, email));
    await Promise.all([
      page.getByText('Email verified successfully').first().waitFor(),
      page.waitForURL('**/dashboard'),
      page.getByRole('button', { name: 'Verify' }).click(),
    ]);
    await page.getByText('$0.00').first().waitFor();
    await expectAccessible(page);

    // Another tab shows the balance and is not loaded again.
    const watcher = await page.context().newPage();
    await watcher.goto('/dashboard');
    await watcher.getByText('$0.00').first().waitFor();
    await page.getByRole('link', { name: 'Start Earning' }).click();
    await page.waitForURL('**/task');
    await sandboxWall(page).getByRole('button', { name: 'Install: Install Game App, 120 MB' }).click();
    await watcher.getByText('$1.20').first().waitFor(WAIT);
    await expectAccessible(page);
    await watcher.getByRole('link', { name: 'Profile' }).first().click();
    await expect
      .poll(() => watcher.getByText('Days active').locator('..').textContent(), WAIT)
      .toContain('1');
    await watcher.close();

    await chooseCard(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('dialog', { name: 'Your card is ready' }).waitFor(WAIT);
    await page.goto('/history?tab=cards');
    await page.getByRole('button', { name: 'Show card' }).click();
    const card = page.getByRole('dialog', { name: 'Your card' });
    await card.getByText('TEST CARD').first().waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    for (const path of ['/history', '/dashboard', '/profile', '/adwall', '/earn']) {
      await page.goto(path);
      await page.getByRole('main').waitFor();
      await page.waitForLoadState('networkidle');
      await expectAccessible(page);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
    }
    expect(withoutSignedOut(faults)).toEqual([]);
  });

  test('stays at the code after a wrong one and gets in with the right one', async () => {
    const { page } = await visit({ url: server.url });
    await askForAccount(page, 'wrong-code@example.com');
    const code = await mailedCode(server.url, 'wrong-code@example.com');
    const wrong = code === '000000' ? '111111' : '000000';
    await page.getByLabel('Verification code').fill(wrong);
    await Promise.all([
      page.getByText('Verification failed').first().waitFor(),
      page.getByRole('button', { name: 'Verify' }).click(),
    ]);
    await page.getByLabel('Verification code').fill(code);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.waitForURL('**/dashboard');
  });

  test('with a forgotten password chooses a new one by the mailed link and signs in with it', async () => {
    const email = 'forgetful@example.com';
    const { page } = await visit({ url: server.url });
    await join(page, server.url, email);
    await page.context().clearCookies();
    await page.goto('/auth?login=true');
    await page
      .getByRole('button', { name: 'Forgot your password?' })
      .or(page.getByRole('link', { name: 'Forgot your password?' }))
      .click();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await Promise.all([
      page.getByText('Reset Link Sent').first().waitFor(),
      page.getByRole('button', { name: 'Send reset link' }).click(),
    ]);
    await page.goto(await mailedResetLink(email));
    await fillReset(page, 'another long walk');
    await page.getByRole('button', { name: 'RESET PASSWORD' }).click();
    await page
      .getByRole('link', { name: 'GO TO LOGIN' })
      .or(page.getByRole('button', { name: 'GO TO LOGIN' }))
      .click();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await Promise.all([
      page.getByText('Login failed').first().waitFor(),
      page.getByRole('button', { name: 'Sign In' }).click(),
    ]);
    await page.getByLabel('Password', { exact: true }).fill('another long walk');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/dashboard');
  });

  test.each(UNHEARD)(
    'who does not hear that a new password is in force reads that it may be, and signs in with it: %s',
    async (how, lose, said) => {
      const email = `unheard-${how}@example.com`;
      const { page } = await visit({ url: server.url });
      await join(page, server.url, email);
      await page.context().clearCookies();
      await page.request.post('/api/forgot-password', { data: { email } });
      await page.goto(await mailedResetLink(email));
      await fillReset(page, 'another long walk');
      await loseFirst(page, '**/api/reset-password', lose);
      const send = page.getByRole('button', { name: 'RESET PASSWORD' });
      await Promise.all([page.getByText(said).first().waitFor(), send.click()]);
      await Promise.all([
        page.getByText('it may be in force already: try to sign in with it').first().waitFor(),
        send.click(),
      ]);
      await page.getByRole('link', { name: 'BACK TO LOGIN' }).click();
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill('another long walk');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.waitForURL('**/dashboard');
    },
  );
});

test('a reset link that is sent after its form was left takes nothing of what is typed since', async () => {
  const { page } = await visit({ url: server.url });
  const sent = Promise.withResolvers<void>();
  await page.route('**/api/forgot-password', async (route) => {
    await sent.promise;
    await route.continue();
  });
  await page.goto('/auth?login=true');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email', { exact: true }).fill('remembers@example.com');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await page.getByRole('button', { name: 'Back to login' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  sent.resolve();
  await page.getByText('Reset Link Sent').first().waitFor();
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(PASSWORD);
});

describe('the site', () => {
  test('redirects a visitor without a session from every protected screen to the sign-in', async () => {
    const { page } = await visit({ url: server.url });
    for (const path of ['/dashboard', '/task', '/history', '/adwall', '/earn', '/profile', '/admin']) {
      await page.goto(path);
      await page.waitForURL('**/auth**');
    }
  });

  test('redirects a member from the landing page and the sign-in to the dashboard, until they sign out', async () => {
    const { page } = await visit({ url: server.url });
    await join(page, server.url, 'returning@example.com');
    for (const path of ['/', '/auth']) {
      await page.goto(path);
      await page.waitForURL('**/dashboard');
    }
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.pathname !== '/profile');
    await page.goto('/dashboard');
    await page.waitForURL('**/auth**');
  });

  test('credits neither a forged nor a repeated postback, and shows a reversal with its debt', async () => {
    const { page } = await visit({ url: server.url });
    await join(page, server.url, 'forged@example.com');
    await earn(page);
    const wall = sandboxWall(page);
    const press = async (name: RegExp, answer: string) => {
      await wall.getByRole('button', { name }).first().click();
      await expect.poll(() => wall.getByRole('status').textContent(), WAIT).toContain(answer);
    };
    const points = () =>
      page.evaluate<number>("fetch('/api/user').then((answer) => answer.json()).then((user) => user.points)");
    await press(/^Send again: /, '200 dup');
    await press(/^Send forged: /, '403');
    expect(await points()).toBe(120);
    await press(/^Reverse: /, 'Reversal: 200');
    expect(await points()).toBe(0);
    await page.goto('/history');
    await page.getByText('Taken back by the partner').waitFor();
  });

  test('turns a double click and the same question in a second tab into one redemption', async () => {
    const { page, context } = await visit({ url: server.url });
    await join(page, server.url, 'twice@example.com');
    await earn(page);
    const second = await context.newPage();
    await chooseCard(page);
    await chooseCard(second);
    await page.getByRole('button', { name: 'Confirm' }).dblclick();
    await page.getByRole('dialog', { name: 'Your card is ready' }).waitFor(WAIT);
    await second.getByRole('button', { name: 'Confirm' }).click();
    await second.getByRole('dialog', { name: 'Your card is ready' }).waitFor(WAIT);
    // A new request would be a second redemption, for which the points are missing.
    await second.goto('/profile');
    await second
      .getByText(/80 MB more/)
      .first()
      .waitFor();
    await expect
      .poll(() => second.getByRole('radio', { name: '$1.00 prepaid card' }).isEnabled())
      .toBe(false);
    const redemptions = await page.evaluate<{ status: string }[]>(
      "fetch('/api/redemptions').then((answer) => answer.json())",
    );
    expect(redemptions.map(({ status }) => status)).toEqual(['issued']);
  });

  test('denies the admin screen to members and shows it to an admin with a second factor', async () => {
    const email = 'admin@example.com';
    const { page } = await visit({ url: server.url });
    await join(page, server.url, email);
    await page.goto('/admin');
    await page.getByText('Access Denied').waitFor();
    await page.getByText("You don't have admin privileges.").waitFor();
    expect((await runOps(['admin', 'grant', email], { DATA_DIR: folder.path })).code).toBe(0);
    await page.goto('/auth?login=true');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/dashboard');
    await setUpTwoFactor(page, server.url);
    await page.goto('/admin');
    await page.getByText('Total Users').waitFor();
    await expectAccessible(page);
  });

  test('responds to an unknown address with 404 and the not-found page', async () => {
    const { page } = await visit({ url: server.url });
    const answer = await page.goto('/no-such-page');
    expect(answer?.status()).toBe(404);
    await page.getByText('404 Page Not Found').waitFor();
    await page.getByText('Did you forget to add the page to the router?').waitFor();
  });

  test('can prove every point at the end', async () => {
    expect((await runOps(['audit'], { DATA_DIR: folder.path })).output).toContain(
      'Every point is accounted for.',
    );
  });
});
