import { sql } from 'kysely';
import { QUEUE_COUNT_MAX } from '#contract/overview.values.ts';
import type { UnmatchedRow } from '#contract/postbacks.ts';
import { STAFF_PAGE } from '#contract/staff.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database, Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { requestOf } from '#domain/earning/intake/redact.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import { TEST_CODE } from './test-call.ts';

/** Which calls wait for staff; this site's own tests do not. */
const WAITS = sql`verdict = 'unknown_user' and replayed_at is null and member_code is distinct from ${TEST_CODE}`;

/**
 * Proven calls without a member, oldest first; `after` is the id of the last one seen. If that one is deleted by now, all older
 * ones are.
 */
export async function listUnmatched(
  database: Database,
  walls: readonly ConfiguredWall[],
  after: string | undefined,
): Promise<{ count: number; rows: Domain<UnmatchedRow>[] }> {
  const { rows } = await sql<Omit<Domain<UnmatchedRow>, 'obstacle'>>`
    select id::text, received_at as at, wall, reason, transaction_id, member_code, times, raw
    from postback_log
    where ${WAITS} and (received_at, id) >
      (coalesce((select received_at from postback_log where id = ${after ?? 0}::bigint), '-infinity'), ${after ?? 0}::bigint)
    order by received_at, id limit ${STAFF_PAGE}`.execute(database);
  const known = new Set(walls.map(({ definition }) => definition.id));
  return {
    count: (await countUnmatched(database)).count,
    rows: rows.map((row) => ({
      ...row,
      obstacle: known.has(row.wall) ? (requestOf(row.raw, '') ? null : 'cut') : 'wall_missing',
    })),
  };
}

/** How many wait, QUEUE_COUNT_MAX at most, since when, and how many of them for more than `hours` hours. */
export async function countUnmatched(
  database: Database,
  hours = 0,
): Promise<{ count: number; oldestAt: Date | null; late: number }> {
  const { rows } = await sql<{ count: number; oldestAt: Date | null; late: number }>`
    select count(*)::integer as count, min(received_at) as oldest_at,
      (count(*) filter (where received_at < now() - make_interval(hours => ${hours})))::integer as late
    from (
      select received_at from postback_log where ${WAITS} order by received_at limit ${QUEUE_COUNT_MAX}
    ) waiting`.execute(database);
  return rows[0] ?? { count: 0, oldestAt: null, late: 0 };
}

/**
 * Takes an unmatched call out of the queue without paying it. Returns the member who has its code by now, or null. Of parallel
 * closings and replays one runs first. Admins cannot close a call about themselves. Throws Refusal not_found, approval_own,
 * and parked_done for the others.
 */
export async function closeUnmatched(
  tx: Tx,
  { logId, adminId }: { logId: string; adminId: string },
): Promise<{ memberId: string | null }> {
  const { rows } = await sql<{ replayedAt: Date | null; memberId: string | null }>`
    select l.replayed_at, m.user_id as member_id
    from postback_log l left join wall_members m on m.wall = l.wall and m.code = l.member_code
    where l.id = ${logId} and l.verdict = 'unknown_user' for update of l`.execute(tx);
  const [unmatched] = rows;
  if (!unmatched) throw new Refusal('not_found');
  if (unmatched.memberId === adminId) throw new Refusal('approval_own');
  if (unmatched.replayedAt) throw new Refusal('parked_done');
  await tx.updateTable('postbackLog').set({ replayedAt: sql`now()` }).where('id', '=', logId).execute();
  return { memberId: unmatched.memberId };
}
