import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { CaptchaAction } from '#contract/captcha.values.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import type { CaptchaVerdict, CaptchaVerifier } from './captcha.ts';
import { consumeCaptchaGrant, grantCaptcha, spendCaptcha } from './captcha-grant.ts';

const { database, transact } = await testDatabase();

/** Returns the finding that it is given. The real verifiers have their own tests. */
const finding = (verdict: CaptchaVerdict): CaptchaVerifier => ({
  challenge: async () => ({}),
  verify: async () => verdict,
});
const solved = (action: CaptchaAction, id: string = randomUUID()): CaptchaVerdict => ({
  t: 'ok',
  action,
  solution: { id, expiresAt: new Date(Date.now() + 60_000) },
});
const grant = (verdict: CaptchaVerdict, memberId: string) =>
  grantCaptcha({ transact, captcha: finding(verdict) }, { token: 'token', memberId, ip: '192.0.2.1' });
const consume = (memberId: string, action: CaptchaAction) =>
  transact((tx) => consumeCaptchaGrant(tx, memberId, action));
const required = expect.objectContaining({ code: 'captcha_required' });

test('a grant is good for one use of its action by its member', async () => {
  const [member, other] = [await createMember(database), await createMember(database)];
  expect(await grant(solved('redemption'), member.id)).toBe('redemption');
  await expect(consume(other.id, 'redemption')).rejects.toEqual(required);
  await expect(consume(member.id, 'mission')).rejects.toEqual(required);
  await consume(member.id, 'redemption');
  await expect(consume(member.id, 'redemption')).rejects.toEqual(required);
});

test('a token that is spent at once is good once, and for its own action', async () => {
  const spend = (verdict: CaptchaVerdict) =>
    spendCaptcha(
      { transact, captcha: finding(verdict) },
      { token: 'token', subject: 'anyone', action: 'login', ip: '192.0.2.1' },
    );
  await expect(spend(solved('redemption'))).rejects.toMatchObject({ code: 'captcha_invalid' });
  await expect(spend({ t: 'expired' })).rejects.toMatchObject({ code: 'captcha_expired' });
  const token = solved('login');
  await spend(token);
  await expect(spend(token)).rejects.toMatchObject({ code: 'captcha_duplicate' });
});

test('an expired grant is refused', async () => {
  const member = await createMember(database);
  await grant(solved('redemption'), member.id);
  await database
    .updateTable('captchaGrants')
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where('userId', '=', member.id)
    .execute();
  await expect(consume(member.id, 'redemption')).rejects.toEqual(required);
});

test('a use that is rolled back leaves the grant', async () => {
  const member = await createMember(database);
  await grant(solved('redemption'), member.id);
  const rolledBack = transact(async (tx) => {
    await consumeCaptchaGrant(tx, member.id, 'redemption');
    throw new Error('later fault');
  });
  await expect(rolledBack).rejects.toThrow('later fault');
  await consume(member.id, 'redemption');
});

test('20 parallel copies of one solution are worth one grant', async () => {
  const member = await createMember(database);
  const verdict = solved('redemption');
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => grant(verdict, member.id)));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(19);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'captcha_duplicate' });
});

test('20 parallel uses of three grants succeed three times', async () => {
  const member = await createMember(database);
  for (let i = 0; i < 3; i++) await grant(solved('mission'), member.id);
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => consume(member.id, 'mission')));
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(3);
});

test.each([
  ['missing', 'captcha_required'],
  ['invalid', 'captcha_invalid'],
  ['expired', 'captcha_expired'],
  ['duplicate', 'captcha_duplicate'],
  ['misconfigured', 'captcha_unavailable'],
  ['unavailable', 'captcha_unavailable'],
] as const)('the finding %s of a verifier is refused with %s', async (t, code) => {
  const member = await createMember(database);
  await expect(grant({ t }, member.id)).rejects.toMatchObject({ code });
});
