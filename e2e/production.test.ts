import { afterAll, describe, expect, test } from 'vitest';
import { openMailbox } from '#providers/mail/mailbox.ts';
import { testDatabase } from '#testing/database.ts';
import { WAIT } from '#testing/patience.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';

/** The server as an operator runs it: own database, own mail server, behind a proxy that ends TLS. */

const ORIGIN = 'https://rewards.example';
const folder = await temporaryFolder();
const mailServer = await openMailbox(folder.path, (error) => {
  throw error;
});
const server = await startProcess(folder.path, {
  APP_ENV: 'production',
  APP_URL: ORIGIN,
  APP_SECRET: 'a secret of at least thirty-two characters',
  DATABASE_URL: (await testDatabase()).url,
  SMTP_URL: mailServer.url,
  SMTP_TLS: 'optional',
  MAIL_FROM: 'Rewards <no-reply@rewards.example>',
  SUPPORT_EMAIL: 'help@rewards.example',
  PASSWORD_MIN_LENGTH: '8',
  PRODUCT_NAME: 'Piggy & Co',
  HOST: '127.0.0.1',
  SHUTDOWN_DELAY: '0',
  LOG_LEVEL: 'info',
});
afterAll(async () => {
  await server.end();
  await mailServer.close();
  await folder.remove();
});
const post = (path: string, body: object) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: ORIGIN },
    body: JSON.stringify(body),
  });

describe('in production', () => {
  test.each(['/dev/mail', '/dev/mail.json', '/dev/wall', '/metrics'])('%s does not exist', async (path) => {
    expect((await fetch(server.url + path)).status).toBe(404);
  });

  test('no sandbox wall takes postbacks', async () => {
    expect((await fetch(`${server.url}/api/postbacks/sandbox?tx=1`)).status).toBe(404);
  });

  test('pages require https and contain the product name, escaped', async () => {
    const answer = await fetch(server.url);
    expect(answer.headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/);
    expect(answer.headers.get('content-security-policy')).toContain('upgrade-insecure-requests');
    const html = await answer.text();
    expect(html).toContain('Piggy &amp; Co');
    expect(html).not.toMatch(/Pocketful|__PRODUCT_NAME__/);
  });

  test('a newcomer gets the code from the mail server and a cookie for this host only', async () => {
    const account = { email: 'robin@example.com', password: 'a long walk at noon', name: 'Robin' };
    expect((await post('/api/register', account)).status).toBe(200);
    await expect.poll(() => mailServer.list().length).toBe(1);
    const [mail] = mailServer.list();
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
    const verified = await post('/api/verify-email', { ...account, code });
    expect(verified.status).toBe(200);
    const cookie = verified.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^__Host-session=/);
    for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/'])
      expect(cookie).toContain(attribute);
    await expect.poll(() => server.output(), WAIT).toContain('"/api/verify-email"');
    expect(server.output()).not.toContain(code);
    expect(server.output()).not.toContain(account.password);
    expect(server.output()).not.toContain(account.email);
    expect(server.output()).not.toContain(cookie.split(/[=;]/)[1]);
  });

  test('every line that the server writes is JSON and says which version, host and process it is of', async () => {
    await expect.poll(() => server.output(), WAIT).toContain('"msg":"ready"');
    const lines = server.output().split('\n').slice(0, -1);
    const said = { version: expect.stringMatching(/^\d/), host: expect.any(String), pid: server.pid };
    for (const line of lines) expect(JSON.parse(line)).toMatchObject(said);
    expect(lines.filter((line) => line.includes('"msg":"the schema is current"'))).toHaveLength(1);
  });

  test('another origin is refused', async () => {
    const answer = await fetch(`${server.url}/api/logout`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: 'https://evil.example' },
      body: '{}',
    });
    expect(answer.status).toBe(403);
  });
});
