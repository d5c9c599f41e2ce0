import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { countMended } from '#database/mended-times.ts';
import { enqueue } from '#database/queue.ts';
import { transactOn } from '#database/transaction.ts';

import { keepBackup, keepProof } from '#domain/administration/index.ts';
import { rollUpLedger } from '#domain/ledger/index.ts';
import { createMember } from '#testing/factories.ts';
import { metricsWithFigures } from '#testing/metrics.ts';
import { openRedemption } from '#testing/redemption.ts';
import { startTestServer } from '#testing/server.ts';
import {
  awaitComparison,
  countedMailer,
  countedPush,
  observeComparison,
  observeJob,
  observePayout,
  renderMetrics,
} from './index.ts';

/** A site without a worker: what waits goes on waiting. */
const site = await startTestServer({ ROLES: 'web' });
const { database } = site;
const transact = transactOn(database);

const readMetrics = async () => (await fetch(`${site.url}/metrics`)).text();
/** The values of the metrics of this name, by their labels, from a text with the figures of the database unless one is given. */
async function values(name: string, text?: string): Promise<Record<string, number>> {
  const all = text ?? (await metricsWithFigures(site));
  const lines = [...all.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))];
  return Object.fromEntries(lines.map(([, labels = '', value]) => [labels, Number(value)]));
}

test('jobs that no worker takes are told with their number and age, those for later are not', async () => {
  await transact(async (tx) => {
    await enqueue(tx, 'check_reward', { redemptionId: randomUUID() });
    await enqueue(tx, 'check_reward', { redemptionId: randomUUID() });
    await enqueue(
      tx,
      'fulfil_redemption',
      { redemptionId: randomUUID() },
      { runAt: new Date(Date.now() + 600_000) },
    );
  });
  await sql`update graphile_worker._private_jobs set run_at = run_at - interval '1 hour'
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'check_reward')`.execute(
    database,
  );
  await expect.poll(() => values('jobs_due')).toEqual({ 'task="check_reward"': 2 });
  expect((await values('jobs_oldest_seconds'))['task="check_reward"']).toBeGreaterThanOrEqual(3_600);
});

test('jobs of the last place wait for all others: they are counted, and are not late', async () => {
  const queueNotice = (place: 'first' | 'last', age: string) =>
    transact(async (tx) => {
      const noticeId = randomUUID();
      await enqueue(tx, 'deliver_notice', { noticeId }, { key: noticeId, place });
      await sql`update graphile_worker._private_jobs set run_at = now() - ${age}::interval
        where key = ${noticeId}`.execute(tx);
    });
  await queueNotice('last', '1 hour');
  await expect.poll(() => values('jobs_due')).toMatchObject({ 'task="deliver_notice"': 1 });
  expect((await values('jobs_oldest_seconds'))['task="deliver_notice"']).toBe(0);
  await queueNotice('first', '1 minute');
  await expect.poll(() => values('jobs_due')).toMatchObject({ 'task="deliver_notice"': 2 });
  const oldest = (await values('jobs_oldest_seconds'))['task="deliver_notice"'];
  expect(oldest).toBeGreaterThanOrEqual(60);
  expect(oldest).toBeLessThan(3_600);
});

test('redemptions are told by state and provider, with the age of the oldest, the late ones, and those that are stopped', async () => {
  const late = await openRedemption(database);
  const stopped = await openRedemption(database);
  await sql`update card_redemptions set created_at = now() - interval '3 days', promised_by = now() - interval '1 day'
    where id = ${late.id}`.execute(database);
  await sql`update users set paused_at = now(), paused_reason = 'other', paused_text = 'x' where id = ${stopped.memberId}`.execute(
    database,
  );
  const { rows } = await sql<{
    provider: string;
  }>`select provider from card_redemptions where id = ${late.id}`.execute(database);
  const of = (state: string) => `state="${state}",provider="${rows[0]?.provider}"`;
  await expect.poll(() => values('redemptions_open')).toEqual({ [of('pending')]: 1, [of('stopped')]: 1 });
  expect(await values('redemptions_late')).toEqual({ [of('pending')]: 1, [of('stopped')]: 0 });
  expect((await values('redemptions_oldest_seconds'))[of('pending')]).toBeGreaterThanOrEqual(3 * 86_400);
});

test('what the site owes is told as of the last roll-up, and how far that is behind', async () => {
  await rollUpLedger(transact);
  await expect.poll(() => values('ledger_transfers_not_rolled_up')).toEqual({ '': 0 });
  const before = await values('points_owed');
  // The points of the two redemptions above.
  expect(before['in="redemptions"']).toBe(200);
  await createMember(database, { points: 70 });
  await expect.poll(() => values('ledger_transfers_not_rolled_up')).toEqual({ '': 1 });
  await rollUpLedger(transact);
  await expect
    .poll(() => values('points_owed'))
    .toEqual({ ...before, 'in="balances"': (before['in="balances"'] ?? 0) + 70 });
});

test('notices but those of a mail to everybody are late after a quarter of an hour, and no longer told after their last try', async () => {
  const { id } = await createMember(database);
  const add = (age: string, kind = 'redemption_issued') =>
    sql`insert into notices (key, user_id, kind, data, created_at)
    values (gen_random_uuid(), ${id}, ${kind}, '{}', now() - ${age}::interval)`.execute(database);
  const { '': already = 0 } = await values('notices_undelivered');
  for (const age of ['1 minute', '1 hour', '4 days']) await add(age);
  await add('1 hour', 'marketing');
  await expect.poll(() => values('notices_undelivered')).toEqual({ '': already + 3 });
  expect(await values('notices_late')).toEqual({ '': 1 });

  await sql`insert into notices (key, user_id, kind, data, created_at)
    select gen_random_uuid(), ${id}, 'marketing', '{}', now() - interval '2 hours'
    from generate_series(1, 10000)`.execute(database);
  await expect.poll(() => values('notices_undelivered')).toEqual({ '': 10_000 });
  expect(await values('notices_late')).toEqual({ '': 1 });
});

test('the last proof is told with its time and its differences, and nothing before there was one', async () => {
  expect(await values('proof_differences')).toEqual({});
  await keepProof(database, 3);
  await expect.poll(() => values('proof_differences')).toEqual({ '': 3 });
  await keepProof(database, 0);
  await expect.poll(() => values('proof_differences')).toEqual({ '': 0 });
  const { '': at = 0 } = await values('proof_timestamp_seconds');
  expect(Math.abs(Date.now() / 1000 - at)).toBeLessThan(600);
});

test('the last backup is told with its time, and nothing before there was one', async () => {
  expect(await values('backup_timestamp_seconds')).toEqual({});
  for (const takenAt of ['2027-01-31T02:20:00Z', '2027-02-01T02:20:00Z'].map((text) => new Date(text))) {
    await keepBackup(database, takenAt);
    const seconds = takenAt.getTime() / 1_000;
    await expect.poll(() => values('backup_timestamp_seconds')).toEqual({ '': seconds });
  }
});

test('walls are told with their pauses, and webhooks that fail or were stopped for it', async () => {
  const { id } = await createMember(database, { isAdmin: true });
  await sql`insert into wall_pauses (wall, reason, paused_by) values ('sandbox', 'quiet', ${id})`.execute(
    database,
  );
  await sql`
    insert into webhook_endpoints (url, description, event_types, secret, created_by, active_since, failing_since, off_reason)
    select 'https://hooks.example', '', '{redemption.issued}'::text[], 'x', ${id}::uuid, on_since, now(), why
    from (values (now(), null), (null, 'failing'), (null, 'gone'), (null, 'staff')) as e (on_since, why)`.execute(
    database,
  );
  await expect.poll(() => values('wall_paused')).toEqual({ 'wall="sandbox"': 1 });
  expect(await values('webhook_endpoints')).toEqual({
    'state="on"': 0,
    'state="failing"': 1,
    'state="stopped"': 2,
    'state="off"': 1,
  });
});

test('queues of staff, members, pools, streams and the version are told', async () => {
  const text = await metricsWithFigures(site);
  expect(await values('work_queue_items', text)).toMatchObject({ 'queue="claims"': 0, 'queue="alarms"': 0 });
  expect((await values('members', text))['']).toBeGreaterThan(3);
  expect((await values('database_connections', text))['pool="work",state="idle"']).toBeGreaterThan(0);
  expect((await values('event_streams_max', text))['']).toBeGreaterThan(0);
  expect(Object.keys(await values('pocketful_info', text))).toEqual([
    expect.stringMatching(/^version="\d+\.\d+\.\d+.*",roles="web"$/),
  ]);
  expect(await values('payout_breaker_open', text)).toMatchObject({ 'provider="sandbox"': 0 });
});

test('mended times are counted by what had them, from 0 on', async () => {
  const told = { 'kind="notice"': 0, 'kind="webhook_delivery"': 0, 'kind="mission_places"': 0 };
  expect(await values('times_mended_total')).toMatchObject({ ...told, 'kind="job"': 0 });
  await transact((tx) => countMended(tx, 'job', 2));
  await expect.poll(() => values('times_mended_total')).toMatchObject({ ...told, 'kind="job"': 2 });
});

test('without a reading of the database no figure of it is told, not even a zero', async () => {
  await metricsWithFigures(site);
  const text = await renderMetrics(undefined);
  expect(await values('site_figures_read', text)).toEqual({ '': 0 });
  const told = [...text.matchAll(/^(\w+)(?:\{.*\})? \S+$/gm)].map(([, name = '']) => name);
  const ofSite = [...text.matchAll(/^# HELP (\w+) .*; the same in every process$/gm)].map(
    ([, name = '']) => name,
  );
  expect(ofSite).toContain('points_owed');
  expect(ofSite.filter((name) => told.includes(name))).toEqual([]);
});

test('a database that does not answer leaves the metrics of the process', async () => {
  const locked = await database.startTransaction().execute();
  await sql`lock table wall_pauses in access exclusive mode`.execute(locked);
  await expect.poll(readMetrics).toMatch(/^site_figures_read 0$/m);
  expect(await readMetrics()).toContain('http_request_seconds_bucket');
  await locked.rollback().execute();
  await metricsWithFigures(site);
});

test('mails and push messages are counted by what became of them, and fail as before', async () => {
  const mail = { to: 'robin@example.com', subject: '', text: '', html: '' };
  const failing = async () => {
    throw new Error('of the test');
  };
  const before = await renderMetrics(undefined);
  await countedMailer({ send: async () => {} }).send(mail);
  await expect(countedMailer({ send: failing }).send(mail)).rejects.toThrow('of the test');
  const refusing = async () => {
    throw Object.assign(new Error('no such user'), { isRecipientRefused: true });
  };
  await expect(countedMailer({ send: refusing }).send(mail)).rejects.toThrow('no such user');
  const to = { endpoint: 'https://push.example', keys: { p256dh: '', auth: '' } };
  const message = { title: '', body: '', path: '/', tag: '', language: 'en', direction: 'ltr' } as const;
  expect(await countedPush({ publicKey: 'key', send: async () => 'gone' }).send(to, message)).toBe('gone');
  await expect(countedPush({ publicKey: 'key', send: failing }).send(to, message)).rejects.toThrow(
    'of the test',
  );
  const after = await renderMetrics(undefined);
  const more = async (name: string, labels: string) =>
    ((await values(name, after))[labels] ?? 0) - ((await values(name, before))[labels] ?? 0);
  expect(await more('mails_total', 'result="sent"')).toBe(1);
  expect(await more('mails_total', 'result="failed"')).toBe(1);
  expect(await more('mails_total', 'result="refused"')).toBe(1);
  expect(await more('push_messages_total', 'result="gone"')).toBe(1);
  expect(await more('push_messages_total', 'result="failed"')).toBe(1);
});

test('a job that fails at its last try is counted as given up', async () => {
  observeJob('of_the_test', { ms: 20, failed: true, lastTry: false });
  observeJob('of_the_test', { ms: 20, failed: true, lastTry: true });
  observeJob('of_the_test', { ms: 20, failed: false, lastTry: true });
  const text = await renderMetrics(undefined);
  expect((await values('jobs_given_up_total', text))['task="of_the_test"']).toBe(1);
  expect((await values('job_seconds_count', text))['task="of_the_test",result="failed"']).toBe(2);
});

test('calls to payout providers are told with their time and outcome', async () => {
  observePayout({ provider: 'of_the_test', call: 'prepare' }, 'issued', 300);
  const sums = await values('payout_call_seconds_sum', await renderMetrics(undefined));
  expect(sums['provider="of_the_test",call="prepare",outcome="issued"']).toBe(0.3);
});

test('a worker tells when it last compared the rewards of a provider, and 0 before', async () => {
  const told = async () =>
    (await values('payouts_compared_timestamp_seconds', await renderMetrics(undefined)))[
      'provider="of_the_test"'
    ] ?? Number.NaN;
  awaitComparison('of_the_test');
  expect(await told()).toBe(0);
  observeComparison('of_the_test');
  expect(Math.abs(Date.now() / 1000 - (await told()))).toBeLessThan(600);
});
