import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { eraseAccount } from '#domain/privacy/index.ts';
import {
  ACCOUNTS_PER_DEVICE_MIN,
  REVERSALS_MIN,
  TASKS_PER_HOUR_MIN,
  watchMembers,
} from '#domain/trust/signals/signals.ts';
import { mailsWith, newAddress, signUp } from '#testing/accounts.ts';
import { giveGrants } from '#testing/captcha.ts';
import { listenTo } from '#testing/event-stream.ts';
import { createMember, MAILBOX_KEY, signIn } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';
import { leaveToTest } from '#testing/timetable.ts';

const site = await startTestServer();
const { database } = site;
const transact = transactOn(database);
// It would record a member before a test has them leave.
await leaveToTest(database, 'watch_members');
const admin = await createMember(database, { isAdmin: true });
const staff = site.visitor();
staff.cookie = await signIn(database, admin);

async function newMember(points = 0) {
  const member = await createMember(database, { points });
  const visitor = site.visitor();
  visitor.cookie = await signIn(database, member);
  const pauseOf = async () => (await visitor.get('/api/user')).body.pause;
  return { ...member, visitor, pauseOf };
}
const pause = (id: string, text = 'Please tell us more.') =>
  staff.post(`/api/admin/users/${id}/pause`, { reason: 'many_reversals', text });
const queue = async (userId: string) =>
  ((await staff.get('/api/admin/appeals')).body as { id: string; userId: string }[]).filter(
    (appeal) => appeal.userId === userId,
  );
const decide = (id: string | undefined, decision: 'granted' | 'kept', answer = 'We looked.') =>
  staff.post(`/api/admin/appeals/${id}/decision`, { decision, answer });
async function kindsTold(id: string) {
  const { rows } = await sql<{
    kind: string;
  }>`select kind from notices where user_id = ${id} order by created_at`.execute(database);
  return rows.map(({ kind }) => kind);
}

describe('a pause', () => {
  test('refuses only redemptions, with its own code, and the points stay', async () => {
    const { id, visitor, pauseOf } = await newMember(500);
    expect((await pause(id)).status).toBe(200);
    expect(await pauseOf()).toMatchObject({
      reason: 'many_reversals',
      text: 'Please tell us more.',
      appeal: null,
    });
    await giveGrants(database, id, 'redemption');
    const redeem = (n: number) =>
      visitor.post('/api/redemptions', { requestId: `request-${n}`, cardTier: '1USD' });
    const refused = await redeem(1);
    expect([refused.status, refused.body.code]).toEqual([403, 'paused']);
    expect((await visitor.get('/api/walls')).status).toBe(200);
    expect((await visitor.get('/api/user')).body.points).toBe(500);

    expect((await staff.call('DELETE', `/api/admin/users/${id}/pause`)).status).toBe(200);
    expect(await pauseOf()).toBeNull();
    expect((await redeem(2)).status).toBe(200);
  });

  test('is mailed to the member with its reason, and so is its end, each once', async () => {
    const { id, email } = await newMember();
    await pause(id, 'Because of the game.');
    const [mail] = await mailsWith(site, email, /redemptions are paused/);
    expect(mail?.text).toContain('partners took back many points');
    expect(mail?.text).toContain('Because of the game.');
    for (let n = 0; n < 2; n++) await staff.call('DELETE', `/api/admin/users/${id}/pause`);
    await mailsWith(site, email, /open again/);
    expect(await site.mails(email)).toHaveLength(2);
  });

  test('is told to the open pages of its member, as are the decision about an appeal and its end', async () => {
    const { id, visitor } = await newMember();
    const told = async (work: () => Promise<unknown>) => {
      const hear = await listenTo(site, visitor);
      await work();
      return hear('event: pause');
    };
    expect(await told(() => pause(id))).toContain('event: pause\ndata: {}\n\n');
    await visitor.post('/api/user/appeal', { text: 'Because.' });
    const [appeal] = await queue(id);
    expect(await told(() => decide(appeal?.id, 'kept'))).toContain('event: pause');
    expect(await told(() => staff.call('DELETE', `/api/admin/users/${id}/pause`))).toContain('event: pause');
  });

  test('that another admin has replaced is neither ended nor replaced by who has seen the one before', async () => {
    const { id, visitor } = await newMember();
    const read = async () => (await staff.get(`/api/admin/users/${id}`)).body.pause;
    await pause(id);
    const { since } = await read();
    await pause(id, 'Five people, one device.');
    await visitor.post('/api/user/appeal', { text: 'We are five.' });
    const path = `/api/admin/users/${id}/pause`;
    const sanction = { reason: 'region', text: 'Of the first look.' };
    for (const answer of [
      await staff.call('DELETE', `${path}?since=${since}`),
      await staff.post(path, { ...sanction, replaces: since }),
      await staff.post(path, { ...sanction, replaces: null }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'measure_changed']);
    }
    expect(await read()).toMatchObject({ text: 'Five people, one device.' });
    expect(await queue(id)).toHaveLength(1);
    const now = (await read()).since;
    expect((await staff.post(path, { ...sanction, replaces: now })).status).toBe(200);
    // The answer may be lost, so that it is sent again.
    const last = (await read()).since;
    for (let n = 0; n < 2; n++) {
      expect((await staff.call('DELETE', `${path}?since=${last}`)).status).toBe(200);
      expect(await read()).toBeNull();
    }
    expect((await staff.post(path, { ...sanction, replaces: null })).status).toBe(200);
  });

  test('that ends while its member is suspended tells nobody that redemptions are open', async () => {
    const { id } = await newMember();
    await pause(id);
    await staff.post(`/api/admin/users/${id}/suspension`, { reason: 'many_accounts', text: 'A look.' });
    expect((await staff.call('DELETE', `/api/admin/users/${id}/pause`)).status).toBe(200);
    expect(await kindsTold(id)).toEqual(['account_paused', 'account_suspended']);
  });

  test('that ends while its member is suspended tells them what became of their answer', async () => {
    const { id, email, visitor } = await newMember();
    await pause(id);
    await visitor.post('/api/user/appeal', { text: 'Because.' });
    await staff.post(`/api/admin/users/${id}/suspension`, { reason: 'many_accounts', text: 'A look.' });
    expect((await staff.call('DELETE', `/api/admin/users/${id}/pause`)).status).toBe(200);
    const [mail] = await mailsWith(site, email, /reviewed your answer/);
    expect(mail?.text).toContain('the pause of your account has ended');
    expect(await kindsTold(id)).toEqual(['account_paused', 'account_suspended', 'appeal_granted']);
  });

  test('of an unknown member returns 404', async () => {
    const nobody = 'ffffffff-ffff-4fff-8fff-ffffffffffff';
    expect((await pause(nobody)).status).toBe(404);
    expect((await staff.call('DELETE', `/api/admin/users/${nobody}/pause`)).status).toBe(404);
    expect((await decide(nobody, 'kept')).status).toBe(404);
  });
});

describe('an appeal against a pause', () => {
  test('reaches the queue once, even if four are sent at the same moment', async () => {
    const { id, visitor, pauseOf } = await newMember();
    expect((await visitor.post('/api/user/appeal', { text: 'x' })).body.code).toBe('not_paused');
    await pause(id);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => visitor.post('/api/user/appeal', { text: `Answer ${n}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'appeal_open')).toHaveLength(3);
    expect(await queue(id)).toHaveLength(1);
    expect((await pauseOf()).appeal).toMatchObject({ decision: null, answer: null });
  });

  test('that was written against an earlier pause is refused, and the one in force can still be answered', async () => {
    const { id, visitor, pauseOf } = await newMember();
    await pause(id, 'Which country do you live in?');
    const { since } = await pauseOf();
    await pause(id, 'Two accounts share a phone.');
    const refused = await visitor.post('/api/user/appeal', { text: 'In Mexico.', since });
    expect([refused.status, refused.body.code]).toEqual([409, 'pause_replaced']);
    expect(await queue(id)).toEqual([]);
    const now = await pauseOf();
    expect(now).toMatchObject({ text: 'Two accounts share a phone.', appeal: null });
    const answer = { text: 'My sister uses it.', since: now.since };
    expect((await visitor.post('/api/user/appeal', answer)).status).toBe(200);
    expect(await queue(id)).toMatchObject([
      { measureText: 'Two accounts share a phone.', text: 'My sister uses it.' },
    ]);
    await staff.call('DELETE', `/api/admin/users/${id}/pause`);
    expect((await visitor.post('/api/user/appeal', answer)).body.code).toBe('not_paused');
  });

  test('that is granted ends the pause and is mailed', async () => {
    const { id, email, visitor, pauseOf } = await newMember();
    await pause(id);
    await visitor.post('/api/user/appeal', { text: 'Because.' });
    const [appeal] = await queue(id);
    expect((await decide(appeal?.id, 'granted', 'Thank you for the proof.')).status).toBe(200);
    expect(await pauseOf()).toBeNull();
    expect(await queue(id)).toEqual([]);
    const [mail] = await mailsWith(site, email, /reviewed your answer/);
    expect(mail?.text).toContain('the pause of your account has ended');
    expect(mail?.text).toContain('Thank you for the proof.');
  });

  test('of an admin is decided by others, and no admin can end a pause of their own', async () => {
    const support = await createMember(database, { isAdmin: true, staffRole: 'support' });
    const visitor = site.visitor();
    visitor.cookie = await signIn(database, support);
    await pause(support.id);
    await visitor.post('/api/user/appeal', { text: 'Because.' });
    const [appeal] = await queue(support.id);
    const granted = await visitor.post(`/api/admin/appeals/${appeal?.id}/decision`, {
      decision: 'granted',
      answer: 'I looked.',
    });
    const ended = await visitor.call('DELETE', `/api/admin/users/${support.id}/pause`, {});
    expect([granted.body.code, ended.body.code]).toEqual(['approval_own', 'approval_own']);
    expect((await decide(appeal?.id, 'granted')).status).toBe(200);
  });

  test('that is not granted keeps the pause and shows the answer', async () => {
    const { id, email, visitor, pauseOf } = await newMember();
    await pause(id);
    await visitor.post('/api/user/appeal', { text: 'Because.' });
    await decide((await queue(id))[0]?.id, 'kept', 'We need a receipt.');
    expect((await pauseOf()).appeal).toMatchObject({ decision: 'kept', answer: 'We need a receipt.' });
    expect((await visitor.post('/api/user/appeal', { text: 'Again.' })).body.code).toBe('appeal_open');
    const [mail] = await mailsWith(site, email, /reviewed your answer/);
    expect(mail?.text).toContain('We need a receipt.');
  });

  test('is decided once, by the first of parallel decisions', async () => {
    const { id, visitor, pauseOf } = await newMember();
    await pause(id);
    await visitor.post('/api/user/appeal', { text: 'Because.' });
    const [appeal] = await queue(id);
    const decisions = await Promise.all(
      (['granted', 'kept', 'granted', 'kept'] as const).map((decision) => decide(appeal?.id, decision)),
    );
    expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(decisions.filter(({ body }) => body.code === 'appeal_decided')).toHaveLength(3);
    const row = await database
      .selectFrom('appeals')
      .selectAll()
      .where('userId', '=', id)
      .executeTakeFirstOrThrow();
    expect((await pauseOf()) === null).toBe(row.decision === 'granted');
    expect(row.decidedBy).toBe(admin.id);
  });

  test('is closed by a new pause, which allows a new appeal; ending the pause grants it', async () => {
    const { id, visitor } = await newMember();
    await pause(id);
    await visitor.post('/api/user/appeal', { text: 'First.' });
    const [first] = await queue(id);
    await pause(id, 'Another reason.');
    expect((await decide(first?.id, 'granted')).body.code).toBe('appeal_decided');
    expect((await visitor.post('/api/user/appeal', { text: 'Second.' })).status).toBe(200);
    await staff.call('DELETE', `/api/admin/users/${id}/pause`);
    const rows = await database
      .selectFrom('appeals')
      .select('decision')
      .where('userId', '=', id)
      .orderBy('createdAt')
      .execute();
    expect(rows.map(({ decision }) => decision)).toEqual(['kept', 'granted']);
  });
});

test('a new pause leaves the decision about an earlier one unchanged', async () => {
  const { id, visitor } = await newMember();
  await pause(id);
  await visitor.post('/api/user/appeal', { text: 'Because.' });
  await decide((await queue(id))[0]?.id, 'granted', 'You were right.');
  const decided = async () =>
    (await database.selectFrom('appeals').selectAll().where('userId', '=', id).execute())[0];
  const before = await decided();
  await pause(id, 'Something else.');
  expect(await decided()).toEqual(before);
});

describe('a signal', () => {
  const signalsOf = (userId: string) =>
    database
      .selectFrom('trustSignals')
      .select(['signal', 'details'])
      .where('userId', '=', userId)
      .orderBy('id')
      .execute();

  test('of a throw-away address is recorded and refuses nothing', async () => {
    const { id, visitor } = await signUp(site, `robin.${Date.now()}@mailinator.com`);
    expect(await signalsOf(id)).toEqual([
      { signal: 'disposable_email', details: { domain: 'mailinator.com' } },
    ]);
    expect((await visitor.get('/api/user')).body.pause).toBeNull();
  });

  test('for an address outside the regions is recorded with both, refuses nothing, and other addresses get none', async () => {
    const from = async (ip: string) => {
      const { id, visitor } = await signUp({ ...site, visitor: () => site.visitor(ip) }, newAddress());
      expect((await visitor.get('/api/user')).body.pause).toBeNull();
      return signalsOf(id);
    };
    // The registries gave these addresses to Germany and Brazil; the last one is private (RFC 1918).
    expect(await from('80.187.0.1')).toEqual([
      { signal: 'region', details: { country: 'DE', supported: 'US, MX, BR' } },
    ]);
    expect(await from('200.160.2.3')).toEqual([]);
    expect(await from('10.1.2.3')).toEqual([]);
  });

  test('for many accounts of one device is recorded for the account that reaches the number', async () => {
    const ids: string[] = [];
    const visitorAt = site.visitor;
    for (let n = 0; n < ACCOUNTS_PER_DEVICE_MIN; n++) {
      const { id } = await signUp({ ...site, visitor: () => visitorAt('8.8.4.4') }, newAddress());
      ids.push(id);
    }
    const signals = await Promise.all(ids.map(signalsOf));
    expect(signals.slice(0, -1).flat()).toEqual([]);
    expect(signals.at(-1)).toMatchObject([
      { signal: 'many_accounts', details: { accounts: ACCOUNTS_PER_DEVICE_MIN } },
    ]);
  });

  test('for unusual speed or many reversals is recorded once a day, with the facts', async () => {
    const [fast, reversed, normal, left] = [
      await newMember(),
      await newMember(),
      await newMember(),
      await newMember(),
    ];
    const task = { taskType: 'survey', pointsEarned: 1 };
    const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);
    await database
      .insertInto('tasks')
      .values([
        ...times(TASKS_PER_HOUR_MIN, { ...task, userId: fast.id }),
        ...times(TASKS_PER_HOUR_MIN - 1, { ...task, userId: normal.id }),
        ...times(REVERSALS_MIN, { ...task, userId: reversed.id, reversedAt: sql<Date>`now()` }),
        ...times(REVERSALS_MIN, { ...task, userId: reversed.id }),
        ...times(TASKS_PER_HOUR_MIN, { ...task, userId: left.id, reversedAt: sql<Date>`now()` }),
      ])
      .execute();
    await transact((tx) => eraseAccount(tx, left.id, MAILBOX_KEY));
    for (let n = 0; n < 2; n++) await watchMembers(transact);
    expect(await signalsOf(left.id)).toEqual([]);
    expect(await signalsOf(fast.id)).toEqual([
      { signal: 'unusual_speed', details: { tasks: TASKS_PER_HOUR_MIN, minutes: 60 } },
    ]);
    expect(await signalsOf(reversed.id)).toEqual([
      {
        signal: 'many_reversals',
        details: { reversals: REVERSALS_MIN, tasks: 2 * REVERSALS_MIN, days: 30 },
      },
    ]);
    expect(await signalsOf(normal.id)).toEqual([]);
    expect(await fast.pauseOf()).toBeNull();
  });
});
