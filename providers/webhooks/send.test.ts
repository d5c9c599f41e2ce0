import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { isPublic } from '#providers/common/public-address.ts';
import { selfSigned } from '#testing/certificate.ts';
import { startWebhookReceiver } from '#testing/webhook-receiver.ts';
import { webhookSender } from './send.ts';

const receiver = await startWebhookReceiver();
const never = new AbortController().signal;
const local = webhookSender({ allowLoopback: true });
const strict = webhookSender({ allowLoopback: false });
const message = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{"é":1}' });
const portOf = (url: string) => new URL(url).port;

describe('the sender of webhooks', () => {
  test('posts the body unchanged and returns status, pause and the first kilobyte', async () => {
    receiver.answer({ status: 429, headers: { 'retry-after': '7' }, body: `a\u0000${'b'.repeat(5_000)}` });
    expect(await local.post(message(receiver.url), never)).toEqual({
      status: 429,
      retryAfterMs: 7_000,
      text: `a${'b'.repeat(1_022)}`,
    });
    expect(receiver.received.at(-1)).toMatchObject({ body: '{"é":1}', path: '/hooks' });
    const later = new Date(Date.now() + 3_600_000).toUTCString();
    receiver.answer({ status: 503, headers: { 'retry-after': later } });
    const dated = await local.post(message(receiver.url), never);
    expect('status' in dated && dated.retryAfterMs).toBeGreaterThan(3_300_000);
  });

  test('does not follow a redirect', async () => {
    const before = receiver.received.length;
    receiver.answer({ status: 307, headers: { location: `${receiver.url}/elsewhere` } });
    expect(await local.post(message(receiver.url), never)).toMatchObject({ status: 307 });
    expect(receiver.received.slice(before).map(({ path }) => path)).toEqual(['/hooks']);
  });

  test('stops waiting for a response when it is told to', async () => {
    receiver.answer('silence');
    const post = local.post(message(receiver.url), AbortSignal.timeout(100));
    await expect(post).rejects.toMatchObject({ name: 'TimeoutError' });
    receiver.answer({ status: 200 });
  });

  test('reports a response that switches protocols as a failure', async () => {
    receiver.answer({ status: 101, headers: { connection: 'Upgrade', upgrade: 'other' } });
    expect(await local.post(message(receiver.url), never)).toEqual({ failure: 'connection' });
    receiver.answer({ status: 200 });
  });

  test('opens no connection to this machine, by address or by a name that resolves to it', async () => {
    const before = receiver.received.length;
    const port = portOf(receiver.url);
    for (const host of [
      '127.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0x7f.1',
      '2130706433',
      'localhost',
      '0.0.0.0',
    ]) {
      const answer = await strict.post(message(`http://${host}:${port}/hooks`), never);
      expect([host, answer]).toEqual([host, { failure: 'address_refused' }]);
    }
    expect(receiver.received.length).toBe(before);
  });

  test('reports an unknown host, a refused connection and an invalid certificate', async () => {
    expect(await strict.post(message('https://nowhere.invalid/'), never)).toEqual({
      failure: 'name_unknown',
    });
    expect(await local.post(message('http://127.0.0.1:1/'), never)).toEqual({ failure: 'connection' });
    const { key, cert } = selfSigned();
    const secure = createServer({ key, cert }, (_, response) => void response.end('ok'));
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    afterAll(() => void secure.close());
    const url = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/`;
    expect(await local.post(message(url), never)).toEqual({ failure: 'certificate' });
    const trusting = webhookSender({ allowLoopback: true, ca: cert });
    expect(await trusting.post(message(url), never)).toMatchObject({ status: 200, text: 'ok' });
  });

  test('accepts only https addresses, and http to this machine in development', () => {
    for (const url of ['https://crm.example/x', 'https://8.8.8.8/', 'https://[2606:4700::1]/']) {
      expect([strict.accepts(url), local.accepts(url)]).toEqual([true, true]);
    }
    for (const url of ['http://localhost:9/', 'http://127.0.0.1/', 'http://[::1]/', 'https://localhost/']) {
      expect([url, strict.accepts(url), local.accepts(url)]).toEqual([url, false, true]);
    }
    for (const url of [
      'http://crm.example/',
      'https://10.0.0.1/',
      'https://169.254.169.254/',
      'https://[fd00::1]/',
    ]) {
      expect([url, strict.accepts(url), local.accepts(url)]).toEqual([url, false, false]);
    }
  });
});

test.each([
  ['8.8.8.8', true],
  ['100.63.255.255', true],
  ['100.64.0.1', false],
  ['172.15.0.1', true],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['198.19.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['0.0.0.0', false],
  ['2606:4700::1111', true],
  ['::', false],
  ['::1', false],
  ['fe80::1', false],
  ['fc00::1', false],
  ['ff02::1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:0:1::1', false],
  ['2001:db8::1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::808:808', false],
  ['64:ff9b:1::1', false],
  ['2002:808:808::1', false],
  ['1fff:ffff::1', false],
  ['4000::1', false],
  ['3fff::1', false],
  ['010.0.0.1', false],
  ['0x7f.1', false],
  ['1.2', false],
  ['crm.example', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublic(address)).toBe(expected);
});
