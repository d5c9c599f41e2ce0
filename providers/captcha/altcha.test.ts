import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { solveCaptcha } from '#testing/captcha.ts';
import { altcha } from './altcha.ts';

const now = async () => new Date();
const newKeys = () => ({ challengeKey: randomBytes(32), answerKey: randomBytes(32), now });
const keys = newKeys();
const verifier = altcha(keys);
const member = randomUUID();
const IP = '192.0.2.1';

const reshape = (token: string, change: (payload: Payload) => void): string => {
  const payload = JSON.parse(atob(token)) as Payload;
  change(payload);
  return btoa(JSON.stringify(payload));
};
interface Payload {
  challenge: { parameters: { data: Record<string, unknown>; keyPrefix: string } };
  solution: { counter: number; derivedKey: string };
}

test('a challenge has the fields that the widget requires', async () => {
  const challenge = await verifier.challenge('redemption', member);
  expect(challenge).toEqual({
    parameters: expect.objectContaining({
      algorithm: 'PBKDF2/SHA-256',
      nonce: expect.any(String),
      salt: expect.any(String),
      keyPrefix: expect.any(String),
      data: { action: 'redemption', member, expiresAt: expect.any(Number) },
    }),
    signature: expect.any(String),
  });
});

test('a solved challenge is accepted for its member and names its action', async () => {
  const challenge = await verifier.challenge('mission', member);
  const verdict = await verifier.verify(await solveCaptcha(challenge), member, IP);
  expect(verdict).toMatchObject({ t: 'ok', action: 'mission' });
});

test('copies of one token and other solutions of one challenge have the same solution id', async () => {
  const token = await solveCaptcha(await verifier.challenge('redemption', member));
  const padded = ` ${reshape(token, (payload) => Object.assign(payload, { extra: 1 }))}`;
  const [first, second] = await Promise.all([
    verifier.verify(token, member, IP),
    verifier.verify(padded, member, IP),
  ]);
  expect(first).toMatchObject({ t: 'ok' });
  expect(second).toEqual(first);
});

test('a token of another member is invalid', async () => {
  const token = await solveCaptcha(await verifier.challenge('redemption', member));
  expect(await verifier.verify(token, randomUUID(), IP)).toEqual({ t: 'invalid' });
});

test('a token from a server with other keys is invalid', async () => {
  const other = altcha(newKeys());
  const token = await solveCaptcha(await other.challenge('redemption', member));
  expect(await verifier.verify(token, member, IP)).toEqual({ t: 'invalid' });
});

test.each<[string, (payload: Payload) => void]>([
  ['its action changed', ({ challenge }) => Object.assign(challenge.parameters.data, { action: 'login' })],
  [
    'its expiry changed',
    ({ challenge }) => Object.assign(challenge.parameters.data, { expiresAt: 9_999_999_999_999 }),
  ],
  [
    'its expiry removed',
    ({ challenge }) => Object.assign(challenge.parameters.data, { expiresAt: undefined }),
  ],
  ['its work made easier', ({ challenge }) => Object.assign(challenge.parameters, { keyPrefix: '00' })],
  ['its signature removed', ({ challenge }) => Object.assign(challenge, { signature: undefined })],
  ['its answer guessed', ({ solution }) => Object.assign(solution, { derivedKey: 'ab'.repeat(32) })],
])('a token with %s is invalid', async (_change, change) => {
  const token = await solveCaptcha(await verifier.challenge('redemption', member));
  expect(await verifier.verify(reshape(token, change), member, IP)).toEqual({ t: 'invalid' });
});

test('an old token is expired', async () => {
  const past = altcha({ ...keys, lifetimeMs: -2_000 });
  const token = await solveCaptcha(await past.challenge('redemption', member));
  expect(await verifier.verify(token, member, IP)).toEqual({ t: 'expired' });
});

test('whether a token is expired is judged by the time that all servers share', async () => {
  const shared = new Date(Date.now() + 7_200_000);
  const elsewhere = altcha({ ...keys, now: async () => shared });
  const challenge = await elsewhere.challenge('redemption', member);
  const token = await solveCaptcha(challenge);
  expect(await elsewhere.verify(token, member, IP)).toMatchObject({ t: 'ok' });
  shared.setTime(shared.getTime() + 5 * 60_000 + 1);
  expect(await elsewhere.verify(token, member, IP)).toEqual({ t: 'expired' });
  expect(challenge).not.toMatchObject({ parameters: { expiresAt: expect.anything() } });
});

test.each(['not base64 %%%', btoa('null'), btoa('{"challenge":{}}'), btoa('[[[['), 'x'.repeat(10_000)])(
  'garbage is invalid, not an error (%#)',
  async (token) => {
    expect(await verifier.verify(token, member, IP)).toEqual({ t: 'invalid' });
  },
);

test('an empty token is missing', async () => {
  expect(await verifier.verify('  ', member, IP)).toEqual({ t: 'missing' });
});
