import { sql } from 'kysely';
import type { MissionPlan } from '#contract/missions.ts';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';

/** What a mission pays, how often, and what proves it. */
export type MissionTerms = Pick<MissionPlan, 'points' | 'dailyCap' | 'totalCap' | 'content'>;

/** Returns a digest of the terms; equal terms have the same digest. */
export async function digestOf(
  tx: Tx,
  { points, dailyCap, totalCap, content }: MissionTerms,
): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select mission_digest(${points}, ${dailyCap}, ${totalCap}, ${JSON.stringify(content)}::jsonb) as digest`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw new Error('the digest returned no row');
  return row.digest;
}

/** The terms of the last publication; undefined if the mission was never published. */
export async function termsInForce(
  tx: Tx,
  missionId: string,
): Promise<{ digest: string; points: number } | undefined> {
  return tx
    .selectFrom('missionTerms')
    .select(['digest', 'points'])
    .where('missionId', '=', missionId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Returns the most points that the mission can ever pay by these terms: what it has paid, plus what is promised for
 * each place that is free or kept. Null without a total cap; a daily cap alone is no limit.
 */
export async function mostPointsOf(
  tx: Tx,
  missionId: string,
  { points, totalCap }: MissionTerms,
): Promise<number | null> {
  if (totalCap === null) return null;
  const { rows } = await sql<{ most: number }>`
    select (coalesce(sum(points) filter (where completed_at is not null), 0)
      + greatest(0, ${totalCap}::integer - count(completed_at),
          count(*) filter (where completed_at is null and reserved_until > now()))
        * greatest(${points}::integer, max(points) filter (where completed_at is null)))::float8 as most
    from mission_attempts where mission_id = ${missionId}`.execute(tx);
  const most = rows[0]?.most;
  return most !== undefined && Number.isSafeInteger(most) ? most : null;
}

/** Throws Refusal mission_own for who published the terms in force, or approved them as the second admin. */
export async function refuseOwn(tx: Tx, memberId: string, missionId: string): Promise<void> {
  const { rows } = await sql<{ own: boolean | null }>`
    select ${memberId} in (t.published_by, a.decided_by) as own
    from mission_terms t left join approvals a on a.id = t.approval_id
    where t.mission_id = ${missionId} order by t.id desc limit 1`.execute(tx);
  if (rows[0]?.own) throw new Refusal('mission_own');
}

/** Records the terms of a publication and who published it; the product's examples have no publisher. */
export async function recordTerms(
  tx: Tx,
  { id, points }: { id: string; points: number },
  terms: {
    digest: string;
    mostPoints: number | null;
    publishedBy?: string;
    /** The approval of a second admin. */
    approvalId?: string;
    /** Defaults to the setting at this time. */
    limitPoints?: number;
  },
): Promise<void> {
  await tx
    .insertInto('missionTerms')
    .values({ missionId: id, points, ...terms })
    .execute();
}
