import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { KEY_SCOPES, KEYS_MAX, type KeyScope } from '#contract/api-keys.values.ts';
import { proveApprovals, verifyAuditTrail } from '#domain/administration/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { LIMITS } from '#domain/trust/limits/limits.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';

const server = await startTestServer();
const { database } = server;

async function owner() {
  const member = await createMember(database, { isAdmin: true });
  const visitor = server.visitor();
  visitor.cookie = await signIn(database, member);
  const make = async (scopes: readonly KeyScope[], body: object = {}) =>
    visitor.post('/api/admin/keys', { name: 'Accounting', scopes, days: 30, ...body });
  return { ...member, visitor, make };
}

/** A program that calls with the key. */
function caller(key: string, ip?: string) {
  const visitor = server.visitor(ip);
  const headers = { Authorization: `Bearer ${key}` };
  return {
    call: (method: string, path: string, body: object) => visitor.call(method, path, body, headers),
    get: (path: string) => visitor.call('GET', path, undefined, headers),
    post: (path: string, body: object, more = {}) =>
      visitor.call('POST', path, body, { ...headers, ...more }),
  };
}
const STATS = '/api/admin/stats';
const statusOf = async (key: string) => (await caller(key).get(STATS)).status;

afterEach(async () => {
  for (const prove of [proveLedger, verifyAuditTrail, proveApprovals])
    expect(await prove(database)).toEqual([]);
});

describe('an API key', () => {
  test('is shown once, recognisable, and kept as nothing but its hash', async () => {
    const { visitor, make, name } = await owner();
    const made = await make(['site.read']);
    expect(made.status).toBe(200);
    const { key, id } = made.body;
    expect(key).toMatch(/^pk_live_[\w-]{49}$/);
    const stored = await database
      .selectFrom('apiKeys')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify({ ...stored, hash: stored.hash.toString('latin1') })).not.toContain(key.slice(13));
    const list = await visitor.get('/api/admin/keys');
    expect(list.body[0]).toMatchObject({ id, createdBy: name, state: 'live', lastUsedAt: null });
    expect(key.startsWith(list.body[0].beginning)).toBe(true);
    expect(JSON.stringify(list.body)).not.toContain(key.slice(13));
    const trail = await database
      .selectFrom('auditEntries')
      .selectAll()
      .where('subjectId', '=', id)
      .executeTakeFirstOrThrow();
    expect(trail).toMatchObject({ action: 'POST /api/admin/keys', after: { scopes: ['site.read'] } });
    expect(JSON.stringify(trail)).not.toContain(key.slice(13));
  });

  test('cannot be made for calls that need a person, without an end, or without a fresh sign-in', async () => {
    const { visitor, make, id } = await owner();
    for (const scope of [
      'staff.manage',
      'payouts.approve',
      'members.help',
      'queues.work',
      'reviews.decide',
    ]) {
      expect((await make([scope as KeyScope])).status).toBe(400);
    }
    expect((await make([])).status).toBe(400);
    expect((await make(['exports', 'exports'])).status).toBe(400);
    expect((await make(['exports'], { days: 366 })).status).toBe(400);
    await database
      .updateTable('sessions')
      .set({ authenticatedAt: sql`now() - interval '1 hour'` })
      .where('userId', '=', id)
      .execute();
    expect((await make(['exports'])).body.code).toBe('reauthentication_required');
    expect((await visitor.call('DELETE', `/api/admin/keys/${randomUUID()}`)).body.code).toBe(
      'reauthentication_required',
    );
  });

  test('works until it is revoked or expires, or its maker is no longer an admin', async () => {
    const { id, visitor, make } = await owner();
    const { body: first } = await make(['site.read']);
    const { body: second } = await make(['site.read']);
    const { body: third } = await make(['site.read', 'exports']);
    expect(await statusOf(first.key)).toBe(200);

    expect((await visitor.call('DELETE', `/api/admin/keys/${first.id}`)).status).toBe(200);
    expect((await caller(first.key).get(STATS)).body.code).toBe('invalid_key');
    expect((await visitor.call('DELETE', `/api/admin/keys/${first.id}`)).body.code).toBe('key_ended');

    await database
      .updateTable('apiKeys')
      .set({ expiresAt: sql`now()` })
      .where('id', '=', second.id)
      .execute();
    expect(await statusOf(second.key)).toBe(401);

    // The admin's role counts at each call, even if the key was made for more.
    await database.updateTable('users').set({ staffRole: 'support' }).where('id', '=', id).execute();
    expect(await statusOf(third.key)).toBe(200);
    const exported = await caller(third.key).get(
      '/api/admin/exports/tasks.csv?from=2027-01-01&to=2027-01-01',
    );
    expect(exported.body.code).toBe('scope_missing');
    for (const gone of [
      { suspendedAt: new Date() },
      { suspendedAt: null, totpEnabledAt: null },
      { totpEnabledAt: new Date(), isAdmin: false, staffRole: null },
    ]) {
      await database.updateTable('users').set(gone).where('id', '=', id).execute();
      expect(await statusOf(third.key)).toBe(401);
    }
    const list = await (await owner()).visitor.get('/api/admin/keys');
    const stateOf = (key: string) => list.body.find((one: { id: string }) => one.id === key)?.state;
    expect([first, second, third].map((key) => stateOf(key.id))).toEqual(['revoked', 'expired', 'stopped']);
  });

  test('opens only calls of admins, and a cookie beside it is ignored', async () => {
    const { visitor, make } = await owner();
    const { key } = (await make(KEY_SCOPES)).body;
    for (const path of ['/api/user', '/api/user/export', '/api/events', '/api/tasks']) {
      expect((await caller(key).get(path)).status).toBe(401);
    }
    const wrong = await visitor.call('GET', '/api/admin/staff', undefined, {
      Authorization: 'Bearer nothing',
    });
    expect(wrong.body.code).toBe('invalid_key');
    const both = await visitor.call('GET', '/api/admin/staff', undefined, { Authorization: `Bearer ${key}` });
    expect(both.body.code).toBe('scope_missing');
  });

  test('downloads the names and addresses of members only if it may see members too', async () => {
    const { make } = await owner();
    const answerTo = async (...scopes: KeyScope[]) =>
      caller((await make(scopes)).body.key).get('/api/admin/users.csv');
    for (const scope of ['exports', 'members.read'] as const) {
      const { status, body } = await answerTo(scope);
      expect([status, body.code]).toEqual([403, 'scope_missing']);
    }
    expect((await answerTo('exports', 'members.read')).status).toBe(200);
  });

  test('that may fulfil redemptions cannot decide reviews', async () => {
    const { make } = await owner();
    const { call, get, post } = caller((await make(['payouts.work'])).body.key);
    expect((await get('/api/admin/fulfilments')).status).toBe(200);
    const review = `/api/admin/reviews/${randomUUID()}`;
    for (const answer of [
      await get('/api/admin/reviews'),
      await call('PUT', `${review}/owner`, { taken: true }),
      await post(`${review}/question`, { text: 'Where do you live?' }),
      await post(`${review}/decision`, { decision: 'pay' }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'scope_missing']);
    }
  });

  test('is reported by mail to every owner who can sign in, even with mails switched off', async () => {
    const { make, email } = await owner();
    const [second, suspended, finance] = [
      await createMember(database, { isAdmin: true }),
      await createMember(database, { isAdmin: true }),
      await createMember(database, { isAdmin: true, staffRole: 'finance' }),
    ];
    const set = (id: string, values: { emailNotifications: boolean } | { suspendedAt: Date }) =>
      database.updateTable('users').set(values).where('id', '=', id).execute();
    await set(second.id, { emailNotifications: false });
    await set(suspended.id, { suspendedAt: new Date() });
    const { id, key } = (await make(['exports'], { name: 'Warehouse <1>' })).body;
    for (const to of [email, second.email]) {
      const [mail] = await server.mails(to);
      expect(mail?.subject).toContain('API key');
      expect(mail?.text).toContain('“Warehouse <1>”');
      expect(mail?.text).toContain(`${key.slice(0, 12)}…`);
      expect(mail?.text).toContain('/admin/keys');
      expect(JSON.stringify(mail)).not.toContain(key.slice(13));
    }
    const told = await database
      .selectFrom('notices')
      .select(['userId', 'kind'])
      .where('key', 'like', `api_key:${id}:%`)
      .execute();
    expect(told.map(({ userId }) => userId)).not.toContain(suspended.id);
    expect(told.map(({ userId }) => userId)).not.toContain(finance.id);
    expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(['api_key_created']));
  });

  test('is reported to the other owners when one of them revokes it, once', async () => {
    const { make, visitor } = await owner();
    const { id: other } = await createMember(database, { isAdmin: true });
    const { id } = (await make(['audit.read'], { name: 'Trail copy' })).body;
    const revoke = async () => (await visitor.call('DELETE', `/api/admin/keys/${id}`)).body.code;
    expect([await revoke(), await revoke()]).toEqual([undefined, 'key_ended']);
    const told = database
      .selectFrom('notices')
      .select('data')
      .where('userId', '=', other)
      .where('kind', '=', 'connection_ended');
    expect(await told.execute()).toEqual([{ data: { what: 'Trail copy' } }]);
  });

  test('is named in the audit trail with its maker, who is found with it, once for repeats of the same request', async () => {
    const { make, visitor, id: admin, email, name } = await owner();
    const member = await createMember(database);
    const { key, id } = (await make(['points.adjust'])).body;
    const adjust = (more: object) =>
      caller(key).post(`/api/admin/users/${member.id}/adjustments`, {
        points: 40,
        reasonCode: 'goodwill',
        text: 'Thanks',
        ...more,
      });
    const refused = await adjust({});
    expect(refused.body.code).toBe('request_id_required');
    const requestId = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => adjust({ requestId })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { points } = await database
      .selectFrom('users')
      .select('points')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow();
    expect(Number(points)).toBe(40);
    const actors = await database
      .selectFrom('auditEntries')
      .select(['actor', 'actorRole'])
      .where('actor', 'in', [`key:${id}`, admin])
      .where('action', 'like', '%adjust%')
      .distinct()
      .execute();
    expect(actors).toEqual([{ actor: `key:${id}`, actorRole: 'points.adjust' }]);
    const { body: entries } = await visitor.get(`/api/admin/audit?actor=key:${id}`);
    expect(entries[0]).toMatchObject({
      actor: `key:${id}`,
      actorName: null,
      actorKey: {
        ...{ name: 'Accounting', beginning: key.slice(0, 12) },
        ...{ madeBy: name, makerId: admin, makerEmail: email },
      },
    });
    for (const who of [admin, email]) {
      const { body: own } = await visitor.get(`/api/admin/audit?actor=${who}`);
      expect(own.slice(0, -1)).toEqual(entries);
      expect(own.at(-1)).toMatchObject({ actor: admin, actorKey: null, action: 'POST /api/admin/keys' });
    }
    expect((await visitor.get(`/api/admin/users/${member.id}/audit`)).body).toEqual(entries);
  });

  test('cannot ask for or give the approval of a second person', async () => {
    const { visitor, make } = await owner();
    const member = await createMember(database);
    const { key } = (await make(['points.adjust'])).body;
    const asked = await caller(key).post(`/api/admin/users/${member.id}/adjustments`, {
      points: 900_000,
      reasonCode: 'goodwill',
      text: 'Thanks',
      requestId: randomUUID(),
    });
    expect([asked.status, asked.body.code]).toEqual([403, 'person_required']);
    const approvals = await visitor.get('/api/admin/approvals');
    expect(approvals.body.filter((one: { userId: string }) => one.userId === member.id)).toEqual([]);
    expect((await make(['payouts.approve' as KeyScope])).status).toBe(400);
  });

  test('shows its last use, updated once a minute', async () => {
    const { make } = await owner();
    const { key, id } = (await make(['site.read'])).body;
    const lastUse = () =>
      database.selectFrom('apiKeys').select('lastUsedAt').where('id', '=', id).executeTakeFirstOrThrow();
    await statusOf(key);
    const first = await lastUse();
    expect(first.lastUsedAt).not.toBeNull();
    await statusOf(key);
    expect(await lastUse()).toEqual(first);
  });

  test('has a limit of its own, and guesses are limited by their address', async () => {
    const { make } = await owner();
    const { key } = (await make(['site.read'])).body;
    const other = (await make(['site.read'])).body.key;
    expect(await statusOf(key)).toBe(200);
    await database
      .updateTable('rateLimits')
      .set({
        points: LIMITS.api_key.points - 1,
        // The minute of the limit begins anew, as it may be over on a busy machine.
        expire: sql`(extract(epoch from clock_timestamp()) * 1000)::bigint + 60000`,
      })
      .where('key', 'like', 'api_key:%')
      .execute();
    const answers = await Promise.all([1, 2].map(() => caller(key).get(STATS)));
    const [refused, ...more] = answers.filter(({ status }) => status !== 200);
    expect([refused?.status, more.length]).toEqual([429, 0]);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await statusOf(other)).toBe(200);

    const guess = () => caller(`pk_live_${randomBytes(36).toString('base64url')}x`, '192.0.2.77').get(STATS);
    const guesses = await Promise.all(Array.from({ length: LIMITS.api_key_ip.points + 1 }, guess));
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(1);
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(LIMITS.api_key_ip.points);
  });
});

test(`at most ${KEYS_MAX} keys work, however many are asked for at once`, async () => {
  const { id, make } = await owner();
  const [free, more] = [8, 5];
  await database.deleteFrom('apiKeys').execute();
  const working = Array.from({ length: KEYS_MAX - free }, () => ({
    name: 'Older',
    hash: randomBytes(32),
    hint: 'aB3d',
    scopes: ['site.read'],
    createdBy: id,
    expiresAt: sql<Date>`now() + interval '1 day'`,
  }));
  await database.insertInto('apiKeys').values(working).execute();
  const asked = await Promise.all(Array.from({ length: free + more }, () => make(['site.read'])));
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(free);
  expect(asked.filter(({ body }) => body.code === 'too_many_keys')).toHaveLength(more);
});
