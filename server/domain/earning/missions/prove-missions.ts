import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { TRANSFERS } from '#domain/ledger/index.ts';
import { countedPlaces } from './places.ts';

/**
 * Compares missions with the ledger and the tasks: a completed one has one credit and one task of its member with the
 * promised points, one that was taken back has one linked reversal, any other has neither. What is counted of a mission's places
 * is what its attempts say. Returns one sentence per difference; an empty list means proven.
 */
export async function proveMissions(database: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    with entries as (
      select a.*, format('mission %s of member %s', a.mission_id, a.user_id) as name,
        c.id as credit, c.amount, c.reference, c.to_account, t.points_earned, t.user_id as task_user,
        t.reversed_at as task_reversed_at, r.id as reversal, r.amount as taken_back, r.from_account as reversal_from, r.reverses
      from mission_attempts a
      left join (select * from ${TRANSFERS} l where from_account = 'missions') c on c.key = format('mission:%s:%s', a.mission_id, a.user_id)
      left join (select * from ${TRANSFERS} l where to_account = 'missions') r on r.key = format('mission-reversal:%s:%s', a.mission_id, a.user_id)
      left join tasks t on t.id = a.task_id
    )
    select format('%s: is completed, but has no credit of %s points in the ledger', name, points) as text
    from entries
    where completed_at is not null
      and (amount is distinct from points or reference <> id::text or to_account <> 'member:' || user_id)
    union all
    select format('%s: is not completed, but the ledger has a credit', name)
    from entries where completed_at is null and amount is not null
    union all
    select format('%s: is completed, but its task says otherwise', name)
    from entries where completed_at is not null and (points_earned is distinct from points or task_user <> user_id
      or (task_reversed_at is null) <> (reversed_at is null))
    union all
    select format('%s: is taken back, but no reversal of %s points takes its credit back', name, points)
    from entries where completed_at is not null and reversed_at is not null
      and (taken_back is distinct from points or reverses is distinct from credit or reversal_from <> 'member:' || user_id)
    union all
    select format('%s: is not taken back, but the ledger has a reversal', name)
    from entries where (completed_at is null or reversed_at is null) and reversal is not null
    union all
    select format('transfer %s: no completed mission asked for it', l.key)
    from ${TRANSFERS} l
    where (l.from_account = 'missions' and l.key like 'mission:%' or l.to_account = 'missions' and l.key like 'mission-reversal:%')
      and exists (select from users u where u.id = l.member_id)
      and not exists (select from mission_attempts a where a.id::text = l.reference)
    union all
    select format('mission %s: started, completed, on the last day and kept are counted as %s, its attempts say %s', p.mission_id,
      (p.started, p.completed, p.last_day_completed, p.kept)::text, (c.started, c.completed, c.last_day_completed, c.kept)::text)
    from mission_places p cross join lateral ${countedPlaces} c
    where (p.started, p.completed, p.last_day_completed, p.kept) <> (c.started, c.completed, c.last_day_completed, c.kept)`.execute(
    database,
  );
  return rows.map((row) => row.text);
}
