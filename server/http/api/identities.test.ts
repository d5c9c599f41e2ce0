import { sql } from 'kysely';
import pino from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  appCode,
  forgetUsedCodes,
  mailedToken,
  mailsWith,
  newAddress,
  PASSWORD,
  setUpTwoFactor,
  signUp,
  wrongAppCode,
} from '#testing/accounts.ts';
import { Authenticator } from '#testing/authenticator.ts';
import { createMember } from '#testing/factories.ts';
import { startIssuer } from '#testing/issuer.ts';
import { patientCalls } from '#testing/patient-calls.ts';
import { startTestServer, type Visitor } from '#testing/server.ts';

/** Signing in by an account elsewhere, against an issuer that checks what we send and lies when it is told to. */

const issuer = await startIssuer();
patientCalls(() => issuer.lie.path?.does === 'silent');
const lines: string[] = [];
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
const site = await startTestServer(
  {
    IDENTITY_PROVIDERS: JSON.stringify([issuer.settings(), issuer.settings({ id: 'other', name: 'Other' })]),
  },
  { log },
);
let people = 0;
beforeEach(() => {
  people += 1;
  issuer.lie = {};
  issuer.userinfo = undefined;
  issuer.faults.length = 0;
  issuer.person = { sub: `person-${people}`, email: newAddress(), email_verified: true, name: 'Robin' };
});

const start = (visitor: Visitor, provider = 'elsewhere') =>
  visitor.post(`/api/login/identity/${provider}/start`);
const answer = (visitor: Visitor, parameters: string, provider = 'elsewhere') =>
  visitor.post(`/api/login/identity/${provider}/answer`, { parameters });
const logIn = (visitor: Visitor, code?: string) => visitor.post('/api/login/identity', { code });
const link = (visitor: Visitor) => visitor.post('/api/user/identities');

/** Goes to the other site and comes back; returns the answer of the exchange. */
async function visitElsewhere(visitor: Visitor, provider = 'elsewhere') {
  const { status, body } = await start(visitor, provider);
  if (status !== 200) return { status, body };
  const { search } = await issuer.agree(body.url);
  return answer(visitor, search.slice(1), provider);
}

/** A visitor whom the other site has vouched for. */
async function vouched(visitor = site.visitor()) {
  expect(await visitElsewhere(visitor)).toMatchObject({ status: 200 });
  expect(issuer.faults).toEqual([]);
  return visitor;
}

async function newcomer(name = 'Robin') {
  const visitor = await vouched();
  const made = await visitor.post('/api/register/identity', { name });
  expect(made.status).toBe(200);
  return { visitor, id: made.body.id as string, email: made.body.email as string };
}
const countOf = async (email: unknown) =>
  (await site.database.selectFrom('users').select('id').where('email', '=', String(email)).execute()).length;

describe('signing in', () => {
  test('makes an account with the confirmed address, and signs in to it from then on', async () => {
    const visitor = await vouched();
    const { email } = issuer.person;
    expect(await logIn(visitor)).toMatchObject({
      status: 409,
      body: {
        code: 'identity_unknown',
        details: { next: 'create', provider: 'elsewhere', email, name: 'Robin' },
      },
    });
    expect(await countOf(email)).toBe(0);
    const made = await visitor.post('/api/register/identity', { name: 'Robin of Elsewhere' });
    expect(made).toMatchObject({
      status: 200,
      body: { email, name: 'Robin of Elsewhere', emailVerified: true, hasPassword: false },
    });
    expect((await visitor.get('/api/user')).body.email).toBe(email);

    const again = await vouched();
    const thief = site.visitor();
    thief.cookie = again.cookie;
    expect(await logIn(again)).toMatchObject({ status: 200, body: { id: made.body.id } });
    // The cookie is worth one sign-in, also where it was copied before.
    expect((await logIn(again)).body.code).toBe('identity_refused');
    expect((await logIn(thief)).body.code).toBe('identity_refused');
    const { body } = await again.get('/api/user/identities');
    expect(body).toMatchObject([{ provider: 'elsewhere', email, lastUsedAt: expect.any(String) }]);
  });

  test('knows the person by issuer and name there alone, whatever address is told', async () => {
    const { id, email } = await newcomer();
    issuer.person = { ...issuer.person, email: newAddress() };
    expect((await logIn(await vouched())).body.id).toBe(id);
    // Another person who has got the address by now.
    issuer.person = { sub: 'successor', email, email_verified: true };
    expect((await logIn(await vouched())).body).toMatchObject({
      code: 'identity_unknown',
      details: { next: 'sign_in', email },
    });
  });

  test('takes nobody for a person whom another issuer calls by the same name', async () => {
    const { id } = await createMember(site.database);
    await sql`insert into identities (user_id, provider, issuer, subject)
      values (${id}, 'elsewhere', 'https://accounts.example', ${String(issuer.person.sub)})`.execute(
      site.database,
    );
    expect((await logIn(await vouched())).body.code).toBe('identity_unknown');
  });

  test('asks for the second factor, and takes the same answer again with its code', async () => {
    const { visitor, id, email } = await newcomer();
    await visitor.post('/api/forgot-password', { email });
    const token = await mailedToken(site, email);
    await visitor.post('/api/reset-password', { token, newPassword: PASSWORD });
    await visitor.post('/api/login', { username: email, password: PASSWORD });
    const { secret } = await setUpTwoFactor(site, { visitor, id });
    const other = await vouched();
    expect((await logIn(other)).body).toMatchObject({
      code: 'two_factor_required',
      details: { code: 'app' },
    });
    expect((await other.get('/api/user')).status).toBe(401);
    const wrong = wrongAppCode(secret);
    expect((await logIn(other, wrong)).body.code).toBe('invalid_two_factor_code');
    const copy = site.visitor();
    copy.cookie = other.cookie;
    expect((await logIn(other, appCode(secret))).status).toBe(200);
    // A right code with an answer that is used up costs none of the member's tries, and stays unused.
    await forgetUsedCodes(site, id);
    for (let tried = 0; tried < 6; tried += 1) {
      expect((await logIn(copy, appCode(secret))).body.code).toBe('identity_refused');
    }
    expect((await logIn(await vouched(), appCode(secret))).status).toBe(200);
  });

  test('(16) mails about wrong codes after it say that no new password helps', async () => {
    const { visitor, id, email } = await newcomer();
    await visitor.post('/api/forgot-password', { email });
    const token = await mailedToken(site, email);
    await visitor.post('/api/reset-password', { token, newPassword: PASSWORD });
    await visitor.post('/api/login', { username: email, password: PASSWORD });
    const { secret } = await setUpTwoFactor(site, { visitor, id });
    const other = await vouched();
    const wrong = wrongAppCode(secret);
    const told = async () => {
      const { rows } = await sql<{ kind: string }>`select kind from notices
        where user_id = ${id} and kind like 'second_factors_refused%' order by kind`.execute(site.database);
      return rows.map(({ kind }) => kind);
    };
    // Those after the password are told as such, and not counted with those after the account elsewhere.
    for (let n = 0; n < 5; n += 1)
      await site.visitor().post('/api/login', { username: email, password: PASSWORD, code: wrong });
    expect(await told()).toEqual(['second_factors_refused']);
    await sql`delete from rate_limits where key like 'two_factor_user:%'`.execute(site.database);
    for (let n = 0; n < 4; n += 1)
      expect((await logIn(other, wrong)).body.code).toBe('invalid_two_factor_code');
    expect(await told()).toEqual(['second_factors_refused']);
    expect((await logIn(other, wrong)).body.code).toBe('invalid_two_factor_code');
    expect(await told()).toEqual(['second_factors_refused', 'second_factors_refused_elsewhere']);
    const [mail] = await mailsWith(site, email, /Somebody signed in at Elsewhere/);
    expect(mail?.text).not.toContain('reset your password');
  });

  test('(16) an identity that opens nothing is a security event', async () => {
    const visitor = await vouched();
    lines.length = 0;
    expect((await logIn(visitor)).body.code).toBe('identity_unknown');
    const forger = site.visitor();
    forger.cookie = `vouched=${Buffer.alloc(60, 7).toString('base64url')}`;
    expect((await logIn(forger)).body.code).toBe('identity_refused');
    const asNew = await forger.post('/api/register/identity', { name: 'Mallory' });
    expect(asNew.body.code).toBe('identity_refused');
    const member = await signUp(site);
    member.visitor.cookie += `; ${forger.cookie}`;
    expect((await link(member.visitor)).body.code).toBe('identity_refused');
    const events = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'security');
    expect(events.map(({ event }) => event)).toEqual([
      'identity_unknown',
      'identity_refused',
      'identity_refused',
      'account_requested',
      'account_created',
      'identity_refused',
    ]);
    expect(lines.join('')).not.toContain(String(issuer.person.email));
  });

  test('is refused to the suspended and tells of a new device', async () => {
    const { email } = await newcomer();
    await logIn(await vouched(site.visitor('198.51.100.77')));
    await mailsWith(site, email, /New sign-in/);
    await sql`update users set suspended_at = now(), suspended_reason = 'staff_review', suspended_text = ''
      where email = ${email}`.execute(site.database);
    expect((await logIn(await vouched())).body.code).toBe('suspended');
  });

  test('is fresh only as far as the other site says when it asked', async () => {
    const { visitor } = await newcomer();
    expect((await visitor.post('/api/user/two-factor')).body.code).toBe('reauthentication_required');
    const now = Math.floor(Date.now() / 1000);
    for (const [askedAt, code] of [
      [now - 16 * 60, 'reauthentication_required'],
      [now, undefined],
      // A site that says what cannot be: not later than now.
      [now + 3_600, undefined],
    ] as const) {
      issuer.person.auth_time = askedAt;
      const browser = await vouched();
      await logIn(browser);
      expect((await browser.post('/api/user/two-factor')).body.code).toBe(code);
    }
    const { rows } = await sql<{ later: boolean }>`select authenticated_at > now() as later from sessions
      where authenticated_at is not null order by authenticated_at desc limit 1`.execute(site.database);
    expect(rows).toEqual([{ later: false }]);
  });

  test('the account has no password until its member chooses one by a mailed link', async () => {
    const { visitor, email, id } = await newcomer();
    const { password } = await site.database
      .selectFrom('users')
      .select('password')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (const tried of [password, 'none', PASSWORD]) {
      const { body } = await site.visitor().post('/api/login', { username: email, password: tried });
      expect(body.code).toBe('wrong_credentials');
    }
    await visitor.post('/api/forgot-password', { email });
    const token = await mailedToken(site, email);
    expect((await visitor.post('/api/reset-password', { token, newPassword: PASSWORD })).status).toBe(200);
    const { body } = await visitor.post('/api/login', { username: email, password: PASSWORD });
    expect(body).toMatchObject({ id, hasPassword: true });
  });
});

test('an address that is told apart from the ID token counts only if it is confirmed beside it', async () => {
  const own = await startTestServer({ IDENTITY_PROVIDERS: JSON.stringify([issuer.settings()]) });
  const [sub, email] = [String(issuer.person.sub), newAddress()];
  issuer.userinfo = {};
  for (const [person, userinfo, next] of [
    [{ sub }, { sub, email, email_verified: true }, 'create'],
    [{ sub }, { sub, email }, 'confirm'],
    [{ sub, email_verified: true }, { sub, email, email_verified: false }, 'confirm'],
    [{ sub, email, email_verified: false }, { sub, email, email_verified: true }, 'confirm'],
  ] as const) {
    issuer.person = person;
    issuer.userinfo = userinfo;
    const visitor = own.visitor();
    expect((await visitElsewhere(visitor)).status).toBe(200);
    expect((await logIn(visitor)).body.details.next).toBe(next);
  }
  // Of another person.
  issuer.person = { sub };
  issuer.userinfo = { sub: 'another', email, email_verified: true };
  expect((await visitElsewhere(own.visitor())).body.code).toBe('identity_refused');
  await own.close();
});

describe('linking', () => {
  test('a confirmed address that has an account signs in only after its account is proven', async () => {
    const owner = await signUp(site);
    issuer.person.email = owner.email.toUpperCase();
    const visitor = await vouched();
    expect((await logIn(visitor)).body.details).toMatchObject({ next: 'sign_in', email: owner.email });
    expect((await visitor.post('/api/register/identity', { name: 'Mallory' })).body.code).toBe(
      'identity_refused',
    );
    expect((await link(visitor)).body.code).toBe('not_signed_in');
    await visitor.post('/api/login', { username: owner.email, password: PASSWORD });
    expect(await link(visitor)).toMatchObject({ status: 200, body: { provider: 'elsewhere' } });
    await mailsWith(
      site,
      owner.email,
      /Elsewhere signs in to your Pocketful account[\s\S]*unlink it on your profile/,
    );
    expect((await logIn(await vouched())).body.id).toBe(owner.id);
  });

  test('an address that the other site has not confirmed neither makes nor links an account, nor is looked up', async () => {
    const owner = await signUp(site);
    for (const told of [
      { email: owner.email, email_verified: false },
      { email: owner.email },
      { email: owner.email, email_verified: 'yes' },
      { email: 'no address', email_verified: true },
      { email: ['a@example.com'], email_verified: true },
    ]) {
      issuer.person = { sub: `unconfirmed-${people}`, ...told };
      const visitor = await vouched();
      const { body } = await logIn(visitor);
      expect(body.details).toEqual({ next: 'confirm', provider: 'elsewhere' });
      expect((await visitor.post('/api/register/identity', { name: 'Mallory' })).body.code).toBe(
        'identity_refused',
      );
      // Not to an account into which somebody signs afterwards in the same browser, either.
      await visitor.post('/api/login', { username: owner.email, password: PASSWORD });
      expect((await link(visitor)).body.code).toBe('identity_refused');
    }
    issuer.person = { sub: `unconfirmed-${people}` };
    await vouched(owner.visitor);
    expect((await link(owner.visitor)).status).toBe(200);
    expect((await logIn(await vouched())).body.id).toBe(owner.id);
  });

  test('needs a fresh sign-in, and an identity is linked once, to one account', async () => {
    const [one, two] = [await signUp(site), await signUp(site)];
    await vouched(one.visitor);
    await sql`update sessions set authenticated_at = now() - interval '16 minutes'
      where user_id = ${one.id}`.execute(site.database);
    expect((await link(one.visitor)).body.code).toBe('reauthentication_required');
    await one.visitor.post('/api/reauthenticate', { password: PASSWORD });
    const tries = await Promise.all([link(one.visitor), link(one.visitor)]);
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 400]);

    await vouched(two.visitor);
    expect((await link(two.visitor)).body.code).toBe('identity_taken');
    issuer.person.sub = `second-${people}`;
    await vouched(one.visitor);
    expect((await link(one.visitor)).body.code).toBe('identity_taken');
  });

  test('is undone with a mail, but not where it is the last way in', async () => {
    const { visitor, email, id } = await newcomer();
    const [{ id: identity }] = (await visitor.get('/api/user/identities')).body;
    const unlink = () => visitor.call('DELETE', `/api/user/identities/${identity}`);
    expect((await unlink()).body.code).toBe('reauthentication_required');
    await sql`update sessions set authenticated_at = now() where user_id = ${id}`.execute(site.database);
    expect((await unlink()).body.code).toBe('last_way_in');
    await visitor.post('/api/forgot-password', { email });
    const token = await mailedToken(site, email);
    await visitor.post('/api/reset-password', { token, newPassword: PASSWORD });
    await visitor.post('/api/login', { username: email, password: PASSWORD });
    const stranger = await signUp(site);
    expect((await stranger.visitor.call('DELETE', `/api/user/identities/${identity}`)).status).toBe(404);
    expect((await unlink()).status).toBe(200);
    await mailsWith(site, email, /Elsewhere no longer signs in to your Pocketful account/);
    expect((await logIn(await vouched())).body.details.next).toBe('sign_in');
  });

  test('is undone where there is a passkey, which is then the last way in', async () => {
    const { visitor, id } = await newcomer();
    await sql`update sessions set authenticated_at = now() where user_id = ${id}`.execute(site.database);
    const device = new Authenticator();
    const { body: options } = await visitor.post('/api/user/passkeys/options');
    const response = device.make(options, { origin: new URL(site.url).origin });
    expect((await visitor.post('/api/user/passkeys', { response })).status).toBe(200);
    const [{ id: identity }] = (await visitor.get('/api/user/identities')).body;
    expect((await visitor.call('DELETE', `/api/user/identities/${identity}`)).status).toBe(200);
    const remove = () => visitor.call('DELETE', `/api/user/passkeys/${device.id}`);
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'last_way_in' } });
    // As once they have chosen a password, of whatever hash.
    await sql`update users set password = 'chosen' where id = ${id}`.execute(site.database);
    expect((await remove()).status).toBe(200);
  });

  test('ends with the account, and the export tells of it', async () => {
    const { visitor, email, id } = await newcomer();
    await visitor.post('/api/forgot-password', { email });
    const token = await mailedToken(site, email);
    await visitor.post('/api/reset-password', { token, newPassword: PASSWORD });
    await visitor.post('/api/login', { username: email, password: PASSWORD });
    expect((await visitor.call('DELETE', '/api/user/account')).status).toBe(200);
    const left = await site.database.selectFrom('identities').select('id').where('userId', '=', id).execute();
    expect(left).toEqual([]);
    expect((await logIn(await vouched())).body.details.next).toBe('create');
  });
});

describe('an answer', () => {
  test('is worth one try, in the browser that was sent away, for the site that it was sent to', async () => {
    const visitor = site.visitor();
    const { url } = (await start(visitor)).body;
    const parameters = (await issuer.agree(url)).search.slice(1);
    expect((await answer(site.visitor(), parameters)).body.code).toBe('identity_refused');
    // The other site of the settings is the same issuer, but its answers come back to another address.
    const elsewhere = site.visitor();
    elsewhere.cookie = visitor.cookie;
    expect((await answer(elsewhere, parameters, 'other')).body.code).toBe('identity_refused');
    const thief = site.visitor();
    thief.cookie = visitor.cookie;
    const both = await Promise.all([answer(visitor, parameters), answer(thief, parameters)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await answer(visitor, parameters)).body.code).toBe('identity_refused');
  });

  test('of a code that is used twice is refused although the issuer takes it', async () => {
    issuer.lie = { replays: true };
    const visitor = site.visitor();
    const { url } = (await start(visitor)).body;
    const parameters = (await issuer.agree(url)).search.slice(1);
    const { cookie } = visitor;
    expect((await answer(visitor, parameters)).status).toBe(200);
    visitor.cookie = cookie;
    expect((await answer(visitor, parameters)).body.code).toBe('identity_refused');
    // In another visit it is not the code of this state.
    const next = site.visitor();
    await start(next);
    expect((await answer(next, parameters)).body.code).toBe('identity_refused');
  });

  test.each<[string, () => typeof issuer.lie]>([
    ['another nonce', () => ({ claims: { nonce: 'another' } })],
    ['no nonce', () => ({ claims: { nonce: undefined } })],
    ['another audience', () => ({ claims: { aud: 'another' } })],
    ['many audiences', () => ({ claims: { aud: ['pocketful', 'another'], azp: 'another' } })],
    ['another issuer', () => ({ claims: { iss: 'https://accounts.example' } })],
    ['an end in the past', () => ({ claims: { exp: 1_700_000_000 } })],
    ['no subject', () => ({ claims: { sub: undefined } })],
    ['a subject that is too long', () => ({ claims: { sub: 'x'.repeat(256) } })],
    ['a time of asking that is none', () => ({ claims: { auth_time: 1e20 } })],
    ['no signature', () => ({ alg: 'none' })],
    ['the signature of a key that it does not publish', () => ({ wrongKey: true })],
    [
      'the name of another issuer in the address',
      () => ({ parameters: { iss: 'https://accounts.example' } }),
    ],
    ['another state', () => ({ parameters: { state: 'another' } })],
    ['a refusal', () => ({ parameters: { error: 'access_denied' } })],
    ['a code of its own', () => ({ parameters: { code: 'invented' } })],
  ])('with %s is refused', async (_, lie) => {
    issuer.lie = lie();
    const visitor = site.visitor();
    expect((await visitElsewhere(visitor)).body.code).toBe('identity_refused');
    expect((await logIn(visitor)).body.code).toBe('identity_refused');
  });

  test('is forgotten when its browser signs out, on the way there and back', async () => {
    const { visitor } = await newcomer();
    await vouched(visitor);
    expect(visitor.cookie).toContain('vouched=');
    expect((await visitor.post('/api/logout')).status).toBe(200);
    expect((await logIn(visitor)).body.code).toBe('identity_refused');

    const { url } = (await start(visitor)).body;
    const { search } = await issuer.agree(url);
    await visitor.post('/api/logout');
    expect((await answer(visitor, search.slice(1))).body.code).toBe('identity_refused');
  });

  test('whose cookie was changed, or is that of the other step, is refused', async () => {
    const visitor = site.visitor();
    const { url } = (await start(visitor)).body;
    const parameters = (await issuer.agree(url)).search.slice(1);
    const journey = /journey=([^;]*)/.exec(visitor.cookie)?.[1] ?? '';
    const forger = site.visitor();
    forger.cookie = `vouched=${journey}`;
    expect((await logIn(forger)).body.code).toBe('identity_refused');
    forger.cookie = `journey=${journey.slice(0, -2)}xx`;
    expect((await answer(forger, parameters)).body.code).toBe('identity_refused');
  });
});

describe('a site that is broken', () => {
  /** A server of its own, so that nothing of the issuer is kept from before. */
  const freshSite = () => startTestServer({ IDENTITY_PROVIDERS: JSON.stringify([issuer.settings()]) });

  test.each([
    ['/.well-known/openid-configuration', 'silent'],
    ['/.well-known/openid-configuration', 'redirect'],
    ['/.well-known/openid-configuration', 'fail'],
    ['/.well-known/openid-configuration', 'long'],
    ['/token', 'silent'],
    ['/token', 'redirect'],
    ['/token', 'fail'],
    ['/token', 'long'],
    ['/jwks', 'silent'],
    ['/jwks', 'long'],
  ] as const)('%s %s: a visitor is told so, the others sign in, and it is asked again', async (of, does) => {
    const own = await freshSite();
    const visitor = own.visitor();
    issuer.lie = { path: { of, does } };
    const told = visitElsewhere(visitor);
    const member = await signUp(own);
    expect(
      (await own.visitor().post('/api/login', { username: member.email, password: PASSWORD })).status,
    ).toBe(200);
    expect((await told).body.code).toBe('identity_unavailable');
    issuer.lie = {};
    expect((await visitElsewhere(visitor)).status).toBe(200);
    await own.close();
  });

  test.each<[string, Record<string, unknown>]>([
    ['another issuer', { issuer: 'https://accounts.example' }],
    ['an address of a script to go to', { authorization_endpoint: 'javascript:alert(1)' }],
  ])('that tells %s is not gone to', async (_, discovery) => {
    const own = await freshSite();
    issuer.lie = { discovery };
    expect((await start(own.visitor())).body.code).toBe('identity_unavailable');
    await own.close();
  });
});

test('a form of another site is passed on to the page, in the part of the address that is sent nowhere', async () => {
  const passedOn = await fetch(`${site.url}/identity/elsewhere`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://appleid.example' },
    body: new URLSearchParams({ code: 'a&b', state: 'c' }),
  });
  expect(passedOn.status).toBe(303);
  expect(passedOn.headers.get('location')).toBe('/identity/elsewhere#code=a%26b&state=c');
});

test('the settings of the browser name the sites and no secret', async () => {
  const { body } = await site.visitor().get('/api/site');
  expect(body.identityProviders).toEqual([
    { id: 'elsewhere', name: 'Elsewhere' },
    { id: 'other', name: 'Other' },
  ]);
  expect(JSON.stringify(body)).not.toContain('a secret of');
  expect((await start(site.visitor(), 'unknown')).status).toBe(404);
});
