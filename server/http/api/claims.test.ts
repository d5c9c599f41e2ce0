import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import type { StaffRole } from '#contract/staff.values.ts';
import { transactOn } from '#database/transaction.ts';
import { proveClaims, proveEarning, proveMissions } from '#domain/earning/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { eraseAccount } from '#domain/privacy/index.ts';
import { advertiserKey } from '#server/config/secret.ts';
import { createMember, MAILBOX_KEY, signIn } from '#testing/factories.ts';
import { advertiserQuery, clickOf, LINK, missionMember, newMission } from '#testing/missions.ts';
import { WAIT } from '#testing/patience.ts';
import { startTestServer, type Visitor } from '#testing/server.ts';

const SECRET = 'a secret of at least thirty-two characters';
const site = await startTestServer({ APP_SECRET: SECRET });
const { database } = site;
afterAll(async () => {
  for (const prove of [proveLedger, proveEarning, proveMissions, proveClaims]) {
    expect(await prove(database)).toEqual([]);
  }
});

const admin = site.visitor();
admin.cookie = await signIn(database, await createMember(database, { isAdmin: true }));
const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();
const aboutWall = { kind: 'wall', wall: 'sandbox', title: 'The game' };
const file = (visitor: Visitor, values: object = {}) =>
  visitor.post('/api/claims', {
    about: aboutWall,
    happenedAt: anHourAgo(),
    text: 'Nothing came.',
    ...values,
  });
const decide = (id: string, values: object) =>
  admin.post(`/api/admin/claims/${id}/decision`, { answer: 'Here you are.', ...values });
const pointsOf = async (id: string) =>
  (await database.selectFrom('users').select('points').where('id', '=', id).executeTakeFirstOrThrow()).points;
const toldOf = (userId: string) =>
  database
    .selectFrom('notices')
    .select(['kind', 'data'])
    .where('userId', '=', userId)
    .where('kind', 'like', 'claim%')
    .execute();
const queue = async () => (await admin.get('/api/admin/claims')).body as { id: string }[];
/** A member who has started a mission of an advertiser. */
const starter = async () => {
  const missionId = await newMission(database, { content: LINK });
  const member = await missionMember(site);
  const { body } = await member.post(`/api/missions/${missionId}/start`, undefined);
  return { member, missionId, click: clickOf(body.content.url), about: { kind: 'mission', missionId } };
};

test('a claim about a wall is listed for its member and staff, granted with points, and answered', async () => {
  const member = await missionMember(site);
  const filed = await file(member);
  expect(filed.body).toMatchObject({ wall: 'sandbox', title: 'The game', state: 'open', answer: null });
  const { id } = filed.body;
  expect(await queue()).toContainEqual(
    expect.objectContaining({ id, userId: member.id, text: 'Nothing came.' }),
  );
  const without = await decide(id, { decision: 'granted' });
  expect([without.status, without.body.fields]).toEqual([400, { points: 'Required' }]);
  expect((await decide(id, { decision: 'granted', points: 75 })).status).toBe(200);
  expect(await pointsOf(member.id)).toBe(85);
  expect((await member.get('/api/claims')).body).toMatchObject([
    { id, state: 'granted', answer: 'Here you are.', points: 75 },
  ]);
  const task = { title: 'The game', source: 'Sandbox' };
  expect((await member.get('/api/tasks')).body).toMatchObject([{ ...task, pointsEarned: 75 }]);
  expect((await member.get('/api/statement')).body[0]).toMatchObject({ task, points: 75 });
  expect(await toldOf(member.id)).toEqual([
    { kind: 'claim_granted', data: { points: 75, what: 'The game', answer: 'Here you are.' } },
  ]);
  // Staff see of which wall it is, so that it is not granted once more.
  expect((await admin.get(`/api/admin/users/${member.id}/tasks`)).body).toMatchObject([{ wall: 'sandbox' }]);
  expect(await queue()).not.toContainEqual(expect.objectContaining({ id }));
  const other = await missionMember(site);
  expect((await other.get('/api/claims')).body).toEqual([]);
});

test('a refused claim moves nothing, is answered, and told to the open page', async () => {
  const member = await missionMember(site);
  const { id } = (await file(member)).body;
  const signal = AbortSignal.timeout(WAIT.timeout);
  const stream = await fetch(`${site.url}/api/events`, { headers: { cookie: member.cookie }, signal });
  expect((await decide(id, { decision: 'refused', points: 75 })).status).toBe(200);
  let told = '';
  for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    told += chunk;
    if (told.includes('event: tasks')) break;
  }
  expect(await pointsOf(member.id)).toBe(10);
  expect((await member.get('/api/claims')).body[0]).toMatchObject({ state: 'refused', points: null });
  expect((await decide(id, { decision: 'granted', points: 75 })).body.code).toBe('claim_decided');
  expect(await toldOf(member.id)).toEqual([
    { kind: 'claim_refused', data: { what: 'The game', answer: 'Here you are.' } },
  ]);
});

test('a claim about a mission that is sent again while it is open is that claim, also at the same moment', async () => {
  const member = await missionMember(site, { grants: 2 });
  const begin = async () => {
    const missionId = await newMission(database, { content: LINK });
    expect((await member.post(`/api/missions/${missionId}/start`, undefined)).status).toBe(200);
    return { kind: 'mission', missionId };
  };
  const [about, other] = [await begin(), await begin()];
  const happenedAt = anHourAgo();
  const filed = await Promise.all(Array.from({ length: 4 }, () => file(member, { about, happenedAt })));
  expect(filed.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  for (const values of [{ about: other }, { about, text: 'Not even today.' }]) {
    expect((await file(member, { happenedAt, ...values })).status).toBe(200);
  }
  const { body: claims } = await member.get('/api/claims');
  expect(claims).toMatchObject([
    { missionId: about.missionId, text: 'Not even today.' },
    { missionId: other.missionId, text: 'Nothing came.' },
    { id: filed[0]?.body.id, missionId: about.missionId, text: 'Nothing came.' },
  ]);
  const stranger = await missionMember(site);
  await stranger.post(`/api/missions/${about.missionId}/start`, undefined);
  expect(await file(stranger, { about, happenedAt })).toMatchObject({
    ...{ status: 200, body: { id: expect.not.stringMatching(filed[0]?.body.id) } },
  });
});

test('points of a granted claim that reach the threshold make the usual notice', async () => {
  const member = await missionMember(site, { points: 90 });
  const { id } = (await file(member)).body;
  await decide(id, { decision: 'granted', points: 10 });
  const told = await database
    .selectFrom('notices')
    .select(['kind', 'data'])
    .where('userId', '=', member.id)
    .execute();
  expect(told).toContainEqual({ kind: 'threshold_reached', data: { balance: 100 } });
});

describe('money through a claim', () => {
  const staff = async (staffRole: StaffRole) => {
    const member = await createMember(database, { isAdmin: true, staffRole });
    return Object.assign(site.visitor(), { id: member.id, cookie: await signIn(database, member) });
  };
  const grant = (who: Visitor, id: string, points: number) =>
    who.post(`/api/admin/claims/${id}/decision`, { answer: 'Yes.', decision: 'granted', points });

  test('beyond the limit of one person waits for a second one, also when split into parts', async () => {
    const member = await missionMember(site);
    const [support, owner] = [await staff('support'), await staff('owner')];
    const claims = await Promise.all(Array.from({ length: 3 }, () => file(member)));
    const [one = '', two = '', three = ''] = claims.map(({ body }) => body.id);
    const standings = (answers: { body: { standing: string } }[]) =>
      answers.map(({ body }) => body.standing).sort();
    const both = await Promise.all([grant(support, one, 1_500), grant(support, two, 1_500)]);
    expect(standings(both)).toEqual(['awaiting_approval', 'done']);
    expect(standings([await grant(support, three, 501)])).toEqual(['awaiting_approval']);
    expect(await pointsOf(member.id)).toBe(10 + 1_500);
    // The same holds for an owner, who may approve.
    const more = (await file(member)).body.id;
    expect(standings([await grant(owner, more, 5_000)])).toEqual(['awaiting_approval']);
    const { body: open } = await owner.get('/api/admin/approvals');
    for (const { id } of open as { id: string }[]) {
      await owner.post(`/api/admin/approvals/${id}/decision`, { decision: 'approved' });
    }
    // The request of the owner waits for another admin.
    expect(await pointsOf(member.id)).toBe(10 + 1_500 + 1_500 + 501);
  });

  test.each(['wall', 'mission'])(
    'about a %s is not given to a member who has left before the second person agrees',
    async (kind) => {
      const [support, owner] = [await staff('support'), await staff('owner')];
      const begun = kind === 'mission' ? await starter() : undefined;
      const member = begun?.member ?? (await missionMember(site));
      if (begun)
        await sql`update mission_attempts set points = 5000 where user_id = ${member.id}`.execute(database);
      const { id } = (await file(member, begun ? { about: begun.about } : {})).body;
      expect((await grant(support, id, 5_000)).body.standing).toBe('awaiting_approval');
      const open = (await owner.get('/api/admin/approvals')).body as { id: string; userId: string }[];
      const asked = open.find(({ userId }) => userId === member.id)?.id;
      await transactOn(database)((tx) => eraseAccount(tx, member.id, MAILBOX_KEY));
      const decided = await owner.post(`/api/admin/approvals/${asked}/decision`, { decision: 'approved' });
      expect(decided.body.code).toBe('suspended');
      expect(await pointsOf(member.id)).toBe(10);
      const tasks = database.selectFrom('tasks').select('title').where('userId', '=', member.id);
      expect((await tasks.execute()).filter(({ title }) => title)).toEqual([]);
    },
  );

  test('is never granted by its own member', async () => {
    const owner = await staff('owner');
    const { id } = (await file(owner)).body;
    expect((await grant(owner, id, 10)).body.code).toBe('approval_own');
    expect(await pointsOf(owner.id)).toBe(0);
    expect((await decide(id, { decision: 'granted', points: 10 })).status).toBe(200);
  });

  test('needs a fresh sign-in', async () => {
    const support = await staff('support');
    const { id } = (await file(await missionMember(site))).body;
    await database
      .updateTable('sessions')
      .set({ authenticatedAt: sql`now() - interval '1 hour'` })
      .where('userId', '=', support.id)
      .execute();
    expect((await grant(support, id, 10)).body.code).toBe('reauthentication_required');
  });
});

test('one of twenty parallel decisions of two admins counts, grants and refusals alike', async () => {
  const second = site.visitor();
  second.cookie = await signIn(database, await createMember(database, { isAdmin: true }));
  for (let round = 0; round < 4; round += 1) {
    const member = await missionMember(site);
    const { id } = (await file(member)).body;
    const decisions = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? admin : second).post(`/api/admin/claims/${id}/decision`, {
          answer: 'So be it.',
          ...(n % 4 < 2 ? { decision: 'granted', points: 50 } : { decision: 'refused' }),
        }),
      ),
    );
    const said = decisions.map(({ status, body }) => `${status} ${body.code ?? ''}`).sort();
    expect(said).toEqual(['200 ', ...Array(19).fill('409 claim_decided')]);
    const { state } = (await member.get('/api/claims')).body[0];
    expect(await pointsOf(member.id)).toBe(state === 'granted' ? 60 : 10);
  }
});

test('a granted mission is credited once, and a later message of the advertiser is a copy', async () => {
  const { member, click, about } = await starter();
  const { id } = (await file(member, { about })).body;
  expect((await decide(id, { decision: 'granted' })).status).toBe(200);
  expect(await pointsOf(member.id)).toBe(110);
  const query = advertiserQuery(advertiserKey(SECRET, 'acme'), { click });
  const late = await fetch(`${site.url}/api/mission-postbacks/acme?${query}`);
  expect([late.status, await late.text()]).toEqual([200, 'dup']);
  expect(await pointsOf(member.id)).toBe(110);
  expect((await file(member, { about })).body.code).toBe('mission_completed');
});

test('a granted mission stays with its member when the advertiser repeats a reversal that came before', async () => {
  const { member, click, about } = await starter();
  const query = advertiserQuery(advertiserKey(SECRET, 'acme'), { click, status: 'reversed' });
  const send = async () => (await fetch(`${site.url}/api/mission-postbacks/acme?${query}`)).text();
  expect(await send()).toBe('ok');
  const { id } = (await file(member, { about })).body;
  expect((await decide(id, { decision: 'granted' })).status).toBe(200);
  const again = await Promise.all(Array.from({ length: 5 }, send));
  expect(again).toEqual(Array.from({ length: 5 }, () => 'dup'));
  expect(await pointsOf(member.id)).toBe(110);
});

test('a claim about a mission that is a draft by now can be granted', async () => {
  const { member, missionId, about } = await starter();
  await database.updateTable('missions').set({ status: 'draft' }).where('id', '=', missionId).execute();
  const { id } = (await file(member, { about })).body;
  expect((await decide(id, { decision: 'granted' })).status).toBe(200);
  expect(await pointsOf(member.id)).toBe(110);
});

test('a mission that its advertiser confirmed meanwhile is not credited by its claim as well', async () => {
  const { member, click, about } = await starter();
  const { id } = (await file(member, { about })).body;
  const query = advertiserQuery(advertiserKey(SECRET, 'acme'), { click });
  expect((await fetch(`${site.url}/api/mission-postbacks/acme?${query}`)).status).toBe(200);
  const granted = await decide(id, { decision: 'granted' });
  expect([granted.status, granted.body.code]).toEqual([409, 'mission_completed']);
  expect(await pointsOf(member.id)).toBe(110);
  expect((await decide(id, { decision: 'refused' })).status).toBe(200);
});

test('the evidence of a claim is the clicks of its member and the messages about them, and of no one else', async () => {
  const { member, click, about, missionId } = await starter();
  await fetch(`${site.url}/api/mission-postbacks/acme?click=${click}&signature=forged`);
  const { member: other } = await starter();
  // What a wall said of each of them.
  for (const [userId, code] of [
    [member.id, 'code-of-the-member'],
    [other.id, 'code-of-another'],
  ] as const) {
    await database.insertInto('wallMembers').values({ wall: 'sandbox', code, userId }).execute();
    await sql`insert into postback_log (wall, verdict, transaction_id, member_code, source_ip, latency_ms, raw, received_at)
      values ('sandbox', 'duplicate', ${`of ${code}`}, ${code}, '192.0.2.1', 1, 'x', now() - interval '1 minute')`.execute(
      database,
    );
  }
  const { id } = (await file(member, { about })).body;
  const { body } = await admin.get(`/api/admin/claims/${id}/evidence`);
  expect(body.clicks).toEqual([
    { mission: 'A mission', clickId: click, startedAt: expect.any(String), completedAt: null },
  ]);
  expect(body.messages).toMatchObject([
    { source: 'acme', verdict: 'bad_signature' },
    { source: 'sandbox', verdict: 'duplicate', transactionId: 'of code-of-the-member' },
  ]);
  expect((await admin.get(`/api/admin/claims/${randomUUID()}/evidence`)).status).toBe(404);
  expect(missionId).toBe(about.missionId);
});

test('the evidence of a busy member is from around the time of the claim', async () => {
  const { member, missionId, click, about } = await starter();
  const { id } = (await file(member, { about, happenedAt: anHourAgo() })).body;
  await sql`with calls as (
      insert into webhook_transactions (transaction_id, provider, user_id, status, amount_mb, created_at)
      select ${id} || n, 'sandbox', ${member.id}, 'reversed_early', 1, now() - make_interval(mins => case n when 0 then 61 else 0 end)
      from generate_series(0, 60) n returning id, created_at
    )
    insert into tasks (id, user_id, task_type, points_earned, completed_at)
    select id, ${member.id}, 'survey', 1, created_at from calls`.execute(database);
  const { rows: others } = await sql<{ id: string }>`
    insert into missions (kind, title, description, instructions, points, difficulty, status, content)
    select kind, title, description, instructions, points, difficulty, 'draft', content
    from missions, generate_series(1, 51) where id = ${missionId} returning id`.execute(database);
  await sql`
    insert into mission_attempts (mission_id, user_id, click_id, points, started_at, reserved_until)
    select other, ${member.id}, gen_random_uuid(), 1, now() + interval '1 minute', now()
    from unnest(${others.map((other) => other.id)}::uuid[]) other`.execute(database);
  const { body } = await admin.get(`/api/admin/claims/${id}/evidence`);
  expect(body.messages.at(-1)).toMatchObject({ transactionId: `${id}0` });
  expect(body.clicks.map(({ clickId }: { clickId: string }) => clickId)).toContain(click);
  await sql`delete from tasks where user_id = ${member.id}`.execute(database);
  await sql`delete from webhook_transactions where user_id = ${member.id}`.execute(database);
});

test('a claim is refused about an unknown wall, a mission never started, the future or the distant past', async () => {
  const member = await missionMember(site);
  const fields = async (values: object) => Object.keys((await file(member, values)).body.fields ?? {});
  expect(await fields({ about: { ...aboutWall, wall: 'elsewhere' } })).toEqual(['about.wall']);
  expect(await fields({ happenedAt: new Date(Date.now() + 3_600_000).toISOString() })).toEqual([
    'happenedAt',
  ]);
  expect(await fields({ happenedAt: '2020-01-01T00:00:00Z' })).toEqual(['happenedAt']);
  expect(await fields({ text: ' ' })).toEqual(['text']);
  const missionId = await newMission(database);
  expect((await file(member, { about: { kind: 'mission', missionId } })).body.code).toBe(
    'mission_not_started',
  );
});

test('a claim of a member who was suspended meanwhile cannot be granted, for a wall or a mission', async () => {
  const { member, about } = await starter();
  for (const values of [{}, { about }]) {
    const { id } = (await file(member, values)).body;
    await sql`update users set suspended_at = now() where id = ${member.id}`.execute(database);
    const answer = await decide(id, { decision: 'granted', points: 50 });
    expect([answer.status, answer.body.code]).toEqual([403, 'suspended']);
    expect(await pointsOf(member.id)).toBe(10);
    // Nor is a second admin asked for one of many points.
    expect((await decide(id, { decision: 'granted', points: 3_000 })).body.code).toBe('suspended');
    expect(await queue()).toContainEqual(expect.objectContaining({ id, awaitingApproval: false }));
    await sql`update users set suspended_at = null where id = ${member.id}`.execute(database);
  }
});

test('a member can file ten claims a day', async () => {
  const member = await missionMember(site);
  const filed = await Promise.all(Array.from({ length: 12 }, () => file(member)));
  expect(filed.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(filed.filter(({ status }) => status === 429)).toHaveLength(2);
});

test.each(['granted', 'refused'])(
  'a claim can be %s while its member leaves, and neither fails',
  async (decision) => {
    const rounds = Array.from({ length: 12 }, async () => {
      const member = await createMember(database, { points: 10 });
      const visitor = Object.assign(site.visitor(), { cookie: await signIn(database, member) });
      const { id } = (await file(visitor)).body;
      const [decided] = await Promise.all([
        decide(id, { decision, points: 50 }),
        transactOn(database)((tx) => eraseAccount(tx, member.id, MAILBOX_KEY)),
      ]);
      return decided.status;
    });
    // The response is 403 if the account is already gone.
    for (const status of await Promise.all(rounds)) expect([200, 403]).toContain(status);
  },
);
