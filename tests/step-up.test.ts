import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { MEMBERS_CSV_PATH } from '#contract/members.values.ts';
import { EXPORT_PATH } from '#contract/settings.ts';
import {
  mailedCode,
  mailedToken,
  newAddress,
  PASSWORD,
  setUpTwoFactor,
  signUp,
  thiefOf,
} from '#testing/accounts.ts';
import { Authenticator } from '#testing/authenticator.ts';
import { untilBlocked } from '#testing/blocked.ts';
import { startTestServer, type Visitor } from '#testing/server.ts';

/**
 * One loop over the contract: a thief with an open browser, the password and the mailbox, but without the second factor,
 * cannot make any call that needs a fresh sign-in.
 */

const site = await startTestServer();
const NEW_PASSWORD = 'another fine battery';
const all: AnyEndpoint[] = [...endpoints];
/** Not of the contract, as they return files. */
const files = [EXPORT_PATH, MEMBERS_CSV_PATH].map(
  (path) => ({ method: 'GET', path, freshSignIn: true }) as const,
);
const nameOf = ({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>) => `${method} ${path}`;

interface Account {
  id: string;
  email: string;
  /** The member's own browser. */
  visitor: Visitor;
}

/** An owner of the site with a second factor, who may make every call. */
async function ownerWithTwoFactor(): Promise<Account> {
  const account = await signUp(site);
  await site.database
    .updateTable('users')
    .set({ isAdmin: true, staffRole: 'owner' })
    .where('id', '=', account.id)
    .execute();
  await setUpTwoFactor(site, account);
  return account;
}

/** Moves the proofs of all sessions back by these minutes; undefined: never proven. */
const setProven = (id: string, minutes: { password: number; secondFactor: number | undefined }) =>
  sql`update sessions set authenticated_at = now() - make_interval(mins => ${minutes.password}::integer),
    second_factor_at = now() - make_interval(mins => ${minutes.secondFactor ?? null}::integer)
    where user_id = ${id}`.execute(site.database);

/** The bodies that need a fresh sign-in in calls which do not always need it. */
const SOMETIMES: Record<string, () => unknown[]> = {
  'PATCH /api/user/profile': () => [
    { email: newAddress() },
    { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
    { currentPassword: NEW_PASSWORD, newPassword: PASSWORD },
  ],
  'POST /api/redemptions': () => [{ requestId: randomUUID(), cardTier: '20USD' }],
};

/** The calls that need a fresh sign-in but are not refused to this browser for lack of it. */
async function openTo(browser: Visitor): Promise<string[]> {
  const open: string[] = [];
  for (const endpoint of [...all.filter(({ freshSignIn }) => freshSignIn), ...files]) {
    const bodies = endpoint.freshSignIn === true ? [{}] : (SOMETIMES[nameOf(endpoint)]?.() ?? []);
    for (const body of bodies) {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, randomUUID());
      const sent = endpoint.method === 'GET' ? undefined : body;
      const { code } = (await browser.call(endpoint.method, path, sent)).body;
      if (code !== 'reauthentication_required' && code !== 'not_signed_in') open.push(nameOf(endpoint));
    }
  }
  return open;
}

/** The answer of a passkey that the thief has and the account does not. */
async function ownPasskey(thief: Visitor): Promise<object> {
  const { body } = await thief.post('/api/login/passkey/options');
  return new Authenticator().sign(body, { origin: new URL(site.url).origin });
}

/** For each call that touches a session: the thief makes it, after preparations by the member. */
const TOUCHES: Record<string, (thief: Visitor, account: Account) => Promise<unknown>> = {
  'POST /api/register': (thief, { email }) =>
    thief.post('/api/register', { email, password: PASSWORD, name: 'Robin' }),
  'POST /api/verify-email': (thief, { email }) =>
    thief.post('/api/verify-email', { email, code: '123456', password: PASSWORD, name: 'Robin' }),
  'POST /api/login': (thief, { email }) => thief.post('/api/login', { username: email, password: PASSWORD }),
  'POST /api/logout': (thief) => thief.post('/api/logout'),
  'PATCH /api/user/profile': (thief) =>
    thief.call('PATCH', '/api/user/profile', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  'POST /api/user/email-change/confirm': async (thief, { id, visitor }) => {
    const email = newAddress();
    await setProven(id, { password: 0, secondFactor: 0 });
    await visitor.call('PATCH', '/api/user/profile', { email });
    await setProven(id, { password: 16, secondFactor: 16 });
    const code = await mailedCode(site, email);
    expect((await thief.post('/api/user/email-change/confirm', { code })).status).toBe(200);
  },
  'DELETE /api/user/account': (thief) => thief.call('DELETE', '/api/user/account'),
  'POST /api/reauthenticate': (thief) => thief.post('/api/reauthenticate', { password: PASSWORD }),
  'POST /api/login/passkey': async (thief) =>
    thief.post('/api/login/passkey', { response: await ownPasskey(thief) }),
  'POST /api/reauthenticate/passkey': async (thief) =>
    thief.post('/api/reauthenticate/passkey', { response: await ownPasskey(thief) }),
  'POST /api/login/identity': (thief) => thief.post('/api/login/identity', {}),
  'POST /api/register/identity': (thief) => thief.post('/api/register/identity', { name: 'Robin' }),
  'POST /api/user/two-factor/passkey': (thief) => thief.post('/api/user/two-factor/passkey'),
  'POST /api/user/two-factor/confirm': (thief) =>
    thief.post('/api/user/two-factor/confirm', { code: '123456' }),
  'DELETE /api/user/sessions': (thief) => thief.call('DELETE', '/api/user/sessions'),
  'DELETE /api/user/two-factor': (thief) => thief.call('DELETE', '/api/user/two-factor'),
};

describe('(9) no call that needs a fresh sign-in is open without the second factor', () => {
  test('the lists of this test are those of the contract', () => {
    const sometimes = all.filter(({ freshSignIn }) => typeof freshSignIn === 'object').map(nameOf);
    expect(Object.keys(SOMETIMES).sort()).toEqual(sometimes.sort());
    expect(Object.keys(TOUCHES).sort()).toEqual(
      all
        .filter(({ session }) => session)
        .map(nameOf)
        .sort(),
    );
    expect(all.filter(({ errors }) => errors?.includes('reauthentication_required')).map(nameOf)).toEqual([]);
  });

  test('unless every factor was just proven, so that the loop can fail', async () => {
    const { visitor, id } = await ownerWithTwoFactor();
    await setProven(id, { password: 14, secondFactor: 14 });
    const refused = await visitor.post('/api/admin/keys', {});
    expect(refused.body.code).toBe('invalid_input');
    await setProven(id, { password: 14, secondFactor: 16 });
    expect((await visitor.post('/api/admin/keys', {})).body.code).toBe('reauthentication_required');
  });

  test.each(Object.entries(TOUCHES))('after %s', async (_, touch) => {
    const account = await ownerWithTwoFactor();
    const thief = thiefOf(site, account.visitor);
    await setProven(account.id, { password: 16, secondFactor: 16 });
    await touch(thief, account);
    expect(await openTo(thief)).toEqual([]);
  });

  test('after a reset of the password and a sign-in with it', async () => {
    const account = await ownerWithTwoFactor();
    const thief = site.visitor();
    await thief.post('/api/forgot-password', { email: account.email });
    const token = await mailedToken(site, account.email);
    await thief.post('/api/reset-password', { token, newPassword: NEW_PASSWORD });
    await thief.post('/api/login', { username: account.email, password: NEW_PASSWORD });
    expect(await openTo(thief)).toEqual([]);
    // The reset has ended all sessions, including that of the open browser.
    expect((await account.visitor.get('/api/user')).status).toBe(401);
  });

  test('in a session that was made fresh only by the password', async () => {
    const account = await ownerWithTwoFactor();
    await setProven(account.id, { password: 0, secondFactor: undefined });
    expect(await openTo(account.visitor)).toEqual([]);
    await setProven(account.id, { password: 0, secondFactor: 16 });
    expect(await openTo(account.visitor)).toEqual([]);
  });

  test('since no other call proves anything: both times of the session stay as they are', async () => {
    const account = await ownerWithTwoFactor();
    await setProven(account.id, { password: 16, secondFactor: 16 });
    const read = async () =>
      (
        await site.database
          .selectFrom('sessions')
          .select(['id', 'authenticatedAt', 'secondFactorAt'])
          .where('userId', '=', account.id)
          .execute()
      )[0];
    const before = await read();
    for (const endpoint of all.filter(({ session }) => !session)) {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, randomUUID());
      await account.visitor.call(endpoint.method, path, endpoint.method === 'GET' ? undefined : {});
      expect(await read(), nameOf(endpoint)).toEqual(before);
    }
  });
});

test('(9) switching a second factor on during a request keeps backup codes from it', async () => {
  const account = await signUp(site);
  const thief = thiefOf(site, account.visitor);
  await account.visitor.post('/api/user/two-factor');
  let renewal: ReturnType<Visitor['post']> | undefined;
  await site.database.transaction().execute(async (tx) => {
    await sql`select from users where id = ${account.id} for update`.execute(tx);
    renewal = thief.post('/api/user/two-factor/backup-codes');
    await untilBlocked(site.database);
    await tx.updateTable('users').set({ totpEnabledAt: sql`now()` }).where('id', '=', account.id).execute();
  });
  expect((await renewal)?.body.code).toBe('reauthentication_required');
});

test('(9) a password change makes no session fresh, and with two-factor sign-in it needs a fresh one', async () => {
  const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  const without = await signUp(site);
  await setProven(without.id, { password: 16, secondFactor: undefined });
  expect((await without.visitor.call('PATCH', '/api/user/profile', change)).status).toBe(200);
  expect((await without.visitor.post('/api/user/two-factor')).body.code).toBe('reauthentication_required');

  const account = await ownerWithTwoFactor();
  await setProven(account.id, { password: 14, secondFactor: 14 });
  expect((await account.visitor.call('PATCH', '/api/user/profile', change)).status).toBe(200);
  const { rows } = await sql<{
    same: boolean;
  }>`select authenticated_at < now() - interval '13 minutes' as same
    from sessions where user_id = ${account.id}`.execute(site.database);
  expect(rows).toEqual([{ same: true }]);
});
