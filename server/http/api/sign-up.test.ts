import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { VERIFICATION_CODE_LENGTH } from '#contract/sign-in.values.ts';
import { LIMITS } from '#domain/trust/limits/limits.ts';
import { mailedCode, newAddress, PASSWORD, sessionToken, signUp, wrongCode } from '#testing/accounts.ts';
import { solveCaptcha } from '#testing/captcha.ts';
import { createMember } from '#testing/factories.ts';
import { startTestServer, type Visitor } from '#testing/server.ts';

const site = await startTestServer();
const signUpInput = () => ({ email: newAddress(), password: PASSWORD, name: 'Robin' });

test('the mailed code of a sign-up creates the member and signs them in', async () => {
  const visitor = site.visitor();
  const input = signUpInput();
  const asked = await visitor.post('/api/register', { ...input, email: input.email.toUpperCase() });
  expect(asked).toMatchObject({ status: 200, body: { requiresVerification: true } });
  expect(sessionToken(visitor)).toBe('');
  expect(
    await site.database.selectFrom('users').select('id').where('email', '=', input.email).execute(),
  ).toEqual([]);

  const confirmed = await visitor.post('/api/verify-email', {
    ...input,
    code: await mailedCode(site, input.email),
  });
  expect(confirmed.status).toBe(200);
  expect(confirmed.body.user).toMatchObject({
    email: input.email,
    name: 'Robin',
    emailVerified: true,
    points: 0,
  });
  expect((await visitor.get('/api/user')).body).toEqual(confirmed.body.user);
  expect(JSON.stringify(confirmed.body)).not.toContain('scrypt');
});

test('(2) a password set by a stranger never becomes active', async () => {
  const email = newAddress();
  const stranger = site.visitor();
  await stranger.post('/api/register', { email, password: 'planted by mallory', name: 'Mallory' });
  await site.mails(email, 1);
  const owner = site.visitor();
  await owner.post('/api/register', { email, password: PASSWORD, name: 'Robin' });
  const code = await mailedCode(site, email, 2);
  const confirmed = await owner.post('/api/verify-email', { email, code, password: PASSWORD, name: 'Robin' });
  expect(confirmed.body.user.name).toBe('Robin');
  expect(
    (await stranger.post('/api/login', { username: email, password: 'planted by mallory' })).status,
  ).toBe(401);
  expect((await owner.post('/api/login', { username: email, password: PASSWORD })).status).toBe(200);
});

test('(3) five of 29 parallel wrong codes are compared, by the browser that asked and by all others', async () => {
  const visitor = site.visitor();
  const input = signUpInput();
  await visitor.post('/api/register', input);
  const code = await mailedCode(site, input.email);
  const right = (browser: Visitor) => browser.post('/api/verify-email', { ...input, code });
  const tryWrong = (browser: Visitor) =>
    Promise.all(
      Array.from({ length: 29 }, () =>
        browser.post('/api/verify-email', { ...input, code: wrongCode(code) }),
      ),
    );
  const stranger = site.visitor();
  const tries = [...(await tryWrong(stranger)), ...(await tryWrong(visitor))];
  expect(new Set(tries.map((tried) => `${tried.status} ${tried.body.error}`))).toEqual(
    new Set(['400 This code is wrong or has expired.']),
  );
  const row = await site.database
    .selectFrom('emailVerificationCodes')
    .select('attempts')
    .where('email', '=', input.email)
    .executeTakeFirstOrThrow();
  expect(row.attempts).toBe(5);
  for (const browser of [visitor, stranger]) {
    expect(await right(browser)).toMatchObject({ status: 400, body: { code: 'invalid_code' } });
  }
});

test('(3) a browser that asked for a code can confirm with the newest one, however many strangers try', async () => {
  const owner = site.visitor();
  const input = signUpInput();
  await owner.post('/api/register', input);
  const first = await mailedCode(site, input.email);
  for (let n = 0; n < 31; n++) {
    await site.visitor().post('/api/verify-email', { ...input, code: wrongCode(first) });
  }
  const refused = await site.visitor().post('/api/verify-email', { ...input, code: wrongCode(first) });
  expect(refused.status).toBe(429);
  // A stranger asks too, and uses up the tries of the newest code in another browser.
  const stranger = site.visitor();
  await stranger.post('/api/resend-verification', { email: input.email });
  const newest = await mailedCode(site, input.email, 2);
  for (let n = 0; n < 6; n++) {
    await stranger.post('/api/verify-email', { ...input, code: wrongCode(newest) });
  }
  expect((await owner.post('/api/verify-email', { ...input, code: newest })).status).toBe(200);
});

test("(3) asking for a code for one address gives no tries of one's own for another", async () => {
  const [asked, other] = [signUpInput(), signUpInput()];
  const stranger = site.visitor();
  await stranger.post('/api/register', asked);
  await site.visitor().post('/api/register', other);
  const code = await mailedCode(site, other.email);
  for (let n = 0; n < 5; n++) {
    await site.visitor().post('/api/verify-email', { ...other, code: wrongCode(code) });
  }
  expect((await stranger.post('/api/verify-email', { ...other, code })).status).toBe(400);
});

test('(3) all codes and tries that one mailbox gets in a day leave a guesser less than 0.1 %', () => {
  const DAY_SECONDS = 86_400;
  // One window may begin just before the day and another one just after its end.
  const inDay = ({ points, seconds }: { points: number; seconds: number }) =>
    points * (Math.ceil(DAY_SECONDS / seconds) + 1);
  const mails =
    inDay(LIMITS.sign_up_mail_email) +
    inDay(LIMITS.sign_up_mail_captcha) +
    inDay(LIMITS.email_change_mail_email);
  const tries = mails * LIMITS.code_asked.points + inDay(LIMITS.code_email);
  expect(tries / 10 ** VERIFICATION_CODE_LENGTH).toBeLessThan(0.001);
});

test('(3) the spellings of one mailbox share the thirty tries a day of browsers that did not ask', async () => {
  const name = `sharing${process.pid}`;
  const tryAt = (email: string) =>
    site.visitor().post('/api/verify-email', { email, password: PASSWORD, name: 'Robin', code: '000000' });
  for (let n = 0; n < LIMITS.code_email.points; n++) {
    expect((await tryAt(`${name}+${n}@gmail.com`)).body.code).toBe('invalid_code');
  }
  for (const email of [`${name}@googlemail.com`, `s.${name.slice(1)}+new@gmail.com`]) {
    expect((await tryAt(email)).status).toBe(429);
  }
  expect((await tryAt(`${name}@example.com`)).body.code).toBe('invalid_code');
});

test('(3) the right code is accepted at the fifth try after four wrong ones', async () => {
  const visitor = site.visitor();
  const input = signUpInput();
  await visitor.post('/api/register', input);
  const code = await mailedCode(site, input.email);
  for (let n = 0; n < 4; n++) await visitor.post('/api/verify-email', { ...input, code: wrongCode(code) });
  expect((await visitor.post('/api/verify-email', { ...input, code })).status).toBe(200);
});

test.each(['that asked', 'that did not ask'])(
  '(3) in a browser %s, the limit of hashes uses up no tries of the right code',
  async (which) => {
    const input = signUpInput();
    const asking = site.visitor();
    await asking.post('/api/register', input);
    const code = await mailedCode(site, input.email);
    const visitor = which === 'that asked' ? asking : site.visitor();
    await visitor.post('/api/login', { username: input.email, password: PASSWORD });
    await sql`update rate_limits set points = 300 where key like 'password_ip:%'`.execute(site.database);
    const enter = async () => (await visitor.post('/api/verify-email', { ...input, code })).status;
    for (let n = 0; n < 6; n++) expect(await enter()).toBe(429);
    await sql`delete from rate_limits where key like 'password_ip:%'`.execute(site.database);
    expect(await enter()).toBe(200);
  },
);

test('(3) one of several parallel requests with the right code wins', async () => {
  const visitor = site.visitor();
  const input = signUpInput();
  await visitor.post('/api/register', input);
  const code = await mailedCode(site, input.email);
  const claims = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      site.visitor().post('/api/verify-email', { ...input, code, name: `Robin ${n}` }),
    ),
  );
  expect(claims.filter((claim) => claim.status === 200)).toHaveLength(1);
  expect(claims.filter((claim) => claim.body.code === 'invalid_code')).toHaveLength(9);
  const users = await site.database
    .selectFrom('users')
    .select('id')
    .where('email', '=', input.email)
    .execute();
  expect(users).toHaveLength(1);
  const sessions = await site.database
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', users[0]?.id ?? '')
    .execute();
  expect(sessions).toHaveLength(1);
});

test('(3) a newer code voids the one before, and a code works once', async () => {
  const visitor = site.visitor();
  const input = signUpInput();
  await visitor.post('/api/register', input);
  const first = await mailedCode(site, input.email);
  const resent = await visitor.post('/api/resend-verification', { email: input.email });
  expect(resent).toMatchObject({
    status: 200,
    body: { message: 'Check your email for the new verification code.' },
  });
  const second = await mailedCode(site, input.email, 2);
  if (first !== second) {
    expect((await visitor.post('/api/verify-email', { ...input, code: first })).body.code).toBe(
      'invalid_code',
    );
  }
  expect((await visitor.post('/api/verify-email', { ...input, code: second })).status).toBe(200);
  expect((await visitor.post('/api/verify-email', { ...input, code: second })).body.code).toBe(
    'invalid_code',
  );
});

test('(1) an address that gets an account while its code is on the way stays with that account', async () => {
  const [visitor, input] = [site.visitor(), signUpInput()];
  await visitor.post('/api/register', input);
  const code = await mailedCode(site, input.email);
  const other = await createMember(site.database, { email: input.email });
  const late = await visitor.post('/api/verify-email', { ...input, code });
  expect([late.status, late.body.code]).toEqual([400, 'invalid_code']);
  expect((await visitor.get('/api/user')).status).toBe(401);
  const kept = site.database.selectFrom('users').select('id').where('email', '=', input.email);
  expect(await kept.execute()).toEqual([{ id: other.id }]);
});

test('(3) a code expires after ten minutes', async () => {
  const visitor = site.visitor();
  const input = signUpInput();
  await visitor.post('/api/register', input);
  const code = await mailedCode(site, input.email);
  const { rows } = await sql<{ minutes: number }>`update email_verification_codes
    set expires_at = expires_at - interval '10 minutes' where email = ${input.email}
    returning extract(epoch from (expires_at + interval '10 minutes' - created_at))::float / 60 as minutes`.execute(
    site.database,
  );
  expect(rows[0]?.minutes).toBeCloseTo(10, 2);
  expect((await visitor.post('/api/verify-email', { ...input, code })).body.code).toBe('invalid_code');
});

test('a code is worth nothing for another address, and is not stored in the clear', async () => {
  const [a, b] = [signUpInput(), signUpInput()];
  await site.visitor().post('/api/register', a);
  await site.visitor().post('/api/register', b);
  const [codeOfA, codeOfB] = [await mailedCode(site, a.email), await mailedCode(site, b.email)];
  if (codeOfA !== codeOfB) {
    expect((await site.visitor().post('/api/verify-email', { ...b, code: codeOfA })).body.code).toBe(
      'invalid_code',
    );
  }
  const stored = await site.database
    .selectFrom('emailVerificationCodes')
    .select('code')
    .where('email', '=', a.email)
    .executeTakeFirstOrThrow();
  expect(stored.code).not.toContain(codeOfA);
  expect(stored.code).not.toBe(createHash('sha256').update(codeOfA).digest('hex'));
});

test('(1) the owner of a known address gets a mail about the sign-up, and nothing changes', async () => {
  const { email } = await signUp(site);
  const stranger = site.visitor();
  await stranger.post('/api/register', { email, password: 'planted by mallory', name: 'Mallory' });
  const [mail] = await site.mails(email, 2);
  expect(mail?.subject).toBe('You already have a Pocketful account');
  expect(mail?.text).toContain('/auth?login=true');
  expect(mail?.text).not.toContain('Mallory');
  expect((await site.visitor().post('/api/login', { username: email, password: PASSWORD })).status).toBe(200);
});

test('(13) isAdmin, points and emailVerified in a body change nothing', async () => {
  const visitor = site.visitor();
  const input = { ...signUpInput(), isAdmin: true, points: 5000, emailVerified: false, cashRewardedUSD: 900 };
  await visitor.post('/api/register', input);
  const code = await mailedCode(site, input.email);
  const { body } = await visitor.post('/api/verify-email', { ...input, code });
  expect(body.user).toMatchObject({ isAdmin: false, points: 0, emailVerified: true, cashRewardedUSD: 0 });
  const login = await visitor.post('/api/login', {
    username: input.email,
    password: PASSWORD,
    isAdmin: true,
    points: 9,
  });
  expect(login.body).toMatchObject({ isAdmin: false, points: 0 });
});

test.each([
  ['12345', 'invalid_input'],
  ['123456', 'password_common'],
  ['PassWord', 'password_common'],
  ['ｐａｓｓｗｏｒｄ', 'password_common'],
  ['Pocketful2026!', 'password_is_site_name'],
  ['weak.person@example.com', 'password_is_address'],
  ['Weak.Person1', 'password_is_address'],
])('(14) the password %s is refused at sign-up and at confirmation', async (password, code) => {
  const input = { email: 'weak.person@example.com', password, name: 'Robin' };
  for (const [path, body] of [
    ['/api/register', input],
    ['/api/verify-email', { ...input, code: '123456' }],
  ] as const) {
    const answer = await site.visitor().post(path, body);
    expect(answer).toMatchObject({ status: 400, body: { code } });
    expect(answer.body.fields?.password).toBe(
      code === 'invalid_input' ? 'Password must be at least 6 characters long' : undefined,
    );
  }
});

test('(14) six characters are enough, 128 are allowed, 129 are not', async () => {
  const register = (password: string) => site.visitor().post('/api/register', { ...signUpInput(), password });
  expect((await register('xkq-7v')).status).toBe(200);
  expect((await register('long pass '.repeat(13).slice(0, 128))).status).toBe(200);
  expect((await register('long pass '.repeat(13).slice(0, 129))).status).toBe(400);
});

test.each([
  ['/api/register', 'sign-up'],
  ['/api/resend-verification', 'sign-up'],
  ['/api/forgot-password', 'reset'],
])(
  '(11) %s: the sixth mail to one address in an hour needs a captcha, for known and unknown addresses',
  async (path) => {
    const known = await createMember(site.database);
    for (const email of [known.email, newAddress()]) {
      const ask = (more: object = {}) =>
        site.visitor().post(path, { email, password: PASSWORD, name: 'Robin', ...more });
      for (let n = 0; n < 5; n++) expect((await ask()).status).toBe(200);
      expect(await ask()).toMatchObject({ status: 400, body: { code: 'captcha_required' } });
      expect((await ask({ captcha: 'not a token' })).body.code).toBe('captcha_invalid');
      const captcha = await solveCaptcha((await site.visitor().get('/api/login/challenge')).body);
      expect((await ask({ captcha })).status).toBe(200);
      expect((await ask({ captcha })).body.code).toBe('captcha_duplicate');
    }
  },
);

test('(11) the spellings of one mailbox share its mails', async () => {
  const name = `robin${process.pid}`;
  const spellings = [
    `${name}+1@gmail.com`,
    `${name}+2@gmail.com`,
    `r.${name.slice(1)}@gmail.com`,
    `R.o.${name.slice(2)}+3@googlemail.com`,
    `${name}@googlemail.com`,
  ];
  const ask = (email: string, more: object = {}) =>
    site.visitor().post('/api/resend-verification', { email, ...more });
  for (const email of spellings) expect((await ask(email)).status).toBe(200);
  expect(await ask(`${name}@gmail.com`)).toMatchObject({ status: 400, body: { code: 'captcha_required' } });
  // Another mailbox, and the same one with a captcha: the code is for the address that was asked for.
  expect((await ask(`${name}@example.com`)).status).toBe(200);
  const input = { email: `${name}@gmail.com`, password: PASSWORD, name: 'Robin' };
  const captcha = await solveCaptcha((await site.visitor().get('/api/login/challenge')).body);
  expect((await ask(input.email, { captcha })).status).toBe(200);
  const code = await mailedCode(site, input.email);
  expect((await site.visitor().post('/api/verify-email', { ...input, code })).status).toBe(200);
});

test('(11) a stranger who has used up the mails of an address cannot keep its owner from signing up', async () => {
  const input = signUpInput();
  for (let n = 0; n < 5; n++) await site.visitor().post('/api/resend-verification', { email: input.email });
  await mailedCode(site, input.email, 5);
  const owner = site.visitor();
  expect((await owner.post('/api/register', input)).body.code).toBe('captcha_required');
  const captcha = await solveCaptcha((await owner.get('/api/login/challenge')).body);
  expect((await owner.post('/api/register', { ...input, captcha })).status).toBe(200);
  const code = await mailedCode(site, input.email, 6);
  expect((await owner.post('/api/verify-email', { ...input, code })).status).toBe(200);
});

test('(11) a mailbox gets a limited number of mails a day, even with captchas', async () => {
  const { email } = signUpInput();
  const ask = async () => {
    const captcha = await solveCaptcha((await site.visitor().get('/api/login/challenge')).body);
    return site.visitor().post('/api/resend-verification', { email, captcha });
  };
  for (let n = 0; n < 5; n++) await site.visitor().post('/api/resend-verification', { email });
  expect((await ask()).status).toBe(200);
  await sql`update rate_limits set points = ${LIMITS.sign_up_mail_captcha.points}
    where key like 'sign_up_mail_captcha:%'`.execute(site.database);
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
});
