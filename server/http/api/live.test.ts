import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { sql } from 'kysely';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { findSession, liveSessions } from '#domain/members/index.ts';
import { eraseAccount } from '#domain/privacy/index.ts';
import type { Env } from '#server/http/frame/env.ts';
import { listen } from '#server/http/frame/listen.ts';
import { openStreams, STREAMS_PER_MEMBER_MAX, STREAMS_PER_SESSION_MAX } from '#server/live/streams.ts';
import { afterwards } from '#testing/afterwards.ts';
import { createMember, MAILBOX_KEY, signIn } from '#testing/factories.ts';
import { WAIT } from '#testing/patience.ts';
import { startTestServer } from '#testing/server.ts';
import { BACKLOG_BYTES_MAX, liveRoutes } from './live.ts';

/** A session's end without an event must show within a minute; the heartbeat comes every 20 seconds. */

const site = await startTestServer();
const { database } = site;
const log = pino({ level: 'silent' });

/** Every connection, for what a client cannot see. */
const connections: Socket[] = [];

/** A server of streams only, over the same database, with a short heartbeat. */
async function streamServer(liveOnes = (ids: string[]) => liveSessions(database, ids)) {
  const streams = openStreams(liveOnes, log, { heartbeatMs: 50 });
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    const sessionToken = c.req.header('cookie')?.split('=')[1] ?? '';
    c.set('request', { sessionToken } as Env['Variables']['request']);
    c.set('member', await findSession(database, sessionToken, 'offered'));
    return next();
  });
  liveRoutes(app, { streams });
  const handlers = {
    direct: () => false,
    fetch: (request: Request, env?: unknown) => {
      connections.push((env as HttpBindings).incoming.socket);
      return app.fetch(request, env as never);
    },
    endStreams: streams.endAll,
  };
  const listening = await listen(handlers, ['127.0.0.1'], 0);
  afterwards(async () => {
    streams.close();
    await listening.stop();
  });
  return { streams, url: `http://127.0.0.1:${listening.port}/api/events`, port: listening.port };
}

/** Opens a stream and reads it until it ends. */
async function open(url: string, Cookie: string) {
  const leaving = new AbortController();
  const answer = await fetch(url, { headers: { Cookie }, signal: leaving.signal });
  const self = { status: answer.status, text: '', ended: false, leave: () => leaving.abort() };
  const read = async () => {
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) self.text += piece;
  };
  void read()
    .catch(() => undefined)
    .then(() => {
      self.ended = true;
    });
  await expect.poll(() => self.text).toContain('event: open');
  return self;
}

const { url, streams, port } = await streamServer();

test('a stream is kept as long as it is read, and a HEAD request opens none', async () => {
  const member = await createMember(database);
  const Cookie = await signIn(database, member);
  const stream = await open(url, Cookie);
  expect(streams.of(member.id)).toHaveLength(1);
  await expect.poll(() => stream.text).toContain('event: beat');
  stream.leave();
  await expect.poll(() => streams.of(member.id)).toHaveLength(0);
  expect((await fetch(url, { method: 'HEAD', headers: { Cookie } })).status).toBe(200);
  expect(streams.of(member.id)).toHaveLength(0);
});

test('of a request whose stream is open the HTTP server keeps nothing', async () => {
  const member = await createMember(database);
  const stream = await open(url, await signIn(database, member));
  expect(connections.at(-1)).toMatchObject({ parser: null, _httpMessage: null, destroyed: false });
  streams.tell(member.id, [{ type: 'tasks', data: {} }]);
  await expect.poll(() => stream.text).toContain('event: tasks\ndata: {}\n\n');
  stream.leave();
});

test('a client that says more than its request loses its stream', async () => {
  const member = await createMember(database);
  const Cookie = await signIn(database, member);
  const later = await deafClient(Cookie);
  await expect.poll(() => streams.of(member.id)).toHaveLength(1);
  later.write('GET /api/events HTTP/1.1\r\n');
  await expect.poll(() => streams.of(member.id)).toHaveLength(0);

  const before = connections.length;
  const atOnce = await deafClient(Cookie, requestOf(Cookie));
  await expect.poll(() => connections.length).toBeGreaterThan(before);
  await expect.poll(() => connections.at(-1)?.destroyed).toBe(true);
  await expect.poll(() => streams.of(member.id)).toHaveLength(0);
  atOnce.destroy();
  later.destroy();
});

test('a client that offers another protocol gets the stream', async () => {
  const member = await createMember(database);
  const socket = await deafClient(
    await signIn(database, member),
    '',
    'Connection: Upgrade\r\nUpgrade: h2c\r\n',
  );
  await expect.poll(() => streams.of(member.id)).toHaveLength(1);
  socket.resume();
  const [head] = await once(socket.setEncoding('latin1'), 'data');
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  // It tells balances, so no browser keeps it.
  expect(head).toMatch(/\r\ncache-control: no-store\r\n/i);
  socket.destroy();
});

test('a stream that opens during the check of sessions continues', async () => {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const opened = openStreams(
    async (ids) => {
      asked.resolve();
      await answered.promise;
      return new Set(ids.filter((id) => id !== 'over'));
    },
    log,
    { heartbeatMs: 10 },
  );
  const ended: string[] = [];
  const streamOf = (sessionId: string) => ({
    memberId: 'somebody',
    sessionId,
    send: () => {},
    end: () => void ended.push(sessionId),
  });
  opened.add(streamOf('over'));
  await asked.promise;
  opened.add(streamOf('new'));
  answered.resolve();
  await expect.poll(() => ended).toEqual(['over']);
  expect(opened.of('somebody').map(({ sessionId }) => sessionId)).toEqual(['new']);
  opened.close();
});

test('one stream more than a session may have ends its oldest, which is told to wait before it reconnects', async () => {
  const member = await createMember(database);
  const [first, second] = [await signIn(database, member), await signIn(database, member)];
  const other = await open(url, second);
  const opened: Awaited<ReturnType<typeof open>>[] = [];
  for (let count = 0; count < STREAMS_PER_SESSION_MAX + 2; count += 1) opened.push(await open(url, first));
  await expect.poll(() => opened.map(({ ended }) => ended)).toEqual([true, true, ...Array(8).fill(false)]);
  expect(opened[0]?.text).toMatch(/retry: 60000\n\n$/);
  expect(opened[0]?.text).toMatch(/^retry: [2-5]\d{3}\n\n/);
  expect(other.ended).toBe(false);
  for (const stream of [other, ...opened]) stream.leave();
});

test('one stream more than a member may have ends their oldest, and other members keep theirs', async () => {
  const [member, somebody] = [await createMember(database), await createMember(database)];
  const others = await open(url, await signIn(database, somebody));
  const opened: Awaited<ReturnType<typeof open>>[] = [];
  for (let count = 0; count < STREAMS_PER_MEMBER_MAX + 1; count += 1) {
    opened.push(await open(url, await signIn(database, member)));
  }
  await expect.poll(() => opened[0]?.ended).toBe(true);
  expect(opened.slice(1).map(({ ended }) => ended)).toEqual(Array(STREAMS_PER_MEMBER_MAX).fill(false));
  expect(streams.of(member.id)).toHaveLength(STREAMS_PER_MEMBER_MAX);
  expect(others.ended).toBe(false);
  for (const stream of [others, ...opened]) stream.leave();
});

const ENDS = {
  'its absolute end': sql`expires_at = now()`,
  'its idle time': sql`last_seen_at = now() - interval '14 days'`,
};
for (const [name, change] of Object.entries(ENDS)) {
  test(`a stream ends with its session by ${name}, and the member's other session keeps its own`, async () => {
    const member = await createMember(database);
    const kept = await open(url, await signIn(database, member));
    await sql`update sessions set created_at = now() - interval '1 day' where user_id = ${member.id}`.execute(
      database,
    );
    const ending = await open(url, await signIn(database, member));
    await sql`update sessions set ${change} where user_id = ${member.id}
      and created_at > now() - interval '1 hour'`.execute(database);
    await expect.poll(() => ending.ended).toBe(true);
    expect(kept.ended).toBe(false);
    kept.leave();
  });
}

test('a stream of a suspended member ends, and so does one whose session rotated', async () => {
  for (const change of [
    (id: string) => sql`update users set suspended_at = now() where id = ${id}`,
    (id: string) => sql`update sessions set id = gen_random_uuid()::text where user_id = ${id}`,
  ]) {
    const member = await createMember(database);
    const stream = await open(url, await signIn(database, member));
    await change(member.id).execute(database);
    await expect.poll(() => stream.ended).toBe(true);
  }
});

test('every stream ends if the sessions can no longer be checked', async () => {
  const failing = await streamServer(() => Promise.reject(new Error('no database')));
  const member = await createMember(database);
  const stream = await open(failing.url, await signIn(database, member));
  await expect.poll(() => stream.ended).toBe(true);
});

test('the server ends a stream within a minute of its session’s end, and at once when the account is erased', async () => {
  const [member, leaver] = [await createMember(database), await createMember(database)];
  const events = `${site.url}/api/events`;
  const [ending, erased] = await Promise.all(
    [member, leaver].map(async (one) => open(events, await signIn(database, one))),
  );
  await sql`update sessions set expires_at = now() where user_id = ${member.id}`.execute(database);
  await transactOn(database)((tx) => eraseAccount(tx, leaver.id, MAILBOX_KEY));
  await expect.poll(() => erased?.ended).toBe(true);
  await expect.poll(() => ending?.ended, WAIT).toBe(true);
});

const requestOf = (Cookie: string, headers = '') =>
  `GET /api/events HTTP/1.1\r\nHost: x\r\n${headers}Cookie: ${Cookie}\r\n\r\n`;

/** A client that reads nothing. `more` comes with its request. */
async function deafClient(Cookie: string, more = '', headers = '') {
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  socket.pause();
  socket.on('error', () => undefined);
  socket.write(requestOf(Cookie, headers) + more);
  return socket;
}

test('a client that does not read is closed when its backlog is full, and one that reads gets every event', async () => {
  const member = await createMember(database);
  const Cookie = await signIn(database, member);
  const socket = await deafClient(Cookie);
  await expect.poll(() => streams.of(member.id)).toHaveLength(1);
  const reader = await open(url, Cookie);
  const event = { type: 'balance', data: { points: 1, change: 1 } } as const;
  let told = 0;
  // The buffers of the operating system fill up first.
  while (streams.of(member.id).length > 1 && told < 2_000_000) {
    streams.tell(member.id, [event]);
    told += 1;
    if (told % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(told * 60).toBeGreaterThan(BACKLOG_BYTES_MAX);
  expect(streams.of(member.id)).toHaveLength(1);
  await expect.poll(() => reader.text.split('event: balance').length - 1, WAIT).toBe(told);
  expect(reader.ended).toBe(false);
  reader.leave();
  socket.destroy();
});

test('a stream that ends is closed even if its client does not read the end', async () => {
  const member = await createMember(database);
  const socket = await deafClient(await signIn(database, member));
  await expect.poll(() => streams.of(member.id)).toHaveLength(1);
  const connection = connections.at(-1);
  while (!connection?.writableLength) {
    streams.tell(member.id, [{ type: 'tasks', data: {} }]);
    await new Promise((resolve) => setImmediate(resolve));
  }
  // Its client has some time to read the end, which may be over before this test looks.
  const end = vi.spyOn(connection, 'end');
  const destroy = vi.spyOn(connection, 'destroy');
  await sql`delete from sessions where user_id = ${member.id}`.execute(database);
  await expect.poll(() => streams.of(member.id)).toHaveLength(0);
  await expect.poll(() => connection.destroyed).toBe(true);
  expect(end.mock.invocationCallOrder[0]).toBeLessThan(destroy.mock.invocationCallOrder[0] ?? 0);
  socket.destroy();
});
