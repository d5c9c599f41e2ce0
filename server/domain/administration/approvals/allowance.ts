import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import type { TwoPeople } from './two-people.ts';

/** Points (a point is a cent) that an admin wants to move or promise without a second one. */
interface Spending {
  adminId: string;
  kind: 'award' | 'adjustment' | 'claim' | 'mission';
  /** Id of the award, adjustment, claim or mission. */
  subjectId: string;
  points: number;
}

/** Serializes what one admin does with money. Taken before any other lock. */
export const lockAllowance = (tx: Tx, adminId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('allowance'), hashtext(${adminId}))`.execute(tx);

/**
 * Takes points from what the admin may move alone within a day, over all members and kinds. Returns false and takes
 * nothing if less is left or the admin's role is too new. The caller holds the allowance locked.
 */
export async function takeAllowance(
  tx: Tx,
  { adminId, kind, subjectId, points }: Spending,
  { dailyPoints, coolingHours }: Pick<TwoPeople, 'dailyPoints' | 'coolingHours'>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into staff_spending (admin_id, kind, subject_id, points, limit_points)
    select id, ${kind}, ${subjectId}, ${points}, ${dailyPoints} from users u
    where id = ${adminId} and ${settledAt(coolingHours)} <= now() and ${points} + (
        select coalesce(sum(points), 0) from staff_spending s
        where s.admin_id = u.id and s.created_at > now() - interval '1 day') <= ${dailyPoints}
    returning id`.execute(tx);
  return rows.length > 0;
}

/** The time from which the admin `u` counts as one of two people. */
export const settledAt = (coolingHours: number) =>
  sql<Date>`coalesce(u.approver_since + make_interval(hours => ${coolingHours}), '-infinity')`;
