import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { EXPORT_PATH, UNSUBSCRIBE_PATH } from '#contract/settings.ts';
import { STATEMENT_CSV_PATH } from '#contract/statement.values.ts';
import { LIMITS } from '#domain/trust/index.ts';
import { advertiserKey } from '#server/config/secret.ts';
import { mailedCode, newAddress, PASSWORD, setUpTwoFactor, signUp } from '#testing/accounts.ts';
import { Authenticator } from '#testing/authenticator.ts';
import { solveCaptcha } from '#testing/captcha.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { advertiserQuery, LINK, newMission } from '#testing/missions.ts';
import { startTestServer, type Visitor } from '#testing/server.ts';

/** Requirement 11 for the limits that no contract names: every call that they are for counts. */

const elsewhere = {
  id: 'elsewhere',
  name: 'Elsewhere',
  issuer: 'http://127.0.0.1:9',
  clientId: 'id',
  clientSecret: 'secret',
};
const APP_SECRET = 'a secret of at least thirty-two characters';
const site = await startTestServer({ APP_SECRET, IDENTITY_PROVIDERS: JSON.stringify([elsewhere]) });
const open = await startTestServer({ EMAIL_VERIFICATION: 'off' });
const [member, guarded] = [await signUp(site), await signUp(site)];
await setUpTwoFactor(site, guarded);
const admin = site.visitor();
admin.cookie = await signIn(site.database, await createMember(site.database, { isAdmin: true }));

type Limit = keyof typeof LIMITS;
const SECOND_FACTOR = {
  unknown: ['two_factor_user', 'two_factor_user_day'] as const,
  known: ['two_factor_known', 'two_factor_known_day'] as const,
};
/** In the form of a backup code. */
const WRONG_CODE = 'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA';
const stranger = () => site.visitor();
const newcomer = () => ({ email: newAddress(), password: PASSWORD, name: 'Robin' });
const logIn = (visitor: Visitor, email: string, more: object) =>
  visitor.post('/api/login', { username: email, ...more });
const withKey = (token: string) =>
  stranger().call('GET', '/api/admin/stats', undefined, { Authorization: `Bearer ${token}` });
/** One mail more than the mailbox gets without a captcha. */
async function mailBeyond(path: string, body: { email: string }) {
  await stranger().post(path, body);
  await sql`update rate_limits set points = 5 where key like '%mail_email:%'`.execute(site.database);
  const captcha = await solveCaptcha((await stranger().get('/api/login/challenge')).body);
  return stranger().post(path, { ...body, captcha });
}

const CALLS: [name: string, limits: readonly Limit[], call: () => Promise<unknown>][] = [
  [
    'a wrong password on a browser that the account does not know',
    ['login_ip', 'login_ip_email', 'login_email', 'login_email_day', 'password_ip'],
    () => logIn(stranger(), member.email, { password: 'wrong' }),
  ],
  [
    'a wrong password on a browser that it knows',
    ['login_device', 'login_device_life', 'password_member'],
    () => logIn(member.visitor, member.email, { password: 'wrong' }),
  ],
  [
    'a wrong second factor on a browser that the account does not know',
    [...SECOND_FACTOR.unknown, 'two_factor_told'],
    () => logIn(stranger(), guarded.email, { password: PASSWORD, code: WRONG_CODE }),
  ],
  [
    'a wrong second factor on a browser that it knows',
    [...SECOND_FACTOR.known, 'two_factor_told'],
    () => logIn(guarded.visitor, guarded.email, { password: PASSWORD, code: WRONG_CODE }),
  ],
  [
    'a wrong password at reauthentication',
    ['password_session', 'password_session_life', 'password_member'],
    () => member.visitor.post('/api/reauthenticate', { password: 'wrong' }),
  ],
  [
    'a wrong second factor at reauthentication',
    [...SECOND_FACTOR.known, 'two_factor_told'],
    () => guarded.visitor.post('/api/reauthenticate', { password: PASSWORD, code: WRONG_CODE }),
  ],
  [
    'a wrong code of a new authenticator app',
    SECOND_FACTOR.known,
    async () => {
      await member.visitor.post('/api/user/two-factor');
      return member.visitor.post('/api/user/two-factor/confirm', { code: '000000' });
    },
  ],
  [
    'a wrong current password for a new one',
    ['password_session', 'password_session_life', 'password_member'],
    () =>
      member.visitor.call('PATCH', '/api/user/profile', {
        currentPassword: 'wrong',
        newPassword: 'another fine battery',
      }),
  ],
  ['a sign-up', ['mail_ip', 'sign_up_mail_email'], () => stranger().post('/api/register', newcomer())],
  [
    'another code for a sign-up',
    ['mail_ip', 'sign_up_mail_email'],
    () => stranger().post('/api/resend-verification', { email: newAddress() }),
  ],
  [
    'a sign-up after many, with a captcha',
    ['sign_up_mail_captcha'],
    () => mailBeyond('/api/register', newcomer()),
  ],
  [
    'a forgotten password',
    ['mail_ip', 'reset_mail_email'],
    () => stranger().post('/api/forgot-password', { email: newAddress() }),
  ],
  [
    'a forgotten password after many, with a captcha',
    ['reset_mail_captcha'],
    () => mailBeyond('/api/forgot-password', { email: newAddress() }),
  ],
  [
    'a wrong code of a sign-up on a browser that has not asked for it',
    ['code_ip', 'code_email'],
    () => stranger().post('/api/verify-email', { ...newcomer(), code: '000000' }),
  ],
  [
    'a wrong code of a sign-up on the browser that has asked for it',
    ['code_asked'],
    async () => {
      const [visitor, input] = [stranger(), newcomer()];
      await visitor.post('/api/register', input);
      return visitor.post('/api/verify-email', { ...input, code: '000000' });
    },
  ],
  [
    'a made-up link for a new password',
    ['code_ip'],
    () =>
      stranger().post('/api/reset-password', { token: 'x'.repeat(43), newPassword: 'another fine battery' }),
  ],
  [
    'another address',
    ['mail_ip', 'email_change_user', 'email_change_mail_email'],
    () => member.visitor.call('PATCH', '/api/user/profile', { email: newAddress() }),
  ],
  [
    'a wrong code of another address',
    ['code_member'],
    async () => {
      const email = newAddress();
      await member.visitor.call('PATCH', '/api/user/profile', { email });
      await mailedCode(site, email);
      return member.visitor.post('/api/user/email-change/confirm', { code: '000000' });
    },
  ],
  [
    'a passkey that no account knows',
    ['passkey_ip'],
    async () => {
      const here = { origin: site.url };
      const device = new Authenticator();
      device.make((await member.visitor.post('/api/user/passkeys/options')).body, here);
      const challenge = (await stranger().post('/api/login/passkey/options')).body;
      return stranger().post('/api/login/passkey', { response: device.sign(challenge, here) });
    },
  ],
  [
    'an answer of another site that nobody asked for',
    ['identity_ip'],
    () => stranger().post('/api/login/identity/elsewhere/answer', { parameters: 'code=made-up' }),
  ],
  [
    'a report of a violated policy',
    ['violation_ip'],
    () => stranger().post('/api/policy-violations', '{}', { 'Content-Type': 'application/csp-report' }),
  ],
  ['a made-up picture', ['picture_ip'], () => stranger().get(`/pictures/${'0'.repeat(64)}.webp`)],
  ['an export', ['export_user'], () => member.visitor.get(EXPORT_PATH)],
  ['a statement as a file', ['statement_user'], () => member.visitor.get(STATEMENT_CSV_PATH)],
  ['a pass', ['pass_user'], () => member.visitor.get(`/api/redemptions/${randomUUID()}/pass.pkpass`)],
  ['a made-up key', ['api_key_ip'], () => withKey('pk_live_x')],
  [
    'a key',
    ['api_key'],
    async () => {
      const { body } = await admin.post('/api/admin/keys', {
        name: 'Accounting',
        scopes: ['site.read'],
        days: 1,
      });
      return withKey(body.key);
    },
  ],
  [
    'a signed message of an advertiser about a made-up click',
    ['unknown_click'],
    async () => {
      await newMission(site.database, { content: LINK });
      const query = advertiserQuery(advertiserKey(APP_SECRET, 'acme'), { click: 'made-up' });
      return stranger().get(`/api/mission-postbacks/acme?${query}`);
    },
  ],
  [
    'a made-up link to unsubscribe',
    ['unsubscribe_ip'],
    () => stranger().get(`${UNSUBSCRIBE_PATH}?token=made-up`),
  ],
];

test('every limit is named here or by a contract', () => {
  const named = Object.entries(LIMITS).flatMap(([name, limit]) => ('by' in limit ? [name] : []));
  const here = CALLS.flatMap(([, limits]) => limits);
  expect([...new Set([...named, ...here])].sort()).toEqual(Object.keys(LIMITS).sort());
});

test.each(CALLS)('(11) %s is counted by %j', async (_, limits, call) => {
  await sql`delete from rate_limits`.execute(site.database);
  await call();
  expect(await countedAt(site)).toEqual(expect.arrayContaining([...limits]));
});

test('(11) a sign-up on a site that confirms no addresses is counted', async () => {
  expect((await open.visitor().post('/api/register', newcomer())).status).toBe(200);
  expect(await countedAt(open)).toEqual(expect.arrayContaining(['mail_ip', 'password_ip']));
});

async function countedAt({ database }: Pick<typeof site, 'database'>): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select distinct split_part(key, ':', 1) as name from rate_limits`.execute(database);
  return rows.map(({ name }) => name);
}
