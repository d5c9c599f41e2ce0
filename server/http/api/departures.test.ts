import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { memberAccount, post, proveLedger, wallAccount } from '#domain/ledger/index.ts';
import { applyRetention, eraseAccount } from '#domain/privacy/index.ts';
import { proveDebts } from '#domain/trust/index.ts';
import { deriveKey } from '#server/config/secret.ts';
import { mailedCode, mailsWith, PASSWORD, signUp } from '#testing/accounts.ts';
import { untilBlocked } from '#testing/blocked.ts';
import { listenTo } from '#testing/event-stream.ts';
import { createMember, credit, signIn } from '#testing/factories.ts';
import { startTestServer, type Visitor } from '#testing/server.ts';

const SECRET = 'a secret of this test, long enough';
const site = await startTestServer({ APP_SECRET: SECRET });
const { database } = site;
const transact = transactOn(database);
const admin = await createMember(database, { isAdmin: true });
const staff = site.visitor();
staff.cookie = await signIn(database, admin);

const measure = (id: string, kind: 'pause' | 'suspension') =>
  staff.post(`/api/admin/users/${id}/${kind}`, { reason: 'many_reversals', text: 'Our partner asks.' });
const leave = (visitor: Visitor) => visitor.call('DELETE', '/api/user/account');
const standingOf = async (email: string) => {
  const { rows } = await sql<{ points: number; paused: string | null; suspended: string | null }>`
    select points, paused_reason as paused, suspended_reason as suspended from users where email = ${email}`.execute(
    database,
  );
  return rows[0];
};
/** A debt, as when a reward of the member is taken back after its points were spent. */
const indebt = (id: string, points: number) =>
  transact((tx) =>
    post(tx, [
      {
        key: `test:debt:${id}`,
        unit: 'points',
        from: memberAccount(id),
        to: wallAccount('test'),
        amount: points,
        kind: 'reversal',
        reference: id,
        actor: 'system',
        mayOverdraw: true,
      },
    ]),
  );
/** Signs up as `signUp` does, and returns the last response even if it is a refusal. */
async function tryToSignUp(email: string, codes = 1) {
  const visitor = site.visitor();
  const input = { email, password: PASSWORD, name: 'Robin' };
  await visitor.post('/api/register', input);
  const code = await mailedCode(site, email, codes);
  return { visitor, answer: await visitor.post('/api/verify-email', { ...input, code }) };
}
let counter = 0;
/** Addresses of one mailbox in three spellings. */
const mailbox = () => {
  const name = `sam${process.pid}x${++counter}`;
  return {
    plain: `${name}@gmail.com`,
    dotted: `${name[0]}.${name.slice(1)}@gmail.com`,
    tagged: `${name}+again@googlemail.com`,
  };
};
const kept = async () => (await sql`select * from departures`.execute(database)).rows;
const debtsTold = async (userId: string) =>
  (
    await database
      .selectFrom('notices')
      .select('data')
      .where('userId', '=', userId)
      .where('kind', '=', 'debt_met')
      .execute()
  ).map(({ data }) => data);

afterEach(async () => {
  for (const prove of [proveLedger, proveDebts]) expect(await prove(database)).toEqual([]);
});

describe('a member who leaves and signs up again at the same mailbox', () => {
  test('while paused is paused again in every spelling, with the reason but not the text', async () => {
    for (const again of ['plain', 'dotted', 'tagged'] as const) {
      const box = mailbox();
      const { visitor, id } = await signUp(site, box.plain);
      await measure(id, 'pause');
      expect((await leave(visitor)).status).toBe(200);
      const { visitor: back, id: newId } = await signUpAgain(box[again], again === 'plain' ? 2 : 1);
      expect(newId).not.toBe(id);
      expect((await back.get('/api/user')).body.pause).toMatchObject({ reason: 'many_reversals', text: '' });
    }
    expect(await kept()).toEqual([]);
  });

  test('while suspended is suspended again, gets an appeal token and no session', async () => {
    const box = mailbox();
    const { visitor, id } = await signUp(site, box.plain);
    await measure(id, 'suspension');
    expect((await leave(visitor)).status).toBe(401);
    // As if the suspension came while the request to leave was on its way.
    await transact((tx) => eraseAccount(tx, id, deriveKey(SECRET, 'mailboxes of former members')));
    const { visitor: back, answer } = await tryToSignUp(box.tagged);
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'suspended', details: { reason: 'many_reversals', appealToken: expect.any(String) } },
    });
    expect((await back.get('/api/user')).status).toBe(401);
    expect(await standingOf(box.tagged)).toMatchObject({ suspended: 'many_reversals' });
  });

  test('in debt owes the same again once, by a new transfer', async () => {
    const box = mailbox();
    const { visitor, id } = await signUp(site, box.plain);
    await credit(database, id, 100);
    await indebt(id, 350);
    await leave(visitor);
    expect(await kept()).toMatchObject([{ pointsOwed: 250 }]);
    expect(
      (await database.selectFrom('users').select('points').where('id', '=', id).executeTakeFirst())?.points,
    ).toBe(0);
    const { id: newId } = await signUpAgain(box.dotted);
    expect(await standingOf(box.dotted)).toMatchObject({ points: -250, paused: null });
    const { rows } = await sql`select kind, from_account, to_account, amount from ledger_transfers
      where member_id = ${newId}`.execute(database);
    expect(rows).toEqual([
      { kind: 'debt', fromAccount: `member:${newId}`, toAccount: 'departed', amount: 250 },
    ]);
    expect(await debtsTold(newId)).toEqual([{ points: 250, balance: -250 }]);
    expect(await kept()).toEqual([]);
  });

  test('in debt cannot escape by a second account: the next account at the mailbox is paused', async () => {
    const box = mailbox();
    const { visitor, id } = await signUp(site, box.plain);
    await indebt(id, 50);
    await leave(visitor);
    await signUpAgain(box.dotted);
    await signUpAgain(box.tagged);
    expect(await standingOf(box.tagged)).toMatchObject({ points: 0, paused: 'many_accounts' });
  });

  test('at the same moment gets both the pause and the debt, in either order of the two calls', async () => {
    for (let round = 0; round < 6; round++) {
      const box = mailbox();
      const { visitor, id } = await signUp(site, box.plain);
      await measure(id, 'pause');
      await indebt(id, 80);
      const next = site.visitor();
      const input = { email: box.tagged, password: PASSWORD, name: 'Robin' };
      await next.post('/api/register', input);
      const code = await mailedCode(site, box.tagged);
      const answers = await Promise.all([leave(visitor), next.post('/api/verify-email', { ...input, code })]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await standingOf(box.tagged)).toEqual({
        points: -80,
        paused: 'many_reversals',
        suspended: null,
      });
    }
    expect(await kept()).toEqual([]);
  });

  test('waits until the old account has left', async () => {
    const box = mailbox();
    const { id } = await signUp(site, box.plain);
    await indebt(id, 60);
    const next = site.visitor();
    const input = { email: box.tagged, password: PASSWORD, name: 'Robin' };
    await next.post('/api/register', input);
    const code = await mailedCode(site, box.tagged);
    const signing = await transact(async (tx) => {
      await eraseAccount(tx, id, deriveKey(SECRET, 'mailboxes of former members'));
      const answer = next.post('/api/verify-email', { ...input, code });
      await untilBlocked(tx);
      return { answer };
    });
    expect((await signing.answer).status).toBe(200);
    expect(await standingOf(box.tagged)).toEqual({ points: -60, paused: null, suspended: null });
  });

  test('with no pause or debt leaves no record', async () => {
    const box = mailbox();
    const { visitor } = await signUp(site, box.plain);
    await leave(visitor);
    expect(await kept()).toEqual([]);
    await signUpAgain(box.plain, 2);
    expect(await standingOf(box.plain)).toEqual({ points: 0, paused: null, suspended: null });
  });

  test('after staff ended the pause is not paused again', async () => {
    const box = mailbox();
    const first = await signUp(site, box.plain);
    await measure(first.id, 'pause');
    await leave(first.visitor);
    const second = await signUpAgain(box.dotted);
    await staff.call('DELETE', `/api/admin/users/${second.id}/pause`);
    await leave(second.visitor);
    await signUpAgain(box.tagged);
    expect(await standingOf(box.tagged)).toMatchObject({ paused: null });
  });
});

describe('a member who moves to another address', () => {
  const move = async (visitor: Visitor, email: string) => {
    const asked = await visitor.call('PATCH', '/api/user/profile', { email });
    if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
    return visitor.post('/api/user/email-change/confirm', { code: await mailedCode(site, email) });
  };

  test('where another account left paused and in debt gets both', async () => {
    const box = mailbox();
    const { visitor, id } = await signUp(site, box.plain);
    await measure(id, 'pause');
    await indebt(id, 30);
    await leave(visitor);
    const other = await signUp(site);
    await credit(database, other.id, 100);
    expect((await move(other.visitor, box.tagged)).status).toBe(200);
    expect(await standingOf(box.tagged)).toMatchObject({ points: 70, paused: 'many_reversals' });
    expect(await debtsTold(other.id)).toEqual([{ points: 30, balance: 70 }]);
    const [mail] = await mailsWith(site, box.tagged, /earlier account/);
    expect(mail?.subject).toBe('$0.30 taken for an earlier account');
  });

  test('while paused leaves no clean mailbox behind, before or after leaving', async () => {
    const [box, elsewhere] = [mailbox(), mailbox()];
    const { visitor, id } = await signUp(site, box.plain);
    await measure(id, 'pause');
    expect((await move(visitor, elsewhere.plain)).status).toBe(200);
    await signUpAgain(box.dotted);
    expect(await standingOf(box.dotted)).toMatchObject({ paused: 'many_reversals' });
    await leave(visitor);
    await sql`update users set paused_at = null, paused_reason = null, paused_text = null
      where email = ${box.dotted}`.execute(database);
    await signUpAgain(box.tagged);
    expect(await standingOf(box.tagged)).toMatchObject({ paused: 'many_reversals' });
    await signUpAgain(elsewhere.dotted);
    expect(await standingOf(elsewhere.dotted)).toMatchObject({ paused: 'many_reversals' });
  });

  test('while in debt leaves it to one account, and none at the other mailbox is free', async () => {
    const [box, elsewhere] = [mailbox(), mailbox()];
    const { visitor, id } = await signUp(site, box.plain);
    await indebt(id, 70);
    expect((await move(visitor, elsewhere.plain)).status).toBe(200);
    await leave(visitor);
    const heir = await signUpAgain(box.dotted);
    expect(await standingOf(box.dotted)).toMatchObject({ points: -70, paused: null });
    await signUpAgain(elsewhere.dotted);
    expect(await standingOf(elsewhere.dotted)).toMatchObject({ points: 0, paused: 'many_accounts' });
    await leave(heir.visitor);
    await signUpAgain(elsewhere.tagged);
    expect(await standingOf(elsewhere.tagged)).toMatchObject({ points: -70 });
  });
});

test('an account that stays at the mailbox of one that leaves in debt owes it at once, and its member is told', async () => {
  const box = mailbox();
  const staying = await signUp(site, box.plain);
  await credit(database, staying.id, 100);
  const leaving = await signUp(site, box.tagged);
  await indebt(leaving.id, 40);
  const hear = await listenTo(site, staying.visitor);
  expect((await leave(leaving.visitor)).status).toBe(200);
  expect(await hear('event: balance')).toContain('{"points":60,"change":-40}');
  expect(await standingOf(box.plain)).toMatchObject({ points: 60 });
  expect(await debtsTold(staying.id)).toEqual([{ points: 40, balance: 60 }]);
});

test('an account at the mailbox of a paused or suspended one is paused or suspended too', async () => {
  const [paused, suspended] = [mailbox(), mailbox()];
  const one = await signUp(site, paused.plain);
  const two = await signUp(site, suspended.plain);
  await measure(one.id, 'pause');
  await measure(two.id, 'suspension');
  await signUpAgain(paused.tagged);
  expect(await standingOf(paused.tagged)).toMatchObject({ paused: 'many_reversals' });
  expect((await tryToSignUp(suspended.tagged)).answer.body.code).toBe('suspended');
});

test('a site that confirms no addresses suspends again as well', async () => {
  const open = await startTestServer({ EMAIL_VERIFICATION: 'off' });
  const box = mailbox();
  const input = { password: PASSWORD, name: 'Robin' };
  const first = await open.visitor().post('/api/register', { ...input, email: box.plain });
  await sql`update users set suspended_at = now(), suspended_reason = 'region'
    where id = ${first.body.user.id}`.execute(open.database);
  const again = await open.visitor().post('/api/register', { ...input, email: box.dotted });
  expect(again).toMatchObject({ status: 403, body: { code: 'suspended' } });
  expect(again.headers.get('set-cookie')).toBeNull();
});

test('mailboxes are stored only as hashes, with pauses for two years and debts for seven', async () => {
  await sql`delete from departures`.execute(database);
  const box = mailbox();
  const { visitor, id } = await signUp(site, box.plain);
  await measure(id, 'pause');
  await indebt(id, 40);
  await leave(visitor);
  const rows = JSON.stringify(await kept());
  for (const part of [box.plain, box.plain.split('@')[0] ?? '', id]) expect(rows).not.toContain(part);
  const age = (years: number) =>
    sql`update departures set left_at = now() - make_interval(years => ${years}, days => 1)`.execute(
      database,
    );
  await age(1);
  await applyRetention(transact, 'daily');
  expect(await kept()).toMatchObject([{ pausedReason: 'many_reversals', pointsOwed: 40 }]);
  await age(2);
  await applyRetention(transact, 'daily');
  expect(await kept()).toMatchObject([{ pausedReason: null, pointsOwed: 40 }]);
  await age(7);
  await applyRetention(transact, 'daily');
  expect(await kept()).toEqual([]);
});

async function signUpAgain(email: string, codes = 1) {
  const { visitor, answer } = await tryToSignUp(email, codes);
  expect(answer.status).toBe(200);
  return { visitor, id: answer.body.user.id as string };
}
