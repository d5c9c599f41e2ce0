import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { balanceOn, CREDITS_HELD, DEPARTED, TRANSFERS } from '#domain/ledger/index.ts';
import { inSlice, type Slice, slicesOf } from './slices.ts';

/**
 * Compares provider transactions with the ledger and the tasks: a credited one has one credit, a reversed one has one
 * linked reversal after its credit, each credit of an existing account has one task, and both moved the points of its
 * member, but for a reversal after the member had left. A pending one has its points held and no credit; one that is no
 * longer pending has them released once; and credits:held is the sum of the pending ones. Returns one sentence per
 * difference; an empty list means proven. Slice by slice of at most `rows` transactions, so that it takes the same memory
 * however many there are.
 */
export async function proveEarning(database: Database, rows?: number): Promise<string[]> {
  const differences: string[] = [];
  for await (const slice of slicesOf(database, rows))
    differences.push(...(await proveSlice(database, slice)));
  return [...differences, ...(await proveHeld(database))];
}

/**
 * One statement sees a row, its task and its transfers at the same moment, so credits that come meanwhile are no
 * differences. Each table is read along the ids of the slice, once, and what was read is joined, which takes a fifth of the
 * time of looking each up. The planner cannot estimate ranges of ids, and would compare every row with every other where it
 * expects few: a full join leaves it no such way, and shows what belongs to nothing.
 */
async function proveSlice(database: Database, slice: Slice): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    with calls as materialized (
      select id, provider, transaction_id, user_id, status, amount_mb, held_until
      from webhook_transactions where ${inSlice(sql`id`, slice)}
    ),
    credits as materialized ${transfersOf('credit:', slice)},
    reversals as materialized ${transfersOf('reversal:', slice)},
    holds as materialized ${transfersOf('hold:', slice)},
    releases as materialized ${transfersOf('release:', slice)},
    tasks_done as materialized (
      select id, user_id, points_earned, reversed_at, held_until, wall from tasks where ${inSlice(sql`id`, slice)}
    ),
    entries as materialized (
      select w.id, w.provider, w.user_id, w.status, w.amount_mb, w.held_until,
        format('%s transaction %s', w.provider, w.transaction_id) as name,
        c.id as credit, c.key as credit_key, c.amount as credited, c.reference as credit_reference, c.from_account as credit_from, c.to_account as credit_to,
        r.id as reversal, r.key as reversal_key, r.amount as taken_back, r.reference as reversal_reference,
        r.from_account as reversal_from, r.to_account as reversal_to, r.reverses,
        h.id as hold, h.amount as held, h.from_account as hold_from, f.id as release, f.amount as released,
        f.to_account as release_to, f.reverses as release_of, t.held_until as task_held_until,
        t.id as task, t.points_earned, t.reversed_at as task_reversed_at, t.user_id as task_user, t.wall as task_wall
      from calls w
      full join credits c on c.of = w.id::text
      full join reversals r on r.of = w.id::text
      full join holds h on h.of = w.id::text
      full join releases f on f.of = w.id::text
      full join tasks_done t on t.id = w.id
    )
    select format('%s: is %s, but has no credit of %s points in the ledger', name, status, amount_mb) as text
    from entries
    where (status = 'credited' or status = 'reversed' and (hold is null or credit is not null)) and (credit is null or credited <> amount_mb
      or credit_reference <> id::text or credit_from <> 'wall:' || provider)
    union all
    select format('%s: is reversed, but no reversal of %s points takes its credit back', name, amount_mb)
    from entries
    where status = 'reversed' and (hold is null or credit is not null) and (reversal is null or taken_back <> amount_mb or reverses is distinct from credit)
    union all
    select format('%s: its credit or its reversal moved the points of another member', name)
    from entries
    where credit_to <> 'member:' || coalesce(user_id, task_user)
      or reversal_from not in ('member:' || coalesce(user_id, task_user), ${DEPARTED})
    union all
    select format('%s: is %s, but the ledger has a reversal', name, status)
    from entries where status <> 'reversed' and reversal is not null
    union all
    select format('%s: waits for its credit, but the ledger has one', name)
    from entries where status = 'reversed_early' and credit is not null
    union all
    select format('%s: is pending, but the ledger has a credit', name)
    from entries where status = 'held' and credit is not null
    union all
    select format('%s: was to be pending, but no %s points were held for it', name, amount_mb)
    from entries where id is not null and ((held_until is not null) <> (hold is not null)
      or hold is not null and (held <> amount_mb or hold_from <> 'wall:' || provider))
    union all
    select format('%s: is %s, but what was held for it says otherwise', name, status)
    from entries where id is not null and hold is not null and case when status = 'held' then release is not null
      else released is distinct from amount_mb or release_to <> 'wall:' || provider or release_of <> hold end
    union all
    select format('%s: is %s, but its task says otherwise', name, status)
    from entries
    where user_id is not null and case status
      when 'reversed_early' then task is not null
      else task is null or points_earned <> amount_mb or task_user <> user_id
        or (task_reversed_at is not null) <> (status = 'reversed')
        or task_held_until is distinct from case when status = 'held' then held_until end
      end
    union all
    select format('transfer %s: no provider transaction asked for it', credit_key)
    from entries where credit_from like 'wall:%' and credit_reference is distinct from id::text
    union all
    select format('transfer %s: no provider transaction asked for it', reversal_key)
    from entries where reversal_to like 'wall:%' and reversal_reference is distinct from id::text
    union all
    select format('task %s: comes from the wall %s, but from none of its transactions', task, task_wall)
    from entries where id is null and task_wall is not null`.execute(database);
  return rows.map((row) => row.text);
}

/** The transfers whose keys have this prefix and an id of the slice; keys without an id are in one of the slices too. */
const transfersOf = (prefix: string, { from, to }: Slice) => {
  // What follows every key with the prefix, as the prefix ends with a colon.
  const end = to === undefined ? prefix.replace(':', ';') : prefix + to;
  return sql`(
    select id, key, substr(key, ${prefix.length + 1}::integer) as of, reference, from_account, to_account, amount, reverses
    from ${TRANSFERS} l where l.key >= ${prefix + (from ?? '')} and l.key < ${end})`;
};

async function proveHeld(database: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select format('credits:held: the transfers say %s points, the pending credits %s', held, pending) as text
    from (select ${balanceOn(CREDITS_HELD)} as held) transfers,
      (select coalesce(sum(amount_mb), 0) as pending from webhook_transactions where status = 'held') rows
    where held <> pending
    union all
    select format('transfer %s: no provider transaction asked for it', l.key)
    from ${TRANSFERS} l
    where 'credits:held' in (l.from_account, l.to_account)
      and not exists (select from webhook_transactions w where w.id::text = l.reference)`.execute(database);
  return rows.map((row) => row.text);
}
