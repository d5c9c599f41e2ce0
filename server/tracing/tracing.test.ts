import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { afterwards } from '#testing/afterwards.ts';
import { startTestServer } from '#testing/server.ts';
import { isTracing, openTracing, traced, traceId } from './index.ts';

interface Sent {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}

/** A collector that keeps what it is sent. */
const spans: Sent[] = [];
const headers: (string | undefined)[] = [];
const collector = createServer(async (incoming, outgoing) => {
  const { pathname } = new URL(incoming.url ?? '', 'http://collector');
  headers.push(incoming.headers.authorization);
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  if (pathname === '/v1/traces') {
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString());
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
  }
  outgoing.setHeader('Content-Type', 'application/json').end('{}');
});
collector.listen(0, '127.0.0.1');
await once(collector, 'listening');
afterwards(() => new Promise((resolve) => collector.close(resolve)));

const failures: unknown[] = [];
const settings = {
  endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  headers: { authorization: 'secret of the test' },
  sampleRate: 1,
  onFailure: (error: unknown) => void failures.push(error),
};
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const traceparent = `00-${TRACE}-${CALLER}-01`;
const REQUEST_ID = 'of-the-proxy-12345678';

test('nothing is traced unless it was opened', async () => {
  expect(isTracing()).toBe(false);
  expect(await traced({ name: 'work' }, async () => traceId())).toBeUndefined();
});

test('a request is a span of its proxy, its statements are within it, and no value of theirs is sent', async () => {
  const close = await openTracing(settings);
  const site = await startTestServer({ TRUSTED_REQUEST_IDS: 'on' });
  const answer = await site.visitor().call(
    'POST',
    '/api/login',
    { username: 'robin@example.com', password: 'secret' },
    {
      traceparent,
      'X-Request-Id': REQUEST_ID,
    },
  );
  expect(answer.headers.get('x-request-id')).toBe(REQUEST_ID);
  await site.close();
  await close();
  const mine = spans.filter((span) => span.traceId === TRACE);
  const request = mine.find(({ name }) => name === 'POST /api/login');
  expect(request?.parentSpanId).toBe(CALLER);
  const statements = mine.filter(({ name }) => name.startsWith('sql '));
  expect(statements.length).toBeGreaterThan(0);
  const known = new Set(mine.map(({ spanId }) => spanId));
  for (const { parentSpanId } of statements) expect(known).toContain(parentSpanId);
  expect(JSON.stringify(spans)).not.toMatch(/robin@example\.com|secret/);
  expect(new Set(headers)).toEqual(new Set(['secret of the test']));
  expect(failures).toEqual([]);
});

test('ids of who is no trusted proxy, or passes on those of clients, are not taken, nor what is no id', async () => {
  spans.length = 0;
  const close = await openTracing(settings);
  const open = await startTestServer({ TRUSTED_PROXIES: '', TRUSTED_REQUEST_IDS: 'on' });
  const passing = await startTestServer();
  const behind = await startTestServer({ TRUSTED_REQUEST_IDS: 'on' });
  const idOf = async (url: string, id: string) =>
    (await fetch(`${url}/api/site`, { headers: { traceparent, 'X-Request-Id': id } })).headers.get(
      'x-request-id',
    );
  for (const { url } of [open, passing]) expect(await idOf(url, REQUEST_ID)).not.toBe(REQUEST_ID);
  expect(spans.filter((span) => span.traceId === TRACE)).toEqual([]);
  for (const id of ['short', 'with a space', 'x'.repeat(65), '{"a":1}xx'])
    expect(await idOf(behind.url, id)).not.toBe(id);
  for (const site of [open, passing, behind]) await site.close();
  await close();
  const roots = spans.filter(({ name, parentSpanId }) => name === 'GET /api/site' && !parentSpanId);
  expect(roots).toHaveLength(2);
});

test('a collector that is gone makes nothing fail, and is told', async () => {
  const close = await openTracing({ ...settings, endpoint: 'http://127.0.0.1:9' });
  expect(await traced({ name: 'work' }, async () => 'done')).toBe('done');
  await expect(traced({ name: 'work' }, () => Promise.reject(new Error('of the test')))).rejects.toThrow(
    'of the test',
  );
  await close();
  expect(failures.length).toBeGreaterThan(0);
});
