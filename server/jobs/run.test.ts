import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { sql } from 'kysely';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { createPool } from '#database/client.ts';
import { enqueue, type Jobs } from '#database/queue.ts';
import { notify, sendToMany } from '#domain/notices/index.ts';
import { renderMetrics } from '#server/metrics/index.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { idleTasks } from '#testing/idle-tasks.ts';
import { PATIENT, WAIT } from '#testing/patience.ts';
import { leaveToTest } from '#testing/timetable.ts';
import { JOBS_RUNNING_MAX, startJobs, type Tasks } from './run.ts';

const { database, url, transact } = await testDatabase();
/** A client of the pool with the socket that its types do not show. */
interface Wired {
  connection: { stream: Socket };
  query: (...args: unknown[]) => Promise<{ rows: unknown[] } | undefined>;
}
const silent = pino({ level: 'silent' });

test('a job runs after its transaction committed, never after a rollback', async () => {
  const taken: string[] = [];
  const pool = createPool(url, () => {}, PATIENT);
  const jobs = await startJobs({
    pool,
    log: silent,
    tasks: { ...idleTasks, send_sign_up_mail: async ({ email }) => void taken.push(email) },
  });
  const rolledBack = transact(async (tx) => {
    await enqueue(tx, 'send_sign_up_mail', { email: 'rolled-back@example.com', language: 'en' });
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  await transact((tx) => enqueue(tx, 'send_sign_up_mail', { email: 'robin@example.com', language: 'en' }));
  await vi.waitFor(() => expect(taken).toEqual(['robin@example.com']), WAIT);
  await jobs.stop();
  await pool.end();
});

test('jobs wake the workers of their own lane alone: the others look once a second, as they do when nothing is queued', async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(database);
  // What the timetable queues names no lane, and wakes the workers of all.
  await leaveToTest(database, ...(Object.keys(idleTasks) as (keyof Jobs)[]));
  const looks: { taskIds: number[]; at: number }[] = [];
  const pool = createPool(url, () => {}, PATIENT);
  pool.on('connect', (client) => {
    const { query } = client as unknown as Wired;
    Object.assign(client, {
      query: (...args: unknown[]) => {
        const { text, values } = args[0] as { text?: string; values?: [string, number[]] };
        if (text?.includes('skip locked') && values)
          looks.push({ taskIds: values[1], at: performance.now() });
        return query.apply(client, args);
      },
    });
  });
  const told: string[] = [];
  const tasks: Tasks = { ...idleTasks, deliver_notice: async ({ noticeId }) => void told.push(noticeId) };
  const jobs = await startJobs({ pool, log: silent, tasks });
  const { rows: known } = await pool.query<{ id: number }>(
    `select id from graphile_worker._private_tasks where identifier = 'fulfil_redemption'`,
  );
  const began = performance.now();
  for (let n = 0; n < 200; n++)
    await transact((tx) => enqueue(tx, 'deliver_notice', { noticeId: randomUUID() }));
  await vi.waitFor(() => expect(told).toHaveLength(200), WAIT);
  const seconds = (performance.now() - began) / 1_000;
  const ofPayouts = looks.filter(({ taskIds, at }) => at > began && taskIds.includes(known[0]?.id ?? 0));
  await jobs.stop();
  await pool.end();
  expect(ofPayouts.length).toBeLessThanOrEqual(JOBS_RUNNING_MAX.payouts * (Math.ceil(seconds) + 1));
});

test('a worker counts the jobs that it gives up of every task, also of one that never failed', async () => {
  const pool = createPool(url, () => {}, PATIENT);
  const jobs = await startJobs({ pool, log: silent, tasks: idleTasks });
  const counts = await renderMetrics(undefined);
  const counted = [...counts.matchAll(/^jobs_given_up_total\{task="(\w+)"\} \d+$/gm)].map(([, task]) => task);
  expect(counted).toEqual(expect.arrayContaining(Object.keys(idleTasks)));
  await jobs.stop();
  await pool.end();
});

test('stopping waits for the running job, and a failing job is logged without its payload', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const pool = createPool(url, () => {}, PATIENT);
  let finished = false;
  let started = false;
  const jobs = await startJobs({
    pool,
    log,
    tasks: {
      ...idleTasks,
      send_reset_mail: async () => {
        started = true;
        await new Promise((resolve) => setTimeout(resolve, 300));
        finished = true;
      },
      send_sign_up_mail: async () => {
        throw new Error('mail server is down');
      },
    },
  });
  await transact((tx) =>
    enqueue(tx, 'send_sign_up_mail', { email: 'private@example.com', language: 'en' }, { attemptsMax: 1 }),
  );
  await vi.waitFor(() => expect(lines.join('')).toContain('mail server is down'), WAIT);
  await transact((tx) => enqueue(tx, 'send_reset_mail', { email: 'private@example.com' }));
  await vi.waitFor(() => expect(started).toBe(true), WAIT);
  await jobs.stop();
  await pool.end();
  expect(finished).toBe(true);
  expect(lines.join('')).not.toContain('private@example.com');
});

/** Hides the table of jobs, so that no result can be stored, and shows it again. A job that is tried again hides nothing. */
function hidingJobs() {
  let hiding: Promise<unknown> | undefined;
  const rename = (from: string, to: string) =>
    database.connection().execute(async (connection) => {
      await sql`set lock_timeout = 0`.execute(connection);
      await sql`alter table graphile_worker.${sql.id(from)} rename to ${sql.id(to)}`.execute(connection);
      await sql`reset lock_timeout`.execute(connection);
    });
  return {
    hide: async () => {
      hiding ??= rename('_private_jobs', 'hidden_jobs');
      await hiding;
    },
    show: async () => {
      await hiding;
      await rename('hidden_jobs', '_private_jobs');
    },
  };
}

test('workers that could not store the result of a job are replaced by new ones', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const pool = createPool(url, () => {}, PATIENT);
  const { hide, show } = hidingJobs();
  const taken: string[] = [];
  const jobs = await startJobs({
    pool,
    log,
    tasks: {
      ...idleTasks,
      send_sign_up_mail: hide,
      send_reset_mail: async ({ email }) => void taken.push(email),
    },
  });
  await transact((tx) => enqueue(tx, 'send_sign_up_mail', { email: 'robin@example.com', language: 'en' }));
  await vi.waitFor(() => expect(lines.join('')).toContain('have ended and are started again'), WAIT);
  await show();
  await transact((tx) => enqueue(tx, 'send_reset_mail', { email: 'robin@example.com' }));
  await vi.waitFor(() => expect(taken).toEqual(['robin@example.com']), WAIT);
  await jobs.stop();
  await pool.end();
});

test('and so are workers of which several could not', async () => {
  // The job of the test before would take one of the two places that both jobs need.
  await sql`delete from graphile_worker._private_jobs`.execute(database);
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const pool = createPool(url, () => {}, PATIENT);
  const { hide, show } = hidingJobs();
  const [begun, renamed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const taken: string[] = [];
  const jobs = await startJobs({
    pool,
    log,
    tasks: {
      ...idleTasks,
      send_sign_up_mail: async () => {
        await begun.promise;
        await hide();
        renamed.resolve();
      },
      send_reset_mail: async ({ email }) => {
        if (email === 'both@example.com') {
          begun.resolve();
          await renamed.promise;
        } else taken.push(email);
      },
    },
  });
  await transact(async (tx) => {
    await enqueue(tx, 'send_sign_up_mail', { email: 'robin@example.com', language: 'en' });
    await enqueue(tx, 'send_reset_mail', { email: 'both@example.com' });
  });
  await vi.waitFor(() => expect(lines.join('')).toContain('have ended and are started again'), WAIT);
  await show();
  await transact((tx) => enqueue(tx, 'send_reset_mail', { email: 'after@example.com' }));
  await vi.waitFor(() => expect(taken).toContain('after@example.com'), WAIT);
  await jobs.stop();
  await pool.end();
});

test('a listening connection that fails while the workers end does not end the process', async () => {
  const pool = createPool(url, () => {}, PATIENT);
  const listen = Promise.withResolvers<undefined>();
  const asked = Promise.withResolvers<void>();
  pool.on('connect', (client) => {
    const { query } = client as unknown as Wired;
    Object.assign(client, {
      query: (...args: unknown[]) => {
        const text = String(args[0]);
        if (text.startsWith('UNLISTEN')) listen.reject(new Error('The connection is gone.'));
        if (!text.startsWith('LISTEN "jobs:insert"')) return query.apply(client, args);
        asked.resolve();
        return listen.promise;
      },
    });
  });
  const jobs = await startJobs({ pool, log: silent, tasks: idleTasks });
  await asked.promise;
  await jobs.stop();
  await pool.end();
  // A rejection that nobody handles would end the process, and fails the run of the tests.
  await new Promise((resolve) => setImmediate(resolve));
});

// Jobs of the tests above may be tried again meanwhile.
test('a job whose handing over was lost on the way runs soon nevertheless', async () => {
  const pool = createPool(url, () => {}, PATIENT);
  let lossy = false;
  pool.on('connect', (client) => {
    const { connection, query } = client as unknown as Wired;
    Object.assign(client, {
      query: async (...args: unknown[]) => {
        const result = await query.apply(client, args);
        if (!lossy || !JSON.stringify(args[0]).includes('skip locked') || !result?.rows.length) return result;
        lossy = false;
        connection.stream.destroy();
        throw new Error('The connection was lost before the answer came.');
      },
    });
  });
  const taken: string[] = [];
  const tasks = {
    ...idleTasks,
    send_sign_up_mail: async ({ email }: { email: string }) => void taken.push(email),
  };
  const jobs = await startJobs({ pool, log: silent, tasks });
  lossy = true;
  await transact((tx) => enqueue(tx, 'send_sign_up_mail', { email: 'lost@example.com', language: 'en' }));
  await vi.waitFor(() => expect(taken).toContain('lost@example.com'), WAIT);
  expect(lossy).toBe(false);
  await jobs.stop();
  await pool.end();
});

test('the lanes of a process listen on one connection, and show on another that they live', async () => {
  const pool = createPool(url, () => {}, PATIENT);
  let listening = 0;
  pool.on('connect', (client) => {
    const { query } = client as unknown as Wired;
    Object.assign(client, {
      query: (...args: unknown[]) => {
        if (String(args[0]).startsWith('LISTEN')) listening += 1;
        return query.apply(client, args);
      },
    });
  });
  const ran = new Set<string>();
  const jobs = await startJobs({
    pool,
    log: silent,
    tasks: {
      ...idleTasks,
      send_reset_mail: async () => void ran.add('mail'),
      deliver_notice: async () => void ran.add('notices'),
      fulfil_redemption: async () => void ran.add('payouts'),
      roll_up_ledger: async () => void ran.add('own'),
    },
  });
  await transact(async (tx) => {
    await enqueue(tx, 'send_reset_mail', { email: 'robin@example.com' });
    await enqueue(tx, 'deliver_notice', { noticeId: 'none' });
    await enqueue(tx, 'fulfil_redemption', { redemptionId: 'none' });
    await enqueue(tx, 'roll_up_ledger', {});
  });
  await vi.waitFor(() => expect([...ran].sort()).toEqual(Object.keys(JOBS_RUNNING_MAX).sort()), WAIT);
  const { rows: present } = await sql`select from pg_stat_activity
    where application_name = 'pocketful worker' and datname = current_database()`.execute(database);
  expect([listening, present.length]).toEqual([1, 1]);
  await jobs.stop();
  await pool.end();
});

test('a marketing mail to many members delays no code, no link and no other notice', async () => {
  const { id: userId } = await createMember(database);
  await Promise.all(Array.from({ length: 19 }, () => createMember(database)));
  await database.updateTable('users').set({ marketingConsentAt: new Date() }).execute();
  expect(await sendToMany(transact, 'marketing', { subject: 'News', text: 'Good ones.' })).toBe(20);
  await transact((tx) => notify(tx, { key: 'resumed', userId, kind: 'account_resumed', data: {} }));
  await transact((tx) => enqueue(tx, 'send_reset_mail', { email: 'waits@example.com' }));
  const order: string[] = [];
  // Nobody goes on before the code is mailed and each place for notices has one.
  const [mailed, full] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const pool = createPool(url, () => {}, PATIENT);
  const jobs = await startJobs({
    pool,
    log: silent,
    tasks: {
      ...idleTasks,
      send_reset_mail: async () => mailed.resolve(),
      deliver_notice: async ({ noticeId }) => {
        order.push(noticeId);
        if (order.length === JOBS_RUNNING_MAX.notices) full.resolve();
        await Promise.all([mailed.promise, full.promise]);
      },
    },
  });
  await vi.waitFor(() => expect(order).toHaveLength(21), WAIT);
  const { id: resumed } = await database
    .selectFrom('notices')
    .select('id')
    .where('kind', '=', 'account_resumed')
    .executeTakeFirstOrThrow();
  expect(order.slice(0, JOBS_RUNNING_MAX.notices)).toContain(resumed);
  await jobs.stop();
  await pool.end();
});
