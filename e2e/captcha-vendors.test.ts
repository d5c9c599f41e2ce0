import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { type CaptchaVendor, startSiteverify } from '#testing/captcha-vendors.ts';
import { WIDGET_ADDRESSES, widgetScript } from '#testing/captcha-widgets.ts';
import { testDatabase } from '#testing/database.ts';
import { credit } from '#testing/factories.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';
import { expectAccessible, launch, type Visit, WAIT } from './browser.ts';
import { enter, PASSWORD } from './member.ts';

/** The security check with the widgets of vendors; stand-ins replace their scripts and servers. */

const folder = await temporaryFolder();
const visit = await launch();
let current: Visit | undefined;
afterEach(() => expect(current?.faults).toEqual([]));
const cleanUp: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of cleanUp.reverse()) await step();
  await folder.remove();
});

/** A server with this vendor's captcha, and pages whose browser gets the stand-in of the vendor's script. */
async function open(vendor: CaptchaVendor) {
  const siteverify = await startSiteverify(vendor, 'localhost');
  const { url, database } = await testDatabase();
  const server = await startProcess(folder.path, { DATABASE_URL: url, ...siteverify.environment });
  cleanUp.push(siteverify.close, server.end);
  let blocked = 0;
  let scripts = 0;
  const enter = async (options: { colorScheme?: 'dark' } = {}): Promise<Page> => {
    current = await visit({ url: server.url, ...options });
    const { page } = current;
    await page.route(WIDGET_ADDRESSES[vendor], async (route) => {
      const asked = new URL(route.request().url());
      const headers = { 'Access-Control-Allow-Origin': '*' };
      if (asked.pathname === '/solved') {
        const { action, cData: cdata } = Object.fromEntries(asked.searchParams);
        const told = action && cdata ? { action, cdata } : {};
        return route.fulfill({ headers, contentType: 'text/plain', body: siteverify.respond(told) });
      }
      scripts += 1;
      if (blocked > 0) {
        blocked -= 1;
        return route.abort('blockedbyclient');
      }
      return route.fulfill({ contentType: 'text/javascript', body: widgetScript(vendor) });
    });
    return page;
  };
  return {
    siteverify,
    server,
    database,
    enter,
    block: (times: number) => {
      blocked = times;
      scripts = 0;
    },
    scriptsAsked: () => scripts,
  };
}

const check = (page: Page) => page.getByRole('dialog', { name: 'Security check' });
const isReady = (page: Page) => check(page).getByRole('button', { name: 'Continue' }).isEnabled();
const call = (page: Page, name: string) => page.evaluate(`void widgetOptions['${name}']()`);

describe.each(['hcaptcha', 'turnstile'] as const)('%s', async (vendor) => {
  const site = await open(vendor);
  const email = `${vendor}@example.com`;

  /** Solves the widget by keyboard. */
  const solve = async (page: Page) => {
    await check(page).getByRole('button', { name: 'I am human' }).press('Enter');
    if (vendor === 'hcaptcha') {
      const layer = page.getByRole('button', { name: 'The picture with a bus' });
      // The vendor's layer has the focus, and keeps it.
      await layer.waitFor(WAIT);
      await expect
        .poll(() => page.evaluate('document.activeElement.textContent'), WAIT)
        .toBe('The picture with a bus');
      await layer.click();
    }
    await expect.poll(() => isReady(page), WAIT).toBe(true);
  };
  /** Opens a sign-in that needs a captcha. */
  const askedAtSignIn = async (page: Page) => {
    await page.request.post(`${site.server.url}/api/login`, { data: { username: email, password: 'no' } });
    await sql`update rate_limits set points = 100 where key like 'login_email:%'`.execute(site.database);
    await page.goto('/auth');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await check(page).waitFor(WAIT);
  };
  /** Drops the refused calls before sign-in, which the browser reports itself. */
  const forgetRefusals = () => {
    if (current) current.faults = current.faults.filter((fault) => !/status of 40[01]/.test(fault));
  };

  test('a member passes the check and redeems', async () => {
    const page = await site.enter();
    await enter(page, site.server.url, site.database, email);
    forgetRefusals();
    const { id } = await site.database.selectFrom('users').select('id').executeTakeFirstOrThrow();
    await credit(site.database, id, 300);
    await page.goto('/profile');
    await page.getByRole('button', { name: /^Redeem .*\$1/ }).click();
    await check(page).getByRole('button', { name: 'I am human' }).waitFor(WAIT);
    expect(await isReady(page)).toBe(false);
    await solve(page);
    await expectAccessible(page);

    // Cancelling drops the token.
    await check(page).getByRole('button', { name: 'Cancel' }).click();
    await check(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Redeem .*\$1/ }).click();
    await check(page).getByRole('button', { name: 'I am human' }).waitFor(WAIT);
    expect(await isReady(page)).toBe(false);

    await solve(page);
    await Promise.all([
      page.getByText('Captcha verified successfully!', { exact: true }).waitFor(WAIT),
      check(page).getByRole('button', { name: 'Continue' }).click(),
    ]);
    await page.getByRole('button', { name: 'Confirm' }).waitFor(WAIT);
  });

  test('expiry and failure of the widget clear the token and are shown', async () => {
    const page = await site.enter({ colorScheme: 'dark' });
    await askedAtSignIn(page);
    await check(page).getByRole('button', { name: 'I am human' }).waitFor(WAIT);
    await solve(page);
    await call(page, 'expired-callback');
    await check(page).getByText('Captcha expired. Please verify again.').waitFor(WAIT);
    expect(await isReady(page)).toBe(false);
    await solve(page);
    await expect.poll(() => check(page).getByRole('alert').textContent()).toBe('');
    await call(page, 'error-callback');
    await check(page).getByText('Captcha verification failed. Please try again.').waitFor(WAIT);
    expect(await isReady(page)).toBe(false);

    const options = await page.evaluate('JSON.parse(JSON.stringify(widgetOptions))');
    const shared = { sitekey: 'site-key-of-a-test', theme: 'dark' };
    const own = { hcaptcha: { hl: 'en' }, turnstile: { language: 'en', action: 'login' } }[vendor];
    expect(options).toMatchObject({ ...shared, ...own });
    forgetRefusals();
  });

  test('a sign-in after many failures continues with a solved captcha, and without one the focus returns', async () => {
    const page = await site.enter();
    await askedAtSignIn(page);
    await check(page).getByRole('button', { name: 'Cancel' }).click();
    await check(page).waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement.tagName'), WAIT).not.toBe('BODY');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await check(page).waitFor(WAIT);
    await solve(page);
    await check(page).getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/dashboard', WAIT);
    forgetRefusals();
  });

  test('a check that the vendor refuses shows an error and can be repeated', async () => {
    const page = await site.enter();
    await enter(page, site.server.url, site.database, `again-${email}`);
    forgetRefusals();
    const { id } = await site.database
      .selectFrom('users')
      .select('id')
      .where('email', '=', `again-${email}`)
      .executeTakeFirstOrThrow();
    await credit(site.database, id, 100);
    await page.goto('/profile');
    await page.getByRole('button', { name: /^Redeem .*\$1/ }).click();
    await check(page).getByRole('button', { name: 'I am human' }).waitFor(WAIT);
    await solve(page);
    const refused = { success: false, 'error-codes': ['invalid-input-response'] };
    for (const fault of [{ status: 500 }, { status: 200, body: refused }]) {
      site.siteverify.setFault(() => fault);
      await check(page).getByRole('button', { name: 'Continue' }).click();
      await check(page).getByText('Verification failed. Please try again.').waitFor(WAIT);
      expect(await isReady(page)).toBe(false);
      await solve(page);
      await expect.poll(() => check(page).getByRole('alert').textContent()).toBe('');
    }
    site.siteverify.setFault(() => undefined);
    await check(page).getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Confirm' }).waitFor(WAIT);
    if (current) current.faults = current.faults.filter((fault) => !fault.includes('503'));
    forgetRefusals();
  });

  test('a script that a content blocker stops is tried three times, then explained, and works once it is allowed', async () => {
    const page = await site.enter();
    site.block(3);
    await askedAtSignIn(page);
    await check(page).getByText('Captcha verification failed. Please try again.').waitFor(WAIT);
    expect(site.scriptsAsked()).toBe(3);
    await check(page).getByText('Please check your connection and your content blocker.').waitFor();
    expect(await isReady(page)).toBe(false);
    await expectAccessible(page);
    await check(page).getByRole('button', { name: 'Try again' }).click();
    await solve(page);
    forgetRefusals();
    const told = current?.faults.filter((fault) => !fault.includes('ERR_BLOCKED_BY_CLIENT'));
    if (current) current.faults = told ?? [];
  });
});
