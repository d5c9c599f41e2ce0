import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { openSession } from '#domain/members/index.ts';
import { appCode } from '#testing/accounts.ts';
import { createMember } from '#testing/factories.ts';
import { WAIT } from './browser.ts';

/** The actions of a member on the site, by the names that they see or hear. */

export const PASSWORD = 'a long walk at noon';
/** Made once, because a hash takes 0.2 s. */
export const PASSWORD_HASH =
  '$scrypt$ln=15,r=8,p=3$BXcwnSqXgQkwAh9xOhw9wg$uViPTSqthLdmM8kD7+usv66Xg10glsl8Ejjl+LW6wcE';

/** The newest six-digit code in the development mailbox. */
export async function mailedCode(url: string, email: string): Promise<string> {
  return vi.waitFor(async () => {
    const answer = await fetch(`${url}/dev/mail.json?to=${encodeURIComponent(email)}`);
    const [newest] = (await answer.json()) as { text: string }[];
    const code = /\b\d{6}\b/.exec(newest?.text ?? '')?.[0];
    if (code) return code;
    throw new Error(`no code was mailed to ${email}`);
  }, WAIT);
}

/** Goes from the landing page to the form for the code. */
export async function askForAccount(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Start earning free' }).first().click();
  await page.getByLabel('Username').fill('Robin');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByLabel('Verification code').waitFor();
}

/** Signs up on the screens; the page ends on the dashboard. */
export async function signUp(page: Page, url: string, email: string): Promise<void> {
  await askForAccount(page, email);
  await page.getByLabel('Verification code').fill(await mailedCode(url, email));
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.waitForURL('**/dashboard');
}

/** Makes a member with the password above and signs the page in, without hashes and mails; the page stays where it is. */
export async function enter(page: Page, url: string, database: Database, email: string): Promise<void> {
  const member = await createMember(database, { email, name: 'Robin', password: PASSWORD_HASH });
  const { token } = await transactOn(database)((tx) =>
    openSession(tx, member, { ip: '127.0.0.1', userAgent: 'test' }),
  );
  await page.context().addCookies([{ name: 'session', value: token, url }]);
}

/** Signs up by the API instead of the screens; the page stays where it is. */
export async function join(page: Page, url: string, email: string): Promise<void> {
  const data = { email, password: PASSWORD, name: 'Robin' };
  expect((await page.request.post(`${url}/api/register`, { data })).status()).toBe(200);
  const code = await mailedCode(url, email);
  const verified = await page.request.post(`${url}/api/verify-email`, { data: { ...data, code } });
  expect(verified.status()).toBe(200);
}

/** The sandbox wall in its frame on the tasks screen. */
export const sandboxWall = (page: Page) => page.frameLocator('iframe[title*="Sandbox"]');

/** Earns 120 points on the sandbox wall. */
export async function earn(page: Page): Promise<void> {
  await page.goto('/task');
  const wall = sandboxWall(page);
  await wall.getByRole('button', { name: 'Install: Install Game App, 120 MB' }).click();
  // The wall waits for ten seconds. A busy site credits what it answers later too, and knows it when it is sent again.
  const said = async () => {
    const status = await wall.getByRole('status').textContent();
    if (status?.includes('no answer')) await wall.getByRole('button', { name: 'Send again' }).first().click();
    return status;
  };
  await expect.poll(said, WAIT).toMatch(/Postback: 200 ok|Sent again: 200 (ok|dup)/);
}

/** Goes from the profile to the confirmation of the redemption; the security check is passed by keyboard. */
export async function chooseCard(page: Page, price = '$1.00'): Promise<void> {
  await page.goto('/profile');
  if (price !== '$1.00') await page.getByRole('radio', { name: `${price} prepaid card` }).click();
  await page.getByRole('button', { name: `Redeem ${price} prepaid card` }).click();
  await passCheck(page);
  await page.getByRole('button', { name: 'Confirm' }).waitFor();
}

/** Passes the security check that is shown, by keyboard. */
export async function passCheck(page: Page): Promise<void> {
  const check = page.getByRole('dialog', { name: 'Security check' });
  await check.getByRole('checkbox').press('Space');
  await expect.poll(() => check.getByRole('button', { name: 'Continue' }).isEnabled(), WAIT).toBe(true);
  await check.getByRole('button', { name: 'Continue' }).click();
}

/** The code that an app shows next: it is taken already, and for longer than the present one. */
export const nextCode = (secret: string): string => appCode(secret, 1);

/** Switches two-factor sign-in on for the member of the page, by the API instead of the profile screen. */
export async function setUpTwoFactor(
  page: Page,
  url: string,
): Promise<{ secret: string; backupCodes: string[] }> {
  const { secret } = (await (await page.request.post(`${url}/api/user/two-factor`)).json()) as {
    secret: string;
  };
  const data = { code: nextCode(secret) };
  const confirmed = await page.request.post(`${url}/api/user/two-factor/confirm`, { data });
  expect(confirmed.status()).toBe(200);
  return { secret, ...(await confirmed.json()) };
}
