import { expect, test } from 'vitest';
import { newAddress, signUp } from '#testing/accounts.ts';
import { startTestServer } from '#testing/server.ts';

const site = await startTestServer();

test('the mailbox lists mails newest first, all or those to one address', async () => {
  const [first, second] = [await signUp(site), await signUp(site)];
  const { body: all, headers } = await site.visitor().get('/dev/mail.json');
  expect(all.map((mail: { to: string }) => mail.to)).toEqual([second.email, first.email]);
  expect(Object.keys(all[0]).sort()).toEqual(['at', 'html', 'subject', 'text', 'to']);
  expect(headers.get('cache-control')).toBe('no-store');
  const { body: own } = await site.visitor().get(`/dev/mail.json?to=${first.email.toUpperCase()}`);
  expect(own).toEqual([all[1]]);
  expect((await site.visitor().get(`/dev/mail.json?to=${newAddress()}`)).body).toEqual([]);
});

test('the page of the mailbox runs no scripts and frames each mail in a sandbox', async () => {
  await signUp(site);
  const { status, headers, body } = await site.visitor().get('/dev/mail');
  expect(status).toBe(200);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline'/);
  expect(body).toContain(
    'sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="&lt;!doctype html&gt;',
  );
  expect(body).not.toContain('<script');
});

test('with a mail server of the operator there is no mailbox', async () => {
  const other = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:2525' });
  expect((await other.visitor().get('/dev/mail')).status).toBe(404);
  expect((await other.visitor().get('/dev/mail.json')).status).toBe(404);
});
