import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { createPool } from '#database/client.ts';
import { enqueue } from '#database/queue.ts';
import { type NoticePorts, notify, notifyOfCredits } from '#domain/notices/index.ts';
import type { PayoutProvider } from '#domain/redemption/index.ts';
import { SandboxIssuer } from '#providers/payouts/sandbox/sandbox.ts';
import { webPushService } from '#providers/push/web-push.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, credit } from '#testing/factories.ts';
import { idleTasks } from '#testing/idle-tasks.ts';
import { PATIENT, WAIT } from '#testing/patience.ts';
import { PUSH_KEYS } from '#testing/push-service.ts';
import { issuerFolder, openRedemption } from '#testing/redemption.ts';
import { accountTasks } from './accounts.ts';
import { ledgerTasks } from './ledger.ts';
import { noticeTasks } from './notices.ts';
import { redemptionTasks } from './redemption.ts';
import { JOBS_RUNNING_MAX, startJobs } from './run.ts';

/** More than a process runs at the same time. */
const WAITING = 15;
const LANES = Object.keys(JOBS_RUNNING_MAX).length;
const { database, url, transact } = await testDatabase();
const log = pino({ level: 'silent' });
const SITE = {
  productName: 'Pocketful',
  appUrl: 'https://rewards.example',
  supportEmail: 'help@rewards.example',
  rewardWording: 'specification',
} as const;

/** Another system that never says a word until `end`. `heard` tells how often it was called. */
function startSilence() {
  let calls = 0;
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  const call = () => {
    calls += 1;
    return promise;
  };
  return { call, heard: () => calls, end: () => reject(new Error('ended')) };
}

/** What notices need, with these ways of sending. */
const portsOf = (mailer: NoticePorts['mailer'], send: NoticePorts['push']['send']): NoticePorts => ({
  mailer,
  push: {
    ...webPushService({ seed: randomBytes(40), subject: 'mailto:help@rewards.example' }),
    send,
  },
  site: SITE,
  channels: [],
  wallTitles: new Map(),
  countryOf: async () => null,
  canRedeem: async () => true,
  liveSessionsOf: async () => new Set<string>(),
  unsubscribeKey: randomBytes(32),
});

test('while mail server and push service are silent, redemptions are fulfilled and the ledger is rolled up', async () => {
  const [mail, push] = [startSilence(), startSilence()];
  const mailer = { send: mail.call };
  const ports = portsOf(mailer, push.call);
  const issuer = new SandboxIssuer({ dataDir: await issuerFolder() });
  let rolledUp = 0;
  const ledger = ledgerTasks(transact);
  const pool = createPool(url, () => {}, PATIENT);
  const jobs = await startJobs({
    pool,
    log,
    tasks: {
      ...idleTasks,
      ...accountTasks(transact, { mailer, site: SITE, codeKey: randomBytes(32) }),
      ...noticeTasks(transact, ports, () => {}),
      ...redemptionTasks(
        { transact, providers: [issuer], report: () => {}, callTimeoutMs: WAIT.timeout },
        async () => {},
      ),
      roll_up_ledger: async (payload) => {
        await ledger.roll_up_ledger(payload);
        rolledUp += 1;
      },
    },
  });

  for (let n = 0; n < WAITING; n++) {
    const { id: userId } = await createMember(database);
    await database
      .insertInto('pushSubscriptions')
      .values({ userId, endpoint: `https://push.example/${randomUUID()}`, ...PUSH_KEYS })
      .execute();
    await transact(async (tx) => {
      await notify(tx, { key: randomUUID(), userId, kind: 'account_resumed', data: {} });
      await enqueue(tx, 'send_sign_up_mail', { email: `${userId}@example.com`, language: 'en' });
    });
  }
  await vi.waitFor(() => expect(mail.heard() > 0 && push.heard() > 0).toBe(true), WAIT);
  const { id } = await openRedemption(database);
  await transact((tx) => enqueue(tx, 'roll_up_ledger', {}));
  await vi.waitFor(async () => {
    const redemption = await database
      .selectFrom('cardRedemptions')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect([redemption.status, rolledUp > 0]).toEqual(['issued', true]);
  }, WAIT);
  mail.end();
  push.end();
  await jobs.stop();
  await pool.end();
});

test('while push services are silent, a warning about an account is mailed before the credits that wait for them', async () => {
  // Those of the test before.
  await sql`delete from graphile_worker._private_jobs`.execute(database);
  const silent: PromiseWithResolvers<never>[] = [];
  let ended = false;
  const mails: string[] = [];
  const mailer = { send: async ({ to }: { to: string }) => void mails.push(to) };
  const ports = portsOf(mailer, () => {
    const call = Promise.withResolvers<never>();
    silent.push(call);
    if (ended) call.reject(new Error('ended'));
    return call.promise;
  });
  const { id: userId } = await createMember(database);
  await database
    .insertInto('pushSubscriptions')
    .values({ userId, endpoint: `https://push.example/${randomUUID()}`, ...PUSH_KEYS })
    .execute();
  for (let n = 0; n < WAITING; n++) {
    const [posted] = await credit(database, userId, 10);
    await transact((tx) => notifyOfCredits(tx, [posted?.id ?? ''], 1_000_000));
  }
  const pool = createPool(url, () => {}, PATIENT);
  const jobs = await startJobs({
    pool,
    log,
    tasks: { ...idleTasks, ...noticeTasks(transact, ports, () => {}) },
  });
  await expect.poll(() => silent.length).toBe(JOBS_RUNNING_MAX.notices);
  const to = 'warned@example.com';
  await transact((tx) => notify(tx, { key: randomUUID(), userId, kind: 'password_changed', data: { to } }));
  // One of those that run gives its push service up: a single place is free.
  silent[0]?.reject(new Error('given up'));
  await expect.poll(() => mails).toEqual([to]);
  ended = true;
  const stopped = jobs.stop();
  for (const call of silent) call.reject(new Error('ended'));
  await stopped;
  await pool.end();
});

test('while a payout vendor is silent, codes are mailed and the ledger is rolled up', async () => {
  const silence = startSilence();
  const vendor: PayoutProvider = Object.assign(new SandboxIssuer({ dataDir: await issuerFolder() }), {
    prepare: silence.call,
  });
  const ports = { transact, providers: [vendor], report: () => {} };
  const ran: string[] = [];
  const pool = createPool(url, () => {}, PATIENT);
  const jobs = await startJobs({
    pool,
    log,
    tasks: {
      ...idleTasks,
      ...redemptionTasks({ ...ports, callTimeoutMs: 2 * WAIT.timeout }, async () => {}),
      send_sign_up_mail: async () => void ran.push('code'),
      roll_up_ledger: async () => void ran.push('roll-up'),
    },
  });
  for (let n = 0; n < WAITING; n++) await openRedemption(database);
  await vi.waitFor(() => expect(silence.heard()).toBeGreaterThanOrEqual(JOBS_RUNNING_MAX.payouts), WAIT);
  ran.length = 0;
  await transact(async (tx) => {
    await enqueue(tx, 'send_sign_up_mail', { email: 'robin@example.com', language: 'en' });
    await enqueue(tx, 'roll_up_ledger', {});
  });
  await vi.waitFor(() => expect(ran).toEqual(expect.arrayContaining(['code', 'roll-up'])), WAIT);
  silence.end();
  await jobs.stop();
  await pool.end();
});

test('workers find their jobs without reading those of other lanes, however many of these wait', async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(database);
  const pool = createPool(url, () => {}, PATIENT);
  const looks: { text: string; values: unknown[] }[] = [];
  pool.on('connect', (client) => {
    const { query } = client;
    Object.assign(client, {
      query: (...args: unknown[]) => {
        const look = args[0] as { text?: string; values: unknown[]; name?: string };
        if (look.text?.includes('skip locked') && !look.name) looks.push({ ...look, text: look.text });
        return (query as (...all: unknown[]) => unknown).apply(client, args);
      },
    });
  });
  const jobs = await startJobs({ pool, log, tasks: idleTasks });
  await expect.poll(() => new Set(looks.map(({ values }) => String(values[1]))).size).toBe(LANES);
  await jobs.stop();
  await sql`insert into graphile_worker._private_jobs (task_id, payload, priority)
    select id, '{}', 1 from graphile_worker._private_tasks, generate_series(1, 20000) where identifier = 'deliver_notice'`.execute(
    database,
  );
  await sql`analyze graphile_worker._private_jobs`.execute(database);
  const { rows } = await sql<{ id: number }>`
    select id from graphile_worker._private_tasks where identifier = 'deliver_notice'`.execute(database);
  const others = looks.filter(({ values }) => !(values[1] as number[]).includes(rows[0]?.id ?? 0));
  const read = await Promise.all(
    others.map(async ({ text, values }) => {
      const { rows: plans } = await pool.query(`explain (analyze, buffers, format json) ${text}`, values);
      return plans[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks'] as number;
    }),
  );
  await pool.end();
  expect(others.length).toBeGreaterThanOrEqual(LANES - 1);
  expect(Math.max(...read)).toBeLessThan(50);
});
