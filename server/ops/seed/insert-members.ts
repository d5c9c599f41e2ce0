import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';

/** Domain of made-up members; no one can own a .invalid address (RFC 2606). */
export const SEEDED_DOMAIN = 'seeded.invalid';

const FIRST_NAMES =
  'Aaliyah Aiko Ali Amara Ana Andrei Anna Arjun Beatriz Bruno Camila Carlos Chen Chloe Daniel David Diego Elena Emma Fatima Felix Gabriel Grace Hana Hassan Hugo Ines Ivan Jack Jasmine Jin Joao Julia Kenji Lara Lena Leo Lucas Lucia Maria Marta Mateo Maya Mei Mia Miguel Mohammed Nadia Nina Noah Olga Oliver Omar Paula Pedro Priya Rafael Ravi Rosa Sam Sara Sofia Tariq Thomas Valeria Victor Wei Yara Yuki Zoe'.split(
    ' ',
  );
const LAST_NAMES =
  'Adams Aguilar Ahmed Alves Bauer Becker Brown Castro Chavez Clark Costa Cruz Davis Diaz Evans Fischer Flores Garcia Gomez Gonzalez Green Gupta Hall Hernandez Hughes Ito Jackson Johnson Jones Khan Kim King Kumar Lee Lewis Lopez Martin Martinez Mendes Meyer Miller Moore Morales Nguyen Oliveira Ortiz Park Patel Perez Ramirez Reyes Ribeiro Rivera Rodriguez Romero Rossi Ruiz Sanchez Santos Sato Schmidt Silva Singh Smith Sousa Suzuki Tanaka Taylor Torres Walker Wang Weber White Williams Wilson Wright Yamamoto Young'.split(
    ' ',
  );
const WALLS = ['adgate', 'adgem', 'cpx', 'kiwiwall', 'lootably', 'monlix', 'notik', 'torox'];

const MEMBER_DAYS = 730;
const CARD_CENTS = 100;
/** A quarter more than a point costs the site. */
const REVENUE_MICROS_PER_POINT = 12_500;
const SHARES = { paused: 0.01, suspended: 0.002, unconfirmed: 0.005, reversed: 0.02, redeems: 0.4 };

/**
 * Inserts `members` made-up members with `tasks` tasks between them (few members have most of them), their provider
 * transactions, redemptions and transfers, as the product would have written them; the proofs check the result. `from` is
 * the number of the first member. Must run with `session_replication_role = replica`, so that no triggers run per row.
 */
export async function insertMembers(tx: Tx, from: number, members: number, tasks: number): Promise<void> {
  await sql`
    create temp table seed_members on commit drop as
    select n, gen_random_uuid() as id, now() - random() * make_interval(days => ${MEMBER_DAYS}) as created_at,
      random() as fate
    from generate_series(0, ${members - 1}::integer) n`.execute(tx);
  await sql`
    insert into users (id, email, password, name, email_verified, created_at, paused_at, paused_reason, paused_text,
      suspended_at, suspended_reason, suspended_text)
    select id, lower(first) || '.' || lower(last) || '.' || (n + ${from}::integer) || ${`@${SEEDED_DOMAIN}`}, 'none', first || ' ' || last,
      random() >= ${SHARES.unconfirmed}, created_at, paused.at, paused.reason, paused.text,
      suspended.at, suspended.reason, suspended.text
    from seed_members
    cross join lateral (select
      (${FIRST_NAMES}::text[])[1 + floor(random() * ${FIRST_NAMES.length})::integer + n * 0] as first,
      (${LAST_NAMES}::text[])[1 + floor(random() * ${LAST_NAMES.length})::integer + n * 0] as last) named
    left join lateral (select now() as at, 'staff_review' as reason, 'Made up' as text) paused
      on fate < ${SHARES.paused}
    left join lateral (select now() as at, 'many_accounts' as reason, 'Made up' as text) suspended
      on fate > ${1 - SHARES.suspended}`.execute(tx);
  await insertTasks(tx, members, tasks);
  await insertRedemptions(tx);
  await insertTransfers(tx);
}

async function insertTasks(tx: Tx, members: number, tasks: number): Promise<void> {
  await sql`
    create temp table seed_calls on commit drop as
    select gen_random_uuid() as id, m.id as user_id, (${WALLS}::text[])[1 + k % ${WALLS.length}] as wall,
      5 * (1 + floor(random() ^ 3 * 100)::integer) as points,
      m.created_at + random() * (now() - m.created_at) as at, random() < ${SHARES.reversed} as reversed
    from (select k, floor(${members}::integer * random() ^ 2)::integer as n
      from generate_series(1, ${tasks}::integer) k) drawn
    join seed_members m using (n)`.execute(tx);
  await sql`
    insert into webhook_transactions (id, transaction_id, provider, user_id, status, amount_mb, revenue_usd_micros,
      created_at, processed_at, reversed_at)
    select id, id, wall, user_id, case when reversed then 'reversed' else 'credited' end, points,
      points * ${REVENUE_MICROS_PER_POINT}::bigint, at, at, case when reversed then now() end
    from seed_calls`.execute(tx);
  await sql`
    insert into tasks (id, user_id, task_type, points_earned, completed_at, wall, reversed_at)
    select id, user_id, 'offer_completion', points, at, wall, case when reversed then now() end
    from seed_calls`.execute(tx);
}

async function insertRedemptions(tx: Tx): Promise<void> {
  await sql`
    create temp table seed_redemptions on commit drop as
    select gen_random_uuid() as id, user_id, last_at + random() * (now() - last_at) as at
    from (
      select user_id, max(at) as last_at from seed_calls group by user_id
      having sum(points) filter (where not reversed) >= ${CARD_CENTS}
    ) able
    where random() < ${SHARES.redeems}`.execute(tx);
  await sql`
    insert into card_redemptions (id, user_id, card_tier, amount_cents, points_used, status, created_at, issued_at,
      request_id, provider, promised_by, reward_id, reward_kind, reward_title)
    select s.id, s.user_id, r.key, ${CARD_CENTS}, ${CARD_CENTS}, 'issued', s.at, s.at, s.id, 'sandbox', s.at, r.id, r.kind, r.title
    from seed_redemptions s, rewards r where r.key = '1USD'`.execute(tx);
}

/** Credits in the order of time, then reversals, then redemptions, so that the balances are computed in this order. */
async function insertTransfers(tx: Tx): Promise<void> {
  await sql`
    create temp table seed_moves on commit drop as
    with moves as (
      select 'credit:' || id as key, 'points' as unit, 'wall:' || wall as source,
        'member:' || user_id as target, points as amount, 'credit' as kind, id::text as reference, null as undoes,
        'wall:' || wall as actor, user_id, points as signed, at, 1 as phase
      from seed_calls
      union all
      select 'reversal:' || id, 'points', 'member:' || user_id, 'wall:' || wall, points, 'reversal',
        id::text, 'credit:' || id, 'wall:' || wall, user_id, -points, now(), 2
      from seed_calls where reversed
      union all
      select 'redemption:' || id, 'points', 'member:' || user_id, 'payouts:held', ${CARD_CENTS}, 'redemption', id::text,
        null, 'member:' || user_id, user_id, -${CARD_CENTS}::integer, at, 3
      from seed_redemptions
      union all
      select 'payout:' || id, 'points', 'payouts:held', 'payouts:paid', ${CARD_CENTS}, 'payout', id::text, null, 'system',
        null, 0, at, 4
      from seed_redemptions
      union all
      select 'cash:' || id, 'cents', 'payouts:paid', 'member:' || user_id, ${CARD_CENTS}, 'payout', id::text, null,
        'system', user_id, ${CARD_CENTS}, at, 5
      from seed_redemptions
    )
    select *, row_number() over (order by phase, at, key) + (select coalesce(max(id), 0) from ledger_transfers) as id,
      sum(signed) over (partition by user_id, unit order by phase, at, key) as running
    from moves`.execute(tx);
  await sql`
    insert into ledger_transfers (id, key, unit, from_account, to_account, amount, kind, reference, reverses, actor,
      balance_after, created_at) overriding system value
    select s.id, s.key, s.unit, s.source, s.target, s.amount, s.kind, s.reference, undone.id, s.actor,
      case when s.user_id is not null then s.running end, s.at
    from seed_moves s left join seed_moves undone on undone.key = s.undoes
    order by s.id`.execute(tx);
  await sql`select setval(pg_get_serial_sequence('ledger_transfers', 'id'), max(id)) from ledger_transfers`.execute(
    tx,
  );
  await sql`
    update users u set points = sums.points, cash_rewarded_cents = sums.cents, last_rewarded_at = sums.rewarded_at
    from (
      select user_id, coalesce(sum(signed) filter (where unit = 'points'), 0) as points,
        coalesce(sum(signed) filter (where unit = 'cents'), 0) as cents, max(at) filter (where unit = 'cents') as rewarded_at
      from seed_moves where user_id is not null group by user_id
    ) sums
    where u.id = sums.user_id`.execute(tx);
  await sql`
    insert into ledger_balances (user_id, points)
    select id, u.points from seed_members join users u using (id)`.execute(tx);
  await sql`insert into member_counts (members) select count(*) from seed_members`.execute(tx);
}
