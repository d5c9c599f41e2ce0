import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { call } from './call.ts';
import { forgetVersions } from './versions.ts';

/** A server of one list, which it sends again only to who does not have it. */
let titles = ['First'];
const sent: number[] = [];
const server = createServer((request, response) => {
  const version = `"${titles.join()}"`;
  const has = request.headers['if-none-match'] === version;
  sent.push(has ? 304 : 200);
  response.writeHead(has ? 304 : 200, { ETag: version, 'Cache-Control': 'no-store' });
  response.end(has ? undefined : JSON.stringify(titles));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => void server.close());
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
/** Node's fetch knows no origin of a page. */
const { fetch } = globalThis;
vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(origin + path, init));
afterAll(() => void vi.unstubAllGlobals());

const read = () => call('GET /api/tasks', { query: {} });

beforeEach(() => {
  forgetVersions();
  sent.length = 0;
});

test('what has not changed is not sent again, and what has changed is', async () => {
  expect(await read()).toEqual(['First']);
  expect(await read()).toEqual(['First']);
  titles = ['First', 'Second'];
  expect(await read()).toEqual(['First', 'Second']);
  expect(await read()).toEqual(['First', 'Second']);
  expect(sent).toEqual([200, 304, 200, 304]);
});

test('the next member begins without a version', async () => {
  await read();
  forgetVersions();
  await read();
  expect(sent).toEqual([200, 200]);
});

test('no more than a bounded number of lists is kept', async () => {
  await read();
  for (let n = 0; n < 40; n += 1) await call('GET /api/tasks', { query: { before: `task-${n}` } });
  sent.length = 0;
  await read();
  expect(sent).toEqual([200]);
});
