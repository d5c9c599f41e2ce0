import { createHash, randomBytes, scryptSync } from 'node:crypto';
import { sql } from 'kysely';
import pino from 'pino';
import { expect, test } from 'vitest';
import { createPasswordHasher } from '#domain/members/index.ts';
import { LIMITS } from '#domain/trust/index.ts';
import { newAddress, PASSWORD, sessionToken, signUp } from '#testing/accounts.ts';
import { solveCaptcha } from '#testing/captcha.ts';
import { createMember, credit } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';
import { leaveToTest } from '#testing/timetable.ts';

const lines: string[] = [];
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
const site = await startTestServer({}, { log });
// It would delete sessions that a test lets end and come back.
await leaveToTest(site.database, 'clean_up');

const logIn = (email: string, password = PASSWORD, visitor = site.visitor()) =>
  visitor.post('/api/login', { username: email, password });

test('the member is read with whole points and the days with tasks that were not taken back', async () => {
  const { visitor, id } = await signUp(site);
  await credit(site.database, id, 250);
  const task = { userId: id, taskType: 'survey', pointsEarned: 10 };
  await site.database
    .insertInto('tasks')
    .values([
      { ...task, completedAt: new Date('2026-03-01T00:10:00Z') },
      { ...task, completedAt: new Date('2026-03-01T23:50:00Z') },
      { ...task, completedAt: new Date('2026-03-02T00:10:00Z') },
      { ...task, completedAt: new Date('2026-03-05T12:00:00Z'), reversedAt: new Date() },
    ])
    .execute();
  expect((await visitor.get('/api/user')).body).toMatchObject({ id, points: 250, daysActive: 2 });
  await sql`insert into tasks (user_id, task_type, points_earned, completed_at, reversed_at)
    select ${id}, 'survey', 1, timestamptz '2025-01-01 01:00+00' + n * interval '12 hours', case when n > 240 then now() end
    from generate_series(0, 250) n`.execute(site.database);
  expect((await visitor.get('/api/user')).body).toMatchObject({ daysActive: 2 + 121 });
  expect(await site.visitor().get('/api/user')).toMatchObject({
    status: 401,
    body: { code: 'not_signed_in' },
  });
});

test('(6) the session token has 256 bits, is hashed at rest, and is in no body and no log', async () => {
  const { visitor, email } = await signUp(site);
  const answer = await logIn(email, PASSWORD, visitor);
  const [cookie = ''] = answer.headers.getSetCookie();
  const token = sessionToken(visitor);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(cookie).toMatch(/HttpOnly/i);
  expect(cookie).toMatch(/SameSite=Lax/i);
  expect(cookie).toMatch(/Path=\//);
  const sessions = await site.database.selectFrom('sessions').select('id').execute();
  expect(sessions.map((session) => session.id)).toContain(createHash('sha256').update(token).digest('hex'));
  expect(JSON.stringify(sessions)).not.toContain(token);
  expect(JSON.stringify(answer.body)).not.toContain(token);
  expect(lines.join('')).not.toContain(token);
});

test('(6) over https the cookie has the prefix __Host- and is Secure', async () => {
  const secure = await startTestServer({ APP_URL: 'https://rewards.example', DEVELOPMENT_OPEN: 'on' });
  const { email } = await signUp(secure);
  const answer = await secure.visitor().post('/api/login', { username: email, password: PASSWORD });
  expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-session=.*Secure/);
});

test('signing in again replaces the session: the old cookie is dead', async () => {
  const { visitor, email } = await signUp(site);
  const old = visitor.cookie;
  expect((await logIn(email, PASSWORD, visitor)).status).toBe(200);
  expect(visitor.cookie).not.toBe(old);
  expect((await visitor.get('/api/user')).status).toBe(200);
  visitor.cookie = old;
  expect((await visitor.get('/api/user')).status).toBe(401);
});

/** Signs in this member alone, whatever the address. */
const logInAs = (memberId: string, username: string, visitor = site.visitor(), password = PASSWORD) =>
  visitor.post('/api/login', { username, password, memberId });

test('a browser that has signed in a member does so again under an address that they no longer have, and no other browser does', async () => {
  const { visitor, email, id } = await signUp(site);
  const laptop = site.visitor();
  expect((await logIn(email, PASSWORD, laptop)).status).toBe(200);
  const moved = newAddress();
  await site.database.updateTable('users').set({ email: moved }).where('id', '=', id).execute();
  expect((await logInAs(id, email, visitor)).body).toMatchObject({ id, email: moved });
  expect((await logInAs(id, moved)).body).toMatchObject({ id });
  expect((await logInAs(id, email)).body.code).toBe('wrong_credentials');
  // Nor does one that knows only a password from before.
  const newPassword = 'another fine battery';
  const body = { currentPassword: PASSWORD, newPassword };
  expect((await visitor.call('PATCH', '/api/user/profile', body)).status).toBe(200);
  expect((await logInAs(id, email, visitor, newPassword)).body).toMatchObject({ id });
  expect((await logInAs(id, email, laptop, newPassword)).body.code).toBe('wrong_credentials');
});

test('a sign-in of one member signs in no other one whose address and password it has', async () => {
  const [{ id }, other] = [await signUp(site), await signUp(site)];
  for (const memberId of [id, crypto.randomUUID()]) {
    expect((await logInAs(memberId, other.email)).body.code).toBe('wrong_credentials');
  }
  expect((await logInAs(id, other.email, other.visitor)).body.code).toBe('wrong_credentials');
  expect((await logInAs(other.id, other.email)).body).toMatchObject({ id: other.id });
});

test('(11) wrong passwords under an address that the member no longer has count for the browser, then for the present one', async () => {
  const { visitor, email, id } = await signUp(site);
  const moved = newAddress();
  await site.database.updateTable('users').set({ email: moved }).where('id', '=', id).execute();
  const { login_device, login_ip_email } = LIMITS;
  for (let n = 0; n < login_device.points + login_ip_email.points; n++) {
    expect((await logInAs(id, email, visitor, `wrong ${n}`)).status).toBe(401);
  }
  expect((await logInAs(id, email, visitor)).body.code).toBe('too_many_requests');
  expect((await logIn(moved, PASSWORD, visitor)).body.code).toBe('too_many_requests');
});

test('(8) logging out ends the session at the server and clears the cookie', async () => {
  const { visitor } = await signUp(site);
  const old = visitor.cookie;
  expect((await visitor.post('/api/logout')).status).toBe(200);
  expect(sessionToken(visitor)).toBe('');
  visitor.cookie = old;
  expect((await visitor.get('/api/user')).status).toBe(401);
  expect((await site.visitor().call('POST', '/api/logout')).status).toBe(200);
});

test('(8) a suspended member is signed out, and reads so only with the right password', async () => {
  const { visitor, email, id } = await signUp(site);
  await site.database.updateTable('users').set({ suspendedAt: sql`now()` }).where('id', '=', id).execute();
  expect((await visitor.get('/api/user')).status).toBe(401);
  expect(await logIn(email)).toMatchObject({ status: 403, body: { code: 'suspended' } });
  expect(await logIn(email, 'wrong password')).toMatchObject({
    status: 401,
    body: { code: 'wrong_credentials' },
  });
});

test.each([
  ['a member', false, '14 days', '60 days'],
  ['an admin', true, '12 hours', '7 days'],
])(
  '(8) the session of %s ends when idle and in any case at its absolute end',
  async (_, isAdmin, idle, absolute) => {
    const { visitor, email, id } = await signUp(site);
    const staffRole = isAdmin ? 'owner' : null;
    await site.database.updateTable('users').set({ isAdmin, staffRole }).where('id', '=', id).execute();
    await logIn(email, PASSWORD, visitor);
    const { rows } = await sql<{ exact: boolean }>`select abs(extract(epoch from
    expires_at - created_at - ${absolute}::interval)) < 10 as exact from sessions where user_id = ${id}`.execute(
      site.database,
    );
    expect(rows).toEqual([{ exact: true }]);

    const shift = (column: 'last_seen_at' | 'expires_at', by: string, more = '0 days') =>
      sql`update sessions set ${sql.ref(column)} = now() - ${by}::interval + ${more}::interval
      where user_id = ${id}`.execute(site.database);
    await shift('last_seen_at', idle, '1 minute');
    expect((await visitor.get('/api/user')).status).toBe(200);
    await shift('last_seen_at', idle);
    expect((await visitor.get('/api/user')).status).toBe(401);
    await shift('last_seen_at', '0 days');
    expect((await visitor.get('/api/user')).status).toBe(200);
    await shift('expires_at', '1 second');
    expect((await visitor.get('/api/user')).status).toBe(401);
  },
);

test('a hash with lower parameters is replaced at the next sign-in', async () => {
  const { database, visitor } = await startTestServer({}, { passwords: createPasswordHasher() });
  const salt = randomBytes(16);
  const weak = scryptSync(PASSWORD, salt, 32, { N: 2 ** 12, r: 8, p: 1 });
  const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const { id, email } = await createMember(database);
  await database
    .updateTable('users')
    .set({ password: `$scrypt$ln=12,r=8,p=1$${encode(salt)}$${encode(weak)}` })
    .where('id', '=', id)
    .execute();
  expect((await logIn(email, 'wrong password', visitor())).status).toBe(401);
  expect((await logIn(email, PASSWORD, visitor())).status).toBe(200);
  const { password } = await database
    .selectFrom('users')
    .select('password')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(password).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect((await logIn(email, PASSWORD, visitor())).status).toBe(200);
});

test('(11) after ten wrong passwords for one address from one place in 15 minutes the right one is refused too', async () => {
  const { email } = await signUp(site);
  const guesser = site.visitor();
  for (let n = 0; n < 10; n++) expect((await logIn(email, `wrong ${n}`, guesser)).status).toBe(401);
  const refused = await logIn(email, PASSWORD, guesser);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await logIn(email)).status).toBe(200);
});

test('(11) right passwords do not use up the limits', async () => {
  const { email } = await signUp(site);
  const visitor = site.visitor();
  for (let n = 0; n < 14; n++) expect((await logIn(email, PASSWORD, visitor)).status).toBe(200);
  // Nor on browsers that the account does not know, all at one address.
  for (let n = 0; n < 14; n++) {
    expect((await logIn(email, PASSWORD, site.visitor('203.0.113.77'))).status).toBe(200);
  }
});

test('(16) security events are logged without passwords, codes, tokens or addresses of people', async () => {
  const { email, id } = await signUp(site, newAddress(), 'a very private password');
  await logIn(email, 'a wrong private password');
  await logIn(email, 'a very private password');
  const events = lines
    .map((line) => JSON.parse(line))
    .filter((line) => line.msg === 'security' && line.userId === id);
  expect(events.map((line) => line.event)).toEqual(['account_created', 'login_refused', 'login_succeeded']);
  expect(events[1]).toMatchObject({ ip: expect.stringMatching(/^10\./) });
  const all = lines.join('');
  expect(all).not.toContain('private password');
  expect(all).not.toContain(email);
});

test('without confirmation of addresses, signing up creates the member and signs them in', async () => {
  const open = await startTestServer({ EMAIL_VERIFICATION: 'off' });
  const visitor = open.visitor();
  const input = { email: newAddress(), password: PASSWORD, name: 'Robin' };
  const { status, body } = await visitor.post('/api/register', input);
  expect(status).toBe(200);
  expect(body.requiresVerification).toBeUndefined();
  expect(body.user).toMatchObject({ email: input.email, emailVerified: false });
  expect((await visitor.get('/api/user')).body.id).toBe(body.user.id);
  expect((await open.visitor().post('/api/register', input)).status).toBe(400);
});

test('(11) after a hundred wrong passwords for one address each further try needs a captcha', async () => {
  const { email } = await signUp(site);
  await logIn(email, 'wrong password');
  await sql`update rate_limits set points = 100 where key like 'login_email:%'`.execute(site.database);
  for (const address of [email, newAddress()]) {
    if (address !== email) {
      await logIn(address, 'wrong password');
      await sql`update rate_limits set points = 100 where key like 'login_email:%'`.execute(site.database);
    }
    expect(await logIn(address)).toMatchObject({ status: 400, body: { code: 'captcha_required' } });
  }
  const solve = async () => solveCaptcha((await site.visitor().get('/api/login/challenge')).body);
  const withCaptcha = (captcha: string, password = PASSWORD) =>
    site.visitor().post('/api/login', { username: email, password, captcha });
  expect((await withCaptcha('not a token')).body.code).toBe('captcha_invalid');
  const token = await solve();
  expect((await withCaptcha(token, 'wrong password')).status).toBe(401);
  expect((await withCaptcha(token)).body.code).toBe('captcha_duplicate');
  expect((await withCaptcha(await solve())).status).toBe(200);
});

test('(11) a sign-in that is refused because the site is busy counts against no limit and leaves no row', async () => {
  // Hashes at a low cost, or several at once, may be done as fast as the calls arrive.
  const slow = await startTestServer({}, { passwords: createPasswordHasher({ addressMax: 1 }) });
  const place = '192.0.2.55';
  const answers = await Promise.all(
    Array.from({ length: 28 }, () => logIn(newAddress(), 'wrong', slow.visitor(place))),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(401) + count(503), count(503) > 0]).toEqual([28, true]);
  const { rows } = await sql<{ points: number }>`select points from rate_limits
    where key like 'login_ip:%'`.execute(slow.database);
  expect(rows).toEqual([{ points: count(401) }]);
  const { rows: kept } = await sql<{ name: string; count: number }>`
    select split_part(key, ':', 1) as name, count(*)::integer as count from rate_limits
    where key like '%email%' group by name order by name`.execute(slow.database);
  const ofEach = ['login_email', 'login_email_day', 'login_ip_email'];
  expect(kept).toEqual(ofEach.map((name) => ({ name, count: count(401) })));
});
