import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, test } from 'vitest';
import { createDatabase, createPool, type Database } from '#database/client.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { proveEarning } from '#domain/earning/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { signalCluster } from '#testing/cluster.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { howLongWaited } from '#testing/how-long-waited.ts';
import { LONG_TEST_MS_MAX, PATIENT, WAIT } from '#testing/patience.ts';
import { signed } from '#testing/postbacks.ts';
import { freePort, launchProcess, startProcess, temporaryFolder, untilReady } from '#testing/process.ts';
import { startSilentProxy } from '#testing/silent-proxy.ts';
import { SECRET, wall } from '#testing/walls.ts';

/** Stops and starts of the real server beside a database that does not do what it should. */

/** What SIGTERM promises. */
const STOP_MS_MAX = 15_000;
const POINTS = 7;
const folder = await temporaryFolder();
const { url, database } = await testDatabase();
const WALLS_FILE = path.join(folder.path, 'walls.json');
await writeFile(
  WALLS_FILE,
  JSON.stringify({ walls: [{ definition: wall('plain', {}), secrets: { key: SECRET } }] }),
);
afterAll(() => folder.remove());

const dataDir = (name: string) => path.join(folder.path, name);
/** Status and body of the response to a postback, or `lost`. */
const call = (server: { url: string }, tx: string) =>
  fetch(`${server.url}/api/postbacks/plain?${signed({ tx, user: 'robin', points: POINTS })}`).then(
    async (answer) => `${answer.status} ${await answer.text()}`,
    () => 'lost',
  );
/** The time from when a server is told until it has ended, without the time that a busy machine kept this process waiting. */
const ended = async (server: { exited: Promise<number | null> }, told: () => void) => {
  const waited = howLongWaited();
  const begun = performance.now();
  told();
  const code = await server.exited;
  return { code, ms: performance.now() - begun - waited() };
};

async function addRobin(to: Database): Promise<() => Promise<number>> {
  const { id } = await createMember(to);
  await to.insertInto('wallMembers').values({ wall: 'plain', code: 'robin', userId: id }).execute();
  return async () =>
    (await to.selectFrom('users').select('points').where('id', '=', id).executeTakeFirstOrThrow()).points;
}

describe.concurrent('a stop', { timeout: LONG_TEST_MS_MAX }, () => {
  test('begins with a time in which it is not ready, serves, and asks clients for other connections', async ({
    expect,
  }) => {
    const environment = { DATABASE_URL: url, SHUTDOWN_DELAY: '60' };
    const server = await startProcess(dataDir('delayed'), environment);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = () => connectionOf(agent, `${server.url}/healthz`);
    expect(await ask()).toEqual({ status: 200, connection: 'keep-alive', reused: false });
    void server.end('SIGTERM');
    await expect.poll(() => isReady(server), WAIT).toBe(false);
    expect(await ask()).toEqual({ status: 200, connection: 'close', reused: true });
    expect(await ask()).toEqual({ status: 200, connection: 'close', reused: false });
    await server.end('SIGKILL');
  });

  test('finishes the call that it has in hand, also when it is told twice', async ({ expect }) => {
    const points = await addRobin(database);
    await sql`create table may_end ()`.execute(database);
    await sql`create function dawdle() returns trigger language plpgsql as $$ begin
      while not exists (select from may_end) loop perform pg_sleep(0.05); end loop;
      return null;
    end $$`.execute(database);
    await sql`create trigger dawdle after insert on ledger_transfers
      for each row execute function dawdle()`.execute(database);
    const server = await startProcess(dataDir('slow'), { DATABASE_URL: url, WALLS_FILE });
    const answer = call(server, 'in-hand');
    await expect.poll(async () => (await sleepers()).length, WAIT).toBe(1);
    // A stop waits some seconds for the call: what lets it end has its connection before.
    await database.connection().execute(async (ready) => {
      const stopped = ended(server, () => void server.end('SIGTERM'));
      void server.end('SIGTERM');
      void server.end('SIGINT');
      await expect.poll(() => isReady(server), { ...WAIT, interval: 5 }).toBe(false);
      await sql`insert into may_end default values`.execute(ready);
      expect(await answer).toBe('200 OK');
      expect(await stopped).toMatchObject({ code: 0 });
    });
    expect(await points()).toBe(POINTS);
  });

  test('and a start are not held up by a frozen database, and what was not acknowledged is credited once', async ({
    expect,
  }) => {
    const own = dataDir('frozen');
    const cluster = await startEmbedded(own, { fsync: 'off' });
    const frozen = createDatabase(createPool(cluster.url, () => {}, PATIENT));
    try {
      await migrate(cluster.url);
      const points = await addRobin(frozen);
      const environment = { DATABASE_URL: cluster.url, WALLS_FILE };
      const server = await startProcess(dataDir('stopped'), environment);
      expect(await call(server, 'before')).toBe('200 OK');
      await signalCluster(own, 'SIGSTOP');
      const answer = call(server, 'in-hand');
      // It has read the call when it responds to a later one.
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
      const stopped = await ended(server, () => void server.end('SIGTERM'));
      expect(stopped.ms).toBeLessThan(STOP_MS_MAX);
      expect(stopped.code).not.toBeNull();
      expect(await answer).not.toContain('OK');
      // A start gives up after half a minute.
      const next = await launchProcess(dataDir('started'), environment);
      await expect
        .poll(next.output, WAIT)
        .toMatch(/The database pocketful at \S+ does not respond. It is tried again/);
      await signalCluster(own, 'SIGCONT');
      await untilReady(next);
      expect(await call(next, 'in-hand')).toMatch(/^200 (OK|DUP)$/);
      expect(await points()).toBe(2 * POINTS);
      expect([await proveLedger(frozen), await proveEarning(frozen)]).toEqual([[], []]);
      expect(await next.end()).toBe(0);
    } finally {
      await signalCluster(own, 'SIGCONT');
      await frozen.destroy();
      await cluster.stop();
    }
  });

  test('leaves a frozen embedded database running, as another server may use it, and the next start uses it', async ({
    expect,
  }) => {
    const own = dataDir('embedded');
    const starter = `import { runPinned } from '#scripts/setup.js'; process.exitCode = await runPinned(['server/main.ts']);`;
    const server = await launchProcess(own, {}, ['--input-type=module', '-e', starter]);
    await untilReady(server);
    await signalCluster(own, 'SIGSTOP');
    try {
      // As `npm start` is told: its script passes the signal on.
      const stopped = await ended(server, () => void server.end('SIGTERM'));
      expect(stopped.ms).toBeLessThan(STOP_MS_MAX);
      expect(stopped.code).toBe(1);
      await expect.poll(server.output, WAIT).toContain('"step":"the embedded database"');
      expect(server.output()).toContain('does not say whether others use it, and is left running');
    } finally {
      await signalCluster(own, 'SIGCONT');
    }
    const next = await launchProcess(own);
    await untilReady(next);
    expect(await next.end()).toBe(0);
    expect(existsSync(path.join(own, 'database', 'postmaster.pid'))).toBe(false);
  });
});

test('a server whose embedded database was killed ends with one sentence, and the next start works', async ({
  expect,
}) => {
  const own = dataDir('killed');
  const server = await startProcess(own);
  await signalCluster(own, 'SIGKILL');
  expect(await server.exited).toBe(1);
  await expect
    .poll(() => lastLine(server), WAIT)
    .toBe(`The embedded database in ${own} has ended: start again.`);
  const next = await startProcess(own);
  expect(await next.end()).toBe(0);
});

describe('a start', () => {
  test.concurrent('waits for a database that is down and says so each time, until it is up', async ({
    expect,
  }) => {
    const port = await freePort();
    const server = await launchProcess(dataDir('down'), { DATABASE_URL: withPort(url, port) });
    await expect.poll(() => server.output().match(/refuses connections/g)?.length, WAIT).toBeGreaterThan(1);
    const way = await openWay(port, url);
    await untilReady(server);
    expect(await server.end()).toBe(0);
    await way.close();
  });

  test.concurrent('gives up on a database that stays down, with one sentence, and is stopped while it waits', async ({
    expect,
  }) => {
    const environment = { DATABASE_URL: withPort(url, await freePort()) };
    const [server, told] = await Promise.all([
      launchProcess(dataDir('gone'), environment),
      launchProcess(dataDir('told'), environment),
    ]);
    await expect.poll(told.output, WAIT).toContain('refuses connections');
    expect(await told.end()).toBe(0);
    expect(await server.exited).toBe(1);
    await expect
      .poll(() => lastLine(server), WAIT)
      .toMatch(/^The database \S+ at \S+ refuses connections\.$/);
    expect(server.output()).not.toContain(new URL(url).password);
    expect(server.output()).not.toContain('    at ');
  });

  const silent = [
    ['looks at the schema', 'pg_try_advisory_lock'],
    ['opens its connections', 'insert into announcers'],
  ] as const;
  test.concurrent.for(silent)(
    'ends with one sentence if the database falls silent while it %s',
    async ([, at], { expect }) => {
      const way = await startSilentProxy(url, { at });
      try {
        const server = await launchProcess(dataDir(at), { DATABASE_URL: way.url });
        expect(await server.exited).toBe(1);
        await expect
          .poll(() => lastLine(server), WAIT)
          .toMatch(/^The database \S+ at \S+ does not respond\.$/);
        expect(server.output()).not.toContain('    at ');
      } finally {
        way.close();
      }
    },
  );

  const lasting: [string, Partial<URL>, RegExp][] = [
    ['a wrong password', { password: 'not-the-password' }, /refuses the user or the password \(.+\)\.$/],
    ['a database that does not exist', { pathname: '/not-there' }, /does not exist \(.+\)\.$/],
  ];
  test.for(lasting)('ends at once with one sentence at %s', async ([name, change, sentence], { expect }) => {
    const to = Object.assign(new URL(url), change);
    const server = await launchProcess(dataDir(name), { DATABASE_URL: to.href });
    expect(await server.exited).toBe(1);
    await expect.poll(() => lastLine(server), WAIT).toMatch(sentence);
    // A first try of which nothing was heard for some seconds is made once more.
    expect(server.output()).not.toMatch(/(refuses the user|does not exist).*tried again|not-the-password/);
    expect(server.output()).not.toContain('    at ');
  });

  test('waits for a free connection, and ends with one sentence when its user is not the owner', async ({
    expect,
  }) => {
    const to = new URL(url);
    [to.username, to.password] = [`guest_${randomBytes(6).toString('hex')}`, randomBytes(12).toString('hex')];
    const role = sql.raw(to.username);
    await sql`create role ${role} login password ${sql.lit(to.password)} connection limit 0`.execute(
      database,
    );
    try {
      const server = await launchProcess(dataDir('guest'), { DATABASE_URL: to.href });
      await expect.poll(server.output, WAIT).toContain('has no connection left');
      await sql`alter role ${role} connection limit -1`.execute(database);
      expect(await server.exited).toBe(1);
      await expect
        .poll(() => lastLine(server), WAIT)
        .toMatch(/does not let this user make and change tables, which its owner may; .+ \(.+\)\.$/);
      expect(server.output()).not.toContain(to.password);
      expect(server.output()).not.toContain('    at ');

      const serving = await launchProcess(dataDir('guest'), { DATABASE_URL: to.href, MIGRATE: 'check' });
      await expect
        .poll(() => lastLine(serving), WAIT)
        .toMatch(/needs MIGRATE=check and `npm run ops -- grant <role>` for this database \(.+\)\.$/);
      expect(await serving.exited).toBe(1);
    } finally {
      await sql`drop role ${role}`.execute(database);
    }
  });
});

async function sleepers() {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`.execute(database);
  return rows;
}

const isReady = (server: { url: string }) =>
  fetch(`${server.url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** What a GET over the agent's connection gets, and whether an earlier one had used that connection. */
const connectionOf = (agent: Agent, to: string) =>
  new Promise((resolve, reject) => {
    const sent = get(to, { agent }, (answer) => {
      const { statusCode: status, headers } = answer;
      // The connection is free for the next one when all of the response has been read.
      answer.resume().on('close', () => {
        resolve({ status, connection: headers.connection, reused: sent.reusedSocket });
      });
    }).on('error', reject);
  });

const lastLine = (server: { output: () => string }) => server.output().trim().split('\n').at(-1);

function withPort(of: string, port: number): string {
  const to = new URL(of);
  to.port = String(port);
  return to.href;
}

/** Opens the way from a port to the database. */
async function openWay(port: number, to: string): Promise<{ close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(to).port), '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => other.destroy());
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
