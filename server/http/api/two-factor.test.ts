import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pino from 'pino';
import { expect, test } from 'vitest';
import { verifyAuditTrail } from '#domain/administration/index.ts';
import {
  appCode,
  forgetUsedCodes,
  mailedToken,
  mailsWith,
  PASSWORD,
  setUpTwoFactor,
  signUp,
  wrongAppCode,
} from '#testing/accounts.ts';
import { testDatabase } from '#testing/database.ts';
import { runOps } from '#testing/process.ts';
import { startTestServer, type Visitor } from '#testing/server.ts';

const lines: string[] = [];
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
const { url: databaseUrl } = await testDatabase();
const site = await startTestServer({}, { log, databaseUrl });

const logIn = (email: string, code?: string, password = PASSWORD, visitor = site.visitor()) =>
  visitor.post('/api/login', { username: email, password, ...(code === undefined ? {} : { code }) });
/** Makes the session so old that it is not fresh any more. */
const age = (id: string) =>
  sql`update sessions set authenticated_at = now() - interval '16 minutes' where user_id = ${id}`.execute(
    site.database,
  );
async function memberWithTwoFactor() {
  const member = await signUp(site);
  return { ...member, ...(await setUpTwoFactor(site, member)) };
}
const userOf = (visitor: Visitor) => visitor.get('/api/user');

test('(10) the set-up returns a key of 160 bits and its address, and changes nothing until it is confirmed', async () => {
  const { visitor, email } = await signUp(site);
  const { status, body } = await visitor.post('/api/user/two-factor');
  expect(status).toBe(200);
  expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(body.uri);
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
    'otpauth:',
    'totp',
    `/Pocketful:${email}`,
  ]);
  expect([uri.searchParams.get('secret'), uri.searchParams.get('issuer')]).toEqual([
    body.secret,
    'Pocketful',
  ]);
  expect((await userOf(visitor)).body.settings.twoFactorAuth).toBe(false);
  expect((await logIn(email)).status).toBe(200);

  expect(
    await visitor.post('/api/user/two-factor/confirm', { code: wrongAppCode(body.secret) }),
  ).toMatchObject({
    status: 401,
    body: { code: 'invalid_two_factor_code' },
  });
  expect((await visitor.post('/api/user/two-factor/confirm', { code: appCode(body.secret) })).status).toBe(
    200,
  );
  expect((await userOf(visitor)).body.settings.twoFactorAuth).toBe(true);
  expect(await visitor.post('/api/user/two-factor')).toMatchObject({ body: { code: 'two_factor_enabled' } });
  await mailsWith(site, email, /^Two-factor/i);
});

test('(10) a code that is too short is a wrong one', async () => {
  const wrong = { status: 401, body: { code: 'invalid_two_factor_code' } };
  const { visitor } = await signUp(site);
  await visitor.post('/api/user/two-factor');
  expect(await visitor.post('/api/user/two-factor/confirm', { code: '123' })).toMatchObject(wrong);
  const member = await memberWithTwoFactor();
  const proof = { password: PASSWORD, code: '123' };
  expect(await member.visitor.post('/api/reauthenticate', proof)).toMatchObject(wrong);
});

test('(10) starting the set-up again voids the earlier key, and a set-up that was not started cannot be confirmed', async () => {
  const { visitor } = await signUp(site);
  const confirm = (code: string) => visitor.post('/api/user/two-factor/confirm', { code });
  expect(await confirm('123456')).toMatchObject({ status: 409, body: { code: 'two_factor_not_set_up' } });
  const first = (await visitor.post('/api/user/two-factor')).body.secret;
  const second = (await visitor.post('/api/user/two-factor')).body.secret;
  expect((await confirm(appCode(first))).status).toBe(401);
  expect((await confirm(appCode(second))).status).toBe(200);
});

test('(10) a stale session, and a set-up that waits for nothing, use up no tries of the second factor', async () => {
  const { visitor, id } = await signUp(site);
  const codesOf = async (code: string) => {
    const answers = Array.from({ length: 6 }, () => visitor.post('/api/user/two-factor/confirm', { code }));
    return [...new Set((await Promise.all(answers)).map(({ body }) => body.code))];
  };
  expect(await codesOf('123456')).toEqual(['two_factor_not_set_up']);
  const { secret } = (await visitor.post('/api/user/two-factor')).body;
  await age(id);
  expect(await codesOf(wrongAppCode(secret))).toEqual(['reauthentication_required']);
  await visitor.post('/api/reauthenticate', { password: PASSWORD });
  expect((await visitor.post('/api/user/two-factor/confirm', { code: appCode(secret) })).status).toBe(200);
  expect(await codesOf(wrongAppCode(secret))).toEqual(['two_factor_enabled']);
  await forgetUsedCodes(site, id);
  const proof = { password: PASSWORD, code: appCode(secret) };
  expect((await visitor.post('/api/reauthenticate', proof)).status).toBe(200);
});

test('(10) the seed is encrypted at rest for its member only, and backup codes are hashed', async () => {
  const { id, email, secret, backupCodes } = await memberWithTwoFactor();
  const other = await memberWithTwoFactor();
  const seedOf = async (userId: string) =>
    (
      await site.database
        .selectFrom('users')
        .select('totpSecret')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
    ).totpSecret;
  const stored = await seedOf(id);
  expect(Buffer.from(stored ?? '', 'base64url')).toHaveLength(12 + 32 + 16);
  expect(stored).not.toContain(secret);
  const codes = await site.database
    .selectFrom('backupCodes')
    .select('code')
    .where('userId', '=', id)
    .execute();
  const hashes = backupCodes.map((code) =>
    createHash('sha256').update(code.replaceAll('-', '')).digest('hex'),
  );
  expect(codes.map(({ code }) => code).sort()).toEqual(hashes.sort());

  // A seed that is copied to another member in the database opens nothing.
  await site.database.updateTable('users').set({ totpSecret: stored }).where('id', '=', other.id).execute();
  expect((await logIn(other.email, appCode(secret))).status).toBe(500);
  expect((await logIn(email, appCode(secret))).status).toBe(200);
});

test('(10) signing in asks for the code only after the right password', async () => {
  const { email, secret } = await memberWithTwoFactor();
  expect(await logIn(email, undefined, 'a wrong password')).toMatchObject({
    status: 401,
    body: { code: 'wrong_credentials' },
  });
  const asked = site.visitor();
  expect(await logIn(email, undefined, PASSWORD, asked)).toMatchObject({
    status: 401,
    body: { code: 'two_factor_required', details: { code: 'app' } },
  });
  expect(asked.cookie).toBe('');
  expect((await logIn(email, appCode(secret), 'a wrong password')).body.code).toBe('wrong_credentials');
  const done = await logIn(email, appCode(secret), PASSWORD, asked);
  expect([done.status, done.body.email]).toEqual([200, email]);
  expect((await userOf(asked)).status).toBe(200);
});

test('(10) codes of the current step and its neighbours are accepted, older and newer ones are not', async () => {
  const { email, id, secret } = await memberWithTwoFactor();
  for (const [steps, status] of [
    [-3, 401],
    [3, 401],
    [-1, 200],
    [1, 200],
  ] as const) {
    await forgetUsedCodes(site, id);
    // The step may change between making the code and using it, so one more try is allowed.
    const tried = await logIn(email, appCode(secret, steps));
    const { status: seen } = tried.status === status ? tried : await logIn(email, appCode(secret, steps));
    expect(seen, `${steps} steps`).toBe(status);
  }
});

test('(10) a code works once, even in 12 parallel sign-ins', async () => {
  const { email, secret } = await memberWithTwoFactor();
  const code = appCode(secret);
  await sql`delete from rate_limits`.execute(site.database);
  const answers = await Promise.all(Array.from({ length: 12 }, () => logIn(email, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const others = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
  for (const other of others) expect(['invalid_two_factor_code', 'too_many_requests']).toContain(other);
  await sql`delete from rate_limits`.execute(site.database);
  expect((await logIn(email, code)).body.code).toBe('invalid_two_factor_code');
});

test('(10) after five wrong codes in 15 minutes the right one is refused too, even in parallel and from many addresses', async () => {
  const { email, secret } = await memberWithTwoFactor();
  const answers = await Promise.all(Array.from({ length: 12 }, () => logIn(email, wrongAppCode(secret))));
  const codes = answers.map(({ body }) => body.code);
  expect(codes.filter((code) => code === 'invalid_two_factor_code')).toHaveLength(5);
  expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(7);
  const refused = await logIn(email, appCode(secret));
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
});

test('(10) ten backup codes of 120 bits each work once, even in parallel, and their use is mailed', async () => {
  const { email, backupCodes } = await memberWithTwoFactor();
  expect(backupCodes).toHaveLength(10);
  for (const code of backupCodes) expect(code).toMatch(/^(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
  const [code = '', second = ''] = backupCodes;
  const answers = await Promise.all(Array.from({ length: 4 }, () => logIn(email, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await logIn(email, code)).status).toBe(401);
  await sql`delete from rate_limits`.execute(site.database);
  expect((await logIn(email, ` ${second.toLowerCase().replaceAll('-', ' ')} `)).status).toBe(200);
  await mailsWith(site, email, /backup code was used/, 2);
});

test('(10) a backup code of another member is worth nothing', async () => {
  const [one, other] = [await memberWithTwoFactor(), await memberWithTwoFactor()];
  expect((await logIn(one.email, other.backupCodes[0])).status).toBe(401);
  expect((await logIn(other.email, other.backupCodes[0])).status).toBe(200);
});

test('(10) new backup codes void the old ones', async () => {
  const { visitor, email, backupCodes } = await memberWithTwoFactor();
  const renewed = await visitor.post('/api/user/two-factor/backup-codes');
  expect(renewed.body.backupCodes).toHaveLength(10);
  expect((await logIn(email, backupCodes[0])).status).toBe(401);
  expect((await logIn(email, renewed.body.backupCodes[0])).status).toBe(200);
  const { visitor: without } = await signUp(site);
  expect((await without.post('/api/user/two-factor/backup-codes')).body.code).toBe('two_factor_not_set_up');
});

test('(10) sign-ins with backup codes during a renewal of the codes never deadlock', async () => {
  const { visitor, email, backupCodes } = await memberWithTwoFactor();
  const tab = () => Object.assign(site.visitor(), { cookie: visitor.cookie });
  const answers = await Promise.all(
    backupCodes
      .slice(0, 4)
      .flatMap((code) => [logIn(email, code), tab().post('/api/user/two-factor/backup-codes')]),
  );
  const renewed = answers.filter((_, n) => n % 2 === 1).map(({ status }) => status);
  expect(renewed).toEqual([200, 200, 200, 200]);
  for (const { status } of answers) expect([200, 401]).toContain(status);
});

test('(10) one of several parallel confirmations wins, and its codes are valid', async () => {
  const { visitor, email, id } = await signUp(site);
  const { secret } = (await visitor.post('/api/user/two-factor')).body;
  const { cookie } = visitor;
  const confirmations = await Promise.all(
    Array.from({ length: 4 }, () => {
      const tab = site.visitor();
      tab.cookie = cookie;
      return tab.post('/api/user/two-factor/confirm', { code: appCode(secret) });
    }),
  );
  const won = confirmations.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  await forgetUsedCodes(site, id);
  expect((await logIn(email, won[0]?.body.backupCodes[0])).status).toBe(200);
});

test('(4) after a reset of the password, signing in still asks for the second factor', async () => {
  const { email, secret } = await memberWithTwoFactor();
  await site.visitor().post('/api/forgot-password', { email });
  const newPassword = 'another fine battery';
  await site.visitor().post('/api/reset-password', { token: await mailedToken(site, email), newPassword });
  expect((await logIn(email, undefined, newPassword)).body.code).toBe('two_factor_required');
  expect((await logIn(email, appCode(secret), newPassword)).status).toBe(200);
});

test('(7) switching two-factor on rotates the session and ends the others; switching it off rotates it again', async () => {
  const { visitor, email, id } = await signUp(site);
  const elsewhere = site.visitor();
  await logIn(email, undefined, PASSWORD, elsewhere);
  const old = site.visitor();
  old.cookie = visitor.cookie;
  await setUpTwoFactor(site, { visitor, id });
  expect([(await userOf(old)).status, (await userOf(elsewhere)).status]).toEqual([401, 401]);
  expect((await userOf(visitor)).status).toBe(200);

  old.cookie = visitor.cookie;
  expect((await visitor.call('DELETE', '/api/user/two-factor')).status).toBe(200);
  expect([(await userOf(old)).status, (await userOf(visitor)).status]).toEqual([401, 200]);
  expect((await logIn(email)).status).toBe(200);
  const left = await site.database
    .selectFrom('backupCodes')
    .select('code')
    .where('userId', '=', id)
    .execute();
  expect(left).toEqual([]);
  await mailsWith(site, email, /^Two-factor/i, 2);
});

test('(9) set-up, new backup codes and switching off need a fresh sign-in', async () => {
  const { visitor, id } = await signUp(site);
  const required = { status: 403, body: { code: 'reauthentication_required' } };
  await age(id);
  expect(await visitor.post('/api/user/two-factor')).toMatchObject(required);
  await visitor.post('/api/reauthenticate', { password: PASSWORD });
  const { secret } = await setUpTwoFactor(site, { visitor, id });
  await age(id);
  expect(await visitor.post('/api/user/two-factor/backup-codes')).toMatchObject(required);
  expect(await visitor.call('DELETE', '/api/user/two-factor')).toMatchObject(required);
  expect((await visitor.post('/api/reauthenticate', { password: PASSWORD })).body.code).toBe(
    'two_factor_required',
  );
  const wrong = await visitor.post('/api/reauthenticate', { password: PASSWORD, code: wrongAppCode(secret) });
  expect(wrong.body.code).toBe('invalid_two_factor_code');
  const proof = { password: PASSWORD, code: appCode(secret) };
  expect((await visitor.post('/api/reauthenticate', proof)).status).toBe(200);
  expect((await visitor.call('DELETE', '/api/user/two-factor')).status).toBe(200);
});

test('the operator can switch it off for a member who lost everything: sessions end, the member gets a mail, the trail an entry', async () => {
  const { visitor, id, email, backupCodes } = await memberWithTwoFactor();
  const environment = { DATABASE_URL: databaseUrl };
  expect(await runOps(['two-factor', 'reset', email], environment)).toMatchObject({
    code: 0,
    output: expect.stringContaining(`${email} signs in without a second factor from now on`),
  });
  expect((await userOf(visitor)).status).toBe(401);
  expect((await logIn(email)).status).toBe(200);
  expect((await logIn(email, backupCodes[0])).status).toBe(200);
  await mailsWith(site, email, /^Two-factor sign-in is off|off/);
  expect(await runOps(['two-factor', 'reset', email], environment)).toMatchObject({ code: 1 });
  const trail = site.database.selectFrom('auditEntries').where('subjectId', '=', id);
  expect(await trail.select(['actor', 'action', 'subjectKind', 'before', 'after']).execute()).toEqual([
    {
      actor: 'operator',
      action: 'two-factor reset',
      subjectKind: 'member',
      before: { twoFactor: true, passkeys: 0 },
      after: { twoFactor: false, passkeys: 0 },
    },
  ]);
  expect(await verifyAuditTrail(site.database)).toEqual([]);
});

test('owners are told that the operator has reset the second factor of somebody with a role, but not of members', async () => {
  const [owner, colleague, member] = [
    await memberWithTwoFactor(),
    await memberWithTwoFactor(),
    await memberWithTwoFactor(),
  ];
  for (const [{ id }, staffRole] of [
    [owner, 'owner'],
    [colleague, 'support'],
  ] as const) {
    await site.database.updateTable('users').set({ isAdmin: true, staffRole }).where('id', '=', id).execute();
  }
  for (const { email } of [member, colleague]) {
    const reset = await runOps(['two-factor', 'reset', email], { DATABASE_URL: databaseUrl });
    expect(reset).toMatchObject({ code: 0 });
  }
  const told = site.database.selectFrom('notices').select('userId').where('kind', '=', 'staff_factor_reset');
  expect((await told.execute()).map(({ userId }) => userId)).toEqual([owner.id]);
  await mailsWith(site, owner.email, /second factor of an admin of Pocketful was reset/);
});

test('admins must have a second factor, and keep it', async () => {
  const { visitor, id } = await signUp(site);
  await site.database
    .updateTable('users')
    .set({ isAdmin: true, staffRole: 'owner' })
    .where('id', '=', id)
    .execute();
  expect(await visitor.get('/api/admin/stats')).toMatchObject({
    status: 403,
    body: { code: 'two_factor_admin_required' },
  });
  await setUpTwoFactor(site, { visitor, id });
  expect((await visitor.get('/api/admin/stats')).status).toBe(200);
  expect(await visitor.call('DELETE', '/api/user/two-factor')).toMatchObject({
    status: 403,
    body: { code: 'two_factor_admin' },
  });
});

test('(16) seeds, codes and backup codes are not logged', async () => {
  const { id, email, secret, backupCodes } = await memberWithTwoFactor();
  const code = appCode(secret);
  await logIn(email, wrongAppCode(secret));
  await logIn(email, code);
  await logIn(email, backupCodes[0]);
  const events = lines
    .map((line) => JSON.parse(line))
    .filter((line) => line.msg === 'security' && line.userId === id);
  expect(events.map(({ event }) => event)).toEqual([
    'account_created',
    'two_factor_enabled',
    'second_factor_refused',
    'login_succeeded',
    'backup_code_used',
    'login_succeeded',
  ]);
  const all = lines.join('');
  expect(all).not.toContain(secret);
  for (const backupCode of backupCodes) expect(all).not.toContain(backupCode);
  expect(lines.filter((line) => line.includes('security')).join('')).not.toContain(`"${code}"`);
});
