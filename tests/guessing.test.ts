import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createPasswordHasher } from '#domain/members/index.ts';
import {
  appCode,
  mailedToken,
  mailsWith,
  newAddress,
  PASSWORD,
  setUpTwoFactor,
  signUp,
  thiefOf,
} from '#testing/accounts.ts';
import { untilBlocked } from '#testing/blocked.ts';
import { untilTodayLasts } from '#testing/midnight.ts';
import { LONG_TEST_MS_MAX } from '#testing/patience.ts';
import { startTestServer, type Visitor } from '#testing/server.ts';

/** Guessing is limited from any number of addresses, without stopping the owner. */

const site = await startTestServer();
// A member is told of guesses once a day.
beforeEach(untilTodayLasts, LONG_TEST_MS_MAX);
const NEW_PASSWORD = 'another fine battery';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

const logIn = (visitor: Visitor, email: string, password = PASSWORD, more: object = {}, headers = {}) =>
  visitor.post('/api/login', { username: email, password, ...more }, headers);
/** Sets the used points of these limits. */
const use = (limit: string, points: number) =>
  sql`update rate_limits set points = ${points} where key like ${`${limit}:%`}`.execute(site.database);
const forget = (limit: string) =>
  sql`delete from rate_limits where key like ${`${limit}%`}`.execute(site.database);
/** The member's own browser, signed out, which the site still knows. */
async function signedOut({ visitor }: { visitor: Visitor }): Promise<Visitor> {
  await visitor.post('/api/logout');
  expect((await visitor.get('/api/user')).status).toBe(401);
  return visitor;
}
const addressOf = (n: number) => `172.${16 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`;
const wrongOf = (secret: string) =>
  ['111111', '222222', '333333', '444444', '555555', '666666'].find(
    (code) => ![-2, -1, 0, 1, 2].map((steps) => appCode(secret, steps)).includes(code),
  ) ?? '';

test('(11) a thousand addresses can try a hundred passwords a day, while the owner signs in', async () => {
  const owner = await signUp(site);
  const browser = await signedOut(owner);
  const statuses: number[] = [];
  let next = 0;
  const guess = async () => {
    while (next < 1_000) {
      const n = next++;
      // Plays a program that solves every captcha.
      if (n % 10 === 0) await forget('login_email:');
      const answer = await logIn(site.visitor(addressOf(n)), owner.email, `guess ${n}`);
      if (answer.status === 503) next -= 1;
      else if (answer.body.code !== 'captcha_required') statuses.push(answer.status);
    }
  };
  await Promise.all(Array.from({ length: 8 }, guess));
  const compared = statuses.filter((status) => status === 401).length;
  expect(compared).toBeGreaterThan(90);
  expect(compared).toBeLessThanOrEqual(100);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(500);

  // The right password is refused too, for a day.
  const stranger = site.visitor();
  await forget('login_email:');
  const refused = await logIn(stranger, owner.email);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
  expect((await logIn(browser, owner.email)).status).toBe(200);
  const [mail] = await mailsWith(site, owner.email, /^Many wrong passwords/);
  expect(mail?.text).toContain('UTC');
});

test('(11) an owner whose tries strangers have used up gets in with a reset by mail, on a new browser', async () => {
  const { email } = await signUp(site);
  await logIn(site.visitor(), email, 'a guess');
  await use('login_email_day', 100);
  const owner = site.visitor();
  expect((await logIn(owner, email)).status).toBe(429);
  await owner.post('/api/forgot-password', { email });
  const token = await mailedToken(site, email);
  await owner.post('/api/reset-password', { token, newPassword: NEW_PASSWORD });
  // The strangers try again, even faster.
  await logIn(site.visitor(), email, 'a guess');
  await use('login_email_day', 100);
  expect((await logIn(site.visitor(), email, NEW_PASSWORD)).status).toBe(429);
  expect((await logIn(owner, email, NEW_PASSWORD)).status).toBe(200);
});

test('(11) a browser is known to the account that it signed in to, until the password changes', async () => {
  const [owner, other] = [await signUp(site), await signUp(site)];
  const laptop = site.visitor();
  await logIn(laptop, owner.email);
  for (const email of [owner.email, other.email]) await logIn(site.visitor(), email, 'a guess');
  await use('login_email_day', 100);
  expect((await logIn(other.visitor, owner.email)).status).toBe(429);
  const forged = site.visitor();
  forged.cookie = laptop.cookie.replace(
    /(known-browser=[^.]*\.\d+\.)(.)/,
    (_, before: string, letter: string) => before + (letter === 'A' ? 'B' : 'A'),
  );
  expect((await logIn(forged, owner.email)).status).toBe(429);
  expect((await logIn(laptop, owner.email)).status).toBe(200);

  const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  expect((await owner.visitor.call('PATCH', '/api/user/profile', change)).status).toBe(200);
  expect((await logIn(laptop, owner.email, NEW_PASSWORD)).status).toBe(429);
  expect((await logIn(owner.visitor, owner.email, NEW_PASSWORD)).status).toBe(200);
});

test('(11) a known browser has its own ten wrong passwords in an hour, then it counts like any other', async () => {
  const owner = await signUp(site);
  const browser = await signedOut(owner);
  for (let n = 0; n < 10; n++) expect((await logIn(browser, owner.email, `guess ${n}`)).status).toBe(401);
  const counts = () =>
    sql<{ key: string }>`select key from rate_limits where key like 'login_email_day:%'`.execute(
      site.database,
    );
  const before = (await counts()).rows.length;
  expect((await logIn(browser, owner.email, 'one more')).status).toBe(401);
  expect((await counts()).rows.length).toBe(before + 1);
});

test('(11) thirty wrong passwords with the cookie of a known browser are mailed, and then it counts like any other', async () => {
  const owner = await signUp(site);
  const thief = await signedOut(owner);
  expect((await logIn(thief, owner.email, 'a guess')).status).toBe(401);
  await use('login_device_life', 29);
  expect((await logIn(thief, owner.email, 'the last guess', {}, { 'User-Agent': FIREFOX })).status).toBe(401);
  const [mail] = await mailsWith(site, owner.email, /^Many wrong passwords/);
  expect(mail?.text).toContain('Firefox · Linux');
  expect(mail?.text).toContain('on a device where you have signed in before');
  await forget('login_device:');
  await use('login_email_day', 100);
  await logIn(site.visitor(), owner.email, 'a guess');
  await use('login_email_day', 100);
  expect((await logIn(thief, owner.email)).status).toBe(429);
});

test('(11) a flood of right passwords from one address does not keep others from signing in', async () => {
  const busy = await startTestServer({}, { passwords: createPasswordHasher() });
  const accounts = await Promise.all(Array.from({ length: 3 }, () => signUp(busy)));
  const owner = await signUp(busy);
  let flooding = true;
  const statuses: number[] = [];
  const flood = Array.from({ length: 30 }, async (_, n) => {
    while (flooding) {
      const answer = await logIn(busy.visitor('198.51.100.66'), accounts[n % 3]?.email ?? '');
      statuses.push(answer.status);
    }
  });
  try {
    const refused = () => statuses.filter((status) => status === 503).length;
    await expect.poll(refused).toBeGreaterThan(20);
    for (let n = 0; n < 4; n++) expect((await logIn(busy.visitor(), owner.email)).status).toBe(200);
  } finally {
    flooding = false;
    await Promise.all(flood);
  }
  expect(statuses).toContain(200);
});

test('(11) right passwords from one address are limited too, separately for browsers that have signed in before', async () => {
  const [one, other] = [await signUp(site), await signUp(site)];
  const place = '198.51.100.67';
  const known = site.visitor(place);
  expect((await logIn(known, one.email)).status).toBe(200);
  await use('password_ip', 300);
  const counts = async () =>
    (
      await sql`select key, points from rate_limits where key like 'login\\_%' order by key`.execute(
        site.database,
      )
    ).rows;
  const before = await counts();
  // Nothing is compared, so it is no try, and nothing is written.
  await site.database.transaction().execute(async (tx) => {
    await sql`lock table rate_limits in share mode`.execute(tx);
    expect((await logIn(site.visitor(place), other.email)).status).toBe(429);
  });
  expect(await counts()).toEqual(before);
  expect((await logIn(known, one.email)).status).toBe(200);
  await forget('password_ip');
  // Where it was counted before, it is given back.
  await use('password_member', 60);
  expect((await logIn(known, one.email)).status).toBe(429);
  expect(await counts()).toEqual(before);
  await forget('password_member');
});

test('(11) a guesser who has used up the hashes of an address cannot swallow the mail about the hundredth guess', async () => {
  const owner = await signUp(site);
  const place = '198.51.100.68';
  const guess = async (ip?: string) => (await logIn(site.visitor(ip), owner.email, 'a guess')).status;
  expect(await guess(place)).toBe(401);
  await use('login_email_day', 99);
  await use('password_ip', 300);
  expect(await guess(place)).toBe(429);
  expect(await guess()).toBe(401);
  await mailsWith(site, owner.email, /^Many wrong passwords/);
  expect(await guess()).toBe(429);
  await forget('password_ip');
});

test('(11) a guess that is refused mails the member as the hundredth would have, if that one was given back', async () => {
  const owner = await signUp(site);
  const guess = async () => (await logIn(site.visitor(), owner.email, 'a guess')).status;
  expect(await guess()).toBe(401);
  await use('login_email_day', 100);
  expect(await guess()).toBe(429);
  await mailsWith(site, owner.email, /^Many wrong passwords/);
});

test('(11) a member has at most fifty sessions, and one more ends the one that was unseen for the longest', async () => {
  const { visitor, email, id } = await signUp(site);
  const oldest = site.visitor();
  await logIn(oldest, email);
  await sql`update sessions set last_seen_at = now() - interval '2 hours'
    where user_id = ${id} and created_at = (select max(created_at) from sessions where user_id = ${id})`.execute(
    site.database,
  );
  await sql`insert into sessions (id, user_id, expires_at, ip, user_agent, last_seen_at)
    select md5(n::text) || md5(${id}), ${id}, now() + interval '1 day', '192.0.2.1', '', now() - interval '1 hour'
    from generate_series(1, 48) n`.execute(site.database);
  const newest = site.visitor();
  expect((await logIn(newest, email)).status).toBe(200);
  const left = await site.database.selectFrom('sessions').select('id').where('userId', '=', id).execute();
  expect(left).toHaveLength(50);
  expect((await newest.get('/api/user')).status).toBe(200);
  expect((await visitor.get('/api/user')).status).toBe(200);
  const { rows } = await sql<{ old: number }>`select count(*)::integer as old from sessions
    where user_id = ${id} and last_seen_at < now() - interval '90 minutes'`.execute(site.database);
  expect(rows).toEqual([{ old: 0 }]);
});

test('(10) a stranger with the password cannot keep the owner from the second factor, and the owner gets one mail', async () => {
  const owner = await signUp(site);
  const { secret } = await setUpTwoFactor(site, owner);
  const laptop = site.visitor();
  expect((await logIn(laptop, owner.email, PASSWORD, { code: appCode(secret) })).status).toBe(200);
  const tryFive = async () => {
    for (let n = 0; n < 5; n++) {
      const answer = await logIn(
        site.visitor(),
        owner.email,
        PASSWORD,
        { code: wrongOf(secret) },
        { 'User-Agent': FIREFOX },
      );
      expect(answer.body.code).toBe('invalid_two_factor_code');
    }
  };
  await tryFive();
  await sql`update users set totp_last_step = null where id = ${owner.id}`.execute(site.database);
  const right = { code: appCode(secret) };
  expect((await logIn(site.visitor(), owner.email, PASSWORD, right)).status).toBe(429);
  expect((await logIn(laptop, owner.email, PASSWORD, right)).status).toBe(200);
  await sql`update users set totp_last_step = null where id = ${owner.id}`.execute(site.database);
  const proof = { password: PASSWORD, code: appCode(secret) };
  expect((await owner.visitor.post('/api/reauthenticate', proof)).status).toBe(200);

  const [mail] = await mailsWith(site, owner.email, /^Wrong two-factor codes/);
  expect(mail?.text).toContain('Firefox · Linux');
  expect(mail?.text).toMatch(/\d:\d\d.*UTC/);
  expect(mail?.text).toContain('reset your password');
  await forget('two_factor_user:');
  await tryFive();
  const { rows } = await sql<{ told: number }>`select count(*)::integer as told from notices
    where user_id = ${owner.id} and kind = 'second_factors_refused'`.execute(site.database);
  expect(rows).toEqual([{ told: 1 }]);
});

test('(10) the fifth wrong code of a day is mailed also if the codes come slowly', async () => {
  const owner = await signUp(site);
  const { secret } = await setUpTwoFactor(site, owner);
  const tryOne = async () => {
    const { body } = await logIn(site.visitor(), owner.email, PASSWORD, { code: wrongOf(secret) });
    expect(body.code).toBe('invalid_two_factor_code');
  };
  const told = async () => {
    const { rows } = await sql<{ kind: string }>`select kind from notices
      where user_id = ${owner.id} and kind like '%_refused%'`.execute(site.database);
    return rows.map(({ kind }) => kind);
  };
  for (let n = 0; n < 4; n++) await tryOne();
  await forget('two_factor_user:');
  expect(await told()).toEqual([]);
  await tryOne();
  expect(await told()).toEqual(['second_factors_refused']);
});

test('(10) after twenty wrong codes in a day a new browser is refused even with the right one', async () => {
  const owner = await signUp(site);
  const { secret } = await setUpTwoFactor(site, owner);
  let wrong = 0;
  for (let n = 0; n < 24; n++) {
    if (n % 5 === 0) await forget('two_factor_user:');
    const { body } = await logIn(site.visitor(), owner.email, PASSWORD, { code: wrongOf(secret) });
    if (body.code === 'invalid_two_factor_code') wrong += 1;
  }
  expect(wrong).toBe(20);
  await forget('two_factor_user:');
  const refused = await logIn(site.visitor(), owner.email, PASSWORD, { code: appCode(secret) });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
});

test('(10) a stranger with the mailbox gets no more tries of the second factor by resetting the password', async () => {
  const owner = await signUp(site);
  const { secret } = await setUpTwoFactor(site, owner);
  const thief = site.visitor();
  let wrong = 0;
  for (let n = 1; n <= 5; n++) {
    await thief.post('/api/forgot-password', { email: owner.email });
    const token = await mailedToken(site, owner.email, n);
    const password = `${NEW_PASSWORD} ${n}`;
    await thief.post('/api/reset-password', { token, newPassword: password });
    for (const browser of [thief, thief, thief, site.visitor(), site.visitor(), site.visitor()]) {
      const { body } = await logIn(browser, owner.email, password, { code: wrongOf(secret) });
      if (body.code === 'invalid_two_factor_code') wrong += 1;
    }
  }
  // Five from browsers that are new to the account, five from those it knows.
  expect(wrong).toBe(10);
});

test('(11) wrong passwords in a stolen session are few, and do not keep the owner from signing in, proving the password or ending it', async () => {
  const owner = await signUp(site);
  const thief = thiefOf(site, owner.visitor);
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++)
    statuses.push((await thief.post('/api/reauthenticate', { password: `guess ${n}` })).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  // Ending the owner's sessions gives the thief another token, and no other ten.
  expect((await thief.call('DELETE', '/api/user/sessions')).status).toBe(200);
  expect((await thief.post('/api/reauthenticate', { password: 'guess 11' })).status).toBe(429);
  const again = site.visitor();
  expect((await logIn(again, owner.email)).status).toBe(200);
  expect((await again.post('/api/reauthenticate', { password: PASSWORD })).status).toBe(200);
  expect((await again.call('DELETE', '/api/user/sessions')).status).toBe(200);
  expect((await thief.get('/api/user')).status).toBe(401);
});

test('(11) a session ends with its thirtieth wrong password, by mail, and the others of its member go on', async () => {
  const owner = await signUp(site);
  const elsewhere = site.visitor();
  await logIn(elsewhere, owner.email);
  const thief = thiefOf(site, owner.visitor);
  const prove = (password: string) =>
    thief.post('/api/reauthenticate', { password }, { 'User-Agent': FIREFOX });
  for (let n = 0; n < 29; n++) {
    if (n % 10 === 0) await forget('password_session:');
    expect((await prove(`guess ${n}`)).body.code).toBe('wrong_password');
  }
  const change = { currentPassword: 'the last guess', newPassword: NEW_PASSWORD };
  const last = await thief.call('PATCH', '/api/user/profile', change, { 'User-Agent': FIREFOX });
  expect(last.body.code).toBe('wrong_password');
  expect((await prove(PASSWORD)).status).toBe(401);
  expect((await owner.visitor.get('/api/user')).status).toBe(401);
  expect((await elsewhere.get('/api/user')).status).toBe(200);
  const [mail] = await mailsWith(site, owner.email, /^Many wrong passwords/);
  expect(mail?.text).toContain('Firefox · Linux');
  expect((await logIn(owner.visitor, owner.email)).status).toBe(200);
});

test('(11) a session that gets another token while its thirtieth wrong password is compared ends all the same', async () => {
  const owner = await signUp(site);
  const thief = thiefOf(site, owner.visitor);
  const prove = (visitor: Visitor) => visitor.post('/api/reauthenticate', { password: 'a guess' });
  await prove(thief);
  await use('password_session_life', 29);
  const renewed = thiefOf(site, owner.visitor);
  let last: ReturnType<typeof prove> | undefined;
  await site.database.transaction().execute(async (tx) => {
    await sql`select from rate_limits where key like 'password_member:%' for update`.execute(tx);
    last = prove(thief);
    await untilBlocked(tx);
    expect((await renewed.call('DELETE', '/api/user/sessions')).status).toBe(200);
  });
  expect((await last)?.body.code).toBe('wrong_password');
  expect((await renewed.get('/api/user')).status).toBe(401);
});

test('(11) a session whose thirtieth wrong password was cut off ends with the next one, also a right one', async () => {
  const owner = await signUp(site);
  const prove = (password: string) => owner.visitor.post('/api/reauthenticate', { password });
  await prove('a guess');
  await use('password_session_life', 30);
  expect((await prove(PASSWORD)).status).toBe(401);
  expect((await owner.visitor.get('/api/user')).status).toBe(401);
  await mailsWith(site, owner.email, /^Many wrong passwords/);
});

test('(11) a right password starts the count of its session anew', async () => {
  const { visitor } = await signUp(site);
  const prove = (password: string) => visitor.post('/api/reauthenticate', { password });
  await prove('a guess');
  await use('password_session_life', 29);
  expect((await prove(PASSWORD)).status).toBe(200);
  expect((await prove('a guess')).body.code).toBe('wrong_password');
  expect((await visitor.get('/api/user')).status).toBe(200);
});

test('(11) an unknown address is refused after as many guesses as a known one', async () => {
  const known = await signUp(site);
  const answers: string[] = [];
  for (const email of [known.email, newAddress()]) {
    await logIn(site.visitor(), email, 'a guess');
    await use('login_email_day', 99);
    await forget('login_email:');
    const last = await logIn(site.visitor(), email, 'a guess');
    const refused = await logIn(site.visitor(), email, 'a guess');
    answers.push(JSON.stringify([last.status, last.body, refused.status, refused.body]));
    await forget('login_email_day');
  }
  expect(new Set(answers).size).toBe(1);
});
