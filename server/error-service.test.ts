import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { devNull } from 'node:os';
import { expect, test } from 'vitest';
import { afterwards } from '#testing/afterwards.ts';
import { patientCalls } from '#testing/patient-calls.ts';
import { openErrorService } from './error-service.ts';
import { createLog } from './log.ts';

/** An error service that keeps the events it is sent, or never answers. */
// biome-ignore lint/suspicious/noExplicitAny: events of a foreign protocol
const events: any[] = [];
let silent = false;
patientCalls(() => silent);
const service = createServer(async (incoming, outgoing) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  if (silent) return;
  const [, , event] = Buffer.concat(chunks).toString().split('\n');
  events.push(JSON.parse(event ?? ''));
  outgoing.end('{}');
});
service.listen(0, '127.0.0.1');
await once(service, 'listening');
afterwards(
  () =>
    new Promise((resolve) => {
      service.closeAllConnections();
      service.close(resolve);
    }),
);
const dsn = `http://key@127.0.0.1:${(service.address() as AddressInfo).port}/1`;

test("a line of the log about an error is sent with its stack and ids, and without what may be a person's", async () => {
  const opened = openErrorService({ dsn, sampleRate: 1 });
  const nowhere = openSync(devNull, 'w');
  const log = createLog('error', { onFault: opened.send, output: nowhere });
  log.error({ err: new Error('no row of robin@example.com'), requestId: 'of-the-test' }, 'request failed');
  log.error({ password: 'x' }, 'a line without an error');
  log.warn({ err: new Error('less than an error') }, 'warning');
  // What is under way when it closes has only a few seconds.
  await expect.poll(() => events.length).toBeGreaterThan(0);
  await opened.close();
  await new Promise((flushed) => log.flush(flushed));
  closeSync(nowhere);
  expect(events).toHaveLength(1);
  const [event] = events;
  const [exception] = event.exception.values;
  expect(exception).toMatchObject({ type: 'Error', value: 'no row of [removed]' });
  expect(exception.stacktrace.frames.length).toBeGreaterThan(0);
  expect(event.tags).toEqual({ message: 'request failed', request: 'of-the-test' });
  expect(event.release).toMatch(/^\d+\.\d+\.\d+/);
  expect(JSON.stringify(event)).not.toContain('robin@example.com');
});

test('a service that does not answer delays nobody for longer than its time', async () => {
  silent = true;
  const opened = openErrorService({ dsn, sampleRate: 1 });
  for (let n = 0; n < 200; n += 1)
    opened.send({ error: new Error(`fault ${n}`), message: '', requestId: undefined });
  const began = performance.now();
  await opened.close();
  expect(performance.now() - began).toBeLessThan(30_000);
});
