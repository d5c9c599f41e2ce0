import { randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { proveEarning } from '#domain/earning/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { proveRedemptions } from '#domain/redemption/index.ts';
import { mailedCode, mailsWith, newAddress, PASSWORD, signUp } from '#testing/accounts.ts';
import { untilBlocked } from '#testing/blocked.ts';
import { giveGrants } from '#testing/captcha.ts';
import { WAIT } from '#testing/patience.ts';
import { signed, startPostbackSite } from '#testing/postbacks.ts';
import { PUSH_KEYS } from '#testing/push-service.ts';

const site = await startPostbackSite();
const { database } = site;

/** A member with something in every table that a member can fill. */
async function richMember() {
  const account = await signUp(site, newAddress());
  const { id, visitor } = account;
  const code = `code${id.slice(0, 8)}`;
  await database.insertInto('wallMembers').values({ wall: 'plain', code, userId: id }).execute();
  const tx: string = randomUUID();
  const credit = () => site.plain({ tx, user: code, points: 200, name: `=private game ${id}` });
  expect(await credit()).toBe('200 OK');
  expect(await credit()).toBe('200 DUP');
  await visitor.post('/api/push/subscriptions', {
    endpoint: `https://fcm.googleapis.com/fcm/send/${id}`,
    keys: PUSH_KEYS,
  });
  await database
    .updateTable('users')
    .set({
      phone: '+12025550123',
      marketingConsentAt: new Date(),
      pausedAt: sql`now()`,
      pausedReason: 'staff_review',
      pausedText: 'Why?',
    })
    .where('id', '=', id)
    .execute();
  await visitor.post('/api/user/appeal', { text: 'Because.' });
  await database.insertInto('trustSignals').values({ userId: id, signal: 'x', details: '{}' }).execute();
  return { ...account, code, tx };
}

/** Makes the member's session so old that it is not fresh any more. */
const age = (id: string) =>
  database
    .updateTable('sessions')
    .set({ authenticatedAt: sql`now() - interval '16 minutes'` })
    .where('userId', '=', id)
    .execute();

async function rowsOf(pattern: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public'`.execute(database);
  const found: string[] = [];
  for (const { name } of rows) {
    const hits = await sql`select from ${sql.table(name)} t where t::text ilike ${`%${pattern}%`}`.execute(
      database,
    );
    if (hits.rows.length > 0) found.push(name);
  }
  return found;
}

test('leaving erases every personal field at once, ends every session and mails a confirmation', async () => {
  const { id, email, visitor, code } = await richMember();
  const elsewhere = site.visitor();
  expect((await elsewhere.post('/api/login', { username: email, password: PASSWORD })).status).toBe(200);

  expect((await visitor.call('DELETE', '/api/user/account')).status).toBe(200);
  expect(visitor.cookie).toBe('');
  expect((await elsewhere.get('/api/user')).status).toBe(401);
  expect((await site.visitor().post('/api/login', { username: email, password: PASSWORD })).status).toBe(401);
  await mailsWith(site, email, /account is deleted/);

  for (const trace of [email, '+12025550123', 'private game', code, 'Because.', 'Robin']) {
    await vi.waitFor(async () => expect([trace, await rowsOf(trace)]).toEqual([trace, []]), WAIT);
  }
  const row = await database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    email: `erased-${id}@erased.invalid`,
    name: 'Former member',
    points: 200,
    erasedAt: expect.any(Date),
  });
  const kept = [
    'card_redemptions',
    'former_earnings',
    'known_devices',
    'ledger_balances',
    'ledger_transfers',
    'tasks',
    'users',
  ];
  expect((await rowsOf(id)).every((table) => kept.includes(table))).toBe(true);
});

test('an address from which the account was taken hears that it is deleted', async () => {
  const { email, visitor } = await signUp(site, newAddress());
  const taker = newAddress();
  await visitor.call('PATCH', '/api/user/profile', { email: taker, currentPassword: PASSWORD });
  const code = await mailedCode(site, taker);
  expect((await visitor.post('/api/user/email-change/confirm', { code })).status).toBe(200);
  expect((await visitor.call('DELETE', '/api/user/account')).status).toBe(200);
  await mailsWith(site, taker, /Your Pocketful account is deleted/);
  const [mail] = await mailsWith(site, email, /account that had this address is deleted/);
  expect(mail?.text).toMatch(/write to \S+ at once, from this address/);
  expect(mail?.text).not.toContain(taker);
});

test('leaving needs a fresh sign-in', async () => {
  const { visitor, id } = await signUp(site, newAddress());
  await age(id);
  const answer = await visitor.call('DELETE', '/api/user/account');
  expect([answer.status, answer.body.code]).toEqual([403, 'reauthentication_required']);
  expect((await visitor.get('/api/user')).status).toBe(200);
});

test('the same address can sign up again at once, with zero points and the pause without its words', async () => {
  const { email, visitor, id } = await richMember();
  await visitor.call('DELETE', '/api/user/account');
  await mailsWith(site, email, /account is deleted/);
  const again = site.visitor();
  const input = { email, password: PASSWORD, name: 'Robin' };
  await again.post('/api/register', input);
  const { body } = await again.post('/api/verify-email', {
    ...input,
    code: await mailedCode(site, email, 2),
  });
  expect(body.user).toMatchObject({
    points: 0,
    phone: null,
    pause: { reason: 'staff_review', text: '', appeal: null },
  });
  expect(body.user.id).not.toBe(id);
  expect((await again.get('/api/tasks')).body).toEqual([]);
});

test('later credits are ignored, a later reversal takes back, nothing of either is kept, and the books stay right', async () => {
  const { visitor, code, id, tx } = await richMember();
  await visitor.call('DELETE', '/api/user/account');
  const late = randomUUID();
  for (let call = 0; call < 2; call++)
    expect(await site.plain({ tx: late, user: code, points: 50 })).toBe('200 OK');
  expect(await site.verdictsOf(late)).toEqual(['ignored', 'ignored']);
  await site.plain({ tx, user: code, points: 200, status: 2 });
  expect(await site.verdictsOf(tx)).toContain('reversed');
  expect(await site.pointsOf(id)).toBe(0);
  const early = randomUUID();
  await site.plain({ tx: early, user: code, points: 50, status: 2 });
  expect(await site.verdictsOf(early)).toEqual(['ignored']);
  for (const [row] of [await site.logOf(late), (await site.logOf(tx)).toReversed()])
    expect(row).toMatchObject({ raw: '[erased]', sourceIp: '', memberCode: '' });
  expect(await rowsOf(code)).toEqual([]);
});

test('a redemption under way is settled: its card is made or its points go back, and no mail goes to the erased address', async () => {
  const { visitor, id } = await signUp(site, newAddress());
  const code = `code${id.slice(0, 8)}`;
  await database.insertInto('wallMembers').values({ wall: 'plain', code, userId: id }).execute();
  await site.plain({ tx: randomUUID(), user: code, points: 100 });
  await giveGrants(database, id, 'redemption');
  // The worker may begin only now, or may be in the middle of it.
  const redeemed = await visitor.post('/api/redemptions', { requestId: `request-${id}`, cardTier: '1USD' });
  const left = await visitor.call('DELETE', '/api/user/account');
  expect([redeemed.status, left.status]).toEqual([200, 200]);
  await vi.waitFor(async () => {
    const row = await database
      .selectFrom('cardRedemptions')
      .select('status')
      .where('userId', '=', id)
      .executeTakeFirstOrThrow();
    expect(['issued', 'failed']).toContain(row.status);
  }, WAIT);
  expect(await site.mails(`erased-${id}@erased.invalid`, 0)).toEqual([]);
  expect(await proveRedemptions(database)).toEqual([]);
});

test('credits during leaving leave no trace of the member and lose no point', async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => richMember()));
  await Promise.all(
    members.flatMap(({ id, code, visitor }) => [
      ...Array.from({ length: 5 }, (_, n) =>
        site.call(`plain?${signed({ tx: `race-${id}-${n}`, user: code, points: 10, name: 'private game' })}`),
      ),
      visitor.call('DELETE', '/api/user/account'),
    ]),
  );
  for (const { id } of members) {
    const raw = await sql`select from webhook_transactions where user_id = ${id}`.execute(database);
    expect(raw.rows).toEqual([]);
  }
  expect(await proveLedger(database)).toEqual([]);
  expect(await proveEarning(database)).toEqual([]);
});

test('the export holds everything about the member as JSON and CSV, and nothing that opens the account', async () => {
  const { id, email, visitor } = await richMember();
  const answer = await fetch(`${site.url}/api/user/export`, { headers: { Cookie: visitor.cookie } });
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="pocketful-export-\d{4}-\d\d-\d\d\.zip"$/,
  );
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const text = (name: string) => new TextDecoder().decode(files[name]);
  expect(JSON.parse(text('users.json'))).toMatchObject([{ id, email, phone: '+12025550123', points: 200 }]);
  expect(JSON.parse(text('tasks.json'))).toMatchObject([
    { title: `=private game ${id}`, points_earned: 200 },
  ]);
  expect(text('tasks.csv')).toContain(`'=private game ${id}`);
  expect(JSON.parse(text('appeals.json'))).toMatchObject([{ text: 'Because.' }]);
  expect(JSON.parse(text('contents.json')).contents).toContainEqual({
    file: 'tasks',
    rows: 1,
    complete: true,
  });
  const secrets = await database
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.userId', 'users.id')
    .select(['password', 'sessions.id'])
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
  const everything = Object.keys(files).map(text).join('\n');
  for (const secret of Object.values(secrets)) expect(everything).not.toContain(secret);
});

test('an export does not reveal whether an address has an account', async () => {
  const taken = (await signUp(site)).email;
  const lists = [];
  for (const email of [taken, newAddress()]) {
    const { visitor } = await signUp(site);
    await visitor.call('PATCH', '/api/user/profile', { email });
    await site.mails(email);
    const answer = await fetch(`${site.url}/api/user/export`, { headers: { Cookie: visitor.cookie } });
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(Object.values(files).some((bytes) => new TextDecoder().decode(bytes).includes(email))).toBe(false);
    const { contents } = JSON.parse(new TextDecoder().decode(files['contents.json']));
    lists.push({ files: Object.keys(files), contents });
  }
  expect(lists[0]).toEqual(lists[1]);
});

test('an export holds nothing about other members', async () => {
  const [one, other] = [await richMember(), await richMember()];
  const tx = randomUUID();
  await site.plain({ tx, user: other.code, points: 5 });
  await site.plain({ tx, user: one.code, points: 5 });
  expect(await site.verdictsOf(tx)).toEqual(['conflict']);
  const answer = await fetch(`${site.url}/api/user/export`, { headers: { Cookie: one.visitor.cookie } });
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  for (const [name, bytes] of Object.entries(files)) {
    const text = new TextDecoder().decode(bytes);
    for (const trace of [other.id, other.email, other.code, 'another member'])
      expect([name, text.includes(trace)]).toEqual([name, false]);
  }
});

test('an export breaks off when its session has ended', async () => {
  const { visitor } = await signUp(site, newAddress());
  const answer = await database.transaction().execute(async (tx) => {
    await sql`lock table appeals`.execute(tx);
    const begun = await fetch(`${site.url}/api/user/export`, { headers: { Cookie: visitor.cookie } });
    await untilBlocked(tx);
    await visitor.post('/api/logout');
    return begun;
  });
  expect(answer.status).toBe(200);
  await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
});

test('the export needs a fresh sign-in, is mailed about, and has a limit', async () => {
  expect((await site.visitor().get('/api/user/export')).status).toBe(401);
  const { visitor, email, id } = await signUp(site, newAddress());
  await age(id);
  const stale = await visitor.get('/api/user/export');
  expect([stale.status, stale.body.code]).toEqual([403, 'reauthentication_required']);
  await visitor.post('/api/reauthenticate', { password: PASSWORD });
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++) statuses.push((await visitor.get('/api/user/export')).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await mailsWith(site, email, /copy of all data/, 5)).toHaveLength(5);
});
