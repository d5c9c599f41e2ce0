import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { mailedToken, mailsWith, newAddress, PASSWORD, signUp } from '#testing/accounts.ts';
import { startTestServer } from '#testing/server.ts';

const site = await startTestServer();
const NEW_PASSWORD = 'another fine battery';

const ask = (email: string) => site.visitor().post('/api/forgot-password', { email });
const reset = (token: string, newPassword = NEW_PASSWORD) =>
  site.visitor().post('/api/reset-password', { token, newPassword });
const logIn = (email: string, password: string) =>
  site.visitor().post('/api/login', { username: email, password });

test('(4) a reset sets the password, ends every session, opens no session and sends a mail', async () => {
  const { visitor, email } = await signUp(site);
  const elsewhere = site.visitor();
  await elsewhere.post('/api/login', { username: email, password: PASSWORD });
  await ask(email);
  const token = await mailedToken(site, email);
  const done = await reset(token);
  expect(done).toMatchObject({ status: 200, body: { message: expect.stringContaining('has been reset') } });
  expect(done.headers.getSetCookie().filter((cookie) => cookie.includes('session='))).toEqual([]);
  for (const browser of [visitor, elsewhere]) expect((await browser.get('/api/user')).status).toBe(401);
  expect((await logIn(email, PASSWORD)).status).toBe(401);
  expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
  await mailsWith(site, email, /^Your Pocketful password was changed/);
});

test('(4) a reset token works once, also in parallel, and only its hash is stored', async () => {
  const { email } = await signUp(site);
  await ask(email);
  const token = await mailedToken(site, email);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const rows = await site.database
    .selectFrom('passwordResetTokens')
    .select('token')
    .where('email', '=', email)
    .execute();
  expect(rows).toEqual([{ token: createHash('sha256').update(token).digest('hex') }]);

  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => reset(token, `${NEW_PASSWORD} ${n}`)),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(answers.filter((answer) => answer.body.code === 'invalid_reset_token')).toHaveLength(7);
  expect((await reset(token)).body).toEqual({
    error: 'This password reset link is invalid or has expired.',
    code: 'invalid_reset_token',
  });
});

test('(4) only the newest reset link works', async () => {
  const { email } = await signUp(site);
  await ask(email);
  const first = await mailedToken(site, email);
  await ask(email);
  const second = await mailedToken(site, email, 2);
  expect((await reset(first)).body.code).toBe('invalid_reset_token');
  expect((await reset(second)).status).toBe(200);
});

test('(4) a reset link expires after one hour', async () => {
  const { email } = await signUp(site);
  await ask(email);
  const token = await mailedToken(site, email);
  const { rows } = await sql<{ minutes: number }>`update password_reset_tokens t
    set expires_at = expires_at - interval '1 hour' where email = ${email}
    returning extract(epoch from (expires_at + interval '1 hour' - created_at))::float / 60 as minutes`.execute(
    site.database,
  );
  expect(rows[0]?.minutes).toBeCloseTo(60, 2);
  expect((await reset(token)).body.code).toBe('invalid_reset_token');
});

test('(14) a refused password leaves the link valid', async () => {
  const { email } = await signUp(site);
  await ask(email);
  const token = await mailedToken(site, email);
  expect((await reset(token, '12345')).body).toMatchObject({
    code: 'invalid_input',
    fields: { newPassword: 'Password must be at least 6 characters long' },
  });
  expect((await reset(token, 'password1')).body.code).toBe('password_common');
  expect((await reset(token, email)).body.code).toBe('password_is_address');
  expect((await reset(token)).status).toBe(200);
});

test('(11) strangers who ask for sign-up mails or guess passwords cannot keep a member from a reset', async () => {
  const { email } = await signUp(site);
  await sql`delete from rate_limits`.execute(site.database);
  for (let n = 0; n < 6; n++) await site.visitor().post('/api/resend-verification', { email });
  await sql`update rate_limits set points = 5 where key like 'sign_up_mail_email:%'`.execute(site.database);
  expect((await ask(email)).status).toBe(200);
  const token = await mailedToken(site, email);

  await logIn(email, 'wrong');
  await sql`update rate_limits set points = 100 where key like 'login_email:%'`.execute(site.database);
  expect((await logIn(email, PASSWORD)).body.code).toBe('captcha_required');
  expect((await reset(token)).status).toBe(200);
  expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
});

test('(1) an unknown address gets no mail', async () => {
  const [unknown, { email: known }] = [newAddress(), await signUp(site)];
  await ask(unknown);
  await ask(known);
  await mailedToken(site, known);
  expect(await site.mails(unknown, 0)).toEqual([]);
});
