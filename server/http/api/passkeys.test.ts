import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { mailsWith, PASSWORD, setUpTwoFactor, signUp, thiefOf } from '#testing/accounts.ts';
import { Authenticator } from '#testing/authenticator.ts';
import { testDatabase } from '#testing/database.ts';
import { runOps } from '#testing/process.ts';
import { startTestServer, type Visitor } from '#testing/server.ts';

const { url: databaseUrl } = await testDatabase();
const site = await startTestServer({}, { databaseUrl });
const here = { origin: new URL(site.url).origin };

async function addPasskey(visitor: Visitor, device = new Authenticator(), name?: string) {
  const { body: options } = await visitor.post('/api/user/passkeys/options');
  const response = device.make(options, here);
  return { device, answer: await visitor.post('/api/user/passkeys', { name, response }) };
}
async function memberWithPasskey() {
  const member = await signUp(site);
  const { device, answer } = await addPasskey(member.visitor);
  expect(answer.status).toBe(200);
  return { ...member, device };
}
const challenge = async (visitor = site.visitor()) =>
  (await visitor.post('/api/login/passkey/options')).body as { challenge: string; rpId: string };
const signIn = (response: object, visitor = site.visitor()) =>
  visitor.post('/api/login/passkey', { response });
const age = (id: string) =>
  sql`update sessions set authenticated_at = now() - interval '16 minutes',
    second_factor_at = second_factor_at - interval '16 minutes' where user_id = ${id}`.execute(site.database);

test('a passkey is added with its name and mailed about, signs in alone, and tells when it was used', async () => {
  const { visitor, email, id } = await signUp(site);
  const { device, answer } = await addPasskey(visitor, undefined, 'My key');
  expect(answer).toMatchObject({
    status: 200,
    body: { id: device.id, name: 'My key', synced: false, lastUsedAt: null },
  });
  expect((await visitor.get('/api/user')).body).toMatchObject({
    hasPasskey: true,
    settings: { twoFactorAuth: false },
  });
  await mailsWith(site, email, /passkey was added[\s\S]*remove it on your profile/);

  const browser = site.visitor();
  const signedIn = await signIn(device.sign(await challenge(browser), here), browser);
  expect(signedIn).toMatchObject({ status: 200, body: { id, email } });
  expect((await browser.get('/api/user')).status).toBe(200);
  const [listed] = (await visitor.get('/api/user/passkeys')).body;
  expect(Date.parse(listed.lastUsedAt)).toBeGreaterThan(Date.parse(listed.createdAt));
});

test('a passkey that was not added cannot sign in, and neither can one that was removed', async () => {
  const stranger = new Authenticator();
  expect(await signIn(stranger.sign(await challenge(), here))).toMatchObject({
    status: 401,
    body: { code: 'passkey_unknown' },
  });
  const { visitor, device, email } = await memberWithPasskey();
  expect((await visitor.call('DELETE', `/api/user/passkeys/${device.id}`)).status).toBe(200);
  expect((await signIn(device.sign(await challenge(), here))).body.code).toBe('passkey_unknown');
  await mailsWith(site, email, /passkey was removed/);
});

test('an answer works once, also in parallel, and only for the challenge, site and user check that it was made for', async () => {
  const { device } = await memberWithPasskey();
  const refused = { status: 401, body: { code: 'passkey_refused' } };
  const answer = device.sign(await challenge(), here);
  const all = await Promise.all(Array.from({ length: 8 }, () => signIn(answer)));
  expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(401)]);
  expect(await signIn(answer)).toMatchObject(refused);

  expect(await signIn(device.sign(await challenge(), { origin: 'https://evil.example' }))).toMatchObject(
    refused,
  );
  const elsewhere = { ...(await challenge()), rpId: 'evil.example' };
  expect(await signIn(device.sign(elsewhere, here))).toMatchObject(refused);
  expect(await signIn(device.sign(await challenge(), { ...here, verifies: false }))).toMatchObject(refused);
  const invented = { ...(await challenge()), challenge: Buffer.alloc(52, 7).toString('base64url') };
  expect(await signIn(device.sign(invented, here))).toMatchObject(refused);
  expect(await signIn(device.sign({ challenge: 'AAAA', rpId: 'localhost' }, here))).toMatchObject(refused);
});

test('a challenge for one purpose or session is worth nothing for another', async () => {
  const { visitor, device } = await memberWithPasskey();
  const forSignIn = device.sign(await challenge(), here);
  expect((await visitor.post('/api/reauthenticate/passkey', { response: forSignIn })).body.code).toBe(
    'passkey_refused',
  );
  const { body: again } = await visitor.post('/api/reauthenticate/passkey/options');
  expect((await signIn(device.sign(again, here))).body.code).toBe('passkey_refused');
  const other = await memberWithPasskey();
  const { body: options } = await other.visitor.post('/api/user/passkeys/options');
  const response = new Authenticator().make(options, here);
  expect((await visitor.post('/api/user/passkeys', { response })).body.code).toBe('passkey_refused');
  // Nor is somebody else's passkey.
  const { body: mine } = await visitor.post('/api/reauthenticate/passkey/options');
  const theirs = await visitor.post('/api/reauthenticate/passkey', {
    response: other.device.sign(mine, here),
  });
  expect(theirs.body.code).toBe('passkey_refused');
});

test('a challenge ends after five minutes, by the clock of the database', async () => {
  const { device } = await memberWithPasskey();
  const asked = await challenge();
  const bytes = Buffer.from(asked.challenge, 'base64url');
  const left = bytes.readUInt32BE(16) - Date.now() / 1000;
  expect(left).toBeGreaterThan(240);
  expect(left).toBeLessThanOrEqual(300);
  // Whoever moves the end breaks its signature.
  bytes.writeUInt32BE(bytes.readUInt32BE(16) + 3600, 16);
  const moved = { ...asked, challenge: bytes.toString('base64url') };
  expect((await signIn(device.sign(moved, here))).body.code).toBe('passkey_refused');
});

test('a copy of a passkey is refused and its owner told once per try, and the owner still gets in', async () => {
  const { visitor, device, email } = await memberWithPasskey();
  device.counter = 5;
  expect((await signIn(device.sign(await challenge(), here))).status).toBe(200);
  device.counter = 5;
  const copied = device.sign(await challenge(), here);
  expect((await signIn(copied)).body.code).toBe('passkey_refused');
  expect((await signIn(copied)).body.code).toBe('passkey_refused');
  expect(await mailsWith(site, email, /copy of your passkey/)).toHaveLength(1);
  device.counter = 6;
  expect((await signIn(device.sign(await challenge(), here))).status).toBe(200);
  expect((await visitor.get('/api/user')).status).toBe(200);
});

test('a forged count of signatures reports nothing, since the signature is checked first', async () => {
  const { device, email } = await memberWithPasskey();
  device.counter = 9;
  expect((await signIn(device.sign(await challenge(), here))).status).toBe(200);
  const forged = device.sign(await challenge(), here);
  const data = Buffer.from(forged.response.authenticatorData, 'base64url');
  data.writeUInt32BE(1, 33);
  const authenticatorData = data.toString('base64url');
  const answer = await signIn({ ...forged, response: { ...forged.response, authenticatorData } });
  expect(answer.body.code).toBe('passkey_refused');
  const told = await site.database
    .selectFrom('notices')
    .innerJoin('users', 'users.id', 'notices.userId')
    .where('users.email', '=', email)
    .where('kind', '=', 'passkey_copied')
    .select('notices.id')
    .execute();
  expect(told).toEqual([]);
});

test('adding and removing need a fresh sign-in, and a passkey gives one in place of password and code', async () => {
  const { visitor, device, id, secret } = await (async () => {
    const member = await memberWithPasskey();
    return { ...member, ...(await setUpTwoFactor(site, member)) };
  })();
  expect(secret).not.toBe('');
  await age(id);
  const stale = { status: 403, body: { code: 'reauthentication_required' } };
  expect(await visitor.post('/api/user/passkeys/options')).toMatchObject(stale);
  expect(await visitor.call('DELETE', `/api/user/passkeys/${device.id}`)).toMatchObject(stale);
  const thief = thiefOf(site, visitor);
  const { body: options } = await visitor.post('/api/reauthenticate/passkey/options');
  const proven = await visitor.post('/api/reauthenticate/passkey', { response: device.sign(options, here) });
  expect(proven.status).toBe(200);
  expect((await thief.get('/api/user')).status).toBe(401);
  expect((await visitor.post('/api/user/passkeys/options')).status).toBe(200);
});

test('two-factor sign-in with passkeys: the password needs a backup code, a passkey needs nothing', async () => {
  const { visitor, device, email } = await memberWithPasskey();
  const other = site.visitor();
  await other.post('/api/login', { username: email, password: PASSWORD });
  const on = await visitor.post('/api/user/two-factor/passkey');
  expect(on.body.backupCodes).toHaveLength(10);
  expect((await other.get('/api/user')).status).toBe(401);
  const logIn = (code?: string) =>
    site.visitor().post('/api/login', { username: email, password: PASSWORD, code });
  expect((await logIn()).body).toMatchObject({
    code: 'two_factor_required',
    details: { code: 'backup' },
  });
  expect((await logIn('123456')).body.code).toBe('invalid_two_factor_code');
  expect((await logIn(on.body.backupCodes[0])).status).toBe(200);
  expect((await signIn(device.sign(await challenge(), here))).status).toBe(200);

  const { body: options } = await visitor.post('/api/reauthenticate/passkey/options');
  await visitor.post('/api/reauthenticate/passkey', { response: device.sign(options, here) });
  expect((await visitor.call('DELETE', `/api/user/passkeys/${device.id}`)).body.code).toBe(
    'last_second_factor',
  );
  expect((await visitor.call('DELETE', '/api/user/two-factor')).status).toBe(200);
  expect((await logIn()).status).toBe(200);
  expect((await visitor.call('DELETE', `/api/user/passkeys/${device.id}`)).status).toBe(200);
});

test('two-factor sign-in cannot be switched on by passkeys that are not there', async () => {
  const { visitor } = await signUp(site);
  expect((await visitor.post('/api/user/two-factor/passkey')).body.code).toBe('no_passkey');
  expect((await visitor.post('/api/reauthenticate/passkey/options')).body.code).toBe('no_passkey');
});

test('a passkey of a suspended member says so and opens nothing', async () => {
  const { device, id } = await memberWithPasskey();
  await sql`update users set suspended_at = now(), suspended_reason = 'other', suspended_text = 'Tested.'
    where id = ${id}`.execute(site.database);
  const browser = site.visitor();
  expect(await signIn(device.sign(await challenge(browser), here), browser)).toMatchObject({
    status: 403,
    body: { code: 'suspended' },
  });
  expect((await browser.get('/api/user')).status).toBe(401);
});

test('one passkey belongs to one account, and an account has a limited number of them', async () => {
  const { device } = await memberWithPasskey();
  const { visitor } = await signUp(site);
  expect((await addPasskey(visitor, device)).answer.body.code).toBe('passkey_taken');
  for (let n = 0; n < 19; n += 1) expect((await addPasskey(visitor)).answer.status).toBe(200);
  const waiting = await Promise.all(
    Array.from({ length: 3 }, () => visitor.post('/api/user/passkeys/options')),
  );
  const added = await Promise.all(
    waiting.map(({ body }) =>
      visitor.post('/api/user/passkeys', { response: new Authenticator().make(body, here) }),
    ),
  );
  expect(added.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await visitor.post('/api/user/passkeys/options')).body.code).toBe('too_many_passkeys');
});

test("nobody renames or removes another member's passkey", async () => {
  const { device } = await memberWithPasskey();
  const { visitor } = await signUp(site);
  expect((await visitor.call('PATCH', `/api/user/passkeys/${device.id}`, { name: 'Mine' })).status).toBe(404);
  expect((await visitor.call('DELETE', `/api/user/passkeys/${device.id}`)).status).toBe(404);
});

test('where the site asks staff for passkeys, a session without one opens no call for admins', async () => {
  const strict = await startTestServer({ STAFF_PASSKEYS: 'required' });
  const { visitor, id } = await signUp(strict);
  await setUpTwoFactor(strict, { visitor, id });
  await sql`update users set is_admin = true, staff_role = 'owner' where id = ${id}`.execute(strict.database);
  const there = { origin: new URL(strict.url).origin };
  const device = new Authenticator();
  const { body: toMake } = await visitor.post('/api/user/passkeys/options');
  await visitor.post('/api/user/passkeys', { response: device.make(toMake, there) });
  const stats = async () => (await visitor.get('/api/admin/stats')).body.code;
  expect(await stats()).toBe('passkey_required');
  const { body: options } = await visitor.post('/api/reauthenticate/passkey/options');
  await visitor.post('/api/reauthenticate/passkey', { response: device.sign(options, there) });
  expect(await stats()).toBe(undefined);
});

test('the operator who resets two-factor sign-in removes the passkeys too, and the member is mailed about both', async () => {
  const { visitor, device, email } = await memberWithPasskey();
  await visitor.post('/api/user/two-factor/passkey');
  await runOps(['two-factor', 'reset', email], { DATABASE_URL: databaseUrl });
  expect((await signIn(device.sign(await challenge(), here))).body.code).toBe('passkey_unknown');
  await mailsWith(site, email, /^Two-factor sign-in is off/);
  await mailsWith(site, email, /passkey was removed/);
});

test('the operator removes a passkey also where two-factor sign-in is off', async () => {
  const { visitor, device, email, id } = await memberWithPasskey();
  const reset = await runOps(['two-factor', 'reset', email], { DATABASE_URL: databaseUrl });
  expect(reset).toMatchObject({ code: 0 });
  expect((await signIn(device.sign(await challenge(), here))).body.code).toBe('passkey_unknown');
  expect((await visitor.get('/api/user')).status).toBe(401);
  await mailsWith(site, email, /passkey was removed/);
  const { before, after } = await site.database
    .selectFrom('auditEntries')
    .select(['before', 'after'])
    .where('subjectId', '=', id)
    .executeTakeFirstOrThrow();
  expect([before, after]).toEqual([
    { twoFactor: false, passkeys: 1 },
    { twoFactor: false, passkeys: 0 },
  ]);
});

test('refused passkeys are limited by address', async () => {
  const visitor = (await startTestServer()).visitor();
  const codes = new Set<string>();
  for (let n = 0; n < 31; n += 1) {
    const response = new Authenticator().sign({ challenge: 'AAAA', rpId: 'localhost' }, here);
    codes.add((await visitor.post('/api/login/passkey', { response })).body.code);
  }
  expect([...codes]).toEqual(['passkey_unknown', 'too_many_requests']);
});
