import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { createMember } from '#testing/factories.ts';
import { type ArrivedMail, startMailServer } from '#testing/mail-server.ts';
import {
  expectAccessible,
  expectNamesThePage,
  launch,
  loseAnswer,
  loseFirst,
  UNHEARD,
  WAIT,
} from './browser.ts';
import { askForAccount, PASSWORD } from './member.ts';
import { startSite } from './site.ts';

/** The link of the confirmation mail, by a real mail server, in a browser that knows nothing of the sign-up. */

const mails = await startMailServer();
const { server, database } = await startSite({ SMTP_URL: mails.url });
const visit = await launch();

async function mailTo(email: string): Promise<ArrivedMail> {
  return vi.waitFor(() => {
    const mail = mails.arrived.findLast(({ recipient }) => recipient === email);
    if (mail) return mail;
    throw new Error(`no mail came for ${email}`);
  }, WAIT);
}
const linkIn = (text = '') => /http\S+\/confirm-email#\S+/.exec(text)?.[0] ?? '';
const countOf = async (email: string) =>
  (await database.selectFrom('users').select('id').where('email', '=', email).execute()).length;

test('the link of a mail makes the account with what its reader enters, once, and opening it changes nothing', async () => {
  const email = 'linked+robin@example.com';
  // A stranger has planted this sign-up, and their browser has asked for the mail.
  const stranger = await visit({ url: server.url });
  const planted = { email, password: 'planted by mallory', name: 'Mallory' };
  await stranger.page.request.post('/api/register', { data: planted });
  const mail = await mailTo(email);
  const link = linkIn(mail.text);
  expect(mail.html).toContain(link.replaceAll('&', '&amp;'));

  const { page, faults } = await visit({ url: server.url });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()} ${request.postData()}`));
  for (const _ of ['by a scanner', 'by its reader']) {
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByText(email).waitFor();
  }
  await expectAccessible(page);
  expect(await countOf(email)).toBe(0);
  const code = /code=(\d{6})/.exec(link)?.[1] ?? '';
  expect(asked.filter((request) => request.split('#')[0]?.includes(code))).toEqual([]);

  await page.getByLabel('Username').fill('Robin');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { name: /Robin/ }).waitFor();
  expect(faults.filter((fault) => !fault.includes('status of 4'))).toEqual([]);
  const login = (password: string) =>
    stranger.page.request.post('/api/login', { data: { username: email, password } });
  expect((await login(planted.password)).status()).toBe(401);
  expect((await login(PASSWORD)).status()).toBe(200);

  const again = await visit({ url: server.url });
  await again.page.goto(link);
  await again.page.getByLabel('Username').fill('Robin');
  await again.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await Promise.all([
    again.page.getByText('This code is wrong or has expired.').first().waitFor(),
    again.page.getByRole('button', { name: 'Sign Up' }).click(),
  ]);
});

/** Sends the form, whose first answer does not come, until the member is on the dashboard of the one account that it made. */
async function expectEntered(
  page: Page,
  button: string,
  email: string,
  lose = loseAnswer,
  said = 'Network error. Please try again.',
): Promise<void> {
  await loseFirst(page, '**/api/verify-email', lose);
  await Promise.all([
    page.getByText(said).first().waitFor(),
    page.getByRole('button', { name: button }).click(),
  ]);
  await Promise.all([
    page.getByText('Email verified successfully').first().waitFor(),
    page.waitForURL('**/dashboard'),
    page.getByRole('button', { name: button }).click(),
  ]);
  expect(await countOf(email)).toBe(1);
}

test('the form of a link whose answer was lost signs in to the account that it made when it is sent again', async () => {
  const email = 'lost-link@example.com';
  const { page } = await visit({ url: server.url });
  await page.request.post('/api/register', { data: { email, password: PASSWORD, name: 'Robin' } });
  await page.goto(linkIn((await mailTo(email)).text));
  await page.getByLabel('Username').fill('Robin');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await expectEntered(page, 'Sign Up', email);
});

test.each(UNHEARD)(
  'a code whose answer was lost signs in to the account that it made when it is sent again: %s',
  async (how, lose, said) => {
    const email = `lost-code-${how}@example.com`;
    const { page } = await visit({ url: server.url });
    await askForAccount(page, email);
    const code = /\b\d{6}\b/.exec((await mailTo(email)).text ?? '')?.[0];
    await page.getByLabel('Verification code').fill(code ?? '');
    await expectEntered(page, 'Verify', email, lose, said);
  },
);

test('a wrong code is refused as ever after a lost answer, and the right one then makes the account', async () => {
  const email = 'lost-wrong@example.com';
  const { page } = await visit({ url: server.url });
  await askForAccount(page, email);
  const code = /\b\d{6}\b/.exec((await mailTo(email)).text ?? '')?.[0];
  await page.getByLabel('Verification code').fill(code === '000000' ? '111111' : '000000');
  await loseFirst(page, '**/api/verify-email');
  await Promise.all([
    page.getByText('Network error. Please try again.').first().waitFor(),
    page.getByRole('button', { name: 'Verify' }).click(),
  ]);
  await Promise.all([
    page.getByText('This code is wrong or has expired.').first().waitFor(),
    page.getByRole('button', { name: 'Verify' }).click(),
  ]);
  expect(await countOf(email)).toBe(0);
  await page.getByLabel('Verification code').fill(code ?? '');
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.waitForURL('**/dashboard');
});

test.each(['code', 'link'] as const)(
  'who confirms an address at the mailbox of a suspended account learns why it is suspended too, and may appeal: %s',
  async (how) => {
    const email = `met-${how}+two@example.com`;
    const { id } = await createMember(database, { email: `met-${how}@example.com` });
    await sql`update users set suspended_at = now(), suspended_reason = 'many_accounts' where id = ${id}`.execute(
      database,
    );
    const { page } = await visit({ url: server.url });
    await askForAccount(page, email);
    const { text } = await mailTo(email);
    if (how === 'code') {
      await page.getByLabel('Verification code').fill(/\b\d{6}\b/.exec(text ?? '')?.[0] ?? '');
      await page.getByRole('button', { name: 'Verify' }).click();
    } else {
      await page.goto(linkIn(text));
      await page.getByLabel('Username').fill('Robin');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign Up' }).click();
    }
    const panel = page.getByRole('region', { name: 'Your account is suspended' });
    await panel.getByText('It looks as if one person uses several accounts.').waitFor();
    await expectNamesThePage(page, 'Your account is suspended');
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Tell us your side' }).click();
    await panel.getByLabel('What should we know?').fill('My sister has the same mailbox.');
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    await panel.getByText('Your answer is sent').waitFor();
    const support = panel.getByRole('link', { name: 'support@localhost' });
    expect(await support.getAttribute('href')).toBe('mailto:support@localhost');
    await page.goto('/auth?login=true');
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    expect(await page.getByText('is not finished').count()).toBe(0);
  },
);

test('a link without its code says so and leads to the sign-up', async () => {
  const { page } = await visit({ url: server.url });
  await Promise.all([
    page.getByText('This link does not work').first().waitFor(),
    page.goto('/confirm-email#email=robin%40example.com'),
  ]);
  await page.waitForURL('**/auth?signup=true');
});
