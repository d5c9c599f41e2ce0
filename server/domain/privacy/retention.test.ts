import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { RedemptionStatus } from '#contract/redemptions.values.ts';
import type { Transact } from '#database/transaction.ts';
import { STATES } from '#domain/redemption/states.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { openRedemption } from '#testing/redemption.ts';
import { applyRetention, countDue, LEFT_OFFERS_MAX, RETENTION } from './retention.ts';

const { database, transact } = await testDatabase();
const MESSAGE = { sourceIp: '192.0.2.1', raw: 'x' };

/** Adds one row before and one after the end of each period. */
async function fill() {
  const { id } = await createMember(database);
  const ago = (text: string) => sql<Date>`now() - ${sql.lit(text)}::interval`;
  for (const age of ['364 days', '366 days', '729 days', '740 days', '8 years']) {
    await database
      .insertInto('webhookTransactions')
      .values({
        transactionId: randomUUID(),
        provider: 'plain',
        userId: id,
        status: 'reversed_early',
        amountMb: 1,
        rawPayload: 'GET /',
        sourceIp: '192.0.2.1',
        createdAt: ago(age),
      })
      .execute();
    for (const verdict of ['duplicate', 'unknown_user']) {
      await database
        .insertInto('postbackLog')
        .values({
          wall: 'plain',
          verdict,
          transactionId: randomUUID(),
          sourceIp: '192.0.2.1',
          latencyMs: 1,
          raw: 'x',
          receivedAt: ago(age),
        })
        .execute();
    }
    await database
      .insertInto('missionPostbacks')
      .values({
        advertiser: 'acme',
        clickId: randomUUID(),
        verdict: 'credited',
        ...MESSAGE,
        receivedAt: ago(age),
      })
      .execute();
    await database
      .insertInto('trustSignals')
      .values({ userId: id, signal: 'x', details: '{}', createdAt: ago(age) })
      .execute();
    await database
      .insertInto('appeals')
      .values({
        userId: id,
        pausedAt: ago(age),
        reason: 'region',
        text: 'x',
        decision: 'kept',
        decidedAt: ago(age),
      })
      .execute();
  }
  for (const age of ['13 days', '15 days', '366 days']) {
    await database
      .insertInto('postbackLog')
      .values({ wall: 'plain', verdict: 'bad_signature', latencyMs: 1, ...MESSAGE, receivedAt: ago(age) })
      .execute();
    await database
      .insertInto('missionPostbacks')
      .values({
        advertiser: 'acme',
        clickId: 'x',
        verdict: 'bad_signature',
        ...MESSAGE,
        receivedAt: ago(age),
      })
      .execute();
  }
  for (const age of ['179 days', '181 days']) {
    await database
      .insertInto('notices')
      .values({ key: randomUUID(), userId: id, kind: 'account_resumed', data: '{}', createdAt: ago(age) })
      .execute();
  }
  await sql`select graphile_worker.add_job('send_reset_mail', '{"email":"private@example.com"}', max_attempts => 1)`.execute(
    database,
  );
  await sql`update graphile_worker._private_jobs set attempts = 1, run_at = now() - interval '4 days'`.execute(
    database,
  );
}

const dueByTable = async () => {
  const tables: Record<string, number> = {};
  for (const { table, due } of await countDue(transact))
    if (due > 0) tables[table] = (tables[table] ?? 0) + due;
  return tables;
};

test('each period ends on time, what must stay stays, and counting changes nothing', async () => {
  await fill();
  const due = {
    notices: 1,
    trust_signals: 4,
    appeals: 2,
    // Two have no proof; both rules find one of these.
    postback_log: 11,
    mission_postbacks: 7,
    webhook_transactions: 2,
    'graphile_worker.jobs': 1,
  };
  expect(await dueByTable()).toEqual(due);
  expect(await dueByTable()).toEqual(due);

  await applyRetention(transact);
  expect(await dueByTable()).toEqual({});
  const parked = await database
    .selectFrom('postbackLog')
    .select('id')
    .where('verdict', '=', 'unknown_user')
    .execute();
  expect(parked).toHaveLength(1);
  const unproven = ['postbackLog', 'missionPostbacks'] as const;
  for (const table of unproven) {
    const rows = database.selectFrom(table).select('id').where('verdict', '=', 'bad_signature');
    expect(await rows.execute()).toHaveLength(1);
  }
  const transactions = await database
    .selectFrom('webhookTransactions')
    .select(['userId', 'rawPayload'])
    .execute();
  expect(transactions.filter(({ userId }) => userId !== null)).toHaveLength(5);
  expect(transactions.filter(({ rawPayload }) => rawPayload !== null)).toHaveLength(3);
  expect((await sql`select from graphile_worker.jobs`.execute(database)).rows).toEqual([]);
});

test('a session is kept until it has been idle for its days, and large tables wait for the daily run', async () => {
  const member = await createMember(database);
  for (const idle of ['13 days', '15 days']) {
    await sql`insert into sessions (id, user_id, expires_at, ip, user_agent, last_seen_at)
      values (${idle}, ${member.id}, now() + interval '1 day', '192.0.2.1', 'test', now() - ${idle}::interval)`.execute(
      database,
    );
  }
  await sql`insert into trust_signals (user_id, signal, details, created_at)
    values (${member.id}, 'x', '{}', now() - interval '2 years')`.execute(database);
  await applyRetention(transact, 'hourly');
  expect(await database.selectFrom('sessions').select('id').execute()).toEqual([{ id: '13 days' }]);
  expect(await dueByTable()).toEqual({ trust_signals: 1 });
  await applyRetention(transact, 'daily');
  expect(await dueByTable()).toEqual({});
});

test('one run deletes all rows that are due, however many there are', async () => {
  const { id } = await createMember(database);
  await sql`insert into trust_signals (user_id, signal, details, created_at)
    select ${id}, 'x', '{}', now() - interval '2 years' from generate_series(1, 41000)`.execute(database);
  await applyRetention(transact, 'daily');
  expect(await dueByTable()).toEqual({});
});

test('of a feed whose offers are others at each pull, those that left last are kept', async () => {
  await sql`insert into feeds (wall) values ('games'), ('videos')`.execute(database);
  // Of the first feed one more than may be, and one that is offered.
  await sql`insert into feed_offers (wall, offer_id, digest, title, description, requirements, categories, states, systems,
      click_template, steps, purchase, left_at)
    select wall, n::text, 'd', 'Offer', '', '{}', '{}', '{}', '{}', 'https://games.example/{user}', 1, false,
      case when n > 0 then now() - make_interval(mins => n) end
    from unnest('{games,videos}'::text[]) wall, generate_series(0, ${LEFT_OFFERS_MAX + 1}::integer) n
    where wall = 'games' or n < 2`.execute(database);
  expect(await dueByTable()).toEqual({ feed_offers: 1 });
  await applyRetention(transact, 'hourly');
  const { rows } = await sql`select wall, count(*)::integer as offers, max(offer_id::integer) as oldest
    from feed_offers group by wall order by wall`.execute(database);
  expect(rows).toEqual([
    { wall: 'games', offers: LEFT_OFFERS_MAX + 1, oldest: LEFT_OFFERS_MAX },
    { wall: 'videos', offers: 2, oldest: 1 },
  ]);
});

test('marketing mails are kept of those members alone who agree to them', async () => {
  const [agreed, other] = [await createMember(database), await createMember(database)];
  const marketingConsentAt = new Date();
  await database.updateTable('users').set({ marketingConsentAt }).where('id', '=', agreed.id).execute();
  await sql`insert into notices (key, user_id, kind, data)
    select gen_random_uuid(), id, kind, '{}'
    from unnest(${[agreed.id, other.id]}::uuid[]) id, unnest(array['marketing', 'account_resumed']) kind`.execute(
    database,
  );
  expect(await dueByTable()).toEqual({ notices: 1 });
  await applyRetention(transact, 'daily');
  const kindsOf = async (userId: string) =>
    (
      await database
        .selectFrom('notices')
        .select('kind')
        .where('userId', '=', userId)
        .orderBy('kind')
        .execute()
    ).map(({ kind }) => kind);
  expect(await kindsOf(agreed.id)).toEqual(['account_resumed', 'marketing']);
  expect(await kindsOf(other.id)).toEqual(['account_resumed']);
});

test('rows that become due while a rule is applied wait for the next run', async () => {
  const keys = async () =>
    (await database.selectFrom('rateLimits').select('key').execute()).map(({ key }) => key);
  const later: string[] = [];
  /** After each step one more count ends, far more often than a run has steps. */
  const beside: Transact = async (work) => {
    const result = await transact(work);
    if (later.length === 200) return result;
    const key = `later ${later.length}`;
    later.push(key);
    await sql`insert into rate_limits values (${key}, 1, extract(epoch from clock_timestamp()) * 1000)`.execute(
      database,
    );
    await sql`select pg_sleep(0.002)`.execute(database);
    return result;
  };
  await sql`insert into rate_limits values ('before', 1, 0)`.execute(database);
  await applyRetention(beside, 'hourly');
  expect((await keys()).toSorted()).toEqual(later.toSorted());
  await applyRetention(transact, 'hourly');
  expect(await keys()).toEqual([]);
});

test('a rule that fails keeps no other from its turn, and every failure is told', async () => {
  const day = sql<Date>`now() - interval '2 days'`;
  await database
    .insertInto('emailVerificationCodes')
    .values({ email: 'robin@example.com', code: 'hash', expiresAt: day })
    .execute();
  await database
    .insertInto('passwordResetTokens')
    .values({ email: 'robin@example.com', token: 'hash', expiresAt: day })
    .execute();
  await sql`insert into rate_limits values ('ended', 1, 0)`.execute(database);
  const broken = ['email_verification_codes', 'password_reset_tokens'];
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'not from %', tg_table_name using errcode = '55P03'; end $$`.execute(database);
  for (const table of broken)
    await sql`create trigger refuse before delete on ${sql.table(table)} execute function refuse()`.execute(
      database,
    );
  await expect(applyRetention(transact)).rejects.toMatchObject({
    errors: broken.map((table) => expect.objectContaining({ message: `not from ${table}` })),
    message: expect.stringMatching(/^sign-up codes.*; password links.*not from password_reset_tokens$/),
  });
  expect(await dueByTable()).toEqual({ email_verification_codes: 1, password_reset_tokens: 1 });
  for (const table of broken) await sql`drop trigger refuse on ${sql.table(table)}`.execute(database);
  await applyRetention(transact);
  expect(await dueByTable()).toEqual({});
});

test('in tables that grow with every call, what is due is found by an index and nothing else is read', async () => {
  const { id } = await createMember(database);
  for (const age of ['1 day', '3 years']) {
    await sql`insert into notices (key, user_id, kind, data, created_at)
      select gen_random_uuid(), ${id}, 'account_resumed', '{}', now() - ${age}::interval from generate_series(1, 3000)`.execute(
      database,
    );
    await sql`insert into webhook_transactions (transaction_id, provider, user_id, status, amount_mb, raw_payload, created_at)
      select gen_random_uuid(), 'plain', ${id}, 'reversed_early', 1, 'GET /', now() - ${age}::interval
      from generate_series(1, 3000)`.execute(database);
    await sql`insert into postback_log (wall, verdict, source_ip, latency_ms, raw, received_at)
      select 'plain', verdict, '192.0.2.1', 1, 'x', now() - ${age}::interval
      from generate_series(1, 3000), unnest('{bad_signature,refused}'::text[]) verdict`.execute(database);
    await sql`insert into offer_clicks (id, user_id, wall, offer_id, revision, digest, title, goals, started_at, kept_until)
      select gen_random_uuid(), ${id}, 'plain', 'o', 1, 'd', 'Offer', '[]', now() - ${age}::interval,
        now() - ${age}::interval + interval '180 days' from generate_series(1, 3000)`.execute(database);
    await sql`insert into offer_events (user_id, wall, kind, goal_id, received_at)
      select ${id}, 'plain', 'step', gen_random_uuid(), now() - ${age}::interval from generate_series(1, 3000)`.execute(
      database,
    );
    await sql`insert into rate_limits select ${age}::text || n, 1, extract(epoch from now() + interval '2 days' - ${age}::interval) * 1000
      from generate_series(1, 3000) n`.execute(database);
    await sql`insert into webhook_events (type, happened_at, data, created_at)
      select 'member.created', now(), '{}', now() - ${age}::interval from generate_series(1, 3000)`.execute(
      database,
    );
  }
  await sql`analyze`.execute(database);
  const rules = RETENTION.filter(({ along }) => along !== undefined);
  expect(new Set(rules.map(({ table }) => table))).toEqual(
    new Set([
      ...[
        'notices',
        'offer_clicks',
        'offer_events',
        'rate_limits',
        'webhook_events',
        'postback_log',
        'webhook_transactions',
      ],
    ]),
  );
  for (const { table, where, along = '' } of rules) {
    const { rows } = await sql<Record<string, string>>`explain select ctid from ${sql.raw(table)}
      where ${sql.raw(where)} order by ${sql.ref(along)} limit 100`.execute(database);
    const plan = rows.flatMap((row) => Object.values(row)).join('\n');
    expect(plan).toMatch(/^Limit .*\n +-> +Index Scan using /);
  }
  await applyRetention(transact, 'hourly');
  await applyRetention(transact, 'daily');
  expect(await dueByTable()).toEqual({});
});

test('every rule can be counted and applied', async () => {
  expect((await countDue(transact)).map(({ kind }) => kind)).toEqual(RETENTION.map(({ kind }) => kind));
});

test('what payout vendors call former members and their rewards stays while it settles and can be disputed', async () => {
  const statuses = Object.keys(STATES) as RedemptionStatus[];
  const open = statuses.filter((status) => STATES[status].stage === 'open');
  const keptOf = async ({ leaves }: { leaves: boolean }) => {
    const { id: first, memberId } = await openRedemption(database);
    for (const status of statuses)
      for (const provider of ['tremendous', 'stock', 'manual'])
        for (const days of [720, 740])
          await sql`insert into card_redemptions select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(),
              'request_id', gen_random_uuid(), 'created_at', now() - make_interval(days => ${days}), 'status', ${status}::text,
              'provider', ${provider}::text, 'provider_ref', gen_random_uuid()::text, 'provider_customer', 'cus_1'))).*
            from card_redemptions r where id = ${first}`.execute(database);
    if (leaves) await sql`update users set erased_at = now() where id = ${memberId}`.execute(database);
    await applyRetention(transact, 'daily');
    const rows = await database
      .selectFrom('cardRedemptions')
      .select(['status', 'provider', 'providerRef', 'providerCustomer', 'createdAt'])
      .where('userId', '=', memberId)
      .where('id', '!=', first)
      .execute();
    return rows.map(({ providerRef, providerCustomer, createdAt, ...row }) => ({
      ...row,
      old: createdAt.getTime() < Date.now() - 730 * 86_400_000,
      ref: providerRef !== null,
      customer: providerCustomer !== null,
    }));
  };
  const present = await keptOf({ leaves: false });
  expect(present).toHaveLength(statuses.length * 6);
  expect(present.filter(({ ref, customer }) => !ref || !customer)).toEqual([]);
  const former = await keptOf({ leaves: true });
  expect(former).toHaveLength(statuses.length * 6);
  for (const row of former) {
    const isOpen = open.includes(row.status);
    expect(row).toMatchObject({ customer: isOpen, ref: isOpen || !row.old || row.provider !== 'tremendous' });
  }
  expect(await dueByTable()).toEqual({});
});

test('what was written while a member left is gone the next day', async () => {
  await sql`insert into feeds (wall) values ('puzzles')`.execute(database);
  await sql`insert into feed_offers (wall, offer_id, digest, title, description, requirements, categories, states, systems,
      click_template, steps, purchase)
    values ('puzzles', 'kept', 'd', 'Offer', '', '{}', '{}', '{}', '{}', 'https://puzzles.example/{user}', 1, false)`.execute(
    database,
  );
  const { rows: missions } = await sql<{ id: string }>`
    insert into missions (kind, title, description, instructions, points, difficulty, status, content)
    values ('browse', 'M', '', '{}', 5, 'easy', 'draft', '{"kind":"browse"}') returning id`.execute(database);
  const [former, present] = [await createMember(database), await createMember(database)];
  for (const { id } of [former, present]) {
    await database
      .insertInto('notices')
      .values({ key: randomUUID(), userId: id, kind: 'account_resumed', data: '{}' })
      .execute();
    await database
      .insertInto('staffNotes')
      .values({ userId: id, author: null, text: 'Robin called.' })
      .execute();
    await database.insertInto('trustSignals').values({ userId: id, signal: 'x', details: '{}' }).execute();
    await database
      .insertInto('wallMembers')
      .values({ wall: 'plain', userId: id, code: randomUUID() })
      .execute();
    await database
      .insertInto('offerEvents')
      .values({ wall: 'puzzles', userId: id, kind: 'step', goalId: 'a' })
      .execute();
    await database
      .insertInto('offerFavourites')
      .values({ wall: 'puzzles', userId: id, offerId: 'kept' })
      .execute();
    await sql`with attempt as (
        insert into mission_attempts (mission_id, user_id, points, reserved_until, click_id)
        values (${missions[0]?.id}, ${id}, 5, now(), ${id}) returning id)
      insert into mission_postbacks (advertiser, verdict, click_id, attempt_id, source_ip, raw)
      select 'acme', 'closed', ${id}, id, '192.0.2.1', 'x' from attempt`.execute(database);
  }
  await database.updateTable('users').set({ erasedAt: new Date() }).where('id', '=', former.id).execute();
  await applyRetention(transact, 'daily');
  const emptied = [
    ...['notices', 'staffNotes', 'trustSignals', 'wallMembers'],
    ...['offerEvents', 'offerFavourites'],
  ] as const;
  for (const table of emptied) {
    const kept = await database
      .selectFrom(table)
      .select('userId')
      .where('userId', 'in', [former.id, present.id])
      .execute();
    expect([table, kept]).toEqual([table, [{ userId: present.id }]]);
  }
  const messages = database.selectFrom('missionPostbacks').select(['clickId', 'sourceIp', 'raw']);
  expect(await messages.where('verdict', '=', 'closed').orderBy('clickId').execute()).toEqual([
    { clickId: present.id, sourceIp: '192.0.2.1', raw: 'x' },
    { clickId: null, sourceIp: '', raw: '[erased]' },
  ]);
});
