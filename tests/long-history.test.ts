import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { QUEUE_COUNT_MAX, QUEUE_PERMISSIONS, type WorkQueue } from '#contract/overview.values.ts';
import { STAFF_LIST_MAX } from '#contract/staff.values.ts';
import type { Tx } from '#database/client.ts';
import { allowStatements } from '#database/transaction.ts';
import {
  adjustPoints,
  listApprovals,
  listAwards,
  listMembers,
  memberActions,
  memberRequests,
  mendDeliveries,
  readActivity,
  readFigures,
  readQueues,
  searchAuditTrail,
  siteStats,
} from '#domain/administration/index.ts';
import {
  countMissions,
  listAlarms,
  listMissions,
  listPostbacks,
  lockPlanned,
  rollUpRevenue,
  startMission,
  wallsHealth,
} from '#domain/earning/index.ts';
import { pointsOwed, proveRollUp, rollUpLedger, sumPointsLeft } from '#domain/ledger/index.ts';
import { mendNotices, recoverNotices } from '#domain/notices/index.ts';
import { eraseAccount } from '#domain/privacy/index.ts';
import { watchMembers } from '#domain/trust/index.ts';
import { giveGrants } from '#testing/captcha.ts';
import { languageDatabase } from '#testing/database.ts';
import { createMember, credit, MAILBOX_KEY } from '#testing/factories.ts';
import { newMission } from '#testing/missions.ts';
import { WAIT } from '#testing/patience.ts';
import { definitions } from '#testing/walls.ts';

/** What staff read first, and what runs again and again, reads as little behind a long history as behind a short one. */

const { database, transact } = await languageDatabase();

const ROWS = 4_000;
/** Rows of one table that a first page may read; it shows fewer. */
const READ_MAX = 800;
const walls = definitions.map((definition) => ({
  definition,
  settings: {},
  secrets: { key: 'unused' },
  maxPoints: 1_000,
  holdDays: 0,
  share: [],
}));
const wall = walls[0]?.definition.id ?? '';
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const day = (days: number) => ago(days).slice(0, 10);

/** A row of each kind for every hour of the half-year that ended 100 days ago, and one of an hour ago. */
beforeAll(async () => {
  await sql`
    create table history as
    select n, at, lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') as hex
    from generate_series(0, ${ROWS - 1}::integer) n
    cross join lateral (select case n when 0 then now() - interval '1 hour' else now() - interval '100 days' - n * interval '1 hour' end as at) t`.execute(
    database,
  );
  await sql`
    insert into users (email, password, name, email_verified, created_at)
    select 'member' || n || '@example.com', 'none', 'Robin', true, at from history`.execute(database);
  await sql`
    insert into webhook_transactions (id, transaction_id, provider, user_id, status, amount_mb, latency_ms, created_at)
    select (left(hex, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'tx' || n, ${wall}, u.id,
      'credited', 10, 1, at
    from history join users u on u.email = 'member' || n || '@example.com'`.execute(database);
  await sql`
    insert into ledger_transfers (key, unit, from_account, to_account, amount, kind, reference, actor, balance_after, created_at)
    select 'credit:' || id, 'points', 'wall:' || provider, 'member:' || user_id, 10, 'credit', id::text, 'system', 10, created_at
    from webhook_transactions order by id`.execute(database);
  await sql`
    insert into postback_log (wall, verdict, transaction_id, member_code, source_ip, latency_ms, raw, received_at, last_received_at)
    select ${wall}, 'duplicate', 'tx' || n, 'member' || n, '192.0.2.1', 1, 'x', at, at from history order by at`.execute(
    database,
  );
  await sql`
    insert into audit_entries (id, at, actor, actor_role, ip, action, subject_kind, subject_id, previous_hash, hash)
    select row_number() over (order by at), at, u.id::text, 'owner', '192.0.2.1', 'POST /api/admin/rewards', 'reward', n::text,
      '', '' from history join users u on u.email = 'member' || n || '@example.com'`.execute(database);
  // Many to a page, and the summaries of an index by parts cover a hundred pages each.
  await transact(async (tx) => {
    await allowStatements(tx, WAIT.timeout);
    await sql`
      insert into tasks (user_id, task_type, points_earned, wall, completed_at)
      select u.id, 'survey', 10, ${wall}, at - again * interval '1 second'
      from generate_series(1, 15) again, history join users u on u.email = 'member' || n || '@example.com' order by at`.execute(
      tx,
    );
  });
  await sql`select brin_summarize_new_values('tasks_completed_at')`.execute(database);
  await sql`
    insert into cash_rewards (user_id, amount_cents, card_tier, status, created_at)
    select u.id, 500, 'bronze', 'issued', at from history join users u on u.email = 'member' || n || '@example.com'`.execute(
    database,
  );
  await sql`
    insert into approvals (kind, subject_id, user_id, payload, requested_by, reason, requested_at, expires_at)
    select 'award', gen_random_uuid(), u.id, '{"cardTier": "bronze", "amountCents": 500}', u.id, '', at, at + interval '7 days'
    from history join users u on u.email = 'member' || n || '@example.com'`.execute(database);
  await rollUpLedger(transact);
  await rollUpRevenue(transact);
  await sql`
    insert into notices (key, user_id, kind, data, created_at, delivered_at)
    select 'history:' || n, u.id, 'redemption_issued', '{}', at, at
    from history join users u on u.email = 'member' || n || '@example.com'`.execute(database);
  await sql`analyze`.execute(database);
});

/** The rows of each table that the work reads, where no table is so small that reading all of it is the shortest way. */
async function readBy(work: (tx: Tx) => Promise<unknown>): Promise<Map<string, number>> {
  return transact(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const before = await countRead(tx);
    await work(tx);
    const after = await countRead(tx);
    return new Map([...after].map(([name, read]) => [name, read - (before.get(name) ?? 0)]));
  });
}

/** What this connection has read and not yet reported, of each table. */
async function countRead(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; read: number }>`
    select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read
    from pg_stat_xact_user_tables where schemaname = 'public'`.execute(tx);
  return new Map(rows.map(({ name, read }) => [name, read]));
}
const many = (read: Map<string, number>) => [...read].filter(([, rows]) => rows >= READ_MAX);

test('the history is longer than what a page may read', async () => {
  for (const table of [
    'users',
    'ledger_balances',
    'ledger_slots',
    'ledger_transfers',
    'webhook_transactions',
  ])
    expect(many(await readBy((tx) => sql`select count(*) from ${sql.table(table)}`.execute(tx)))).toEqual([
      [table, ROWS],
    ]);
});

test.each<[string, (tx: Tx) => Promise<unknown>]>([
  ['the totals of the site', siteStats],
  ['the overview', (tx) => readActivity(tx, [], { from: day(30), to: day(0), timeZone: 'UTC' })],
  ['the queues', (tx) => readQueues(tx, Object.values(QUEUE_PERMISSIONS))],
  ['the figures of the metrics', (tx) => readFigures(tx, walls)],
  ['the walls', (tx) => wallsHealth(tx, walls, { appUrl: 'http://localhost', hours: 24 })],
  ['the alarms', (tx) => listAlarms(tx, walls)],
  ['the postbacks', (tx) => listPostbacks(tx, [wall], {})],
  ['the audit trail', (tx) => searchAuditTrail(tx, {})],
  [
    'the audit trail of a rare action',
    async (tx) => {
      // As everywhere but in tests: what searches for a beginning is never prepared, and is planned with it.
      await sql`set local plan_cache_mode = auto`.execute(tx);
      return searchAuditTrail(tx, { action: 'PUT /api/admin/members' });
    },
  ],
  ['the audit trail since a day', (tx) => searchAuditTrail(tx, { from: ago(101) })],
  ['the audit trail of one admin', (tx) => searchAuditTrail(tx, { actor: 'member7@example.com' })],
  ['the audit trail about one member', (tx) => memberActions(tx, randomUUID(), undefined)],
  ['the audit trail up to a day', (tx) => searchAuditTrail(tx, { to: ago(200) })],
  ['the awards', listAwards],
  ['the members', (tx) => listMembers(tx, { order: 'created', direction: 'desc', limit: 26 })],
  [
    'the members by points',
    (tx) => listMembers(tx, { order: 'points', direction: 'desc', limit: 26, balance: 'yes' }),
  ],
])('%s: a first page reads few rows of any table', async (_page, read) => {
  expect(many(await readBy(read))).toEqual([]);
});

test('the approvals are listed without those of long ago', async () => {
  let listed: Awaited<ReturnType<typeof listApprovals>> = [];
  const read = await readBy(async (tx) => {
    listed = await listApprovals(tx, randomUUID(), 72);
  });
  expect(listed).toHaveLength(STAFF_LIST_MAX);
  expect(listed.map(({ state }) => state)).toEqual(['open', ...Array(STAFF_LIST_MAX - 1).fill('expired')]);
  // Each is about a member and by an admin, who is asked for more than once.
  expect(many(read).filter(([table]) => table !== 'users')).toEqual([]);
  expect(read.get('users')).toBeLessThan(ROWS / 2);
});

test('the walls know their last call, and the overview the points of all members', async () => {
  const health = await wallsHealth(database, walls, { appUrl: 'http://localhost', hours: 24 });
  const last = health.find(({ id }) => id === wall)?.lastPostbackAt;
  const { rows } = await sql<{ at: Date }>`select max(created_at) as at from webhook_transactions`.execute(
    database,
  );
  expect(last).toEqual(rows[0]?.at);
  const { outstanding } = await readActivity(database, [], { from: day(30), to: day(0), timeZone: 'UTC' });
  expect(outstanding).toBe(ROWS * 10);
  expect(await siteStats(database)).toMatchObject({ totalUsers: ROWS, totalPoints: ROWS * 10 });
});

test('of a queue of more than 10,000 no more are counted, the oldest first', async () => {
  const rows = QUEUE_COUNT_MAX + ROWS;
  await sql`
    insert into postback_log (wall, verdict, transaction_id, member_code, source_ip, latency_ms, raw, received_at)
    select ${wall}, 'unknown_user', 'lost' || n, 'nobody' || n, '192.0.2.1', 1, 'x', now() - n * interval '1 minute'
    from generate_series(1, ${rows}::integer) n`.execute(database);
  await sql`
    insert into approvals (kind, subject_id, payload, requested_by, reason, requested_at, expires_at)
    select 'mission', gen_random_uuid(), '{}', gen_random_uuid(), '', at, at + interval '100 days'
    from generate_series(1, ${rows}::integer) n cross join lateral (select now() - n * interval '1 minute' as at) t`.execute(
    database,
  );
  await sql`analyze postback_log, approvals`.execute(database);
  for (const [queue, table] of [
    ['parked', 'postback_log'],
    ['approvals', 'approvals'],
  ] satisfies [WorkQueue, string][]) {
    let state: Awaited<ReturnType<typeof readQueues>>[number] | undefined;
    const read = await readBy(async (tx) => {
      [state] = (await readQueues(tx, Object.values(QUEUE_PERMISSIONS))).filter((one) => one.queue === queue);
    });
    expect(state?.count).toBe(QUEUE_COUNT_MAX);
    expect((Date.now() - (state?.oldestAt?.getTime() ?? 0)) / 60_000).toBeGreaterThan(rows - 1);
    expect(read.get(table)).toBeLessThan(QUEUE_COUNT_MAX + 100);
  }
});

test('a roll-up reads what is new', async () => {
  const { rows } = await sql<{ id: string }>`select id from users limit 1`.execute(database);
  await credit(database, rows[0]?.id ?? '', 1);
  const read = await readBy((tx) => rollUpLedger((work) => work(tx)));
  expect(many(read)).toEqual([]);
  expect(read.get('ledger_transfers')).toBeGreaterThan(0);
  expect(await proveRollUp(database)).toEqual([]);
});

test('the hourly look at members reads the newest part of the tasks', async () => {
  const read = await readBy((tx) => watchMembers((work) => work(tx)));
  expect(read.get('tasks')).toBeLessThan((ROWS * 15) / 3);
});

test('members of whom much was taken back are found without reading the tasks of all others', async () => {
  await sql`insert into tasks (user_id, task_type, points_earned, wall)
    select id, 'survey', 10, ${wall} from users`.execute(database);
  const { rows } = await sql<{ id: string }>`
    insert into tasks (user_id, task_type, points_earned, wall, reversed_at)
    select u.id, 'survey', 10, ${wall}, case when n <= 5 then now() end
    from generate_series(1, 9) n, (select id from users where email = 'member9@example.com') u returning user_id as id`.execute(
    database,
  );
  await sql`analyze tasks`.execute(database);
  const reads: (number | undefined)[] = [];
  await watchMembers(async (work) => {
    reads.push((await readBy(work)).get('tasks'));
    return undefined as never;
  });
  expect(reads[1]).toBeLessThan(READ_MAX);
  const signals = await database.selectFrom('trustSignals').select(['userId', 'signal', 'details']).execute();
  expect(signals).toEqual([
    { userId: rows[0]?.id, signal: 'many_reversals', details: { reversals: 5, tasks: 10, days: 30 } },
  ]);
});

test('what walls paid for a granted reward is looked for in no more than 2,000 tasks after the report', async () => {
  const { id } = await createMember(database);
  await sql`
    with credited as (
      insert into tasks (user_id, task_type, points_earned, wall, completed_at)
      select ${id}::uuid, 'survey', 10, ${wall}, now() - n * interval '1 minute' from generate_series(1, ${ROWS}::integer) n
      returning id, completed_at
    )
    insert into webhook_transactions (id, transaction_id, provider, user_id, status, amount_mb, offer_id, created_at)
    select id, id::text, ${wall}, ${id}::uuid, 'credited', 10, 'city', completed_at from credited`.execute(
    database,
  );
  await sql`
    with started as (
      insert into offer_clicks (id, user_id, wall, offer_id, revision, digest, title, goals, started_at, kept_until)
      values (gen_random_uuid(), ${id}, ${wall}, 'city', 1, '', 'Build a city', '[]', now() - interval '10 days', now())
      returning id
    )
    insert into reward_claims (user_id, wall, title, happened_at, text, created_at, decision, answer, points, decided_at, click_id)
    select ${id}::uuid, ${wall}, 'Build a city', now(), '', now() - interval '5 days', d, '', case d when 'granted' then 10 end,
      now(), c
    from (select id from started union all select null) s (c), unnest(array['granted', 'refused']) d`.execute(
    database,
  );
  await sql`analyze tasks`.execute(database);
  const paid: (number | null)[] = [];
  const read = await readBy(async (tx) => {
    for (const { wallPaidPoints } of await memberRequests(tx, id)) paid.push(wallPaidPoints);
  });
  expect(paid.sort()).toEqual([20_000, null, null, null]);
  expect(read.get('webhook_transactions')).toBeLessThan(ROWS);
});

test('what runs each minute does not read the mails to everybody that wait', async () => {
  for (const kind of ['marketing', 'announcement'])
    await sql`insert into notices (key, user_id, kind, data)
      select ${kind}::text || id, id, ${kind}, '{}' from users`.execute(database);
  await sql`analyze notices`.execute(database);
  for (const work of [recoverNotices, mendNotices])
    expect((await readBy(work)).get('notices')).toBeLessThan(READ_MAX);
});

test('an admin takes points without reading all that they ever took', async () => {
  const [admin, member] = [
    await createMember(database, { isAdmin: true }),
    await createMember(database, { points: 10 }),
  ];
  await sql`
    insert into points_adjustments (user_id, points, reason_code, text, requested_by, request_id, status, created_at)
    select u.id, -1, 'mistake', 'Twice', ${admin.id}::uuid, n::text, 'posted', at
    from history join users u on u.email = 'member' || n || '@example.com' where n > 0`.execute(database);
  await sql`analyze points_adjustments`.execute(database);
  const asked = {
    ...{ memberId: member.id, adminId: admin.id, byKey: false, requestId: randomUUID() },
    ...{ points: -1, text: 'Twice' },
    reasonCode: 'mistake',
  } as const;
  const twoPeople = {
    ...{ awardCents: 1_000, adjustmentPoints: 1_000, missionPoints: 1_000, dailyPoints: 1_000 },
    coolingHours: 0,
  };
  // Another index is read from end to end, and no row of it is counted.
  const scans = await transact(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    expect((await adjustPoints(tx, asked, twoPeople)).standing).toBe('done');
    const { rows } = await sql<{ scans: number }>`
      select pg_stat_get_xact_numscans('points_adjustments_taken'::regclass)::integer as scans`.execute(tx);
    return rows[0]?.scans;
  });
  expect(scans).toBe(1);
});

test('deliveries of webhooks that wait far too long are found without reading those that are due', async () => {
  await sql`
    with endpoint as (
      insert into webhook_endpoints (url, description, event_types, secret, created_by, off_reason)
      select 'https://crm.example', 'CRM', '{task.credited}', 'x', id, 'staff' from users limit 1 returning id
    ),
    events as (
      insert into webhook_events (type, happened_at, data, spread_at)
      select 'task.credited', now(), '{}', now() from generate_series(1, ${ROWS}::integer) returning id
    )
    insert into webhook_deliveries (endpoint_id, event_id, next_at)
    select endpoint.id, events.id,
      now() + case when row_number() over () = 1 then interval '2 hours' else interval '0' end
    from endpoint, events`.execute(database);
  await sql`analyze webhook_deliveries`.execute(database);
  let mended = 0;
  const read = await readBy(async (tx) => {
    mended = await mendDeliveries(tx);
  });
  expect(mended).toBe(1);
  expect(read.get('webhook_deliveries')).toBeLessThan(100);
});

test('a mission that thousands have completed or started is listed, started and changed without reading them', async () => {
  const mission = await newMission(database, { dailyCap: 1_000_000, totalCap: 1_000_000 });
  // As from before places were counted.
  await sql`alter table mission_attempts disable trigger user`.execute(database);
  await sql`
    insert into mission_attempts (mission_id, user_id, points, click_id, reserved_until, completed_at, task_id)
    select ${mission}::uuid, u.id, 100, 'click' || n, now() + interval '7 days', case when t.id is not null then now() end, t.id
    from history join users u on u.email = 'member' || n || '@example.com'
    left join lateral (select id from tasks where user_id = u.id order by id limit 1) t on n % 2 = 0`.execute(
    database,
  );
  await sql`alter table mission_attempts enable trigger user`.execute(database);
  await sql`delete from mission_places where mission_id = ${mission}`.execute(database);
  await sql`analyze mission_attempts`.execute(database);
  await countMissions(transact);
  const member = await createMember(database, { points: 10 });
  await giveGrants(database, member.id, 'mission');
  for (const work of [
    (tx: Tx) => listMissions(tx, member.id),
    (tx: Tx) => startMission(tx, member.id, mission, { asksPoints: true }),
    async (tx: Tx) =>
      expect(await lockPlanned(tx, mission)).toMatchObject({ started: ROWS + 1, completed: ROWS / 2 }),
  ])
    expect(many(await readBy(work))).toEqual([]);
});

test('a member with a very long history can leave, though its statements take longer than others may', async () => {
  const { id } = await createMember(database);
  await sql`
    with credited as (
      insert into tasks (user_id, task_type, title, points_earned, wall, completed_at)
      select ${id}::uuid, 'survey', 'A survey', 10, ${wall}, now() - n * interval '1 minute'
      from generate_series(1, ${ROWS * 5}::integer) n returning id, completed_at
    )
    insert into webhook_transactions (id, transaction_id, provider, user_id, status, amount_mb, raw_payload, created_at)
    select id, id::text, ${wall}, ${id}::uuid, 'credited', 10, 'GET /', completed_at from credited`.execute(
    database,
  );
  await sql`create function take_long() returns trigger language plpgsql as $$
    begin perform pg_sleep(3); return null; end $$`.execute(database);
  await sql`create trigger take_long before update on tasks for each statement execute function take_long()`.execute(
    database,
  );
  await transact(async (tx) => {
    await sql`set local statement_timeout = 2000`.execute(tx);
    await eraseAccount(tx, id, MAILBOX_KEY);
  });
  await sql`drop trigger take_long on tasks`.execute(database);
  const { rows } = await sql<{ tasks: number; named: number }>`
    select count(*)::integer as tasks, count(title)::integer as named from tasks where user_id = ${id}`.execute(
    database,
  );
  expect(rows).toEqual([{ tasks: ROWS * 5, named: 0 }]);
});

test('what the site owes is read without those who left points behind', async () => {
  await rollUpLedger(transact);
  const owed = async () => (await pointsOwed(database)).balances;
  const before = await owed();
  await sql`
    with former as (
      update users u set erased_at = now(), points = 10 from history h
      where u.email = 'member' || h.n || '@example.com' and h.n between 1000 and 2999 returning u.id
    )
    update ledger_balances set points = 10 where user_id in (select id from former)`.execute(database);
  await sql`analyze users`.execute(database);
  expect(many(await readBy((tx) => pointsOwed(tx)))).toEqual([]);
  await transact(sumPointsLeft);
  expect(await owed()).toBe(before - 2_000 * 10);
});
