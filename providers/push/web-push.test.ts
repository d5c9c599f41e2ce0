import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import type { PushMessage } from '#domain/notices/index.ts';
import { startPushService } from '#testing/push-service.ts';
import { webPushService } from './web-push.ts';

const service = await startPushService();
const options = { seed: randomBytes(40), subject: 'mailto:help@rewards.example', agent: service.agent };
const push = webPushService(options);
const message: PushMessage = {
  title: 'Your reward is ready',
  body: 'ÄÖÜ 你好',
  path: '/profile',
  tag: 'tag',
  language: 'en',
  direction: 'ltr',
};
afterEach(() => service.answer(201));

test('a message is encrypted for its browser, with a limited lifetime', async () => {
  const { subscription, received } = service.subscribe();
  expect(await push.send(subscription, message)).toBe('sent');
  const [arrived] = received;
  expect(arrived?.message).toEqual(message);
  expect(arrived?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    urgency: 'normal',
  });
  expect(arrived?.headers['content-type']).toBe('application/octet-stream');
  // Salt, record size and key, the text, its delimiter and the authentication tag (RFC 8188): no padding.
  const overhead = 16 + 4 + 1 + 65 + 1 + 16;
  const length = Buffer.byteLength(JSON.stringify(message)) + overhead;
  expect(arrived?.headers['content-length']).toBe(String(length));
});

test('keys are taken with and without the padding of base64', async () => {
  const { subscription, received } = service.subscribe();
  const { p256dh, auth } = subscription.keys;
  const padded = { ...subscription, keys: { p256dh: `${p256dh}=`, auth: `${auth}==` } };
  expect(await push.send(padded, message)).toBe('sent');
  expect(received).toHaveLength(1);
});

test('a key that is not a point of the curve is a failure', async () => {
  const { subscription, received } = service.subscribe();
  const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
  await expect(
    push.send({ ...subscription, keys: { ...subscription.keys, p256dh } }, message),
  ).rejects.toThrow();
  expect(received).toEqual([]);
});

test('the site authenticates by VAPID with the key that browsers subscribe with', async () => {
  const { subscription, received } = service.subscribe();
  await push.send(subscription, message);
  const [, token = '', key] = /^vapid t=(.+), k=(.+)$/.exec(received[0]?.headers.authorization ?? '') ?? [];
  expect(key).toBe(push.publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: service.origin,
    sub: 'mailto:help@rewards.example',
  });
  expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({ typ: 'JWT', alg: 'ES256' });
  // At most a day (RFC 8292, section 2).
  const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  expect(Math.abs(exp - Date.now() / 1000 - 12 * 3600)).toBeLessThan(60);
  const point = Buffer.from(push.publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  expect(
    verify(
      'sha256',
      signed,
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    ),
  ).toBe(true);
});

test('every process of a site has the same key, and another site has another one', () => {
  expect(webPushService(options).publicKey).toBe(push.publicKey);
  expect(webPushService({ ...options, seed: randomBytes(40) }).publicKey).not.toBe(push.publicKey);
});

test.each([404, 410])('the status %i means that the browser is gone', async (status) => {
  service.answer(status);
  expect(await push.send(service.subscribe().subscription, message)).toBe('gone');
});

test.each([401, 403])(
  'the status %i means that the service refuses the token of the site',
  async (status) => {
    service.answer(status);
    expect(await push.send(service.subscribe().subscription, message)).toBe('refused');
  },
);

test.each([400, 413, 429, 500, 503])('the status %i is a failure', async (status) => {
  service.answer(status);
  await expect(push.send(service.subscribe().subscription, message)).rejects.toThrow(String(status));
});

test('a service that switches protocols is a failure', async () => {
  service.answer(101, { Connection: 'Upgrade', Upgrade: 'other' });
  await expect(push.send(service.subscribe().subscription, message)).rejects.toThrow('closed');
});

test('a redirect is not followed', async () => {
  const { received, subscription } = service.subscribe();
  service.answer(307, { Location: subscription.endpoint });
  await expect(push.send(service.subscribe().subscription, message)).rejects.toThrow('307');
  expect(received).toEqual([]);
});

test('a service without a valid certificate gets nothing', async () => {
  const { subscription, received } = service.subscribe();
  const strict = webPushService({ seed: options.seed, subject: options.subject });
  await expect(strict.send(subscription, message)).rejects.toThrow(/certificate/);
  expect(received).toEqual([]);
});
