import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { afterwards } from '#testing/afterwards.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { PATIENT, WAIT } from '#testing/patience.ts';
import { type Announcer, openAnnouncer, WAITING_MAX } from './announcer.ts';
import { createDatabase, createPool } from './client.ts';
import { announce, endStreams, type LiveMessage } from './live.ts';
import { type Move, noNews } from './news.ts';
import { enqueue } from './queue.ts';
import { type Transact, transactOn } from './transaction.ts';

const { url, database } = await testDatabase();
const pool = createPool(url, () => {}, { ...PATIENT, limitsFrom: 'role' });
/** A connection to another database, because a database cannot be closed from within. */
const beside = new URL(url);
beside.pathname = '/postgres';
const maintenance = createPool(beside.href, () => {}, PATIENT);
const ear = new pg.Client({ connectionString: url });
const heard: { channel: string; payload: string }[] = [];
ear.on('notification', ({ channel, payload = '' }) => heard.push({ channel, payload }));
await ear.connect();
await ear.query('listen live; listen "jobs:insert"');
afterwards(async () => {
  await ear.end();
  await Promise.all([pool.end(), maintenance.end()]);
});

const messages = () =>
  heard.filter(({ channel }) => channel === 'live').map(({ payload }): LiveMessage => JSON.parse(payload));
const wakes = () => heard.filter(({ channel }) => channel === 'jobs:insert').map(({ payload }) => payload);
const missed = () => messages().filter((message) => 'missed' in message).length;

/** Runs with an announcer of its own, whose failures are kept. */
async function announcing(
  work: (announcer: Announcer, transact: Transact, failures: unknown[]) => Promise<void>,
  silenceMsMax?: number,
): Promise<void> {
  heard.length = 0;
  const failures: unknown[] = [];
  const announcer = await another((error) => failures.push(error), silenceMsMax);
  try {
    await work(announcer, transactOn(database, announcer), failures);
  } finally {
    await Promise.all([...open].map((each) => each.close()));
    open.clear();
  }
}
/** An announcer of one more process, until the end of the test. */
async function another(
  onFailure: (error: unknown) => void = () => {},
  silenceMsMax: number = PATIENT.silenceMsMax,
): Promise<Announcer> {
  const announcer = await openAnnouncer(pool, onFailure, silenceMsMax);
  open.add(announcer);
  return announcer;
}
const open = new Set<Announcer>();
const member = async (points = 0) => (await createMember(database, { points })).id;
const give = (id: string, points: number) =>
  sql`update users set points = points + ${points} where id = ${id}`.execute(database);
const move = (userId: string, change: number): Move => ({ userId, change, isCredit: false });
/** Resolves when everything that was told so far is heard. */
async function last(announcer: Announcer): Promise<void> {
  const mark = { type: 'tasks', data: {}, userId: `mark ${randomUUID()}` } as const;
  announcer.tell({ ...noNews(), events: [mark] });
  await vi.waitFor(() => expect(messages()).toContainEqual(mark), WAIT);
}

test('what a transaction announces is told once, after its commit, with the balance of then', async () => {
  const id = await member(70);
  await announcing(async (announcer, transact) => {
    const done = transact(async (tx) => {
      announce(tx, id, { type: 'balance', data: { change: 30 } });
      announce(tx, id, { type: 'tasks', data: {} });
      await enqueue(tx, 'send_reset_mail', { email: 'robin@example.com' });
      await sql`update users set points = points + 30 where id = ${id}`.execute(tx);
      expect(heard).toEqual([]);
    });
    await done;
    await last(announcer);
    expect(messages().slice(0, -1)).toEqual([
      { balances: [[id, 100, 30]] },
      { userId: id, type: 'tasks', data: {} },
    ]);
    expect(wakes()).toEqual(['{"jobs": {"send_reset_mail": 1}, "count": 0}']);
  });
});

test('credits are told in messages that PostgreSQL can carry', async () => {
  const id = await member(100);
  await announcing(async (announcer) => {
    const moves = Array.from({ length: 250 }, (_, n) => ({
      userId: id,
      change: n - 2_000_000_000,
      isCredit: true,
    }));
    announcer.tell({ ...noNews(), moves });
    await last(announcer);
    const credits = messages().flatMap((message) => ('credits' in message ? [message.credits] : []));
    expect(credits.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(credits[0]?.[0]).toEqual([id, 100, -2_000_000_000]);
  });
});

test('a transaction that is rolled back tells nothing, and one that runs again tells what its last run announced', async () => {
  const id = await member();
  await announcing(async (announcer, transact) => {
    const refused = transact(async (tx) => {
      announce(tx, id, { type: 'tasks', data: {} });
      await enqueue(tx, 'send_reset_mail', { email: 'robin@example.com' });
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    let runs = 0;
    await transact(async (tx) => {
      runs += 1;
      announce(tx, id, { type: 'redemption', data: { id: `run ${runs}`, status: 'pending' } });
      if (runs === 1)
        await sql.raw(`do $$ begin raise exception 'x' using errcode = '40P01'; end $$`).execute(tx);
    });
    await last(announcer);
    expect(messages().slice(0, -1)).toEqual([
      { userId: id, type: 'redemption', data: { id: 'run 2', status: 'pending' } },
    ]);
    expect(wakes()).toEqual([]);
  });
});

test('a balance that is told late is the one of now, so the last message of a member has the last balance', async () => {
  const id = await member(100);
  await announcing(async (slow) => {
    const fast = await another();
    await give(id, 10);
    await give(id, 5);
    // The message of the second change comes first.
    fast.tell({ ...noNews(), moves: [move(id, 5)] });
    await last(fast);
    slow.tell({ ...noNews(), moves: [move(id, 10)] });
    await last(slow);
    expect(messages().filter((message) => 'balances' in message)).toEqual([
      { balances: [[id, 115, 5]] },
      { balances: [[id, 115, 10]] },
    ]);
  });
});

test('announcers of several processes tell the balances of one member in the order of their changes', async () => {
  const id = await member(0);
  await announcing(async (announcer) => {
    const others = await Promise.all([another(), another(), another()]);
    const credits = [announcer, ...others].map(async (each) => {
      const transact = transactOn(database, each);
      for (let n = 0; n < 25; n += 1) {
        await transact(async (tx) => {
          await sql`update users set points = points + 1 where id = ${id}`.execute(tx);
          announce(tx, id, { type: 'balance', data: { change: 1 } });
        });
      }
    });
    await Promise.all(credits);
    await Promise.all([announcer, ...others].map(last));
    const balances = messages().flatMap((message) => ('balances' in message ? message.balances : []));
    const points = balances.map(([, balance]) => balance);
    expect(balances).toHaveLength(100);
    expect(points).toEqual(points.toSorted((a, b) => a - b));
    expect(points.at(-1)).toBe(100);
  });
});

test('more news than can wait are not kept: every page is told to read again', async () => {
  const id = await member();
  await announcing(async (announcer, _, failures) => {
    for (let n = 0; n <= WAITING_MAX; n += 1) announcer.tell({ ...noNews(), moves: [move(id, 1)] });
    await vi.waitFor(() => expect(missed()).toBe(1), WAIT);
    await last(announcer);
    expect(messages()).toHaveLength(2);
    expect(failures).toHaveLength(1);
  });
});

test('after a time without the database every page is told to read again, and then news come as before', async () => {
  const name = new URL(url).pathname.slice(1);
  const id = await member();
  const connections = async () => {
    const { rows } = await maintenance.query(
      `select pid from pg_stat_activity where datname = $1 and application_name = 'pocketful announcer'`,
      [name],
    );
    return rows.map(({ pid }) => pid);
  };
  await announcing(async (announcer, _, failures) => {
    await maintenance.query(`alter database ${name} allow_connections false`);
    await maintenance.query('select pg_terminate_backend(pid) from unnest($1::integer[]) pid', [
      await connections(),
    ]);
    await expect.poll(connections).toEqual([]);
    const before = failures.length;
    announcer.tell({ ...noNews(), moves: [move(id, 1)] });
    // One may be of a look for announcers that died; the next is of the message.
    await vi.waitFor(() => expect(failures.length).toBeGreaterThan(before + 1), WAIT);
    expect(missed()).toBe(0);
    await maintenance.query(`alter database ${name} allow_connections true`);
    await vi.waitFor(() => expect(missed()).toBe(1), WAIT);
    await last(announcer);
    expect(await connections()).toHaveLength(1);
  });
});

test('a message that the database does not take is given up, and every page is told to read again', async () => {
  const id = await member();
  await announcing(async (announcer, _, failures) => {
    const holder = await pool.connect();
    await holder.query(`select pg_advisory_lock(hashtext('tell_news'))`);
    announcer.tell({ ...noNews(), moves: [move(id, 1)] });
    await vi.waitFor(() => expect(missed()).toBe(1), WAIT);
    await holder.query(`select pg_advisory_unlock(hashtext('tell_news'))`);
    holder.release();
    await last(announcer);
    expect(failures).not.toEqual([]);
  }, 4_000);
});

test('pages of other processes read again when a process died between a commit and its message', async () => {
  const id = await member();
  await announcing(async (announcer) => {
    const child = fork(path.join(import.meta.dirname, '../testing/announcer-crash.ts'), [url, id]);
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    const { name } = await database
      .selectFrom('users')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(name).toBe('Committed');
    await vi.waitFor(() => expect(missed()).toBe(1), WAIT);
    await last(announcer);
    expect(messages().filter((message) => 'userId' in message && message.userId === id)).toEqual([]);
    expect(await database.selectFrom('announcers').select('id').execute()).toHaveLength(1);
  });
});

test('pages read again when the answer to a commit was lost, and a transaction that failed before tells nothing', async () => {
  const id = await member();
  const lossy = createPool(url, () => {}, PATIENT);
  /** Ends the connection when the answer to this statement comes. */
  let loses = '';
  lossy.on('connect', (client) => {
    const { connection, executeQuery } = client as unknown as {
      connection: { stream: Socket };
      executeQuery: (statement: { sql: string }) => Promise<unknown>;
    };
    Object.assign(client, {
      executeQuery: async (statement: { sql: string }) => {
        const result = await executeQuery.call(client, statement);
        if (statement.sql !== loses) return result;
        connection.stream.destroy();
        throw new Error('The connection was lost before the answer came.');
      },
    });
  });
  const base = createDatabase(lossy);
  await announcing(async (announcer) => {
    const rename = (name: string) =>
      transactOn(
        base,
        announcer,
      )(async (tx) => {
        announce(tx, id, { type: 'tasks', data: {} });
        await sql.raw(`update users set name = '${name}' where id = '${id}'`).execute(tx);
      });
    loses = `update users set name = 'One' where id = '${id}'`;
    await expect(rename('One')).rejects.toThrow();
    loses = 'commit';
    await expect(rename('Two')).rejects.toThrow();
    await vi.waitFor(() => expect(missed()).toBe(1), WAIT);
    await last(announcer);
    expect(messages()).toHaveLength(2);
    const row = await database.selectFrom('users').select('name').where('id', '=', id).executeTakeFirst();
    expect(row?.name).toBe('Two');
  });
  await base.destroy();
});

test('an announcer that is closed has told everything, and leaves nothing that others would take for a death', async () => {
  const id = await member(3);
  await announcing(async (other) => {
    const closing = await openAnnouncer(pool, () => {}, PATIENT.silenceMsMax);
    closing.tell({ ...noNews(), moves: [move(id, 3)] });
    await closing.close();
    await last(other);
    expect(messages()[0]).toEqual({ balances: [[id, 3, 3]] });
    expect(await database.selectFrom('announcers').select('id').execute()).toHaveLength(1);
  });
  expect(missed()).toBe(0);
  expect(await database.selectFrom('announcers').select('id').execute()).toEqual([]);
});

test('the end of a session is told by its commit itself, whatever happens to the process afterwards', async () => {
  const id = await member();
  heard.length = 0;
  const dead = { tell: () => {}, close: async () => {} };
  await transactOn(database, dead)((tx) => endStreams(tx, id));
  await vi.waitFor(() => expect(messages()).toEqual([{ signedOut: id }]), WAIT);
});

test('a command without an announcer tells by its commit', async () => {
  const id = await member(9);
  heard.length = 0;
  await transactOn(database)(async (tx) => announce(tx, id, { type: 'balance', data: { change: 9 } }));
  await vi.waitFor(() => expect(messages()).toEqual([{ balances: [[id, 9, 9]] }]), WAIT);
});
