import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pino from 'pino';
import { expect, test } from 'vitest';
import { mailsWith, PASSWORD, sessionToken, signUp } from '#testing/accounts.ts';
import { giveGrants } from '#testing/captcha.ts';
import { testDatabase } from '#testing/database.ts';
import { credit } from '#testing/factories.ts';
import { startTestServer, type TestServer, type Visitor } from '#testing/server.ts';

const lines: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
const site = await startTestServer({}, { log });
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

const logIn = (visitor: Visitor, email: string, userAgent?: string) =>
  visitor.post(
    '/api/login',
    { username: email, password: PASSWORD },
    userAgent ? { 'User-Agent': userAgent } : {},
  );
const statusOf = async (visitor: Visitor) => (await visitor.get('/api/user')).status;
const copyOf = (visitor: Visitor) => {
  const copy = site.visitor();
  copy.cookie = visitor.cookie;
  return copy;
};
const newDeviceMails = async (email: string) =>
  (await site.mails(email, 0)).filter(({ subject }) => subject.startsWith('New sign-in')).length;
/** Waits until every mail to the member has been sent. */
const settle = (email: string) =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ waiting: number }>`select count(*)::integer as waiting from notices
        join users on users.id = notices.user_id where email = ${email} and mailed_at is null`.execute(
        site.database,
      );
      return rows[0]?.waiting;
    })
    .toBe(0);

test('a member sees their sessions in words, and which one is this browser', async () => {
  const { visitor, email } = await signUp(site);
  const phone = site.visitor('203.0.113.9');
  await logIn(phone, email, IPHONE);
  await logIn(visitor, email, FIREFOX);
  const { body } = await visitor.get('/api/user/sessions');
  expect(body).toHaveLength(2);
  const byDevice = Object.fromEntries(
    body.map((entry: { device: string; current: boolean; ip: string }) => [entry.device, entry]),
  );
  expect(byDevice['Firefox · Linux']).toMatchObject({ current: true });
  expect(byDevice['Safari · iPhone']).toMatchObject({ current: false, ip: '203.0.113.9' });
  expect(JSON.stringify(body)).not.toContain(sessionToken(visitor));
});

test('(8) a member can end one session or all others, on the server', async () => {
  const { visitor, email } = await signUp(site);
  const [phone, tablet] = [site.visitor(), site.visitor()];
  await logIn(phone, email, IPHONE);
  await logIn(tablet, email, FIREFOX);
  const { body } = await visitor.get('/api/user/sessions');
  const { id } = body.find((entry: { device: string }) => entry.device === 'Safari · iPhone');
  expect((await visitor.call('DELETE', `/api/user/sessions/${id}`)).status).toBe(200);
  expect([await statusOf(phone), await statusOf(tablet), await statusOf(visitor)]).toEqual([401, 200, 200]);
  expect((await visitor.call('DELETE', `/api/user/sessions/${id}`)).status).toBe(404);
  expect((await visitor.call('DELETE', '/api/user/sessions')).status).toBe(200);
  expect([await statusOf(tablet), await statusOf(visitor)]).toEqual([401, 200]);
});

test("(8) ending all others ends a copy of this browser's cookie too, and makes the session no fresher", async () => {
  const { visitor, id } = await signUp(site);
  const readProof = () =>
    site.database
      .selectFrom('sessions')
      .select(['createdAt', 'expiresAt', 'authenticatedAt'])
      .where('userId', '=', id)
      .execute();
  const proof = await readProof();
  const copy = copyOf(visitor);
  expect((await visitor.call('DELETE', '/api/user/sessions')).status).toBe(200);
  expect([await statusOf(copy), await statusOf(visitor)]).toEqual([401, 200]);
  expect(await readProof()).toEqual(proof);
  expect((await copy.call('DELETE', '/api/user/sessions')).status).toBe(401);
  expect(await statusOf(visitor)).toBe(200);
});

test('(9) ending sessions needs a fresh sign-in, so that an open browser does not sign its owner out', async () => {
  const { visitor, id, email } = await signUp(site);
  await logIn(site.visitor(), email, IPHONE);
  const { body } = await visitor.get('/api/user/sessions');
  const phone = body.find((entry: { current: boolean }) => !entry.current);
  await sql`update sessions set authenticated_at = now() - interval '16 minutes' where user_id = ${id}`.execute(
    site.database,
  );
  const refused = { status: 403, body: { code: 'reauthentication_required' } };
  expect(await visitor.call('DELETE', `/api/user/sessions/${phone.id}`)).toMatchObject(refused);
  expect(await visitor.call('DELETE', '/api/user/sessions')).toMatchObject(refused);
  await visitor.post('/api/reauthenticate', { password: PASSWORD });
  expect((await visitor.call('DELETE', '/api/user/sessions')).status).toBe(200);
});

test('(8) a session of another member cannot be ended', async () => {
  const [one, other] = [await signUp(site), await signUp(site)];
  const id = createHash('sha256').update(sessionToken(one.visitor)).digest('hex');
  expect((await other.visitor.call('DELETE', `/api/user/sessions/${id}`)).status).toBe(404);
  await other.visitor.call('DELETE', '/api/user/sessions');
  expect(await statusOf(one.visitor)).toBe(200);
});

test('(7) reauthentication rotates the session, which keeps its absolute end; the old cookie is dead', async () => {
  const { visitor, id } = await signUp(site);
  await sql`update sessions set expires_at = now() + interval '1 day', authenticated_at = now() - interval '1 day'
    where user_id = ${id}`.execute(site.database);
  const old = copyOf(visitor);
  expect((await visitor.post('/api/reauthenticate', { password: 'a wrong password' })).body.code).toBe(
    'wrong_password',
  );
  expect(await statusOf(old)).toBe(200);
  expect((await visitor.post('/api/reauthenticate', { password: PASSWORD })).status).toBe(200);
  expect([await statusOf(old), await statusOf(visitor)]).toEqual([401, 200]);
  const { rows } = await sql<{ kept: boolean; fresh: boolean }>`
    select expires_at < now() + interval '1 day' as kept, authenticated_at > now() - interval '1 minute' as fresh
    from sessions where user_id = ${id}`.execute(site.database);
  expect(rows).toEqual([{ kept: true, fresh: true }]);
});

test('(7) one of several parallel rotations of a session wins, and exactly one session is left', async () => {
  const { visitor, id } = await signUp(site);
  const tabs = Array.from({ length: 6 }, () => copyOf(visitor));
  const answers = await Promise.all(
    tabs.map((tab) => tab.post('/api/reauthenticate', { password: PASSWORD })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  const sessions = await site.database.selectFrom('sessions').select('id').where('userId', '=', id).execute();
  expect(sessions).toHaveLength(1);
});

test('(11) after ten wrong passwords at reauthentication within 15 minutes the right one is refused too', async () => {
  const { visitor } = await signUp(site);
  for (let n = 0; n < 10; n++) {
    expect((await visitor.post('/api/reauthenticate', { password: `wrong ${n}` })).status).toBe(400);
  }
  expect((await copyOf(visitor).post('/api/reauthenticate', { password: PASSWORD })).status).toBe(429);
});

test('(11) limits survive a restart of the server', async () => {
  const { url } = await testDatabase();
  const settings = { APP_SECRET: 'a secret of the site that stays the same' };
  const place = '198.51.100.77';
  const guess = (server: TestServer) =>
    server.visitor(place).post('/api/login', { username: 'robin@example.com', password: 'wrong' });
  const before = await startTestServer(settings, { databaseUrl: url });
  for (let n = 0; n < 10; n++) expect((await guess(before)).status).toBe(401);
  await before.close();
  const after = await startTestServer(settings, { databaseUrl: url });
  expect((await guess(after)).status).toBe(429);
  await after.close();
});

test('(11) an address that a client puts into X-Forwarded-For is ignored', async () => {
  const direct = await startTestServer({ TRUSTED_PROXIES: '' });
  const answers: number[] = [];
  for (let n = 0; n < 11; n++) {
    const body = { username: 'robin@example.com', password: 'wrong' };
    answers.push((await direct.visitor().post('/api/login', body)).status);
  }
  expect(answers).toEqual([...Array(10).fill(401), 429]);
});

test('(11) the addresses of one IPv6 network count as one', async () => {
  const { email } = await signUp(site);
  const answers: number[] = [];
  for (let n = 0; n < 11; n++) {
    const guesser = site.visitor(`2001:db8:7:7::${n + 1}`);
    answers.push((await guesser.post('/api/login', { username: email, password: 'wrong' })).status);
  }
  expect(answers).toEqual([...Array(10).fill(401), 429]);
});

test('(16) ending sessions is in the security log', async () => {
  const { visitor, id } = await signUp(site);
  await visitor.call('DELETE', '/api/user/sessions');
  const events = lines.map((line) => JSON.parse(line)).filter(({ userId, event }) => userId === id && event);
  expect(events.map(({ event }) => event)).toEqual(['account_created', 'sessions_ended']);
});

test('(16) a sign-in from a new device is mailed, the next one from there is not', async () => {
  const { email } = await signUp(site);
  const phone = site.visitor('203.0.113.20');
  await logIn(phone, email, IPHONE);
  const [mail] = await mailsWith(site, email, /^New sign-in/);
  expect(mail?.text).toContain('Safari · iPhone');

  await phone.post('/api/logout');
  await logIn(phone, email, IPHONE.replaceAll('19', '20'));
  await logIn(site.visitor('203.0.113.99'), email, IPHONE);
  await settle(email);
  expect(await newDeviceMails(email)).toBe(1);

  await logIn(site.visitor('203.0.114.20'), email, IPHONE);
  await logIn(site.visitor('203.0.113.20'), email, FIREFOX);
  await mailsWith(site, email, /^New sign-in/, 3);
});

test('(16) signing up and a refused sign-in are not sign-ins from a new device', async () => {
  const { email } = await signUp(site);
  await site.visitor().post('/api/login', { username: email, password: 'a wrong password' });
  await settle(email);
  expect(await newDeviceMails(email)).toBe(0);
});

test('(9) a redemption of $20 needs a fresh sign-in, a smaller one does not', async () => {
  const { visitor, id } = await signUp(site);
  await credit(site.database, id, 3_000);
  const redeem = async (cardTier: string) => {
    await giveGrants(site.database, id, 'redemption');
    return visitor.post('/api/redemptions', { requestId: randomUUID(), cardTier });
  };
  expect((await redeem('1USD')).status).toBe(200);
  await sql`update sessions set authenticated_at = now() - interval '16 minutes' where user_id = ${id}`.execute(
    site.database,
  );
  expect(await redeem('20USD')).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
  expect((await redeem('5USD')).status).toBe(200);
  expect((await visitor.get('/api/user')).body.points).toBe(3_000 - 100 - 500);
  await visitor.post('/api/reauthenticate', { password: PASSWORD });
  expect((await redeem('20USD')).status).toBe(200);
});
