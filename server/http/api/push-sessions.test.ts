import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { liveSessionsOf, sessionId } from '#domain/members/index.ts';
import { deliverNotice, type NoticePorts, subscribePush } from '#domain/notices/index.ts';
import { appCode, mailedToken, PASSWORD, sessionToken, signUp, thiefOf } from '#testing/accounts.ts';
import { untilBlocked } from '#testing/blocked.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { PUSH_KEYS } from '#testing/push-service.ts';
import { startTestServer, type Visitor } from '#testing/server.ts';

/** A browser gets push messages for as long as its session. */

const site = await startTestServer();
const { database } = site;
const admin = site.visitor();
admin.cookie = await signIn(database, await createMember(database, { isAdmin: true }));

const endpointOf = (browser: string) => `https://fcm.googleapis.com/fcm/send/${browser}`;
const subscribe = async (visitor: Visitor, browser: string) => {
  const input = { endpoint: endpointOf(browser), keys: PUSH_KEYS };
  expect((await visitor.post('/api/push/subscriptions', input)).status).toBe(200);
};

/** Delivers a notice to the member; returns the addresses to which it was pushed. */
async function pushedTo(userId: string): Promise<string[]> {
  const pushed: string[] = [];
  const ports: NoticePorts = {
    channels: [],
    mailer: { send: async () => {} },
    push: {
      publicKey: '',
      send: async ({ endpoint }) => {
        pushed.push(endpoint);
        return 'sent';
      },
    },
    site: {
      ...{ productName: 'Pocketful', appUrl: 'https://rewards.example' },
      ...{ supportEmail: 'help@rewards.example', rewardWording: 'specification' },
    },
    wallTitles: new Map(),
    countryOf: async () => null,
    canRedeem: async () => true,
    liveSessionsOf: (memberId) => liveSessionsOf(database, memberId),
    unsubscribeKey: Buffer.alloc(32),
  };
  // Without a job, so that no worker of the site sends it to the real service.
  const { id } = await database
    .insertInto('notices')
    .values({ key: randomUUID(), userId, kind: 'redemption_issued', data: { amountCents: 500, points: 500 } })
    .returning('id')
    .executeTakeFirstOrThrow();
  await deliverNotice(transactOn(database), ports, { noticeId: id });
  return pushed.sort();
}

/** A member with a subscribed browser, and a subscribed one of somebody who has another session of the account. */
async function memberAndThief() {
  const { visitor, email, id } = await signUp(site);
  const thief = site.visitor();
  expect((await thief.post('/api/login', { username: email, password: PASSWORD })).status).toBe(200);
  const own = endpointOf(`own-${id}`);
  await subscribe(visitor, `own-${id}`);
  await subscribe(thief, `thief-${id}`);
  return { id, email, visitor, thief, own, stolen: endpointOf(`thief-${id}`) };
}
type Both = Awaited<ReturnType<typeof memberAndThief>>;

const thiefsSession = ({ thief }: Both) => sessionId(sessionToken(thief));
const setThiefs = (both: Both, what: ReturnType<typeof sql>) =>
  sql`update sessions set ${what} where id = ${thiefsSession(both)}`.execute(database);

const ENDS: [string, 'own' | 'none', (both: Both) => Promise<unknown>][] = [
  [
    'a reset of the password',
    'none',
    async ({ email }) => {
      const anyone = site.visitor();
      await anyone.post('/api/forgot-password', { email });
      const token = await mailedToken(site, email);
      return anyone.post('/api/reset-password', { token, newPassword: 'another correct horse' });
    },
  ],
  [
    'a second factor',
    'none',
    async ({ visitor }) => {
      const { secret } = (await visitor.post('/api/user/two-factor')).body;
      return visitor.post('/api/user/two-factor/confirm', { code: appCode(secret) });
    },
  ],
  [
    'a new password',
    'none',
    ({ visitor }) =>
      visitor.call('PATCH', '/api/user/profile', {
        currentPassword: PASSWORD,
        newPassword: 'another correct horse',
      }),
  ],
  ['the end of all others', 'none', ({ visitor }) => visitor.call('DELETE', '/api/user/sessions')],
  [
    'the end of that session',
    'own',
    (both) => both.visitor.call('DELETE', `/api/user/sessions/${thiefsSession(both)}`),
  ],
  [
    'the end of all by staff',
    'none',
    ({ id }) => admin.call('DELETE', `/api/admin/users/${id}/sessions`, { reason: 'It was stolen.' }),
  ],
  [
    'a suspension',
    'none',
    ({ id }) => admin.post(`/api/admin/users/${id}/suspension`, { reason: 'many_accounts', text: 'Two.' }),
  ],
  ['a sign-out there', 'own', ({ thief }) => thief.post('/api/logout')],
];

test.each(ENDS)('after %s only browsers with a session get push messages (%s)', async (_, left, end) => {
  const both = await memberAndThief();
  expect(await pushedTo(both.id)).toEqual([both.own, both.stolen]);
  expect(await end(both)).toMatchObject({ status: 200 });
  expect(await pushedTo(both.id)).toEqual(left === 'own' ? [both.own] : []);
  const rows = await database
    .selectFrom('pushSubscriptions')
    .select('endpoint')
    .where('userId', '=', both.id)
    .execute();
  expect(rows.map(({ endpoint }) => endpoint)).toEqual(left === 'own' ? [both.own] : []);
});

test('a thief with a copy of the cookie gets nothing after the end of all others, and the own browser goes on', async () => {
  const { id, visitor } = await signUp(site);
  const thief = thiefOf(site, visitor);
  await subscribe(thief, `copied-${id}`);
  expect(await pushedTo(id)).toEqual([endpointOf(`copied-${id}`)]);
  expect((await visitor.call('DELETE', '/api/user/sessions')).status).toBe(200);
  expect(await pushedTo(id)).toEqual([]);
  await subscribe(visitor, `own-${id}`);
  expect(await pushedTo(id)).toEqual([endpointOf(`own-${id}`)]);
});

test('a subscription that is under way during the end of all others does not outlast it', async () => {
  const { id, visitor } = await signUp(site);
  const held = sessionId(sessionToken(visitor));
  let ending: ReturnType<Visitor['call']> | undefined;
  await transactOn(database)(async (tx) => {
    // As POST /api/push/subscriptions does.
    await sql`select from sessions where id = ${held} for update`.execute(tx);
    const subscription = { endpoint: endpointOf(`late-${id}`), keys: PUSH_KEYS };
    await subscribePush(tx, { userId: id, sessionId: held }, subscription);
    ending = visitor.call('DELETE', '/api/user/sessions');
    await untilBlocked(database);
  });
  expect((await ending)?.status).toBe(200);
  expect(await pushedTo(id)).toEqual([]);
});

test.each([
  ['14 days without a request', sql`last_seen_at = now() - interval '14 days'`],
  ['its last day', sql`expires_at = now()`],
])('after %s a session gets no push messages, before anything is removed', async (_, what) => {
  const both = await memberAndThief();
  await setThiefs(both, what);
  expect(await pushedTo(both.id)).toEqual([both.own]);
});

test('a browser gets messages again when it is posted under its next session', async () => {
  const both = await memberAndThief();
  await setThiefs(both, sql`expires_at = now()`);
  await both.thief.post('/api/login', { username: both.email, password: PASSWORD });
  expect(await pushedTo(both.id)).toEqual([both.own]);
  await subscribe(both.thief, `thief-${both.id}`);
  expect(await pushedTo(both.id)).toEqual([both.own, both.stolen]);
});

test('one session has one browser, so that it cannot crowd out those of others, and posts at once are taken', async () => {
  const both = await memberAndThief();
  for (let n = 0; n < 11; n += 1) await subscribe(both.thief, `more-${both.id}-${n}`);
  expect(await pushedTo(both.id)).toEqual([endpointOf(`more-${both.id}-10`), both.own].sort());
  const names = ['a', 'b', 'c', 'd', 'e'];
  await Promise.all(names.map((name) => subscribe(both.thief, `${name}-${both.id}`)));
  expect(await pushedTo(both.id)).toHaveLength(2);
});

test('a browser that the version before moved to another member gets nothing until it is posted again', async () => {
  const [one, other] = [await memberAndThief(), await memberAndThief()];
  await database
    .updateTable('pushSubscriptions')
    .set({ userId: other.id })
    .where('endpoint', '=', one.stolen)
    .execute();
  expect(await pushedTo(other.id)).toEqual([other.own, other.stolen]);
});

/** As the version before stores it. */
const storeUntied = async (userId: string) => {
  const endpoint = endpointOf(`untied-${userId}`);
  const { p256dh, auth } = PUSH_KEYS;
  await sql`insert into push_subscriptions (user_id, endpoint, p256dh, auth)
    values (${userId}, ${endpoint}, ${p256dh}, ${auth})`.execute(database);
  return endpoint;
};

test('a browser that the version before stored gets messages for 14 days, or until it is posted under a session', async () => {
  const { id, visitor } = await signUp(site);
  const untied = await storeUntied(id);
  expect(await pushedTo(id)).toEqual([untied]);
  const almost = sql<Date>`untied_until - interval '13 days 23 hours'`;
  await database
    .updateTable('pushSubscriptions')
    .set({ untiedUntil: almost })
    .where('userId', '=', id)
    .execute();
  expect(await pushedTo(id)).toEqual([untied]);
  const past = sql<Date>`untied_until - interval '2 hours'`;
  await database
    .updateTable('pushSubscriptions')
    .set({ untiedUntil: past })
    .where('userId', '=', id)
    .execute();
  expect(await pushedTo(id)).toEqual([]);
  await subscribe(visitor, `untied-${id}`);
  expect(await pushedTo(id)).toEqual([untied]);
});

test.each(ENDS.slice(0, -1))(
  'after %s the browsers of the version before get nothing',
  async (_, left, end) => {
    const both = await memberAndThief();
    const untied = await storeUntied(both.id);
    expect(await pushedTo(both.id)).toContain(untied);
    expect(await end(both)).toMatchObject({ status: 200 });
    expect(await pushedTo(both.id)).toEqual(left === 'own' ? [both.own] : []);
  },
);
