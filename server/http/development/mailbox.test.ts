import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { newAddress, signUp } from '#testing/accounts.ts';
import { WAIT } from '#testing/patience.ts';
import { startTestServer } from '#testing/server.ts';

const site = await startTestServer();
/** A server whose mail server does not respond. */
const operated = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:9' });

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

test('a configured mail server means that there is no mailbox', async () => {
  expect((await operated.visitor().get('/dev/mail')).status).toBe(404);
  expect((await operated.visitor().get('/dev/mail.json')).status).toBe(404);
});

test('a code is sent once a mail server is back after ten minutes', async () => {
  const { database } = operated;
  await operated.visitor().post('/api/resend-verification', { email: 'robin@example.com' });
  let waited = 0;
  for (;;) {
    const job = await vi.waitFor(async () => {
      const { rows } = await sql<{ id: string; attempts: number; most: number; pause: number }>`
        select id, attempts, max_attempts as most, extract(epoch from run_at - updated_at)::float8 as pause
        from graphile_worker._private_jobs where locked_at is null and run_at > now() and task_id =
          (select id from graphile_worker._private_tasks where identifier = 'send_sign_up_mail')`.execute(
        database,
      );
      const [failed] = rows;
      if (!failed) throw new Error('not tried yet');
      return failed;
    }, WAIT);
    if (job.attempts === job.most) break;
    waited += job.pause;
    await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second'
      where id = ${job.id}`.execute(database);
    await sql`select pg_notify('jobs:insert', '{"r":1,"count":1}')`.execute(database);
  }
  expect(waited).toBeGreaterThan(10 * 60);
});
