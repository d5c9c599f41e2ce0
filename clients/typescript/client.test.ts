import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, expectTypeOf, test } from 'vitest';
import { STAFF_PAGE } from '#contract/staff.values.ts';
import { transactOn } from '#database/transaction.ts';
import { createKey } from '#domain/administration/index.ts';
import { clientTypes } from '#scripts/client-types.ts';
import { openApi } from '#server/http/docs/openapi.ts';
import { afterwards } from '#testing/afterwards.ts';
import { createMember, credit } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';
import { createClient, type ListedMember, RefusedError, type WebhookMessage } from './index.ts';

const site = await startTestServer();
const admin = await createMember(site.database, { isAdmin: true });
const member = await createMember(site.database);
const { key } = await transactOn(site.database)((tx) =>
  createKey(tx, { name: 'client', scopes: ['members.read', 'points.adjust'], days: 1, adminId: admin.id }),
);
const client = createClient({ url: site.url, key });

/** A site that answers as told; `asked` has what it was sent. */
async function pretend(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test('the types of the client are those of the API (npm run client)', async () => {
  const committed = await readFile(new URL('./api.ts', import.meta.url), 'utf8');
  expect(committed).toBe(clientTypes(openApi('Pocketful', 'https://rewards.example')));
});

test('a call takes and returns what the API describes', async () => {
  const found = await client.call('GET /api/admin/users/{id}', { params: { id: member.id } });
  expect(found.email).toBe(member.email);
  const done = await client.call('POST /api/admin/users/{id}/adjustments', {
    params: { id: member.id },
    body: { points: 50, reasonCode: 'goodwill', text: 'A gift', requestId: 'client-test-1' },
  });
  expect(done).toBeDefined();
  expect((await client.call('GET /api/admin/users/{id}', { params: { id: member.id } })).points).toBe(50);
});

test('a wrong call does not compile', () => {
  const never = () => [
    // @ts-expect-error a parameter of the path is missing
    client.call('GET /api/admin/users/{id}'),
    // @ts-expect-error there is no such call
    client.call('GET /api/admin/nothing'),
    // @ts-expect-error a list without pages
    client.pages('GET /api/admin/webhooks'),
  ];
  expect(never).toBeInstanceOf(Function);
  expectTypeOf(client.pages('GET /api/admin/users')).toEqualTypeOf<AsyncGenerator<ListedMember[], void>>();
  expectTypeOf<WebhookMessage<'task.credited'>['data']['points']>().toEqualTypeOf<number>();
});

test('pages follow one another to the last entry', async () => {
  for (let n = 0; n < STAFF_PAGE; n++) await credit(site.database, member.id, 1);
  const seen: string[] = [];
  const path = 'GET /api/admin/users/{id}/transfers';
  for await (const page of client.pages(path, { params: { id: member.id } }))
    seen.push(...page.map(({ id }) => id));
  expect(seen).toHaveLength(STAFF_PAGE + 1);
  expect(new Set(seen).size).toBe(seen.length);
});

test('a refusal is an error with the code, the faults of the input and the id of the request', async () => {
  const call = client.call('GET /api/admin/users', { query: { limit: 100_000 } });
  await expect(call).rejects.toThrow(RefusedError);
  await expect(call).rejects.toMatchObject({
    status: 400,
    code: 'invalid_input',
    fields: { limit: expect.any(String) },
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test('a busy site is asked again for reads and for changes with a request id, and never for others', async () => {
  // Its proxy answers for it while it restarts.
  const answers = { 200: '{}', 429: '', 502: '<html>', 503: '{"error":"busy","code":"busy"}', 504: '<html>' };
  const statuses = [503, 502, 200, 504, 429, 200, 503] as const;
  const { url, asked } = await pretend((_, response) => {
    const status = statuses[asked.length - 1] ?? 200;
    response.writeHead(status).end(answers[status]);
  });
  const busy = createClient({ url, key: 'k' });
  await busy.call('GET /api/admin/stats');
  expect(asked).toHaveLength(3);
  const params = { id: member.id };
  const body = { points: 1, reasonCode: 'goodwill', text: 'x', requestId: 'client-test-2' } as const;
  await busy.call('POST /api/admin/users/{id}/adjustments', { params, body });
  expect(asked).toHaveLength(6);
  const notes = busy.call('POST /api/admin/users/{id}/notes', { params, body: { text: 'x' } });
  await expect(notes).rejects.toMatchObject({ code: 'busy' });
  expect(asked).toHaveLength(7);
});

test('a response that breaks within its body is asked for again', async () => {
  const { url, asked } = await pretend((_, response) => {
    const isWhole = asked.length === 3;
    response.writeHead(200).write('{"id":', () => (isWhole ? response.end('"1"}') : response.destroy()));
  });
  expect(await createClient({ url }).call('GET /api/site')).toEqual({ id: '1' });
  expect(asked).toHaveLength(3);
});

test('a change whose request id is undefined, and so not sent, is tried once', async () => {
  const { url, asked } = await pretend((_, response) => response.writeHead(502).end());
  const [call, params] = ['POST /api/admin/users/{id}/adjustments', { id: member.id }] as const;
  const body = { points: 1, reasonCode: 'goodwill', text: 'x', requestId: undefined as never } as const;
  await expect(createClient({ url }).call(call, { params, body })).rejects.toMatchObject({ status: 502 });
  expect(asked).toHaveLength(1);
});

test('a site that stays silent is given up', async () => {
  const { url } = await pretend(() => {});
  const silent = createClient({ url, timeoutMs: 50, tries: 1 });
  await expect(silent.call('GET /api/site')).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('a key goes to no other site: redirects and pages that lead away are refused', async () => {
  const thief = await pretend((_, response) => response.end('[]'));
  const lure = await pretend((request, response) => {
    const away = request.url?.startsWith('/api/admin/users');
    response.writeHead(away ? 200 : 302, {
      ...(away ? { Link: `<${thief.url}/api/admin/users>; rel="next"` } : { Location: thief.url }),
    });
    response.end('[]');
  });
  const lured = createClient({ url: lure.url, key: 'secret', tries: 1 });
  await expect(lured.call('GET /api/admin/stats')).rejects.toThrow();
  const pages = lured.pages('GET /api/admin/users');
  await pages.next();
  await expect(pages.next()).rejects.toThrow('The next page is at');
  expect(thief.asked).toEqual([]);
});

test('a parameter cannot change the path of a call', async () => {
  const { url, asked } = await pretend((_, response) => response.end('{}'));
  const call = (id: string) => createClient({ url }).call('GET /api/admin/users/{id}', { params: { id } });
  for (const id of ['', '.', '..']) await expect(call(id)).rejects.toThrow(TypeError);
  await call('../stats?x=1#y');
  expect(asked.map((request) => request.url)).toEqual(['/api/admin/users/..%2Fstats%3Fx%3D1%23y']);
});
