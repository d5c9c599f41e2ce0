import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { POOL_SIZE_MAX } from '#database/client.ts';
import { verifyAuditTrail } from '#domain/administration/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { mailsWith, signUp } from '#testing/accounts.ts';
import { createMember, credit, signIn } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';
import { leaveToTest } from '#testing/timetable.ts';

const site = await startTestServer();
const { database } = site;
await leaveToTest(database, 'mend_times');

const staff = async (staffRole: 'owner' | 'support' | 'read_only' | 'finance' = 'owner') => {
  const admin = await createMember(database, { isAdmin: true, staffRole });
  const visitor = site.visitor();
  visitor.cookie = await signIn(database, admin);
  return { admin, visitor };
};
const { visitor: owner } = await staff();

/** The members of one test, found by a word that only they have. */
const people = async (word: string, count: number) => {
  const made = [];
  for (let n = 0; n < count; n += 1) {
    const member = await createMember(database, { email: `${word}.${n}@example.com` });
    await sql`update users set name = ${`Nr${n} ${word}`}, created_at = now() - make_interval(mins => ${n}),
      cash_rewarded_cents = 0 where id = ${member.id}`.execute(database);
    if (n % 3) await credit(database, member.id, n * 10);
    made.push(member.id);
  }
  return made;
};
const list = async (query: string) => (await owner.get(`/api/admin/users?${query}`)).body;
const ids = async (query: string) => (await list(query)).map(({ id }: { id: string }) => id);

describe('the list of members', () => {
  test('has only the fields that staff may see', async () => {
    const [id] = await people('shape', 1);
    const [entry] = await list('search=shape');
    expect(Object.keys(entry).sort()).toEqual(
      [
        'cardTierLastChosen',
        'cashRewardedUSD',
        'createdAt',
        'cursor',
        'email',
        'id',
        'isAdmin',
        'lastRewardedAt',
        'name',
        'points',
        'status',
      ].sort(),
    );
    expect(entry).toMatchObject({ id, status: 'active', points: 0, isAdmin: false });
  });

  test.each([
    ['created', 'desc'],
    ['created', 'asc'],
    ['points', 'desc'],
    ['points', 'asc'],
    ['cash', 'desc'],
    ['lastRewarded', 'asc'],
  ])('is paged forwards and backwards without a gap or a repeat: %s %s', async (order, direction) => {
    const word = `paged${order}${direction}`.toLowerCase();
    const made = await people(word, 11);
    const query = `search=${word}&order=${order}&direction=${direction}&limit=4`;
    const pages: { id: string; cursor: string }[][] = [await list(query)];
    while ((pages.at(-1)?.length ?? 0) === 4)
      pages.push(await list(`${query}&after=${pages.at(-1)?.at(-1)?.cursor}`));
    const all = pages.flat();
    expect(all.map(({ id }) => id).sort()).toEqual([...made].sort());
    const back = await list(`${query}&before=${all[8]?.cursor}`);
    expect(back.map(({ id }: { id: string }) => id)).toEqual(all.slice(4, 8).map(({ id }) => id));
  });

  test('is ordered by name without a search', async () => {
    await people('named', 3);
    const names = (await list('order=name&direction=asc&limit=100')).map(({ name }: { name: string }) =>
      name.toLowerCase(),
    );
    expect(names).toEqual([...names].sort());
    expect((await owner.get('/api/admin/users?order=name&search=named')).status).toBe(400);
  });

  test('finds by the beginning of a word of the name, of the address, and by the id', async () => {
    const id = (await createMember(database, { email: 'someone.special@mail.example' })).id;
    await sql`update users set name = 'Zoë O''Neil-Smith' where id = ${id}`.execute(database);
    for (const search of [
      'zoë',
      'ZOË o',
      "o'neil",
      'smi',
      'neil-smith',
      'zoë.nei',
      'someone.spec',
      'someone.special@mail.example',
      id,
    ])
      expect(await ids(`search=${encodeURIComponent(search)}`), search).toEqual([id]);
    // What a sign follows is whole.
    for (const search of ['zoé', 'special@mail', 'zoëx', 'zo.nei', randomUUID()])
      expect(await ids(`search=${encodeURIComponent(search)}`), search).toEqual([]);
  });

  test.each(["'''", "' | !x", '\\\\\\', ':*:*', '& | !', '%%%', 'a\u0001b', '<->', "x' OR 1=1 --"])(
    "takes %j as words, not as syntax of the database's search",
    async (search) => {
      const answer = await owner.get(`/api/admin/users?search=${encodeURIComponent(search)}`);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual([]);
    },
  );

  test('can be filtered by state and by whether members have points', async () => {
    const [plain = '', paused = '', suspended = '', unconfirmed = ''] = await people('filtered', 4);
    await sql`update users set paused_at = now(), paused_reason = 'staff_review', paused_text = 'x'
      where id in (${paused}, ${suspended})`.execute(database);
    await sql`update users set suspended_at = now() where id = ${suspended}`.execute(database);
    await sql`update users set email_verified = false where id = ${unconfirmed}`.execute(database);
    expect(await ids('search=filtered&status=active')).toEqual([plain]);
    expect(await ids('search=filtered&status=paused')).toEqual([paused]);
    expect(await ids('search=filtered&status=suspended')).toEqual([suspended]);
    expect(await ids('search=filtered&status=unconfirmed')).toEqual([unconfirmed]);
    expect((await ids('search=filtered&balance=yes')).sort()).toEqual([paused, suspended].sort());
    const count = await owner.get('/api/admin/user-count?search=filtered&balance=yes');
    expect(count.body).toEqual({ count: 2, more: false });
  });

  test('leaves out members who have left', async () => {
    const [gone = ''] = await people('gonemember', 1);
    await sql`update users set erased_at = now() where id = ${gone}`.execute(database);
    expect(await ids('search=gonemember')).toEqual([]);
    expect(await ids(`search=${gone}`)).toEqual([]);
  });

  test.each(['x', Buffer.from('["points","1","2"]').toString('base64url'), 'W10', ''])(
    'refuses a made-up cursor: %j',
    async (cursor) => {
      expect((await owner.get(`/api/admin/users?after=${cursor}`)).status).toBe(400);
    },
  );

  test.each([
    ['created', '2026-99-20 10:00:00+00'],
    ['created', '2026-02-31 10:00:00+00'],
    ['created', '2026-02-28 25:00:00+00'],
    ['lastRewarded', '2026-02-28 10:00:00+99'],
    ['lastRewarded', '0000-02-28 10:00:00+00'],
    ['points', '2147483648'],
    ['cash', '-9999999999'],
    ['name', 'a\0b'],
  ])('refuses a cursor by %s that the database could not read: %j', async (order, key) => {
    const place = Buffer.from(JSON.stringify([order, key, randomUUID()])).toString('base64url');
    expect((await owner.get(`/api/admin/users?order=${order}&after=${place}`)).status).toBe(400);
  });
});

describe('the download of members', () => {
  test('is CSV of the filtered members that no spreadsheet runs, and its audit entry does not hold the search', async () => {
    const [id] = await people('download', 1);
    await sql`update users set name = ${'=cmd|download'} where id = ${id}`.execute(database);
    const answer = await owner.get('/api/admin/users.csv?search=download');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(answer.headers.get('content-disposition')).toMatch(/members-\d{4}-\d\d-\d\d\.csv/);
    // Excel reads a file as UTF-8 only if it begins with a byte order mark.
    expect(answer.body).toMatch(/^\uFEFFid,/);
    const lines = answer.body.split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`${id},'=cmd|download,download.0@example.com,active,0,0,`);
    const { rows } = await sql<{
      after: object;
      subjectId: string;
    }>`select after, subject_id from audit_entries
      where action = 'GET /api/admin/users.csv' order by id desc limit 1`.execute(database);
    expect(rows).toEqual([{ after: { searched: true }, subjectId: 'members' }]);
  });

  test('gives the cash that a member received in US cents, and says so', async () => {
    const [id] = await people('cents', 1);
    await sql`update users set cash_rewarded_cents = 100 where id = ${id}`.execute(database);
    const { body } = await owner.get('/api/admin/users.csv?search=cents');
    const rows: Record<string, string>[] = parse(String(body), { columns: true, bom: true });
    expect(rows).toEqual([expect.objectContaining({ id, cashRewardedUsdCents: '100' })]);
    await sql`update users set cash_rewarded_cents = 0 where id = ${id}`.execute(database);
  });

  test('can be longer than one batch', async () => {
    await sql`insert into users (email, name, password, email_verified)
      select 'many.' || n || '@example.com', 'Many', 'none', true from generate_series(1, 2500) n`.execute(
      database,
    );
    const lines = (await owner.get('/api/admin/users.csv?search=many.')).body.trim().split('\r\n');
    expect(new Set(lines).size).toBe(2501);
  });

  test('needs a fresh sign-in, which the same list in pages does not', async () => {
    const { admin, visitor } = await staff('finance');
    await sql`update sessions set authenticated_at = now() - interval '1 hour' where user_id = ${admin.id}`.execute(
      database,
    );
    expect((await visitor.get('/api/admin/users.csv')).body.code).toBe('reauthentication_required');
    expect((await visitor.get('/api/admin/users')).status).toBe(200);
  });

  test('is only for roles that may export', async () => {
    const { visitor } = await staff('support');
    expect((await visitor.get('/api/admin/users.csv')).body.code).toBe('not_permitted');
    expect((await site.visitor().get('/api/admin/users.csv')).status).toBe(401);
  });
});

describe("a member's page", () => {
  test('shows the balance beside the sum of the transfers, and opening the page is an entry in the audit trail', async () => {
    const { admin, visitor } = await staff('read_only');
    const member = await createMember(database, { points: 70 });
    const { body } = await visitor.get(`/api/admin/users/${member.id}`);
    expect(body).toMatchObject({ id: member.id, points: 70, proof: { points: 70, cents: 0, transfers: 1 } });
    expect(JSON.stringify(body)).not.toMatch(/password|totp/i);
    const actions = (await visitor.get(`/api/admin/users/${member.id}/audit`)).body;
    expect(actions).toEqual([
      expect.objectContaining({
        actor: admin.id,
        actorRole: 'read_only',
        action: 'GET /api/admin/users/{id}',
      }),
    ]);
    expect((await visitor.get(`/api/admin/users/${randomUUID()}`)).status).toBe(404);
  });

  test('lists transfers page by page', async () => {
    const member = await createMember(database);
    for (let n = 0; n < 55; n += 1) await credit(database, member.id, 1);
    const first = (await owner.get(`/api/admin/users/${member.id}/transfers`)).body;
    expect(first).toHaveLength(50);
    expect(first[0]).toMatchObject({ amount: 1, balanceAfter: 55, other: 'adjustments' });
    const rest = (await owner.get(`/api/admin/users/${member.id}/transfers?before=${first[49].id}`)).body;
    expect(rest.map(({ balanceAfter }: { balanceAfter: number }) => balanceAfter)).toEqual([5, 4, 3, 2, 1]);
  });

  test('lists tasks of the same moment once each, page by page', async () => {
    const member = await createMember(database);
    await sql`insert into tasks (user_id, task_type, points_earned, completed_at)
      select ${member.id}, 'offer', 1, '2026-11-20 10:00:00.123456Z' from generate_series(1, 60)`.execute(
      database,
    );
    const path = `/api/admin/users/${member.id}/tasks`;
    const first = (await owner.get(path)).body;
    const rest = (await owner.get(`${path}?before=${first.at(-1).id}`)).body;
    expect([first.length, rest.length]).toEqual([50, 10]);
    expect(new Set([...first, ...rest].map(({ id }) => id)).size).toBe(60);
    const { id: other } = await createMember(database);
    expect((await owner.get(`/api/admin/users/${other}/tasks?before=${first[0].id}`)).body).toEqual([]);
    expect((await owner.get(`${path}?before=yesterday`)).status).toBe(400);
  });

  test('lists redemptions and awards of the same moment once each, page by page', async () => {
    const member = await createMember(database);
    await sql`insert into card_redemptions (user_id, request_id, provider, promised_by, reward_id, reward_kind,
        reward_title, amount_cents, points_used, created_at)
      select ${member.id}, n, 'manual', now(), r.id, 'gift_card', 'Gift card', 500, 500, '2026-11-20 10:00:00.123456Z'
      from generate_series(1, 30) n, (select id from rewards limit 1) r`.execute(database);
    await sql`insert into cash_rewards (user_id, amount_cents, card_tier, status, created_at)
      select ${member.id}, 100, '1USD', 'awaiting_approval', '2026-11-20 10:00:00.123456Z'
      from generate_series(1, 30)`.execute(database);
    const path = `/api/admin/users/${member.id}/rewards`;
    const first = (await owner.get(path)).body;
    const rest = (await owner.get(`${path}?before=${first.at(-1).id}`)).body;
    expect([first.length, rest.length]).toEqual([50, 10]);
    expect(new Set([...first, ...rest].map(({ id }) => id)).size).toBe(60);
    await sql`delete from card_redemptions where user_id = ${member.id}`.execute(database);
    await sql`delete from cash_rewards where user_id = ${member.id}`.execute(database);
  });

  test('says of an open redemption why it waits, and of an ended one why it ended', async () => {
    const member = await createMember(database);
    await sql`insert into card_redemptions (user_id, request_id, provider, promised_by, reward_id, reward_kind,
        reward_title, amount_cents, points_used, status, reason, exact_reason, leased_until)
      select ${member.id}, s, 'manual', now() + interval '1 day', r.id, 'gift_card', 'Gift card', 500, 500, s,
        'provider_unreachable', 'details_needed', case when s = 'processing' then now() + interval '1 hour' end
      from unnest(array['processing', 'failed']) s, (select id from rewards limit 1) r`.execute(database);
    const days = [-1, 1].map((away) => new Date(Date.now() + away * 86_400_000).toISOString().slice(0, 10));
    const file = await owner.get(`/api/admin/exports/redemptions.csv?from=${days[0]}&to=${days[1]}`);
    const rows: { userId: string; status: string; reason: string }[] = parse(String(file.body), {
      columns: true,
      bom: true,
    });
    const page = (await owner.get(`/api/admin/users/${member.id}/rewards`)).body as typeof rows;
    for (const shown of [rows.filter(({ userId }) => userId === member.id), page])
      expect(shown.map(({ status, reason }) => `${status}: ${reason}`).sort()).toEqual([
        'failed: details_needed',
        'processing: provider_unreachable',
      ]);
    await sql`delete from card_redemptions where user_id = ${member.id}`.execute(database);
  });

  test('goes on behind an award that was approved, whose card has its id', async () => {
    const member = await createMember(database);
    const [award, before] = [randomUUID(), randomUUID()];
    await sql`insert into cash_rewards (id, user_id, amount_cents, card_tier, created_at)
      values (${award}, ${member.id}, 2000, '20USD', now() - interval '3 days')`.execute(database);
    await sql`insert into card_redemptions (id, award_id, user_id, request_id, provider, promised_by, reward_id, reward_kind,
        reward_title, amount_cents, points_used, created_at)
      select id::uuid, award_id::uuid, ${member.id}, id, 'manual', now(), r.reward, 'gift_card', 'Gift card', 2000, points_used,
        now() - days * interval '1 day'
      from (values (${award}, ${award}, 0, 1), (${before}, null, 2000, 2)) c (id, award_id, points_used, days),
        (select id as reward from rewards limit 1) r`.execute(database);
    const path = `/api/admin/users/${member.id}/rewards`;
    const idsOf = async (query = '') =>
      (await owner.get(path + query)).body.map(({ id }: { id: string }) => id);
    expect(await idsOf()).toEqual([award, before]);
    expect(await idsOf(`?before=${award}`)).toEqual([before]);
    await sql`delete from card_redemptions where user_id = ${member.id}`.execute(database);
    await sql`delete from cash_rewards where user_id = ${member.id}`.execute(database);
  });

  test.each(['tasks', 'rewards', 'sessions', 'notices', 'requests', 'notes'])(
    'has the list %s',
    async (part) => {
      const member = await createMember(database);
      const answer = await owner.get(`/api/admin/users/${member.id}/${part}`);
      expect([answer.status, answer.body]).toEqual([200, []]);
    },
  );

  test('takes notes with their author, whose text is not in the audit trail', async () => {
    const { admin, visitor } = await staff('support');
    const member = await createMember(database);
    const path = `/api/admin/users/${member.id}/notes`;
    expect((await visitor.post(path, { text: ' ' })).status).toBe(400);
    expect((await visitor.post(path, { text: 'Called about a missing reward.' })).status).toBe(200);
    expect((await visitor.get(path)).body).toEqual([
      expect.objectContaining({ author: admin.name, text: 'Called about a missing reward.' }),
    ]);
    const { rows } = await sql<{ entry: string }>`select e::text as entry from audit_entries e
      where subject_id = ${member.id} order by id`.execute(database);
    // One entry for writing the note and one for reading it.
    expect(rows.map(({ entry }) => /POST|GET/.exec(entry)?.[0])).toEqual(['POST', 'GET']);
    for (const { entry } of rows) expect(entry).not.toContain('Called');
  });

  test('ends one session or all of them', async () => {
    const member = await createMember(database);
    const phone = site.visitor();
    phone.cookie = await signIn(database, member);
    const laptop = site.visitor();
    laptop.cookie = await signIn(database, member);
    const path = `/api/admin/users/${member.id}/sessions`;
    const [newest] = (await owner.get(path)).body;
    expect((await owner.call('DELETE', `${path}/${newest.id}`, {})).status).toBe(200);
    const statuses = async () =>
      [(await phone.get('/api/user')).status, (await laptop.get('/api/user')).status].sort();
    expect(await statuses()).toEqual([200, 401]);
    expect((await owner.call('DELETE', path, {})).status).toBe(200);
    expect(await statuses()).toEqual([401, 401]);
  });

  test('ends those of staff by an owner alone, so that support keeps no owner out', async () => {
    const { visitor: support, admin } = await staff('support');
    const other = await staff('owner');
    const path = `/api/admin/users/${other.admin.id}/sessions`;
    const [session] = (await owner.get(path)).body;
    for (const one of [path, `${path}/${session.id}`]) {
      expect((await support.call('DELETE', one, {})).body.code).toBe('not_permitted');
    }
    expect((await other.visitor.get('/api/user')).status).toBe(200);
    expect((await owner.call('DELETE', `${path}/${session.id}`, {})).status).toBe(200);
    expect((await other.visitor.get('/api/user')).status).toBe(401);
    // One's own, as everybody may.
    expect((await support.call('DELETE', `/api/admin/users/${admin.id}/sessions`, {})).status).toBe(200);
  });

  test('ends sessions of many members at once without a second connection for each', async () => {
    const members = await Promise.all(
      Array.from({ length: 2 * POOL_SIZE_MAX }, () => createMember(database)),
    );
    const answers = await Promise.all(
      members.map(({ id }) => owner.call('DELETE', `/api/admin/users/${id}/sessions`, {})),
    );
    expect(answers.map(({ status }) => status)).toEqual(members.map(() => 200));
  });

  test("can mail a notice once more, but never marketing, to an address that the member left, or against the member's switches", async () => {
    const { email, id } = await signUp(site);
    await sql`insert into notices (key, user_id, kind, data, delivered_at) values
      (${`t1:${id}`}, ${id}, 'account_paused', '{"reason":"staff_review","text":"A second look"}', now()),
      (${`t2:${id}`}, ${id}, 'marketing', '{"subject":"s","text":"t"}', now()),
      (${`t3:${id}`}, ${id}, 'passkey_added', '{"to":"left@example.com","device":"Firefox"}', now()),
      (${`t4:${id}`}, ${id}, 'passkey_removed', ${JSON.stringify({ to: email })}, now())`.execute(database);
    await sql`update users set paused_at = now(), paused_reason = 'staff_review', paused_text = 'A second look'
      where id = ${id}`.execute(database);
    const notices = (await owner.get(`/api/admin/users/${id}/notices`)).body;
    const find = (kind: string) => notices.find((notice: { kind: string }) => notice.kind === kind);
    const resendable = ['marketing', 'passkey_added', 'passkey_removed'].map((kind) => find(kind).resendable);
    expect(resendable).toEqual([false, false, true]);
    const resend = (kind: string) => owner.post(`/api/admin/users/${id}/notices/${find(kind).id}/mail`);
    for (const kind of ['marketing', 'passkey_added']) {
      expect((await resend(kind)).body.code).toBe('notice_not_resendable');
    }
    expect((await resend('passkey_removed')).status).toBe(200);
    await mailsWith(site, email, /passkey was removed/);
    expect((await resend('account_paused')).status).toBe(200);
    await mailsWith(site, email, /A second look/);
  });

  test('can be read but not changed by a role that may only read', async () => {
    const { visitor } = await staff('read_only');
    const member = await createMember(database);
    for (const [method, path] of [
      ['POST', 'notes'],
      ['DELETE', 'sessions'],
      ['DELETE', 'sessions/x'],
      ['POST', `notices/${randomUUID()}/mail`],
      ['POST', 'pause'],
    ] as const) {
      const answer = await visitor.call(method, `/api/admin/users/${member.id}/${path}`, { text: 'x' });
      expect([path, answer.body.code]).toEqual([path, 'not_permitted']);
    }
  });
});

test('a search finds the same along the order, sorted, and far along the order', async () => {
  // More than are looked at along the order first; the farthest are more than are sorted.
  await sql`insert into users (email, name, password, email_verified, created_at)
    select name || n || '@crowd.example', initcap(name), 'none', true, now() - years * interval '1 year' - n * interval '1 s'
    from (values ('nearest', 1, 40), ('others', 2, 10000), ('rarest', 3, 3), ('farthest', 4, 5100)) crowd (name, years, size),
      generate_series(size, 1, -1) n`.execute(database);
  const emails = async (query: string) =>
    (await list(`order=created&direction=desc&limit=26&${query}`)).map(
      ({ email }: { email: string }) => email,
    );
  const named = (name: string, from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `${name}${from + index}@crowd.example`);
  const cursorOf = async (query: string) =>
    (await list(`order=created&direction=desc&limit=26&${query}`)).at(-1)?.cursor;
  for (const name of ['nearest', 'farthest']) {
    expect(await emails(`search=${name}`)).toEqual(named(name, 1, 26));
    expect(await emails(`search=${name}&balance=yes`)).toEqual([]);
  }
  expect(await emails('search=rarest')).toEqual(named('rarest', 1, 3));
  const next = await emails(`search=farthest&after=${await cursorOf('search=farthest')}`);
  expect(next).toEqual(named('farthest', 27, 52));
  const last = await emails(`search=nearest&after=${await cursorOf('search=nearest')}`);
  expect(last).toEqual(named('nearest', 27, 40));
});

test('the proofs are empty after all tests', async () => {
  expect(await proveLedger(database)).toEqual([]);
  expect(await verifyAuditTrail(database)).toEqual([]);
});
