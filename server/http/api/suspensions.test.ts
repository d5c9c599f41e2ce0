import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { StaffRole } from '#contract/staff.values.ts';
import { transactOn } from '#database/transaction.ts';
import { suspendMember } from '#domain/members/index.ts';
import { deriveKey } from '#server/config/secret.ts';
import {
  appCode,
  mailedToken,
  mailsWith,
  PASSWORD,
  setUpTwoFactor,
  signUp,
  wrongAppCode,
} from '#testing/accounts.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startTestServer, type TestServer, type Visitor } from '#testing/server.ts';

const SECRET = 'the secret of the site in this file';
const site = await startTestServer({ APP_SECRET: SECRET });
const { database } = site;

async function staff(staffRole: StaffRole = 'owner') {
  const member = await createMember(database, { isAdmin: true, staffRole });
  const visitor = site.visitor();
  visitor.cookie = await signIn(database, member);
  return { ...member, visitor };
}
const admin = await staff();
const path = (id: string) => `/api/admin/users/${id}/suspension`;
const suspend = (id: string, by: Visitor = admin.visitor, text = 'Two people, one device.') =>
  by.post(path(id), { reason: 'many_accounts', text });
const lift = (id: string, by: Visitor = admin.visitor) => by.call('DELETE', path(id));
const logIn = (email: string, more: object = {}, on: TestServer = site) =>
  on.visitor().post('/api/login', { username: email, password: PASSWORD, ...more });
const appeal = (token: string, text = 'It is my brother.') =>
  site.visitor().post('/api/suspension-appeal', { token, text });
const queue = async (userId: string) =>
  (
    (await admin.visitor.get('/api/admin/appeals')).body as {
      id: string;
      userId: string;
      kind: string;
    }[]
  ).filter((one) => one.userId === userId);
const auditOf = async (id: string) =>
  database
    .selectFrom('auditEntries')
    .leftJoin('auditTexts', 'auditTexts.entryId', 'auditEntries.id')
    .select(['action', 'after', 'auditTexts.text as reason', 'actor'])
    .where('subjectId', '=', id)
    .orderBy('auditEntries.id')
    .execute();

describe('a suspension', () => {
  test('ends every session and event stream at once, is mailed, and is in the audit trail', async () => {
    const { id, email, visitor } = await signUp(site);
    const stream = await fetch(`${site.url}/api/events`, { headers: { cookie: visitor.cookie } });
    const reader = stream.body?.getReader();
    const ended = (async () => {
      while (!(await reader?.read())?.done);
    })();
    expect((await suspend(id)).status).toBe(200);
    await ended;
    expect((await visitor.get('/api/user')).status).toBe(401);
    const { rows } = await sql`select from sessions where user_id = ${id}`.execute(database);
    expect(rows).toEqual([]);
    const [mail] = await mailsWith(site, email, /account is suspended/);
    expect(mail?.text).toContain('several accounts seem to belong to one person');
    expect(mail?.text).toContain('Two people, one device.');
    expect(await auditOf(id)).toContainEqual({
      action: 'POST /api/admin/users/{id}/suspension',
      after: { suspended: 'many_accounts' },
      reason: 'Two people, one device.',
      actor: admin.id,
    });
    const page = (await admin.visitor.get(`/api/admin/users/${id}`)).body;
    expect(page).toMatchObject({
      status: 'suspended',
      suspension: { reason: 'many_accounts', text: 'Two people, one device.' },
    });
    const listed = await admin.visitor.get(`/api/admin/users?status=suspended&search=${id}`);
    expect(listed.body).toMatchObject([{ id, status: 'suspended' }]);
  });

  test('shows its reason and text only after the right password', async () => {
    const { id, email } = await signUp(site);
    await suspend(id);
    const answer = await logIn(email);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({
      code: 'suspended',
      details: {
        reason: 'many_accounts',
        text: 'Two people, one device.',
        since: expect.any(String),
        appealToken: expect.any(String),
      },
    });
    expect(answer.headers.get('set-cookie')).toBeNull();
    const wrong = await logIn(email, { password: 'wrong password' });
    expect(wrong.body).toMatchObject({ code: 'wrong_credentials' });
    expect(wrong.body.details).toBeUndefined();
  });

  test('of a member with a second factor shows them only after the code too', async () => {
    const member = await signUp(site);
    const { secret } = await setUpTwoFactor(site, member);
    await suspend(member.id);
    expect((await logIn(member.email)).body).toMatchObject({ code: 'two_factor_required' });
    const wrong = await logIn(member.email, { code: wrongAppCode(secret) });
    expect(wrong.body).toMatchObject({ code: 'invalid_two_factor_code' });
    expect([wrong.body.details]).toEqual([undefined]);
    const right = await logIn(member.email, { code: appCode(secret) });
    expect(right.body).toMatchObject({ code: 'suspended', details: { reason: 'many_accounts' } });
  });

  test('is not lifted by a new password', async () => {
    const { id, email } = await signUp(site);
    await suspend(id);
    await site.visitor().post('/api/forgot-password', { email });
    const token = await mailedToken(site, email);
    const newPassword = 'another correct horse';
    expect((await site.visitor().post('/api/reset-password', { token, newPassword })).status).toBe(200);
    expect((await logIn(email, { password: newPassword })).body.code).toBe('suspended');
  });

  test('can be lifted, which is mailed once, and the member signs in as before', async () => {
    const { id, email } = await signUp(site);
    await suspend(id);
    expect((await lift(id)).status).toBe(200);
    expect((await lift(id)).status).toBe(200);
    expect((await logIn(email)).status).toBe(200);
    await mailsWith(site, email, /account is open again/);
    expect((await site.mails(email)).filter(({ subject }) => /open again/.test(subject))).toHaveLength(1);
  });

  test('that another admin has replaced is neither lifted nor replaced by who has seen the one before', async () => {
    const { id } = await signUp(site);
    const read = async () => (await admin.visitor.get(`/api/admin/users/${id}`)).body.suspension;
    await suspend(id);
    const { since } = await read();
    await suspend(id, admin.visitor, 'Five people, one device.');
    const given = { reason: 'region', text: 'Of the first look.', replaces: since };
    for (const answer of [
      await admin.visitor.call('DELETE', `${path(id)}?since=${since}`),
      await admin.visitor.post(path(id), given),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'measure_changed']);
    }
    expect(await read()).toMatchObject({ text: 'Five people, one device.' });
    const lifted = await admin.visitor.call('DELETE', `${path(id)}?since=${(await read()).since}`);
    expect(lifted.status).toBe(200);
    expect(await read()).toBeNull();
  });

  test('of an unknown member or one who has left returns 404', async () => {
    const nobody = 'ffffffff-ffff-4fff-8fff-ffffffffffff';
    expect([(await suspend(nobody)).status, (await lift(nobody)).status]).toEqual([404, 404]);
  });

  test('needs a role that helps members, and a fresh sign-in', async () => {
    const { id } = await createMember(database);
    for (const role of ['finance', 'read_only'] as const) {
      const { visitor } = await staff(role);
      expect((await suspend(id, visitor)).body.code).toBe('not_permitted');
      expect((await lift(id, visitor)).body.code).toBe('not_permitted');
    }
    const support = await staff('support');
    await sql`update sessions set authenticated_at = now() - interval '1 hour' where user_id = ${support.id}`.execute(
      database,
    );
    expect((await suspend(id, support.visitor)).body.code).toBe('reauthentication_required');
    expect((await lift(id, support.visitor)).body.code).toBe('reauthentication_required');
  });

  test('of an admin is for owners only, never of oneself, and never of the last owner', async () => {
    const [support, finance] = [await staff('support'), await staff('finance')];
    expect((await suspend(support.id, support.visitor)).body.code).toBe('approval_own');
    expect((await suspend(finance.id, support.visitor)).body.code).toBe('not_permitted');
    expect((await suspend(admin.id, support.visitor)).body.code).toBe('not_permitted');
    expect((await suspend(finance.id)).status).toBe(200);
    expect((await finance.visitor.get('/api/admin/users')).status).toBe(401);
    expect((await lift(finance.id, support.visitor)).body.code).toBe('not_permitted');
    expect((await lift(finance.id)).status).toBe(200);
    expect((await suspend(admin.id)).body.code).toBe('approval_own');
  });

  test('of the last owner who can sign in is refused to the operator too, though another one is suspended', async () => {
    const { database: alone } = await startTestServer();
    const [one, two] = [
      await createMember(alone, { isAdmin: true }),
      await createMember(alone, { isAdmin: true }),
    ];
    const byOperator = (userId: string) =>
      transactOn(alone)((tx) =>
        suspendMember(tx, { userId, adminId: null, reason: 'staff_review', text: 'We look into it.' }),
      );
    await byOperator(two.id);
    await expect(byOperator(one.id)).rejects.toMatchObject({ code: 'last_owner' });
  });

  test('of each other by the last two owners at once leaves one of them', async () => {
    const alone = await startTestServer();
    const owners = await Promise.all(
      [1, 2].map(async () => {
        const member = await createMember(alone.database, { isAdmin: true });
        const visitor = alone.visitor();
        visitor.cookie = await signIn(alone.database, member);
        return { ...member, visitor };
      }),
    );
    const [one, two] = owners;
    if (!one || !two) throw new Error('there are two');
    const answers = await Promise.all([suspend(two.id, one.visitor), suspend(one.id, two.visitor)]);
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    const { rows } = await sql`select from users where staff_role = 'owner' and suspended_at is null`.execute(
      alone.database,
    );
    expect(rows).toHaveLength(1);
  });

  test('is refused to an owner who was suspended while the request was on its way', async () => {
    const [one, two] = [await staff(), await staff()];
    await suspend(two.id);
    const late = transactOn(database)((tx) =>
      suspendMember(tx, { userId: one.id, adminId: two.id, reason: 'region', text: 'No, you.' }),
    );
    await expect(late).rejects.toEqual(expect.objectContaining({ code: 'not_permitted' }));
  });

  test('stops the API keys of its member', async () => {
    const owner = await staff();
    const { body } = await owner.visitor.post('/api/admin/keys', {
      name: 'x',
      scopes: ['members.read'],
      days: 30,
    });
    const calling = () =>
      site.visitor().call('GET', '/api/admin/users', undefined, { Authorization: `Bearer ${body.key}` });
    expect((await calling()).status).toBe(200);
    await suspend(owner.id);
    expect((await calling()).body.code).toBe('invalid_key');
  });
});

describe('an appeal against a suspension', () => {
  const suspended = async () => {
    const member = await signUp(site);
    await suspend(member.id);
    const token = (await logIn(member.email)).body.details.appealToken as string;
    return { ...member, token };
  };

  test('reaches the queue once, and the next sign-in shows that without another token', async () => {
    const { id, email, token } = await suspended();
    const answers = await Promise.all([1, 2, 3].map(() => appeal(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await queue(id)).toMatchObject([{ kind: 'suspension' }]);
    const { details } = (await logIn(email)).body;
    expect(details).toMatchObject({ answered: 'open' });
    expect(details.appealToken).toBeUndefined();
  });

  test('stays in the queue when its member is paused as well', async () => {
    const { id, token } = await suspended();
    await appeal(token);
    const pause = { reason: 'many_accounts', text: 'Two people, one device.' };
    expect((await admin.visitor.post(`/api/admin/users/${id}/pause`, pause)).status).toBe(200);
    expect(await queue(id)).toMatchObject([{ kind: 'suspension' }]);
  });

  test('that is granted lifts it, and the member gets the answer by mail', async () => {
    const { id, email, token } = await suspended();
    await appeal(token);
    const [open] = await queue(id);
    const decision = { decision: 'granted', answer: 'Thank you for the proof.' };
    expect((await admin.visitor.post(`/api/admin/appeals/${open?.id}/decision`, decision)).status).toBe(200);
    expect((await logIn(email)).status).toBe(200);
    const [mail] = await mailsWith(site, email, /account is open again/);
    expect(mail?.text).toContain('Thank you for the proof.');
  });

  test('that is turned down keeps it, and mail and sign-in say why', async () => {
    const { id, email, token } = await suspended();
    await appeal(token);
    const [open] = await queue(id);
    const decision = { decision: 'kept', answer: 'The devices are the same.' };
    expect((await admin.visitor.post(`/api/admin/appeals/${open?.id}/decision`, decision)).status).toBe(200);
    expect((await logIn(email)).body).toMatchObject({
      code: 'suspended',
      details: { answered: 'kept', answer: 'The devices are the same.' },
    });
    const [mail] = await mailsWith(site, email, /account stays suspended/);
    expect(mail?.text).toContain('The devices are the same.');
    expect((await appeal(token)).body.code).toBe('appeal_open');
  });

  test('of an admin is decided by an owner', async () => {
    const member = await signUp(site);
    await sql`update users set is_admin = true, staff_role = 'support' where id = ${member.id}`.execute(
      database,
    );
    await suspend(member.id);
    const token = (await logIn(member.email)).body.details.appealToken as string;
    await appeal(token);
    const [open] = await queue(member.id);
    const support = await staff('support');
    const decide = (by: Visitor) =>
      by.post(`/api/admin/appeals/${open?.id}/decision`, { decision: 'granted', answer: 'Fine.' });
    expect((await decide(support.visitor)).body.code).toBe('not_permitted');
    expect((await decide(admin.visitor)).status).toBe(200);
  });

  test('needs the unchanged, unexpired token of this suspension, which opens no session', async () => {
    const { id, email, token } = await suspended();
    const other = await suspended();
    const [, mark = '', end = '', signature = ''] = token.split('.');
    for (const forged of [
      'nothing',
      `${token}x`,
      `${other.id}.${mark}.${end}.${signature}`,
      `${id}.${mark}.${Number(end) + 60_000}.${signature}`,
      `${id}.${mark}.${end}.`,
    ]) {
      expect((await appeal(forged)).body.code).toBe('invalid_appeal_token');
    }
    const visitor = site.visitor();
    visitor.cookie = `session=${token}`;
    expect((await visitor.get('/api/user')).status).toBe(401);
    await lift(id);
    await suspend(id);
    expect((await appeal(token)).body.code).toBe('invalid_appeal_token');
    const fresh = (await logIn(email)).body.details.appealToken as string;
    const endingAt = (time: number) => {
      const body = [...fresh.split('.').slice(0, 2), time].join('.');
      const key = deriveKey(SECRET, 'answers to suspensions');
      return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`;
    };
    const ends = Number(fresh.split('.')[2]);
    expect(endingAt(ends)).toBe(fresh);
    expect(Math.abs(ends - Date.now() - 30 * 60_000)).toBeLessThan(60_000);
    expect((await appeal(endingAt(Date.now() - 1_000))).body.code).toBe('invalid_appeal_token');
    expect((await appeal(fresh)).status).toBe(200);
  });

  test('is limited by the address of the network', async () => {
    const visitor = site.visitor();
    const answers: number[] = [];
    for (let n = 0; n < 21; n++) {
      answers.push((await visitor.post('/api/suspension-appeal', { token: 'nothing', text: 'x' })).status);
    }
    expect(answers.slice(0, 20)).toEqual(Array(20).fill(400));
    expect(answers[20]).toBe(429);
  });
});
