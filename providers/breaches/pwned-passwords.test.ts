import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { PADDING_PASSWORD, startRangeService } from '#testing/breached-passwords.ts';
import { WAIT } from '#testing/patience.ts';
import { type BreachCheck, pwnedPasswords } from './pwned-passwords.ts';

/** For a service that never says all it has to say. */
const SHORT_TIMEOUT_MS = 300;
const BREACHED = 'sunny afternoon in 1987';

async function opened(timeoutMs = WAIT.timeout) {
  const service = await startRangeService(BREACHED);
  const told: [BreachCheck, string?][] = [];
  const isBreached = pwnedPasswords({
    address: service.address,
    onChecked: (...result) =>
      told.push(result.length === 2 && result[1] === undefined ? [result[0]] : result),
    timeoutMs,
  });
  return { ...service, isBreached, told };
}

test('a password of a breach is found, in every form that means the same, and another one is not', async () => {
  const { isBreached, told } = await opened();
  expect(await isBreached(BREACHED)).toBe(true);
  expect(await isBreached(BREACHED.replace('sunny', 'ｓｕｎｎｙ'))).toBe(true);
  expect(await isBreached('sunny afternoon in 1988')).toBe(false);
  expect(told).toEqual([['breached'], ['breached'], ['clean']]);
});

test('only five characters of the hash leave this server', async () => {
  const { isBreached, asked } = await opened();
  await isBreached(BREACHED);
  const hash = createHash('sha1').update(BREACHED).digest('hex').toUpperCase();
  expect(asked).toEqual([`/range/${hash.slice(0, 5)}`]);
});

test('a line of padding is no breach', async () => {
  const { isBreached, told } = await opened();
  expect(await isBreached(PADDING_PASSWORD)).toBe(false);
  expect(told).toEqual([['clean']]);
});

test.each<[string, Parameters<Awaited<ReturnType<typeof startRangeService>>['behave']>[0], RegExp]>([
  ['is silent', () => undefined, /timeout/],
  ['begins and goes silent', (_, response) => void response.write('0'.repeat(30)), /timeout/],
  ['is down', (request) => void request.socket.destroy(), /fetch failed/],
  ['refuses', (_, response) => void response.writeHead(429).end(), /status 429/],
  ['sends a page', (_, response) => void response.end('<html>'), /no list/],
  ['sends nothing', (_, response) => void response.end(), /no list/],
  ['never ends', (_, response) => void response.end(`${'0'.repeat(35)}:1\r\n`.repeat(10_000)), /too long/],
  ['leads elsewhere', (_, response) => void response.writeHead(302, { Location: '/' }).end(), /fetch failed/],
])('a service that %s holds nobody back, and that is told with its reason', async (_, how, because) => {
  const { isBreached, told, behave } = await opened(
    because.source === 'timeout' ? SHORT_TIMEOUT_MS : undefined,
  );
  behave(how);
  expect(await isBreached(BREACHED)).toBe(false);
  expect(told).toEqual([['unknown', expect.stringMatching(because)]]);
});

test('of a crowd of questions at a silent service twenty wait, and the others go on at once', async () => {
  const { isBreached, told, behave, asked } = await opened();
  const held: (() => void)[] = [];
  behave((_, response) => held.push(() => response.writeHead(503).end()));
  const twenty = Array.from({ length: 20 }, () => isBreached(BREACHED));
  expect(await Promise.all(Array.from({ length: 30 }, () => isBreached(BREACHED)))).not.toContain(true);
  expect(told).toHaveLength(30);
  await expect.poll(() => held.length).toBe(20);
  for (const release of held) release();
  await Promise.all(twenty);
  behave(undefined);
  expect(await isBreached(BREACHED)).toBe(true);
  expect(asked).toHaveLength(21);
});
