import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { download } from './download.ts';
import { answerSignIn, signInStore } from './sign-in-again.ts';

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
const refusal = { code: 'not_signed_in', message: '401: Please sign in.' };

/** Waits until the member is asked; the screen stays until `leave` is called. */
function asked(): { until: Promise<void>; leave: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = signInStore.subscribe(() => signInStore.isAsked() && resolve());
  return { until: promise, leave };
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
  while (requests < 3) await new Promise(setImmediate);
  answerSignIn(true);
  expect(await answers).toEqual(['yours', 'yours', 'yours']);
  expect(signInStore.isAsked()).toBe(false);
  leave();
});

test('the waiting calls fail when the member leaves, or if no screen can ask', async () => {
  const { until, leave } = asked();
  const answer = expect(read()).rejects.toMatchObject(refusal);
  await until;
  leave();
  await answer;
  await expect(read()).rejects.toMatchObject(refusal);
  expect(requests).toBe(2);
});
