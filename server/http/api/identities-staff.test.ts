import { sql } from 'kysely';
import pino from 'pino';
import { beforeEach, expect, test } from 'vitest';
import {
  appCode,
  forgetUsedCodes,
  mailedToken,
  mailsWith,
  newAddress,
  PASSWORD,
  setUpTwoFactor,
  signUp,
} from '#testing/accounts.ts';
import { Authenticator } from '#testing/authenticator.ts';
import { createMember } from '#testing/factories.ts';
import { startIssuer } from '#testing/issuer.ts';
import { patientCalls } from '#testing/patient-calls.ts';
import { startTestServer, type Visitor } from '#testing/server.ts';

/** The operator's own site for staff: who has a role there has it here, and signs in there. */

const issuer = await startIssuer();
patientCalls();
const staffSite = issuer.settings({
  id: 'office',
  name: 'Office',
  rolesClaim: 'groups',
  roles: { 'rewards-owners': 'owner', 'rewards-help': 'support' },
});
const lines: string[] = [];
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
const site = await startTestServer(
  {
    STAFF_IDENTITY_PROVIDER: JSON.stringify(staffSite),
    IDENTITY_PROVIDERS: JSON.stringify([issuer.settings()]),
  },
  { log },
);
const owner = await createMember(site.database, { isAdmin: true, email: newAddress() });
let people = 0;
beforeEach(() => {
  people += 1;
  issuer.lie = {};
  issuer.person = {
    sub: `colleague-${people}`,
    email: newAddress(),
    email_verified: true,
    name: 'Robin',
    auth_time: Math.floor(Date.now() / 1000),
    groups: ['everybody', 'rewards-help'],
  };
});

async function vouched(provider = 'office', visitor = site.visitor()) {
  const { url } = (await visitor.post(`/api/login/identity/${provider}/start`)).body;
  const parameters = (await issuer.agree(url)).search.slice(1);
  expect((await visitor.post(`/api/login/identity/${provider}/answer`, { parameters })).status).toBe(200);
  return visitor;
}
const logIn = (visitor: Visitor) => visitor.post('/api/login/identity', {});

/** Somebody of the staff who signs in for the first time. */
async function colleague() {
  const visitor = await vouched();
  const { status, body } = await visitor.post('/api/register/identity', { name: 'Robin' });
  expect(status).toBe(200);
  return { visitor, id: body.id as string, email: body.email as string, body };
}
const read = async (id: string) =>
  (
    await sql<{ role: string | null; origin: string | null; waits: boolean }>`select staff_role as role,
      staff_role_from as origin, coalesce(approver_since > now() - interval '1 minute', false) as waits
      from users where id = ${id}`.execute(site.database)
  ).rows[0];

test('a colleague has the role of their group, waits as with every new role, and owners are told', async () => {
  const { visitor, id, body } = await colleague();
  expect(body).toMatchObject({ staffRole: 'support', isAdmin: true });
  expect(await read(id)).toEqual({ role: 'support', origin: 'office', waits: true });
  await mailsWith(site, owner.email, /A role among the admins/);
  const { rows } = await sql<{ actor: string }>`select actor from audit_entries
    where subject_id = ${id}`.execute(site.database);
  expect(rows).toEqual([{ actor: 'identity:office' }]);

  // The rules for staff are the same: a second factor of our own, and a fresh sign-in.
  const asked = () => visitor.get('/api/admin/users');
  expect((await asked()).body.code).toBe('two_factor_admin_required');
  await setUpTwoFactor(site, { visitor, id });
  expect((await asked()).status).toBe(200);
  const again = await vouched();
  expect((await logIn(again)).body.code).toBe('two_factor_required');
});

test('a session of staff is fresh only as far as their site says when it asked', async () => {
  issuer.person.auth_time = undefined;
  const { visitor } = await colleague();
  expect((await visitor.post('/api/user/two-factor')).body.code).toBe('reauthentication_required');
});

/** The security events since the test began: name and member. */
const events = () =>
  lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'security')
    .map(({ event, userId }) => ({ event, ...(userId ? { userId } : {}) }));

async function choosePassword(visitor: Visitor, email: string) {
  await visitor.post('/api/forgot-password', { email });
  const token = await mailedToken(site, email);
  expect((await visitor.post('/api/reset-password', { token, newPassword: PASSWORD })).status).toBe(200);
}

/** A colleague with role owner, password and second factor, signed in at the staff's site. */
async function colleagueWithPassword() {
  issuer.person.groups = ['rewards-owners'];
  const { visitor, id, email } = await colleague();
  const { secret } = await setUpTwoFactor(site, { visitor, id });
  await choosePassword(visitor, email);
  const enterThere = async (browser = site.visitor()) => {
    await forgetUsedCodes(site, id);
    await vouched('office', browser);
    const { status, body } = await browser.post('/api/login/identity', { code: appCode(secret) });
    expect([status, body.id]).toEqual([200, id]);
    return browser;
  };
  const prove = async (browser: Visitor) => {
    await forgetUsedCodes(site, id);
    return browser.post('/api/reauthenticate', { password: PASSWORD, code: appCode(secret) });
  };
  return { id, email, enterThere, prove };
}
/** A call that money and rights depend on: `invalid_input` says that it is open. */
const delicate = async (browser: Visitor) => (await browser.post('/api/admin/keys', {})).body;

test('a colleague who is dismissed there makes no session fresh by password or passkey', async () => {
  const { id, enterThere, prove } = await colleagueWithPassword();
  const browser = await enterThere();
  expect((await delicate(browser)).code).toBe('invalid_input');
  await sql`update sessions set created_at = now() - interval '16 minutes',
    authenticated_at = now() - interval '16 minutes' where user_id = ${id}`.execute(site.database);
  const refused = { code: 'reauthentication_required', details: { provider: 'office' } };
  expect(await delicate(browser)).toMatchObject(refused);
  lines.length = 0;
  expect(await prove(browser)).toMatchObject({
    status: 403,
    body: { code: 'staff_identity_required', details: { provider: 'Office' } },
  });
  const options = (await site.visitor().post('/api/login/passkey/options')).body;
  const response = new Authenticator().sign(options, { origin: new URL(site.url).origin });
  const byPasskey = await browser.post('/api/reauthenticate/passkey', { response });
  expect(byPasskey.body.code).toBe('staff_identity_required');
  expect(events()).toEqual([
    { event: 'staff_login_refused', userId: id },
    { event: 'staff_login_refused', userId: id },
  ]);
  expect(await delicate(browser)).toMatchObject(refused);
  await enterThere(browser);
  expect((await delicate(browser)).code).toBe('invalid_input');
});

test('where their site does not say when it asked, the password proves it soon after a sign-in there', async () => {
  const { enterThere, prove } = await colleagueWithPassword();
  issuer.person.auth_time = undefined;
  const browser = await enterThere();
  const refused = await delicate(browser);
  expect([refused.code, refused.details]).toEqual(['reauthentication_required', undefined]);
  expect((await prove(browser)).status).toBe(200);
  expect((await delicate(browser)).code).toBe('invalid_input');
});

test('the site for staff is told to ask again who was asked too long ago, that for members is not', async () => {
  const maxAge = async (provider: string) => {
    const { url } = (await site.visitor().post(`/api/login/identity/${provider}/start`)).body;
    return new URL(url).searchParams.get('max_age');
  };
  expect([await maxAge('office'), await maxAge('elsewhere')]).toEqual(['900', null]);
});

test('a role that is taken away there is gone at the next sign-in, with every session', async () => {
  const { visitor, id } = await colleague();
  issuer.person.groups = ['everybody', 'rewards-owners'];
  await logIn(await vouched());
  expect(await read(id)).toMatchObject({ role: 'owner', origin: 'office' });
  expect((await visitor.get('/api/user')).status).toBe(401);
  issuer.person.groups = ['everybody'];
  const former = await vouched();
  expect((await logIn(former)).body).toMatchObject({ id, staffRole: null, isAdmin: false });
  expect(await read(id)).toMatchObject({ role: null, origin: null });
});

test('whose role comes from there signs in no other way', async () => {
  const { visitor, email, id } = await colleague();
  await choosePassword(visitor, email);
  lines.length = 0;
  const byPassword = await site.visitor().post('/api/login', { username: email, password: PASSWORD });
  expect(byPassword).toMatchObject({
    status: 403,
    body: { code: 'staff_identity_required', details: { provider: 'Office' } },
  });
  // Nor by another site, though it may be the same person there.
  issuer.person.sub = `outside-${people}`;
  const linked = await vouched('elsewhere');
  await sql`insert into identities (user_id, provider, issuer, subject)
    values (${id}, 'elsewhere', ${issuer.url}, ${`outside-${people}`})`.execute(site.database);
  expect((await logIn(linked)).body.code).toBe('staff_identity_required');
  expect(events()).toEqual([
    { event: 'staff_login_refused', userId: id },
    { event: 'staff_login_refused', userId: id },
  ]);
});

test('keys of a colleague who has not signed in there for a week rest, and that way in is not unlinked', async () => {
  issuer.person.groups = ['rewards-owners'];
  const { visitor, id } = await colleague();
  await setUpTwoFactor(site, { visitor, id });
  const { key } = (
    await visitor.post('/api/admin/keys', { name: 'Accounting', scopes: ['site.read'], days: 30 })
  ).body;
  const withKey = () =>
    site.visitor().call('GET', '/api/admin/stats', undefined, { Authorization: `Bearer ${key}` });
  expect((await withKey()).status).toBe(200);
  await sql`update identities set last_used_at = now() - interval '8 days', created_at = now() - interval '9 days'
    where user_id = ${id}`.execute(site.database);
  expect((await withKey()).body.code).toBe('invalid_key');
  await sql`update identities set last_used_at = now() where user_id = ${id}`.execute(site.database);
  expect((await withKey()).status).toBe(200);

  await sql`update users set password = 'chosen meanwhile' where id = ${id}`.execute(site.database);
  const [identity] = (await visitor.get('/api/user/identities')).body;
  const unlinked = await visitor.call('DELETE', `/api/user/identities/${identity.id}`);
  expect(unlinked.body.code).toBe('last_way_in');
});

test.each<[string, unknown]>([
  ['no group', undefined],
  ['other groups', ['everybody']],
  ['a role in the place of a group', ['owner']],
  ['a name that every object has', ['constructor', '__proto__']],
  ['a list in a list', [['rewards-owners']]],
  ['an object', { 'rewards-owners': true }],
])('with %s nobody makes an account there', async (_, groups) => {
  issuer.person.groups = groups;
  const visitor = await vouched();
  lines.length = 0;
  expect((await logIn(visitor)).body.code).toBe('not_admin');
  expect((await visitor.post('/api/register/identity', { name: 'Mallory' })).body.code).toBe('not_admin');
  expect(events()).toEqual([{ event: 'outsider_refused' }, { event: 'outsider_refused' }]);
});

test('one group may be told as a text', async () => {
  issuer.person.groups = 'rewards-owners';
  expect((await colleague()).body.staffRole).toBe('owner');
});

test('the site for members gives no role, whatever it tells', async () => {
  issuer.person.groups = ['rewards-owners'];
  const visitor = await vouched('elsewhere');
  const { body } = await visitor.post('/api/register/identity', { name: 'Robin' });
  expect(body).toMatchObject({ staffRole: null, isAdmin: false });
});

test('a role that was given here stays, and its owner signs in as before', async () => {
  const { visitor, email, id } = await signUp(site);
  await sql`update users set is_admin = true, staff_role = 'owner' where id = ${id}`.execute(site.database);
  issuer.person.email = email;
  await vouched('office', visitor);
  expect((await visitor.post('/api/user/identities')).status).toBe(200);
  for (const groups of [['rewards-help'], []]) {
    issuer.person.groups = groups;
    expect((await logIn(await vouched())).body).toMatchObject({ id, staffRole: 'owner' });
  }
  expect(await read(id)).toMatchObject({ role: 'owner', origin: null });
  expect((await site.visitor().post('/api/login', { username: email, password: PASSWORD })).status).toBe(200);
});

test('a confirmed address there takes over no account here', async () => {
  const victim = await signUp(site);
  issuer.person.email = victim.email;
  const visitor = await vouched();
  expect((await logIn(visitor)).body.details.next).toBe('sign_in');
  expect(await read(victim.id)).toMatchObject({ role: null });
});
