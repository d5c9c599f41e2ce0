import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Settings } from '#contract/member.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { PUSH_KEYS } from '#testing/push-service.ts';
import { startTestServer } from '#testing/server.ts';

const site = await startTestServer();
const { database } = site;
const DEFAULTS: Settings = {
  emailNotifications: true,
  pushNotifications: true,
  dataAlerts: true,
  marketingEmails: false,
  twoFactorAuth: false,
  privateProfile: false,
};

async function newMember() {
  const member = await createMember(database);
  const visitor = site.visitor();
  visitor.cookie = await signIn(database, member);
  const save = (settings: object) => visitor.call('PATCH', '/api/user/settings', settings);
  const consentOf = async () =>
    (
      await database
        .selectFrom('users')
        .select('marketingConsentAt')
        .where('id', '=', member.id)
        .executeTakeFirstOrThrow()
    ).marketingConsentAt;
  return { ...member, visitor, save, consentOf };
}

describe('PATCH /api/user/settings', () => {
  test.each([
    'emailNotifications',
    'pushNotifications',
    'dataAlerts',
    'marketingEmails',
    'privateProfile',
  ] as const)('%s is saved at once and read back, on and off', async (name) => {
    const { visitor, save } = await newMember();
    for (const settings of [{ ...DEFAULTS, [name]: !DEFAULTS[name] }, DEFAULTS]) {
      const answer = await save(settings);
      expect([answer.status, answer.body]).toEqual([200, settings]);
      expect((await visitor.get('/api/user')).body.settings).toEqual(settings);
    }
  });

  test('consent to marketing is stored with its time and removed when it is withdrawn', async () => {
    const { save, consentOf } = await newMember();
    expect(await consentOf()).toBeNull();
    const before = Date.now();
    await save({ ...DEFAULTS, marketingEmails: true });
    const given = await consentOf();
    expect(given?.getTime()).toBeGreaterThanOrEqual(before);
    await save({ ...DEFAULTS, marketingEmails: true, privateProfile: true });
    expect(await consentOf()).toEqual(given);
    await save(DEFAULTS);
    expect(await consentOf()).toBeNull();
  });

  test('withdrawing consent deletes the marketing mails of the member, those that still wait as well, and nothing else', async () => {
    const { id, save } = await newMember();
    const agreeing = { ...DEFAULTS, marketingEmails: true };
    await save(agreeing);
    const data = JSON.stringify({ subject: 'News', text: 'Hello.' });
    await sql`insert into notices (key, user_id, kind, data, delivered_at) values
      (${`sent:${id}`}, ${id}, 'marketing', ${data}, now()), (${`waits:${id}`}, ${id}, 'marketing', ${data}, null),
      (${`other:${id}`}, ${id}, 'account_resumed', '{}', now())`.execute(database);
    const kinds = async () =>
      (await database.selectFrom('notices').select('kind').where('userId', '=', id).execute()).map(
        ({ kind }) => kind,
      );
    await save({ ...agreeing, dataAlerts: false });
    expect(await kinds()).toHaveLength(3);
    await save(DEFAULTS);
    expect(await kinds()).toEqual(['account_resumed']);
  });

  test('two-factor sign-in is unchanged here, and only its own calls switch it', async () => {
    const { id, save } = await newMember();
    const on = await save({ ...DEFAULTS, twoFactorAuth: true });
    expect([on.status, on.body.code]).toEqual([409, 'two_factor_not_set_up']);
    await database.updateTable('users').set({ totpEnabledAt: sql`now()` }).where('id', '=', id).execute();
    const off = await save({ ...DEFAULTS, dataAlerts: false });
    expect([off.status, off.body.code]).toEqual([409, 'two_factor_own_call']);
    expect((await save({ ...DEFAULTS, twoFactorAuth: true })).status).toBe(200);
  });

  test('takes the whole object of booleans and nothing else', async () => {
    const { id, save } = await newMember();
    expect((await save({ emailNotifications: false })).status).toBe(400);
    expect((await save({ ...DEFAULTS, dataAlerts: 'yes' })).status).toBe(400);
    expect((await save({ ...DEFAULTS, isAdmin: true, points: 1_000, emailVerified: false })).status).toBe(
      200,
    );
    const row = await database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
    expect(row).toMatchObject({ isAdmin: false, points: 0, emailVerified: true });
  });
});

describe('push messages', () => {
  const keys = PUSH_KEYS;
  const subscriptionsOf = (userId: string) =>
    database.selectFrom('pushSubscriptions').select('endpoint').where('userId', '=', userId).execute();

  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('%s is accepted, and removed on request', async (endpoint) => {
    const { id, visitor } = await newMember();
    expect((await visitor.post('/api/push/subscriptions', { endpoint, keys })).status).toBe(200);
    expect((await visitor.post('/api/push/subscriptions', { endpoint, keys })).status).toBe(200);
    expect(await subscriptionsOf(id)).toEqual([{ endpoint }]);
    expect((await visitor.call('DELETE', '/api/push/subscriptions', { endpoint })).status).toBe(200);
    expect(await subscriptionsOf(id)).toEqual([]);
  });

  test.each([
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/push',
    'https://evil.example/fcm.googleapis.com',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evilnotify.windows.com.example/x',
    'https://notify.windows.com:8443/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user:password@fcm.googleapis.com/x',
    'https://fcm.googleapis.com@evil.example/x',
  ])('%s is refused, so that members cannot make the server call any address', async (endpoint) => {
    const { id, visitor } = await newMember();
    const answer = await visitor.post('/api/push/subscriptions', { endpoint, keys });
    expect([answer.status, answer.body.code]).toEqual([400, 'push_host_unknown']);
    expect(await subscriptionsOf(id)).toEqual([]);
  });

  test('http and keys that no browser makes are refused', async () => {
    const { visitor } = await newMember();
    const post = (body: object) => visitor.post('/api/push/subscriptions', body);
    const endpoint = 'https://fcm.googleapis.com/x';
    expect((await post({ endpoint: 'http://fcm.googleapis.com/x', keys })).status).toBe(400);
    const besideTheCurve = Buffer.alloc(65, 4).toString('base64url');
    for (const wrong of [{ p256dh: 'AAAA' }, { p256dh: besideTheCurve }, { auth: '' }, { auth: '***' }]) {
      const answer = await post({ endpoint, keys: { ...keys, ...wrong } });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
    }
  });

  test('a browser belongs to the member who subscribed last, and only that member can remove it', async () => {
    const [first, second] = [await newMember(), await newMember()];
    const endpoint = 'https://fcm.googleapis.com/fcm/send/shared';
    await first.visitor.post('/api/push/subscriptions', { endpoint, keys });
    await second.visitor.post('/api/push/subscriptions', { endpoint, keys });
    await first.visitor.call('DELETE', '/api/push/subscriptions', { endpoint });
    expect(await subscriptionsOf(first.id)).toEqual([]);
    expect(await subscriptionsOf(second.id)).toEqual([{ endpoint }]);
  });

  test('the oldest browsers of a member are replaced, and subscribing has a limit', async () => {
    const { id, visitor } = await newMember();
    const statuses: number[] = [];
    for (let n = 0; n < 31; n++) {
      const endpoint = `https://fcm.googleapis.com/fcm/send/${id}/${n}`;
      // A session has one browser.
      visitor.cookie = await signIn(database, { id, isAdmin: false });
      statuses.push((await visitor.post('/api/push/subscriptions', { endpoint, keys })).status);
    }
    expect(statuses.at(-1)).toBe(429);
    const kept = (await subscriptionsOf(id)).map(({ endpoint }) => Number(endpoint.split('/').at(-1)));
    expect(kept.sort((a, b) => a - b)).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
  });

  test('the key of the site is a point of P-256 and stays the same after a restart', async () => {
    const secret = { APP_SECRET: 'x'.repeat(32) };
    const keyOf = async () => {
      const server = await startTestServer(secret);
      const visitor = server.visitor();
      visitor.cookie = await signIn(server.database, await createMember(server.database));
      const { publicKey } = (await visitor.get('/api/push/key')).body;
      await server.close();
      return publicKey;
    };
    const key = await keyOf();
    expect(Buffer.from(key, 'base64url')).toHaveLength(65);
    expect(await keyOf()).toBe(key);
  });
});
