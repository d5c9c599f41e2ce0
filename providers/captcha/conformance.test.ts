import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { CaptchaVerifier } from '#domain/trust/index.ts';
import { solveCaptcha } from '#testing/captcha.ts';
import { CAPTCHA_KEYS, startSiteverify } from '#testing/captcha-vendors.ts';
import { WAIT } from '#testing/patience.ts';
import { altcha } from './altcha.ts';
import { hcaptcha } from './hcaptcha.ts';
import { turnstile } from './turnstile.ts';

/** The guarantees that the domain needs from every captcha provider. */

const now = async () => new Date();
const HOST = 'rewards.example';
const IP = '2001:db8::1';
const vendors = {
  hcaptcha: await startSiteverify('hcaptcha', HOST),
  turnstile: await startSiteverify('turnstile', HOST),
};
afterAll(() => Promise.all([vendors.hcaptcha.close(), vendors.turnstile.close()]));

type Solve = (challenge: Record<string, unknown>) => Promise<string>;
const providers: [string, CaptchaVerifier, Solve][] = [
  ['altcha', altcha({ challengeKey: randomBytes(32), answerKey: randomBytes(32), now }), solveCaptcha],
  ...(['hcaptcha', 'turnstile'] as const).map((name): [string, CaptchaVerifier, Solve] => {
    const verifyUrl = vendors[name].url;
    const options = { ...CAPTCHA_KEYS, verifyUrl, hostname: HOST, timeoutMs: WAIT.timeout };
    const open = { hcaptcha, turnstile }[name];
    const captcha = open({ ...options, ticketKey: randomBytes(32), now, report: () => {} });
    return [name, captcha, async (challenge) => vendors[name].solve(challenge)];
  }),
];

describe.each(providers)('%s', (_name, captcha, solve) => {
  const member = randomUUID();

  test.each(['redemption', 'mission', 'login'] as const)(
    'a solved challenge is good only for its own action: %s',
    async (action) => {
      const verdict = await captcha.verify(await solve(await captcha.challenge(action, member)), member, IP);
      expect(verdict).toMatchObject({ t: 'ok', action });
      if (verdict.t === 'ok') expect(verdict.solution.expiresAt.getTime()).toBeGreaterThan(Date.now());
    },
  );

  test('two challenges have two solutions', async () => {
    const [one, two] = await Promise.all(
      [1, 2].map(async () =>
        captcha.verify(await solve(await captcha.challenge('mission', member)), member, IP),
      ),
    );
    expect([one?.t, two?.t]).toEqual(['ok', 'ok']);
    expect(one).not.toMatchObject({ solution: { id: two?.t === 'ok' && two.solution.id } });
  });

  test('a token is invalid for another member', async () => {
    const token = await solve(await captcha.challenge('redemption', member));
    expect(await captcha.verify(token, randomUUID(), IP)).toEqual({ t: 'invalid' });
  });

  test('parallel copies of one token never have two solution ids', async () => {
    const token = await solve(await captcha.challenge('redemption', member));
    const verdicts = await Promise.all(Array.from({ length: 10 }, () => captcha.verify(token, member, IP)));
    const ids = verdicts.flatMap((verdict) => (verdict.t === 'ok' ? [verdict.solution.id] : []));
    expect(new Set(ids).size).toBe(1);
    for (const { t } of verdicts) expect(['ok', 'duplicate', 'expired']).toContain(t);
  });

  test('an empty token is missing', async () => {
    expect(await captcha.verify('  ', member, IP)).toEqual({ t: 'missing' });
  });

  test.each(['x', '..', 'a.b.c', 'null', '{}', 'x'.repeat(10_000), `${'a.'.repeat(4_000)}`])(
    'garbage is invalid and never an error (%#)',
    async (token) => {
      expect(await captcha.verify(token, member, IP)).toEqual({ t: 'invalid' });
    },
  );

  test('the challenge is an object that survives JSON unchanged', async () => {
    const challenge = await captcha.challenge('mission', member);
    expect(JSON.parse(JSON.stringify(challenge))).toEqual(challenge);
  });
});
