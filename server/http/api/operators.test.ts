import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { STAFF_ROLES, type StaffRole } from '#contract/staff.values.ts';
import { transactOn } from '#database/transaction.ts';
import { keepProof, recordAction, verifyAuditTrail } from '#domain/administration/index.ts';
import { proveClaims, proveEarning } from '#domain/earning/index.ts';
import { firstIdAt } from '#domain/earning/monitoring/time-ids.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { eraseAccount } from '#domain/privacy/index.ts';
import { mailsWith } from '#testing/accounts.ts';
import { createMember, MAILBOX_KEY, signIn } from '#testing/factories.ts';
import { startPostbackSite } from '#testing/postbacks.ts';
import { HELD_WALL } from '#testing/walls.ts';

const site = await startPostbackSite();
const { database, plain, pointsOf } = site;

async function memberWithCode() {
  const member = await site.memberWithCode();
  const visitor = site.visitor();
  visitor.cookie = await signIn(database, { ...member, isAdmin: false });
  return { ...member, visitor };
}

async function admin(staffRole: StaffRole = 'owner') {
  const member = await createMember(database, { isAdmin: true, staffRole });
  const visitor = site.visitor();
  visitor.cookie = await signIn(database, member);
  return { ...member, visitor };
}
const trailOf = (subjectId: string) =>
  database
    .selectFrom('auditEntries')
    .select(['action', 'before', 'after', 'reason'])
    .where('subjectId', '=', subjectId)
    .orderBy('id')
    .execute();

afterEach(async () => {
  for (const prove of [proveLedger, proveEarning, proveClaims, verifyAuditTrail])
    expect(await prove(database)).toEqual([]);
});

describe('a wall', () => {
  test('shows its calls by verdict and by hour', async () => {
    const owner = await admin('read_only');
    const { code, tx } = await memberWithCode();
    const today = () => new Date().toISOString().slice(0, 10);
    const from = today();
    expect(await plain({ tx, user: code, points: 40, pay: '0.555' })).toContain('200');
    await plain({ tx, user: code, points: 40 });
    await plain({ tx: `${tx}x`, user: 'nobody', points: 40 });
    await fetch(`${site.url}/api/postbacks/plain?tx=forged&user=${code}&points=9&signature=00`);
    const { status, body } = await owner.visitor.get('/api/admin/walls');
    expect(status).toBe(200);
    const wall = body.find(({ id }: { id: string }) => id === 'plain');
    expect(wall.counts).toMatchObject({ credited: 1, duplicate: 1, rejected: 1, parked: 1 });
    const money = { earned: 40, reversed: 0, credits: 1, revenue: { usdMicros: 555_000, credits: 1 } };
    expect(wall.money).toEqual(money);
    const activity = await owner.visitor.get(`/api/admin/activity?from=${from}&to=${today()}&timeZone=UTC`);
    expect(activity.body.walls).toEqual([{ wall: 'plain', ...money }]);
    expect(wall.handling).toMatchObject({ calls: 1 });
    expect(wall.lastPostbackAt).not.toBeNull();
    expect(wall.reasons).toHaveLength(1);
    expect(wall.hours).toHaveLength(24);
    const sum = wall.hours.reduce((all: number, hour: { credited: number }) => all + hour.credited, 0);
    expect(sum).toBe(1);
    expect(wall.parameters).toContain('tx');
    const proofs = new Map(body.map(({ id, proof }: { id: string; proof: object }) => [id, proof]));
    const everything = ['member', 'transaction', 'amount'];
    expect(proofs.get('plain')).toEqual({ open: [], addresses: null });
    expect(proofs.get('by-token')).toEqual({ open: everything, addresses: null });
    expect(proofs.get('cpx')).toMatchObject({ open: everything, addresses: expect.any(Array) });
    expect((await owner.visitor.get('/api/admin/walls?period=week')).body).toHaveLength(body.length);
  });

  test('shows its last proven call, also if its credits are pending or a claim was granted since', async () => {
    const owner = await admin();
    const lastOf = async (id: string) => {
      const { body } = await owner.visitor.get('/api/admin/walls');
      return body.find((wall: { id: string }) => wall.id === id).lastPostbackAt as string | null;
    };
    const member = await memberWithCode();
    await site.plain({ tx: member.tx, user: member.code, points: 40 }, HELD_WALL);
    const { createdAt } = (await site.transactionOf(member.tx)) ?? {};
    expect(await lastOf(HELD_WALL)).toBe(createdAt?.toISOString());
    await site.call(`${HELD_WALL}?tx=${member.tx}-forged&user=${member.code}&points=9&signature=00`);
    expect(await site.verdictsOf(`${member.tx}-forged`)).toEqual(['bad_signature']);
    expect(await lastOf(HELD_WALL)).toBe(createdAt?.toISOString());
    // Signed with this site's own secret, it says nothing about the company's.
    expect((await owner.visitor.post(`/api/admin/walls/${HELD_WALL}/test`)).status).toBe(200);
    expect(await lastOf(HELD_WALL)).toBe(createdAt?.toISOString());

    const tx = `${member.tx}-cpx`;
    const hash = createHash('md5').update(`${tx}-test-secret`).digest('hex');
    await site.call(`cpx?status=1&trans_id=${tx}&user_id=${member.code}&amount_local=20&hash=${hash}`, {
      headers: { 'X-Forwarded-For': '188.40.3.73' },
    });
    const early = await site.transactionOf(tx);
    // Makes the call an hour old: its id and that of its transfer begin with their time.
    const before = new Date(Date.now() - 3_600_000);
    await sql`alter table ledger_transfers disable trigger ledger_transfers_immutable`.execute(database);
    await sql`alter table webhook_transactions disable trigger webhook_transactions_keep_names`.execute(
      database,
    );
    await sql`with moved as (
        update webhook_transactions set created_at = ${before}, id = overlay(id::text placing
          substr(${firstIdAt(before)}, 1, 13) from 1 for 13)::uuid where id = ${early?.id} returning id
      ), task as (
        update tasks set id = moved.id from moved where tasks.id = ${early?.id}
      )
      update ledger_transfers set key = 'credit:' || moved.id, reference = moved.id::text, created_at = ${before} from moved
      where reference = ${early?.id}`.execute(database);
    await sql`alter table ledger_transfers enable trigger ledger_transfers_immutable`.execute(database);
    await sql`alter table webhook_transactions enable trigger webhook_transactions_keep_names`.execute(
      database,
    );
    expect(await lastOf('cpx')).toBe(before.toISOString());
    const claim = { about: { kind: 'wall', wall: 'cpx', title: 'A survey' }, text: 'Nothing came.' };
    const { body } = await member.visitor.post('/api/claims', { ...claim, happenedAt: before.toISOString() });
    const granted = { decision: 'granted', answer: 'Here you are.', points: 5 };
    expect((await owner.visitor.post(`/api/admin/claims/${body.id}/decision`, granted)).status).toBe(200);
    expect(await lastOf('cpx')).toBe(before.toISOString());
  });

  test('that is paused is not shown to members, and what they earned there is still credited', async () => {
    const owner = await admin();
    const { id, code, tx, visitor } = await memberWithCode();
    const kindOf = async () =>
      (await visitor.get('/api/walls')).body.find((wall: { id: string }) => wall.id === 'plain').embed.kind;
    const shown = await kindOf();
    const path = '/api/admin/walls/plain/pause';
    expect((await owner.visitor.call('PUT', path, { reason: 'Late payments' })).status).toBe(200);
    expect(await kindOf()).toBe(shown === 'none' ? 'none' : 'paused');
    expect(await plain({ tx, user: code, points: 30 })).toContain('200');
    expect(await pointsOf(id)).toBe(30);
    expect((await owner.visitor.call('DELETE', path)).status).toBe(200);
    expect(await kindOf()).toBe(shown);
    expect(await trailOf('plain')).toMatchObject([
      { before: { paused: false }, after: { paused: true }, reason: 'Late payments' },
      { before: { paused: true }, after: { paused: false } },
    ]);
    expect((await (await admin('finance')).visitor.call('PUT', path, { reason: 'x' })).status).toBe(403);
  });

  test('takes a signed test call over HTTP, which credits no one and is not counted as unmatched', async () => {
    const owner = await admin();
    const parked = async () => (await owner.visitor.get('/api/admin/parked')).body.count;
    const before = await parked();
    for (const { id } of (await owner.visitor.get('/api/admin/walls')).body) {
      const { status, body } = await owner.visitor.post(`/api/admin/walls/${id}/test`);
      expect([id, status]).toEqual([id, 200]);
      expect(['test', 'unknown_user', 'bad_signature'], `${id}: ${JSON.stringify(body)}`).toContain(
        body.verdict,
      );
    }
    expect(await parked()).toBe(before);
  });
});

describe('the log of postbacks', () => {
  test('lists every call once, newest first, over all pages', async () => {
    const owner = await admin();
    const { code, tx } = await memberWithCode();
    for (let index = 0; index < 60; index += 1) {
      await plain({ tx: `${tx}-${index}`, user: code, points: 1 });
      if (index % 3 === 0) await plain({ tx: `${tx}-${index}`, user: code, points: 1 });
    }
    const seen: { id: string; verdict: string; transactionId: string }[] = [];
    let next: string | null = null;
    do {
      const { body } = await owner.visitor.get(
        `/api/admin/postbacks?wall=plain${next ? `&before=${next}` : ''}`,
      );
      seen.push(...body.rows);
      next = body.next;
    } while (next);
    const own = seen.filter((row) => row.transactionId?.startsWith(tx));
    expect(own.filter(({ verdict }) => verdict === 'credited')).toHaveLength(60);
    expect(own.filter(({ verdict }) => verdict === 'duplicate')).toHaveLength(20);
    expect(new Set(seen.map(({ id, verdict }) => `${verdict} ${id}`)).size).toBe(seen.length);
    const one = await owner.visitor.get(`/api/admin/postbacks?transaction=${tx}-3`);
    expect(one.body.rows.map(({ verdict }: { verdict: string }) => verdict).sort()).toEqual([
      'credited',
      'duplicate',
    ]);
    const mine = await owner.visitor.get(`/api/admin/postbacks?code=${code}&verdict=duplicate`);
    expect(mine.body.rows).toHaveLength(20);
    for (const before of ['made-up', `${'-'.repeat(36)}~1`, `${'a'.repeat(36)}~start`]) {
      expect((await owner.visitor.get(`/api/admin/postbacks?before=${before}`)).status).toBe(400);
    }
  });
});

describe('an unmatched postback', () => {
  test('that two admins replay at once is paid once', async () => {
    const [one, two] = [await admin('support'), await admin('owner')];
    const { id } = await createMember(database);
    const tx = randomUUID();
    await plain({ tx, user: `late${tx}`, points: 25 });
    const parked = (await one.visitor.get('/api/admin/parked')).body.rows.find(
      (row: { transactionId: string }) => row.transactionId === tx,
    );
    const replay = (who: typeof one) => who.visitor.post(`/api/admin/parked/${parked.id}/replay`);
    expect((await replay(one)).body).toEqual({ verdict: 'unknown_user', waits: true });
    await database
      .insertInto('wallMembers')
      .values({ wall: 'plain', code: `late${tx}`, userId: id })
      .execute();
    const answers = await Promise.all([replay(one), replay(two)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await pointsOf(id)).toBe(25);
    expect(await trailOf(parked.id)).toMatchObject([
      { after: { verdict: 'unknown_user' } },
      { after: { verdict: 'credited' } },
    ]);
  });

  test('that is closed with a note leaves the queue for good, whatever kept it from a replay', async () => {
    const [one, two] = [await admin('support'), await admin('owner')];
    const ids: string[] = [];
    for (const row of [{ raw: 'GET /\n[cut]' }, { wall: 'gone' }, {}]) {
      const parked = { wall: 'plain', verdict: 'unknown_user', sourceIp: '', latencyMs: 1, raw: 'GET /\n\n' };
      const { id } = await database
        .insertInto('postbackLog')
        .values({ ...parked, transactionId: randomUUID(), memberCode: 'nobody', ...row })
        .returning('id')
        .executeTakeFirstOrThrow();
      ids.push(id);
    }
    const count = async () => (await one.visitor.get('/api/admin/parked')).body.count;
    const close = (who: typeof one, id: string, note = 'The company knows nothing of it.') =>
      who.visitor.post(`/api/admin/parked/${id}/closure`, { note });
    const before = await count();
    expect((await close(one, ids[0] ?? '', ' ')).status).toBe(400);
    expect((await close(await admin('finance'), ids[0] ?? '')).status).toBe(403);
    for (const id of ids) {
      const answers = await Promise.all([close(one, id), close(two, id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await trailOf(id)).toMatchObject([
        { after: { closed: true }, reason: 'The company knows nothing of it.' },
      ]);
      expect((await two.visitor.post(`/api/admin/parked/${id}/replay`)).body.code).toBe('parked_done');
    }
    expect(await count()).toBe(before - 3);
  });

  test('is listed by the time of its call, and the next page begins behind the last one seen, whatever became of it', async () => {
    const { visitor } = await admin('support');
    const parked = { wall: 'plain', verdict: 'unknown_user', sourceIp: '', latencyMs: 1, raw: 'GET /\n\n' };
    // The first to begin, by its id, is the last to come.
    const times = ['2001-01-01T00:02:00Z', '2001-01-01T00:00:00Z', '2001-01-01T00:01:00Z'];
    const ids: string[] = [];
    for (const time of times) {
      const { id } = await database
        .insertInto('postbackLog')
        .values({ ...parked, transactionId: randomUUID(), memberCode: 'nobody', receivedAt: new Date(time) })
        .returning('id')
        .executeTakeFirstOrThrow();
      ids.push(id);
    }
    const [third, first, second] = ids as [string, string, string];
    const listed = async (after?: string): Promise<string[]> => {
      const { body } = await visitor.get(`/api/admin/parked${after ? `?after=${after}` : ''}`);
      return body.rows.map((row: { id: string }) => row.id).slice(0, 3);
    };
    expect(await listed()).toEqual([first, second, third]);
    expect((await listed(first)).slice(0, 2)).toEqual([second, third]);
    const note = 'The company knows nothing of it.';
    expect((await visitor.post(`/api/admin/parked/${second}/closure`, { note })).status).toBe(200);
    expect((await listed(second))[0]).toBe(third);
    await database.deleteFrom('postbackLog').where('id', 'in', [first, second]).execute();
    expect((await listed(second))[0]).toBe(third);
    await database.deleteFrom('postbackLog').where('id', '=', third).execute();
  });

  test('that is about an admin is not closed by that admin', async () => {
    const [one, two] = [await admin('support'), await admin('support')];
    const code = randomUUID().replaceAll('-', '');
    await plain({ tx: randomUUID(), user: code, points: 25 });
    await database.insertInto('wallMembers').values({ wall: 'plain', code, userId: one.id }).execute();
    const row = database.selectFrom('postbackLog').select('id').where('memberCode', '=', code);
    const { id } = await row.executeTakeFirstOrThrow();
    const close = (who: typeof one) =>
      who.visitor.post(`/api/admin/parked/${id}/closure`, { note: 'It is settled.' });
    expect((await close(one)).body.code).toBe('approval_own');
    expect((await close(two)).status).toBe(200);
  });

  test('that is closed when a member has its code leaves no words once the member has left', async () => {
    const { visitor } = await admin('owner');
    const { id } = await createMember(database);
    const code = randomUUID().replaceAll('-', '');
    await plain({ tx: randomUUID(), user: code, points: 25 });
    await database.insertInto('wallMembers').values({ wall: 'plain', code, userId: id }).execute();
    const row = database.selectFrom('postbackLog').select('id').where('memberCode', '=', code);
    const parked = (await row.executeTakeFirstOrThrow()).id;
    const note = `A sunflower ${code}`;
    expect((await visitor.post(`/api/admin/parked/${parked}/closure`, { note })).status).toBe(200);
    const wordsOf = async () =>
      (
        await sql<{ text: string | null }>`select text from audit_texts where member_id = ${id}`.execute(
          database,
        )
      ).rows;
    expect(await wordsOf()).toEqual([{ text: note }]);
    await transactOn(database)((tx) => eraseAccount(tx, id, MAILBOX_KEY));
    expect(await wordsOf()).toEqual([{ text: null }]);
  });
});

test.each([
  // PostgreSQL reads +05:30 as the offset that ISO 8601 writes -05:30.
  ['2026-11-20', '+05:30'],
  ['2026-11-20', '+0530'],
  ['0000-01-01', 'UTC'],
])('an activity day that the database would misread is refused: %s %s', async (day, timeZone) => {
  const query = new URLSearchParams({ from: day, to: day, timeZone });
  expect((await (await admin()).visitor.get(`/api/admin/activity?${query}`)).status).toBe(400);
});

describe('the audit trail', () => {
  test('can be searched by actor, action, subject and time, page by page', async () => {
    const owner = await admin();
    const subject = { kind: 'thing', id: randomUUID() };
    for (let index = 0; index < 60; index += 1) {
      await transactOn(database)((tx) =>
        recordAction(tx, { id: owner.id, role: 'owner', ip: '' }, 'POST /api/x_%', {
          subject,
          after: { index },
        }),
      );
    }
    const find = async (query: Record<string, string>) =>
      (await owner.visitor.get(`/api/admin/audit?${new URLSearchParams(query)}`)).body;
    const first = await find({ subjectKind: 'thing', subjectId: subject.id });
    expect(first).toHaveLength(50);
    expect(first[0]).toMatchObject({ actorName: 'Robin Example', after: { index: 59 } });
    expect(await find({ subjectId: subject.id, before: first[49].id })).toHaveLength(10);
    expect(await find({ actor: owner.email, action: 'POST /api/x_%' })).toHaveLength(50);
    expect(await find({ actor: owner.id, action: 'POST /api/xyz' })).toHaveLength(0);
    expect(await find({ actor: 'nobody@example.com' })).toHaveLength(0);
    const [, second] = first;
    const within = await find({ subjectId: subject.id, from: second.at, to: second.at });
    expect(within.map(({ id }: { id: string }) => id)).toContain(second.id);
    expect(within.every(({ at }: { at: string }) => at === second.at)).toBe(true);
    expect(await find({ subjectId: subject.id, from: '2099-01-01T00:00:00Z' })).toHaveLength(0);
    expect(await find({ from: '0000-01-01T00:00:00Z' })).toMatchObject({ code: 'invalid_input' });
  });

  test('tells staff apart by their address and says who had which name, and finds them by an earlier address', async () => {
    const [owner, namesake] = [await admin(), await admin('finance')];
    const member = await memberWithCode();
    const find = async (query: Record<string, string>) =>
      (await owner.visitor.get(`/api/admin/audit?${new URLSearchParams(query)}`)).body;
    const profile = (visitor: typeof owner.visitor, body: object) =>
      visitor.call('PATCH', '/api/user/profile', body);
    for (const username of ['Ada Lovelace', 'Ada Lovelace']) {
      expect((await profile(namesake.visitor, { username })).status).toBe(200);
    }
    expect((await profile(member.visitor, { username: 'Ada Lovelace' })).status).toBe(200);
    expect(await find({ subjectKind: 'member', subjectId: member.id })).toEqual([]);
    const named = { subjectId: namesake.id, actor: namesake.id, actorRole: 'finance' };
    expect(await find({ actor: namesake.id })).toEqual([
      expect.objectContaining({
        ...named,
        action: 'name changed',
        reason: 'Robin Example → Ada Lovelace',
        actorName: 'Ada Lovelace',
        actorEmail: namesake.email,
      }),
    ]);

    const email = `new-${namesake.id}@example.com`;
    expect((await profile(namesake.visitor, { email })).status).toBe(200);
    const [mail] = await mailsWith(site, email, /code/);
    const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0];
    expect((await namesake.visitor.post('/api/user/email-change/confirm', { code })).status).toBe(200);
    const found = await find({ actor: email });
    expect(found).toHaveLength(2);
    expect(found[0]).toMatchObject({
      ...named,
      action: 'address changed',
      reason: `${namesake.email} → ${email}`,
      actorEmail: email,
    });
    expect(await find({ actor: namesake.email.toUpperCase() })).toEqual(found);
  });

  test('is proven part by part, and the proof names a changed entry', async () => {
    const owner = await admin();
    const verify = async (after?: string) =>
      (await owner.visitor.get(`/api/admin/audit/verification${after ? `?after=${after}` : ''}`)).body;
    const whole = await verify();
    expect(whole).toMatchObject({ done: true, differences: [], checked: whole.total });
    const rest = await verify('5');
    expect(rest).toMatchObject({ differences: [], checked: whole.total - 5, last: whole.last });
    const tamper = (reason: string | null) =>
      transactOn(database)(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await sql`update audit_entries set reason = ${reason} where id = 6`.execute(tx);
      });
    const { reason } = await database
      .selectFrom('auditEntries')
      .select('reason')
      .where('id', '=', '6')
      .executeTakeFirstOrThrow();
    await tamper('another');
    expect((await verify('5')).differences).toEqual(['audit entry 6 was changed']);
    await tamper(reason);
  });
});

describe('staff', () => {
  test('are granted, changed and removed; their sessions end, they get a mail, and it is recorded', async () => {
    const owner = await admin();
    const member = await createMember(database);
    const visitor = site.visitor();
    visitor.cookie = await signIn(database, member);
    const granted = await owner.visitor.post('/api/admin/staff', {
      email: ` ${member.email.toUpperCase()} `,
      role: 'support',
    });
    expect([granted.status, granted.body]).toEqual([200, { id: member.id }]);
    expect((await visitor.get('/api/user')).status).toBe(401);
    const path = `/api/admin/staff/${member.id}`;
    expect((await owner.visitor.call('PUT', path, { role: 'finance' })).status).toBe(200);
    const { body } = await owner.visitor.get('/api/admin/staff');
    expect(body.find(({ id }: { id: string }) => id === member.id)).toMatchObject({
      role: 'finance',
      you: false,
    });
    expect((await owner.visitor.call('DELETE', path)).status).toBe(200);
    expect(await trailOf(member.id)).toMatchObject([
      { before: { staffRole: null }, after: { staffRole: 'support' } },
      { before: { staffRole: 'support' }, after: { staffRole: 'finance' } },
      { before: { staffRole: 'finance' }, after: { staffRole: null } },
    ]);
    const [mail] = await site.mails(member.email, 3);
    expect(mail?.subject).toContain('role');
  });

  test('are changed only by owners with a fresh sign-in; unknown, unconfirmed and present people are refused', async () => {
    const [owner, finance] = [await admin(), await admin('finance')];
    const grant = (who: typeof owner, email: string) =>
      who.visitor.post('/api/admin/staff', { email, role: 'owner' });
    expect((await grant(finance, finance.email)).body.code).toBe('not_permitted');
    expect((await grant(owner, 'nobody@example.com')).body.code).toBe('no_such_member');
    expect((await grant(owner, finance.email)).body.code).toBe('already_staff');
    await sql`update sessions set authenticated_at = now() - interval '1 hour' where user_id = ${owner.id}`.execute(
      database,
    );
    expect((await grant(owner, 'nobody@example.com')).body.code).toBe('reauthentication_required');
  });

  test('keep one of two owners who remove each other at once', async () => {
    await sql`update users set is_admin = false, staff_role = null where staff_role = 'owner'`.execute(
      database,
    );
    const [one, two] = [await admin(), await admin()];
    const remove = (who: typeof one, whom: typeof one) =>
      who.visitor.call('DELETE', `/api/admin/staff/${whom.id}`);
    const answers = await Promise.all([remove(one, two), remove(two, one)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await sql<{ id: string }>`select id from users where staff_role = 'owner'`.execute(
      database,
    );
    expect(rows).toHaveLength(1);
    const left = rows[0]?.id === one.id ? one : two;
    expect((await remove(left, left)).body.code).toBe('last_owner');
    const lower = await left.visitor.call('PUT', `/api/admin/staff/${left.id}`, { role: 'support' });
    expect(lower.body.code).toBe('last_owner');
  });

  test.each(STAFF_ROLES)(
    'keep the account of a %s until an owner has taken the role away, on record',
    async (role) => {
      const owner = await admin();
      const { id, visitor, email } = await admin(role);
      const leave = () => visitor.call('DELETE', '/api/user/account');
      expect(await leave()).toMatchObject({ status: 409, body: { code: 'role_held' } });
      expect((await visitor.get('/api/user')).body.email).toBe(email);
      expect((await owner.visitor.call('DELETE', `/api/admin/staff/${id}`)).status).toBe(200);
      visitor.cookie = await signIn(database, { id, isAdmin: false });
      expect((await leave()).status).toBe(200);
      expect(await trailOf(id)).toMatchObject([{ before: { staffRole: role }, after: { staffRole: null } }]);
      await mailsWith(site, owner.email, /A role among the admins/);
    },
  );
});

describe('the queues', () => {
  test('are counted for the roles that may work on them', async () => {
    const { visitor } = await memberWithCode();
    await visitor.post('/api/claims', {
      about: { kind: 'wall', wall: 'plain', title: 'A game' },
      happenedAt: new Date(Date.now() - 60_000).toISOString(),
      text: 'It never came',
    });
    const queues = async (role: StaffRole) =>
      (await (await admin(role)).visitor.get('/api/admin/queues')).body;
    const support = await queues('support');
    expect(support.map(({ queue }: { queue: string }) => queue)).toEqual([
      'claims',
      'appeals',
      'parked',
      'alarms',
      'proof',
    ]);
    expect(support[0]).toMatchObject({ count: 1, late: 0 });
    expect(await queues('read_only')).toEqual([{ queue: 'proof', count: 0, oldestAt: null, late: 0 }]);
    expect(await queues('finance')).toHaveLength(5);
    expect(await queues('owner')).toHaveLength(9);
  });

  test('say what the last proof of the ledger found, until the next one finds nothing', async () => {
    const { visitor } = await admin('read_only');
    const proof = async () => (await visitor.get('/api/admin/queues')).body;
    await keepProof(database, 3);
    expect(await proof()).toMatchObject([
      { queue: 'proof', count: 3, late: 3, oldestAt: expect.any(String) },
    ]);
    await keepProof(database, 0);
    expect(await proof()).toMatchObject([{ queue: 'proof', count: 0, late: 0, oldestAt: null }]);
  });

  test('assign a claim to one of two admins, and one of parallel decisions counts', async () => {
    const [one, two] = [await admin('support'), await admin('support')];
    const [claim] = (await one.visitor.get('/api/admin/claims')).body;
    const own = (who: typeof one, taken = true) =>
      who.visitor.call('PUT', `/api/admin/claims/${claim.id}/owner`, { taken });
    const taken = await Promise.all([own(one), own(two)]);
    expect(taken.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [holder, other] = taken[0]?.status === 200 ? [one, two] : [two, one];
    const decide = (who: typeof one) =>
      who.visitor.post(`/api/admin/claims/${claim.id}/decision`, {
        decision: 'granted',
        answer: 'Yes',
        points: 10,
      });
    const refused = await decide(other);
    expect([refused.status, refused.body.code]).toEqual([409, 'work_taken']);
    expect((await other.visitor.get('/api/admin/claims')).body[0].owner).toMatchObject({ you: false });
    await own(holder, false);
    const answers = await Promise.all([decide(one), decide(two)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await pointsOf(claim.userId)).toBe(10);
  });

  test('assign an appeal to one of two admins, and one of parallel decisions counts', async () => {
    const [one, two] = [await admin('support'), await admin('support')];
    const { id, visitor } = await memberWithCode();
    await one.visitor.post(`/api/admin/users/${id}/pause`, { reason: 'staff_review', text: 'A look' });
    await visitor.post('/api/user/appeal', { text: 'It was me' });
    const appeal = (await one.visitor.get('/api/admin/appeals')).body.find(
      ({ userId }: { userId: string }) => userId === id,
    );
    const own = (who: typeof one, taken = true) =>
      who.visitor.call('PUT', `/api/admin/appeals/${appeal.id}/owner`, { taken });
    expect((await own(one)).status).toBe(200);
    const decide = (who: typeof one) =>
      who.visitor.post(`/api/admin/appeals/${appeal.id}/decision`, { decision: 'granted', answer: 'Yes' });
    expect((await decide(two)).body.code).toBe('work_taken');
    await own(one, false);
    const answers = await Promise.all([decide(one), decide(two)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
