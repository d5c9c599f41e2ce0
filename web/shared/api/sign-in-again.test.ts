import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { isNoted, noteMember } from '#web/shared/browser/tabs.ts';
import { Abandoned } from './abandoned.ts';
import { success } from './call.ts';
import { download } from './download.ts';
import { abandonSignIn, answerSignIn, signInStore } from './sign-in-again.ts';

// Node stores localStorage in a file and sessionStorage in memory; the interface is the same.
vi.stubGlobal('localStorage', sessionStorage);

let isSignedIn = false;
let requests = 0;
const server = createServer((_, response) => {
  requests += 1;
  if (isSignedIn) return response.end('yours');
  response.writeHead(401).end(JSON.stringify({ error: 'Please sign in.', code: 'not_signed_in' }));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => void server.close());
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const read = async () => (await download(address)).content.text();
/** As in sign-in-again.ts. */
const ROTATION_MS = 500;
const refusal = { code: 'not_signed_in', message: '401: Please sign in.' };

/** Waits until the member is asked; the screen stays until `leave` is called. */
function asked(): { until: Promise<void>; leave: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = signInStore.subscribe(() => signInStore.isAsked() && resolve());
  return { until: promise, leave };
}

async function sent(count: number): Promise<void> {
  while (requests < count) await new Promise(setImmediate);
}

beforeEach(() => {
  isSignedIn = false;
  requests = 0;
});

test('calls refused without a session wait for one sign-in and are sent again', async () => {
  const { until, leave } = asked();
  const answers = Promise.all([read(), read(), read()]);
  await until;
  isSignedIn = true;
  // On a busy machine the refusal of another call comes only now.
  const stop = signInStore.subscribe(() => signInStore.isAsked() && answerSignIn(true));
  answerSignIn(true);
  expect(await answers).toEqual(['yours', 'yours', 'yours']);
  expect(signInStore.isAsked()).toBe(false);
  stop();
  leave();
});

test('a waiting call is not sent again if who asked has given up meanwhile', async () => {
  const { until, leave } = asked();
  const given = new AbortController();
  const answer = expect(success(address, { signal: given.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
  await until;
  given.abort();
  isSignedIn = true;
  answerSignIn(true);
  await answer;
  expect(requests).toBe(2);
  leave();
});

test('a page kept for the back button learns that the session has ended as soon as the member is asked', async () => {
  const { until, leave } = asked();
  noteMember('ada');
  const answer = expect(read()).rejects.toMatchObject(refusal);
  await sent(1);
  expect(isNoted('ada')).toBe(true);
  await until;
  expect(isNoted('ada')).toBe(false);
  leave();
  await answer;
});

test('the waiting calls fail when the member leaves, or if no screen can ask', async () => {
  const { until, leave } = asked();
  const answer = expect(read()).rejects.toMatchObject(refusal);
  await until;
  leave();
  await answer;
  await expect(read()).rejects.toMatchObject(refusal);
  expect(requests).toBe(3);
});

test('a call that is refused because its session has got a new token meanwhile is sent again without asking', async () => {
  const { leave } = asked();
  const answer = read();
  await sent(1);
  isSignedIn = true;
  expect(await answer).toBe('yours');
  expect([requests, signInStore.isAsked()]).toEqual([2, false]);
  leave();
});

test('a call is not sent again once its member is forgotten', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  // Not a spy: vitest would put what it spied on, the fake, back once more after the file, for all files that follow.
  const begun = vi.fn(globalThis.setTimeout);
  globalThis.setTimeout = begun as unknown as typeof setTimeout;
  const { leave } = asked();
  const answer = expect(read()).rejects.toBeInstanceOf(Abandoned);
  await sent(1);
  isSignedIn = true;
  // Not before the refusal is here, and the call waits for a new token.
  while (!begun.mock.calls.some(([, ms]) => ms === ROTATION_MS)) await new Promise(setImmediate);
  abandonSignIn();
  vi.advanceTimersByTime(ROTATION_MS);
  await answer;
  expect(requests).toBe(1);
  leave();
});

test('a question that is abandoned as soon as it is asked leaves its call unsent', async () => {
  const leave = signInStore.subscribe(() => signInStore.isAsked() && abandonSignIn());
  await expect(read()).rejects.toBeInstanceOf(Abandoned);
  expect([requests, signInStore.isAsked()]).toEqual([2, false]);
  leave();
});
