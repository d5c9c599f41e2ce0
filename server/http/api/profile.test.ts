import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pino from 'pino';
import { expect, test } from 'vitest';
import { PASSWORD_MAX_LENGTH } from '#contract/sign-in.values.ts';
import { transactOn } from '#database/transaction.ts';
import { sendEmailChangeMail } from '#domain/members/index.ts';
import {
  mailedCode,
  mailedToken,
  mailsWith,
  newAddress,
  PASSWORD,
  signUp,
  wrongCode,
} from '#testing/accounts.ts';
import { giveGrants } from '#testing/captcha.ts';
import { listenTo } from '#testing/event-stream.ts';
import { credit } from '#testing/factories.ts';
import { WAIT } from '#testing/patience.ts';
import { askForCard } from '#testing/redemption.ts';
import { startTestServer, type Visitor } from '#testing/server.ts';

const lines: string[] = [];
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
const site = await startTestServer({}, { log });
const NEW_PASSWORD = 'another fine battery';
/** The mailed code with this number; the first one is that of the sign-up. */
const CODE = /^Enter this code|^\d{6}$/m;

const patch = (visitor: Visitor, body: unknown) => visitor.call('PATCH', '/api/user/profile', body);
const confirm = (visitor: Visitor, code: string) => visitor.post('/api/user/email-change/confirm', { code });
const logIn = (email: string, password: string, visitor = site.visitor()) =>
  visitor.post('/api/login', { username: email, password });
const statusOf = async (visitor: Visitor) => (await visitor.get('/api/user')).status;
const copyOf = (visitor: Visitor) => {
  const copy = site.visitor();
  copy.cookie = visitor.cookie;
  return copy;
};

test('the codes for a change of address are limited by mailbox, whatever its spelling and whoever asks', async () => {
  const { visitor } = await signUp(site);
  const name = `robin${process.pid}`;
  const [last = '', ...spellings] = ['', '+1', '+2', '+3', '+4', '+5'].map(
    (tag) => `${name}${tag}@example.com`,
  );
  for (const email of spellings) expect((await patch(visitor, { email })).status).toBe(200);
  const { visitor: other } = await signUp(site);
  expect((await patch(other, { email: last })).status).toBe(429);
});

test('the profile can be changed as a whole or in parts, and is read back', async () => {
  const { visitor, email } = await signUp(site);
  const whole = await patch(visitor, { username: '  Robin Hood ', email, phone: '(201) 555-0123' });
  expect(whole).toMatchObject({
    status: 200,
    body: { user: { name: 'Robin Hood', username: 'Robin Hood', email, phone: '+12015550123' } },
  });
  expect(whole.body.emailChange).toBeUndefined();
  expect((await patch(visitor, { phone: '' })).body.user).toMatchObject({ name: 'Robin Hood', phone: null });
  expect((await visitor.get('/api/user')).body).toMatchObject({ username: 'Robin Hood', phone: null });
  expect((await patch(visitor, {})).status).toBe(200);
});

test('another name wakes the redemptions that wait for it, and tells the open pages', async () => {
  const { visitor, id: memberId } = await signUp(site);
  await credit(site.database, memberId, 100);
  await giveGrants(site.database, memberId, 'redemption');
  const { id } = await transactOn(site.database)((tx) =>
    askForCard(tx, { memberId, requestId: randomUUID(), provider: 'stripe' }),
  );
  const runs = async () => {
    const columns = site.database.selectFrom('cardRedemptions').select(['attempts', 'resting']);
    const { attempts, resting } = await columns.where('id', '=', id).executeTakeFirstOrThrow();
    return resting ? attempts : undefined;
  };
  await expect.poll(runs, WAIT).toBe(1);
  const waiting = { reason: 'details_needed', leasedUntil: new Date(Date.now() + 3_600_000) };
  await site.database.updateTable('cardRedemptions').set(waiting).where('id', '=', id).execute();
  expect((await patch(visitor, { username: 'Robin' })).status).toBe(200);
  expect(await runs()).toBe(1);
  const heard = await listenTo(site, visitor);
  expect((await patch(visitor, { username: 'Robin Hood' })).status).toBe(200);
  await heard('event: address');
  await expect.poll(runs, WAIT).toBe(2);
});

test.each([
  ['+52 55 5345 6789', '+525553456789'],
  ['+55 11 96123-4567', '+5511961234567'],
  ['201-555-0123', '+12015550123'],
])('the phone number %s is kept as %s', async (typed, stored) => {
  const { visitor } = await signUp(site);
  expect((await patch(visitor, { phone: typed })).body.user.phone).toBe(stored);
});

test.each(['12', 'call me', '+999 12345678', '+1 201 555 01234 99', '\u0000', '٣٤'])(
  'the phone number %j is refused, and no field of the form is saved',
  async (phone) => {
    const { visitor } = await signUp(site);
    expect(await patch(visitor, { username: 'Changed', phone })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: { phone: 'Please enter a valid phone number' } },
    });
    expect((await visitor.get('/api/user')).body).toMatchObject({ username: 'Robin', phone: null });
  },
);

test('(5) a new password needs the current one, ends the other sessions, rotates this one and voids reset links', async () => {
  const { visitor, email } = await signUp(site);
  const elsewhere = site.visitor();
  await logIn(email, PASSWORD, elsewhere);
  await site.visitor().post('/api/forgot-password', { email });
  const token = await mailedToken(site, email);
  const old = copyOf(visitor);

  expect((await patch(visitor, { newPassword: NEW_PASSWORD })).body).toMatchObject({
    code: 'invalid_input',
    fields: { currentPassword: 'Required' },
  });
  const wrong = { currentPassword: 'not the password', newPassword: NEW_PASSWORD, username: 'Changed' };
  expect(await patch(visitor, wrong)).toMatchObject({ status: 400, body: { code: 'wrong_password' } });
  expect((await visitor.get('/api/user')).body.name).toBe('Robin');
  expect([await statusOf(elsewhere), await statusOf(old)]).toEqual([200, 200]);

  const changed = await patch(visitor, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
  expect(changed.status).toBe(200);
  expect([await statusOf(elsewhere), await statusOf(old), await statusOf(visitor)]).toEqual([401, 401, 200]);
  expect((await logIn(email, PASSWORD)).status).toBe(401);
  expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
  const reset = await site
    .visitor()
    .post('/api/reset-password', { token, newPassword: 'planted by mallory' });
  expect(reset.body.code).toBe('invalid_reset_token');
  await mailsWith(site, email, /^Your Pocketful password was changed/);
});

test('(5) one of several parallel password changes wins, and its password is valid', async () => {
  const { visitor, email } = await signUp(site);
  const tabs = Array.from({ length: 5 }, () => copyOf(visitor));
  const answers = await Promise.all(
    tabs.map((tab, n) => patch(tab, { currentPassword: PASSWORD, newPassword: `${NEW_PASSWORD} ${n}` })),
  );
  const won = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []));
  expect(won).toHaveLength(1);
  expect((await logIn(email, `${NEW_PASSWORD} ${won[0]}`)).status).toBe(200);
  const alive = await Promise.all(tabs.map(statusOf));
  expect(alive.filter((status) => status === 200)).toHaveLength(1);
});

test.each([
  ['12345', 'invalid_input'],
  ['x'.repeat(PASSWORD_MAX_LENGTH + 1), 'invalid_input'],
  ['password1', 'password_common'],
  ['Pocketful1', 'password_is_site_name'],
])('(14) the new password %s is refused', async (newPassword, code) => {
  const { visitor } = await signUp(site);
  const answer = await patch(visitor, { currentPassword: PASSWORD, newPassword });
  expect(answer).toMatchObject({ status: 400, body: { code } });
});

test('(9) a new address needs a fresh sign-in', async () => {
  const { visitor, id } = await signUp(site);
  await sql`update sessions set authenticated_at = now() - interval '16 minutes' where user_id = ${id}`.execute(
    site.database,
  );
  const email = newAddress();
  expect(await patch(visitor, { email, username: 'Changed' })).toMatchObject({
    status: 403,
    body: { code: 'reauthentication_required' },
  });
  expect((await visitor.get('/api/user')).body.name).toBe('Robin');
  await visitor.post('/api/reauthenticate', { password: PASSWORD });
  expect((await patch(visitor, { email })).body.emailChange).toBe('code_sent');
});

test('(9) a new address counts only with the code mailed to it, and the old address gets a mail', async () => {
  const { visitor, email } = await signUp(site);
  const next = newAddress();
  expect((await patch(visitor, { email: next.toUpperCase() })).body).toMatchObject({
    emailChange: 'code_sent',
    user: { email },
  });
  await mailsWith(site, email, /address/i);
  const code = await mailedCode(site, next);
  expect(await confirm(visitor, wrongCode(code))).toMatchObject({
    status: 400,
    body: { code: 'invalid_code' },
  });
  const old = copyOf(visitor);
  expect((await confirm(visitor, code)).body.user).toMatchObject({ email: next, emailVerified: true });
  expect([await statusOf(old), await statusOf(visitor)]).toEqual([401, 200]);
  expect((await logIn(email, PASSWORD)).status).toBe(401);
  expect((await logIn(next, PASSWORD)).status).toBe(200);
  await expect
    .poll(async () => (await site.mails(email, 0)).map(({ subject }) => subject).join('\n'))
    .toMatch(/address[\s\S]*address/i);
  expect((await confirm(visitor, code)).status).toBe(400);
  // A link for a new password goes to the new address alone, as the last mail to the old one says.
  for (const address of [email, next])
    expect((await site.visitor().post('/api/forgot-password', { email: address })).status).toBe(200);
  await mailedToken(site, next);
  expect(await mailsWith(site, email, /reset-password\?token=/, 0)).toEqual([]);
});

test('(1) moving to an address that has an account gets the same response; its owner gets a mail, and no code works', async () => {
  const [member, owner] = [await signUp(site), await signUp(site)];
  const free = newAddress();
  const taken = await patch(member.visitor, { email: owner.email });
  // The mail of a request is not sent once another one followed.
  await expect.poll(async () => (await site.mails(owner.email, 0)).length).toBeGreaterThanOrEqual(2);
  const untaken = await patch(member.visitor, { email: free });
  expect([taken.status, taken.body]).toEqual([untaken.status, untaken.body]);
  await mailedCode(site, free);

  await patch(member.visitor, { email: owner.email });
  await expect.poll(async () => (await site.mails(owner.email, 0)).length).toBeGreaterThanOrEqual(3);
  const mails = await site.mails(owner.email, 0);
  expect(mails.filter(({ text }) => CODE.test(text))).toHaveLength(1);
  expect((await confirm(member.visitor, '123456')).body).toEqual(
    (await confirm(member.visitor, '654321')).body,
  );
  expect((await owner.visitor.get('/api/user')).body.email).toBe(owner.email);
});

test('(1) tries of the code for an address that has an account are counted like those for a free one', async () => {
  const [member, owner] = [await signUp(site), await signUp(site)];
  const tryAt = async (email: string, mails: number) => {
    await patch(member.visitor, { email });
    await mailsWith(
      site,
      email,
      /already has a Pocketful account|confirms your new Pocketful address/,
      mails,
    );
    const { status, body } = await confirm(member.visitor, '123456');
    const { rows } = await sql`
      select attempts, used, extract(epoch from expires_at - created_at)::integer as seconds
      from email_change_codes where user_id = ${member.id} order by created_at desc limit 1`.execute(
      site.database,
    );
    return { status, code: body.code, rows };
  };
  const rows = [{ attempts: 1, used: false, seconds: 600 }];
  const wrong = { status: 400, code: 'invalid_code', rows };
  expect([await tryAt(owner.email, 1), await tryAt(newAddress(), 1)]).toEqual([wrong, wrong]);
  await sql`update rate_limits set points = 30 where key like 'code_member:%'`.execute(site.database);
  const limited = { status: 429, code: 'too_many_requests', rows };
  expect([await tryAt(owner.email, 2), await tryAt(newAddress(), 1)]).toEqual([limited, limited]);
});

test('(1) an address that gets an account while its code is on the way stays with that account', async () => {
  const member = await signUp(site);
  const contested = newAddress();
  await patch(member.visitor, { email: contested });
  const code = await mailedCode(site, contested);
  await site.database
    .insertInto('users')
    .values({ email: contested, name: 'Other', password: 'none' })
    .execute();
  expect(await confirm(member.visitor, code)).toMatchObject({ status: 400, body: { code: 'invalid_code' } });
  expect((await member.visitor.get('/api/user')).body.email).toBe(member.email);
});

test('(3) the code of a new address allows five tries in parallel, for ten minutes, once, and only the newest one counts', async () => {
  const { visitor, id } = await signUp(site);
  const next = newAddress();
  await patch(visitor, { email: next });
  const code = await mailedCode(site, next);
  await Promise.all(Array.from({ length: 12 }, () => confirm(copyOf(visitor), wrongCode(code))));
  const { rows } = await sql<{ attempts: number; minutes: number }>`
    select attempts, extract(epoch from expires_at - created_at)::float / 60 as minutes
    from email_change_codes where user_id = ${id}`.execute(site.database);
  expect(rows).toEqual([{ attempts: 5, minutes: expect.closeTo(10, 2) }]);
  expect((await confirm(visitor, code)).status).toBe(400);

  await patch(visitor, { email: next });
  const second = await mailedCode(site, next, 2);
  const tabs = Array.from({ length: 4 }, () => copyOf(visitor));
  const answers = await Promise.all(tabs.map((tab) => confirm(tab, second)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a new address that is given up has no code any more, also if its mail still waits', async () => {
  const { visitor, id, email } = await signUp(site);
  const next = newAddress();
  const giveUp = () => patch(visitor, { email });
  await patch(visitor, { email: next });
  const code = await mailedCode(site, next);
  expect((await giveUp()).status).toBe(200);
  expect((await confirm(visitor, code)).body.code).toBe('invalid_code');

  const late = newAddress();
  await patch(visitor, { email: late });
  await giveUp();
  // As if its job came only now.
  const sent: unknown[] = [];
  const ports = {
    site: { productName: 'x', appUrl: 'https://x.example', supportEmail: 'x@x.example' },
    codeKey: Buffer.alloc(32),
    mailer: { send: async (mail: unknown) => void sent.push(mail) },
  };
  await sendEmailChangeMail(transactOn(site.database), ports, { userId: id, email: late });
  expect(sent).toEqual([]);
  expect((await visitor.get('/api/user')).body.email).toBe(email);
});

test('(11) tries without a code that waits do not keep the member from the code that comes later', async () => {
  const { visitor } = await signUp(site);
  for (let n = 0; n < 31; n++) expect((await confirm(visitor, '123456')).body.code).toBe('invalid_code');
  const next = newAddress();
  await patch(visitor, { email: next });
  expect((await confirm(visitor, await mailedCode(site, next))).status).toBe(200);
});

test('(11) changes of address cannot flood a stranger with mail', async () => {
  const stranger = newAddress();
  const statuses: number[] = [];
  for (let n = 0; n < 2; n++) {
    const { visitor } = await signUp(site);
    for (let m = 0; m < 3; m++) statuses.push((await patch(visitor, { email: stranger })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test('(13) isAdmin, points, emailVerified and other columns change nothing in any body', async () => {
  const { visitor, id } = await signUp(site);
  const read = () =>
    site.database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const before = await read();
  const planted = {
    id: '00000000-0000-4000-8000-000000000000',
    isAdmin: true,
    is_admin: true,
    points: 5000,
    emailVerified: false,
    cashRewardedUSD: 900,
    suspendedAt: null,
    totpEnabledAt: '2026-01-01T00:00:00Z',
    settings: { twoFactorAuth: true },
    __proto__: { isAdmin: true },
    constructor: { prototype: { isAdmin: true } },
  };
  const answers = [
    await patch(visitor, { username: 'Robin', ...planted }),
    await patch(visitor, `{"username":"Robin","__proto__":{"isAdmin":true},"isAdmin":true}`),
    await visitor.post('/api/reauthenticate', { ...planted, password: PASSWORD }),
    await visitor.post('/api/login', { username: before.email, ...planted, password: PASSWORD }),
  ];
  for (const { status } of answers) expect(status).toBe(200);
  expect(await read()).toEqual(before);
  expect((await visitor.get('/api/admin/stats')).status).toBe(403);
});

test('(16) changes of the profile are logged without secrets or addresses', async () => {
  const { visitor, id, email } = await signUp(site);
  await patch(visitor, { currentPassword: PASSWORD, newPassword: 'a very private password' });
  const next = newAddress();
  await patch(visitor, { email: next });
  const code = await mailedCode(site, next);
  await confirm(visitor, code);
  const events = lines
    .map((line) => JSON.parse(line))
    .filter((line) => line.msg === 'security' && line.userId === id);
  expect(events.map(({ event }) => event)).toEqual([
    'account_created',
    'password_changed',
    'email_change_requested',
    'email_changed',
  ]);
  const all = lines.join('');
  for (const secret of ['a very private password', email, next]) expect(all).not.toContain(secret);
});
