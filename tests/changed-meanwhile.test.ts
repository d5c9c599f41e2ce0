import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  appCode,
  forgetUsedCodes,
  mailedCode,
  newAddress,
  PASSWORD,
  sessionToken,
  setUpTwoFactor,
  signUp,
} from '#testing/accounts.ts';
import { untilBlocked } from '#testing/blocked.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { type ApiAnswer, startTestServer, type Visitor } from '#testing/server.ts';

/** What a request has proven counts only while it is so: what changes while the request waits, wins. */

const site = await startTestServer();
const { database } = site;
const NEW_HASH = 'the hash of a password that was chosen meanwhile';

/** Changes the member after the request has compared everything, and before it may write; returns its answer. */
async function during(
  memberId: string,
  change: RawBuilder<unknown>,
  request: () => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  let answer: Promise<ApiAnswer> | undefined;
  await database.transaction().execute(async (tx) => {
    await sql`update users set ${change} where id = ${memberId}`.execute(tx);
    answer = request();
    await untilBlocked(tx);
  });
  if (!answer) throw new Error('nothing was asked');
  return answer;
}

const newPassword = sql`password = ${NEW_HASH}`;
const passwordOf = async (id: string) =>
  (await database.selectFrom('users').select('password').where('id', '=', id).executeTakeFirstOrThrow())
    .password;
const sessionsOf = (userId: string) =>
  database.selectFrom('sessions').select('id').where('userId', '=', userId).execute();
const idOf = (visitor: Visitor) => createHash('sha256').update(sessionToken(visitor)).digest('hex');
const logIn = (email: string, more: object = {}) =>
  site.visitor().post('/api/login', { username: email, password: PASSWORD, ...more });

async function owner() {
  const { id } = await createMember(database, { isAdmin: true });
  const visitor = site.visitor();
  visitor.cookie = await signIn(database, { id, isAdmin: true });
  return { id, visitor };
}

test('(5) a sign-in with the old password neither survives a new one nor brings the old one back', async () => {
  const { id, email, visitor } = await signUp(site);
  const answer = await during(id, newPassword, () => logIn(email));
  expect([answer.status, answer.body.code]).toEqual([401, 'wrong_credentials']);
  expect(await passwordOf(id)).toBe(NEW_HASH);
  expect(await sessionsOf(id)).toEqual([{ id: idOf(visitor) }]);
});

test('(10) a sign-in without a second factor does not survive that one is switched on', async () => {
  const { id, email, visitor } = await signUp(site);
  const answer = await during(id, sql`passkey_factor_at = now()`, () => logIn(email));
  expect([answer.status, answer.body.code]).toEqual([401, 'wrong_credentials']);
  expect(await sessionsOf(id)).toEqual([{ id: idOf(visitor) }]);
});

test('(7) a session is not made fresh by a password that was replaced', async () => {
  const { id, visitor } = await signUp(site);
  const answer = await during(id, newPassword, () =>
    visitor.post('/api/reauthenticate', { password: PASSWORD }),
  );
  expect(answer.body.code).toBe('wrong_password');
  expect(await sessionsOf(id)).toEqual([{ id: idOf(visitor) }]);
});

test('(7) nor is it with a second factor', async () => {
  const account = await signUp(site);
  const { secret } = await setUpTwoFactor(site, account);
  await forgetUsedCodes(site, account.id);
  const answer = await during(account.id, newPassword, () =>
    account.visitor.post('/api/reauthenticate', { password: PASSWORD, code: appCode(secret) }),
  );
  expect(answer.body.code).toBe('wrong_password');
});

test('(5) a password is not replaced by who knew the one before', async () => {
  const { id, visitor } = await signUp(site);
  const answer = await during(id, newPassword, () =>
    visitor.call('PATCH', '/api/user/profile', {
      currentPassword: PASSWORD,
      newPassword: 'another fine battery',
    }),
  );
  expect(answer.body.code).toBe('wrong_password');
  expect(await passwordOf(id)).toBe(NEW_HASH);
});

test('(9) a link for a new password that was sent to an address is void once a member has moved to it or away', async () => {
  const { visitor, email } = await signUp(site);
  const next = newAddress();
  await visitor.call('PATCH', '/api/user/profile', { email: next });
  const code = await mailedCode(site, next);
  for (const address of [email, next]) {
    await database
      .insertInto('passwordResetTokens')
      .values({ email: address, token: `link to ${address}`, expiresAt: sql`now() + interval '1 hour'` })
      .execute();
  }
  expect((await visitor.post('/api/user/email-change/confirm', { code })).status).toBe(200);
  const links = await database
    .selectFrom('passwordResetTokens')
    .select(['email', 'used'])
    .where('token', 'like', 'link to %')
    .orderBy('id')
    .execute();
  expect(links.map(({ used }) => used)).toEqual([true, true]);
});

test('(2) a role is not given by who was an owner when the request came', async () => {
  const [ada, berta, chosen] = [await owner(), await owner(), await signUp(site)];
  let granted: Promise<ApiAnswer> | undefined;
  await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('staff'))`.execute(tx);
    granted = ada.visitor.post('/api/admin/staff', { email: chosen.email, role: 'finance' });
    await untilBlocked(tx);
    await sql`update users set staff_role = null, is_admin = false where id = ${ada.id}`.execute(tx);
  });
  expect((await granted)?.body.code).toBe('not_permitted');
  const again = await berta.visitor.post('/api/admin/staff', { email: chosen.email, role: 'finance' });
  expect(again.status).toBe(200);
});

test('the time when a session was last used is written', async () => {
  const { id, visitor } = await signUp(site);
  await sql`update sessions set last_seen_at = now() - interval '2 hours' where user_id = ${id}`.execute(
    database,
  );
  await visitor.get('/api/user');
  const { rows } = await sql`select from sessions
    where user_id = ${id} and last_seen_at > now() - interval '1 hour'`.execute(database);
  expect(rows).toHaveLength(1);
});
