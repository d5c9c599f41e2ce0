import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD, signUp } from '#testing/accounts.ts';
import { CAPTCHA_KEYS, startSiteverify } from '#testing/captcha-vendors.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { patientCalls } from '#testing/patient-calls.ts';
import { startTestServer } from '#testing/server.ts';

/** Captchas of vendors over all steps: challenge, token, grant, redemption. */

patientCalls();

describe.each([
  { vendor: 'hcaptcha', origin: 'https://*.hcaptcha.com' },
  { vendor: 'turnstile', origin: 'https://challenges.cloudflare.com' },
] as const)('$vendor', async ({ vendor, origin }) => {
  const siteverify = await startSiteverify(vendor);
  afterAll(siteverify.close);
  const site = await startTestServer(siteverify.environment);
  beforeEach(() => siteverify.setFault(() => undefined));

  const someone = async (points = 100) => {
    const member = await createMember(site.database, { points });
    const visitor = site.visitor();
    visitor.cookie = await signIn(site.database, member);
    return visitor;
  };
  type Visitor = Awaited<ReturnType<typeof someone>>;
  const solve = async (visitor: Visitor, action = 'redemption') =>
    siteverify.solve((await visitor.get(`/api/captcha/challenge?action=${action}`)).body);
  const verify = (visitor: Visitor, token: string) => visitor.post('/api/verify-captcha', { token });
  const redeem = (visitor: Visitor) =>
    visitor.post('/api/redemptions', { requestId: randomUUID(), cardTier: '1USD' });

  test('the browser learns whose widget to load, and may load it', async () => {
    const { body } = await site.visitor().get('/api/site');
    const { headers } = await site.visitor().get('/api/docs');
    expect(body.captcha).toEqual({ provider: vendor, siteKey: CAPTCHA_KEYS.siteKey });
    const policy = headers.get('content-security-policy') ?? '';
    for (const directive of ['script-src', 'frame-src', 'style-src', 'connect-src']) {
      expect(policy).toMatch(new RegExp(`${directive} [^;]*${origin.replaceAll('*', '\\*')}`));
    }
    expect(JSON.stringify(body)).not.toContain(CAPTCHA_KEYS.secret);
  });

  test('a solved captcha opens one redemption', async () => {
    const visitor = await someone(200);
    expect(await verify(visitor, await solve(visitor))).toMatchObject({ status: 200 });
    expect((await redeem(visitor)).status).toBe(200);
    expect(await redeem(visitor)).toMatchObject({ status: 400, body: { code: 'captcha_required' } });
  });

  test('a vendor that does not respond refuses the redemption', async () => {
    const visitor = await someone();
    const token = await solve(visitor);
    siteverify.setFault(() => ({ status: 500 }));
    expect(await verify(visitor, token)).toMatchObject({
      status: 503,
      body: { code: 'captcha_unavailable', error: 'Verification failed. Please try again.' },
    });
    expect(await redeem(visitor)).toMatchObject({ status: 400, body: { code: 'captcha_required' } });
  });

  test("another member's captcha and one for another action open nothing", async () => {
    const [visitor, other] = [await someone(), await someone()];
    const stolen = await verify(visitor, await solve(other));
    expect(stolen).toMatchObject({ status: 400, body: { code: 'captcha_invalid' } });
    expect((await verify(visitor, await solve(visitor, 'mission'))).status).toBe(200);
    expect((await redeem(visitor)).body.code).toBe('captcha_required');
  });

  test('sign-in after many failures needs this captcha too', async () => {
    const { email } = await signUp(site);
    const logIn = (body: object) => site.visitor().post('/api/login', { username: email, ...body });
    await logIn({ password: 'wrong password' });
    await sql`update rate_limits set points = 100 where key like 'login_email:%'`.execute(site.database);
    expect((await logIn({ password: PASSWORD })).body.code).toBe('captcha_required');
    const challenge = (await site.visitor().get('/api/login/challenge')).body;
    const captcha = siteverify.solve(challenge);
    expect((await logIn({ password: PASSWORD, captcha: 'garbage' })).body.code).toBe('captcha_invalid');
    expect((await logIn({ password: PASSWORD, captcha })).status).toBe(200);
  });

  test('20 parallel copies of one token are worth one grant, even if the vendor accepts all of them', async () => {
    siteverify.forgetUses();
    const visitor = await someone(300);
    const token = await solve(visitor);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(visitor, token)));
    const codes = answers.map(({ status, body }) => (status === 200 ? 'ok' : body.code));
    expect(codes.sort()).toEqual([...Array.from({ length: 19 }, () => 'captcha_duplicate'), 'ok']);
    const redeemed = await Promise.all([1, 2, 3].map(() => redeem(visitor)));
    expect(redeemed.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
