import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { CAPTCHA_KEYS, startSiteverify } from '#testing/captcha-vendors.ts';
import { WAIT } from '#testing/patience.ts';
import { hcaptcha } from './hcaptcha.ts';
import type { VendorSettings } from './siteverify.ts';
import { turnstile } from './turnstile.ts';

const IP = '192.0.2.1';
const HOST = 'rewards.example';
const member = randomUUID();

const HCAPTCHA_CODES: [string, string][] = [
  ['missing-input-secret', 'misconfigured'],
  ['invalid-input-secret', 'misconfigured'],
  ['sitekey-secret-mismatch', 'misconfigured'],
  ['not-using-dummy-passcode', 'misconfigured'],
  ['missing-remoteip', 'misconfigured'],
  ['invalid-remoteip', 'misconfigured'],
  ['bad-request', 'misconfigured'],
  ['missing-input-response', 'missing'],
  ['invalid-input-response', 'invalid'],
  ['expired-input-response', 'expired'],
  ['already-seen-response', 'duplicate'],
  ['invalid-or-already-seen-response', 'duplicate'],
  ['a-code-of-tomorrow', 'unavailable'],
  ['constructor', 'unavailable'],
];
const TURNSTILE_CODES: [string, string][] = [
  ['missing-input-secret', 'misconfigured'],
  ['invalid-input-secret', 'misconfigured'],
  ['bad-request', 'misconfigured'],
  ['missing-input-response', 'missing'],
  ['invalid-input-response', 'invalid'],
  ['timeout-or-duplicate', 'expired'],
  ['internal-error', 'unavailable'],
  ['a-code-of-tomorrow', 'unavailable'],
];
const CODES = { hcaptcha: HCAPTCHA_CODES, turnstile: TURNSTILE_CODES };

describe.each([
  { vendor: 'hcaptcha', open: hcaptcha },
  { vendor: 'turnstile', open: turnstile },
] as const)('$vendor', async ({ vendor, open }) => {
  const siteverify = await startSiteverify(vendor, HOST);
  afterAll(siteverify.close);
  const reports: { fault: string; because: string }[] = [];
  const settings: VendorSettings = {
    ...CAPTCHA_KEYS,
    verifyUrl: siteverify.url,
    hostname: HOST,
    ticketKey: randomBytes(32),
    now: async () => new Date(),
    report: (finding) => reports.push(finding),
    timeoutMs: WAIT.timeout,
  };
  const captcha = open(settings);
  const solved = async (told = {}) => siteverify.solve(await captcha.challenge('mission', member), told);
  beforeEach(() => {
    siteverify.setFault(() => undefined);
    reports.length = 0;
  });

  test('the vendor gets secret, response and client address in a form, and nothing about the member', async () => {
    const token = await solved();
    expect(await captcha.verify(token, member, IP)).toMatchObject({ t: 'ok', action: 'mission' });
    const call = siteverify.calls.at(-1);
    expect(Object.fromEntries(new URLSearchParams(call?.text))).toEqual({
      secret: CAPTCHA_KEYS.secret,
      response: token.split('.').slice(2).join('.'),
      remoteip: IP,
      ...(vendor === 'hcaptcha' ? { sitekey: CAPTCHA_KEYS.siteKey } : {}),
    });
    expect(JSON.stringify([call?.text, call?.headers])).not.toContain(member);
  });

  test("the widget's data in the browser names neither the member nor the secret in the clear", async () => {
    const challenge = await captcha.challenge('mission', member);
    expect(challenge).toEqual({
      siteKey: CAPTCHA_KEYS.siteKey,
      action: 'mission',
      id: expect.any(String),
      ticket: expect.any(String),
    });
    expect(JSON.stringify(challenge)).not.toContain(CAPTCHA_KEYS.secret);
  });

  test('a solution for another host is invalid, and the operator hears of it once an hour', async () => {
    let now = Date.now();
    const verifier = open({ ...settings, now: async () => new Date(now) });
    const solveAt = async (hostname: string) => {
      const token = siteverify.solve(await verifier.challenge('mission', member), { hostname });
      expect(await verifier.verify(token, member, IP)).toEqual({ t: 'invalid' });
    };
    await solveAt('www.rewards.example');
    const because = `solved at www.rewards.example, but APP_URL says ${HOST}`;
    expect(reports).toEqual([{ vendor, fault: 'misconfigured', because }]);
    await solveAt('www.rewards.example');
    await solveAt('phishing.example');
    expect(reports).toHaveLength(1);
    now += 3_600_000;
    await solveAt('phishing.example');
    expect(reports).toHaveLength(2);
  });

  test('a response is accepted only with the right ticket of this member', async () => {
    const [ticket, , response] = (await solved()).split(/\.(?=P1_)|\.(?!P1_)/);
    const forged = Buffer.from(
      JSON.stringify({ id: 'x', action: 'redemption', member, expiresAt: Date.now() + 60_000 }),
    ).toString('base64url');
    const foreign = open({ ...settings, ticketKey: randomBytes(32) });
    const other = await foreign.challenge('mission', member);
    for (const token of [
      response,
      `${ticket}.${response}`,
      `${forged}.${'A'.repeat(43)}.${response}`,
      `${other.ticket}.${response}`,
    ]) {
      expect(await captcha.verify(String(token), member, IP)).toEqual({ t: 'invalid' });
    }
    expect(await captcha.verify(await solved(), randomUUID(), IP)).toEqual({ t: 'invalid' });
  });

  test.each(CODES[vendor])('the error code %s means %s', async (code, fault) => {
    const token = await solved();
    siteverify.setFault(() => ({ status: 200, body: { success: false, 'error-codes': [code] } }));
    expect(await captcha.verify(token, member, IP)).toEqual({ t: fault });
    const told = fault === 'misconfigured' || fault === 'unavailable';
    expect(reports).toEqual(told ? [{ vendor, fault, because: code }] : []);
  });

  test.each<[string, Parameters<typeof siteverify.setFault>[0]]>([
    ['fails', () => ({ status: 500 })],
    ['asks to slow down', () => ({ status: 429 })],
    ['sends elsewhere', () => ({ status: 302, headers: { location: 'https://elsewhere.example' } })],
    ['cuts the line', () => 'lose_reply'],
    ['is silent for too long', () => ({ answerAfterMs: 1_000 })],
    ['answers garbage', () => ({ status: 200, body: 'success' })],
    ['answers another shape', () => ({ status: 200, body: { success: 'true' } })],
    ['answers no end', () => ({ status: 200, body: { success: true, pad: 'x'.repeat(20_000) } })],
    ['refuses without saying why', () => ({ status: 200, body: { success: false } })],
    ['fails although it says success', () => ({ status: 503, body: { success: true, hostname: HOST } })],
  ])('a vendor that %s is unavailable, and the fault is reported to the operator', async (_what, fault) => {
    const hasty = open({ ...settings, timeoutMs: 300 });
    const token = await solved();
    siteverify.setFault(fault);
    expect(await hasty.verify(token, member, IP)).toEqual({ t: 'unavailable' });
    expect(reports).toHaveLength(1);
    expect(JSON.stringify(reports)).not.toContain(CAPTCHA_KEYS.secret);
  });

  test('copies of a token that the vendor accepts have the same solution id', async () => {
    siteverify.forgetUses();
    const token = await solved();
    const [first, second] = await Promise.all([
      captcha.verify(token, member, IP),
      captcha.verify(`  ${token} `, member, IP),
    ]);
    expect(first).toMatchObject({ t: 'ok' });
    expect(second).toMatchObject({ solution: { id: first?.t === 'ok' && first.solution.id } });
  });
});

test.each([
  ['action', { action: 'redemption' }],
  ['ticket', { cdata: 'another' }],
] as const)('a solution that Turnstile names for another %s is invalid', async (_what, told) => {
  const siteverify = await startSiteverify('turnstile', HOST);
  const captcha = turnstile({
    ...CAPTCHA_KEYS,
    verifyUrl: siteverify.url,
    hostname: HOST,
    ticketKey: randomBytes(32),
    now: async () => new Date(),
    report: () => {},
    timeoutMs: WAIT.timeout,
  });
  const token = siteverify.solve(await captcha.challenge('mission', member), told);
  expect(await captcha.verify(token, member, IP)).toEqual({ t: 'invalid' });
  await siteverify.close();
});
