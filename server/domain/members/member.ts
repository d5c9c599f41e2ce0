import { sql } from 'kysely';
import type { Database, Tx } from '#database/client.ts';

/** What a member may see of themself. Points are whole points, cash is US cents. */
export interface Member {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean;
  points: number;
  cashRewardedUsd: number;
  cardTierLastChosen: string | null;
  lastRewardedAt: Date | null;
  createdAt: Date;
  isAdmin: boolean;
  /** Distinct days (UTC) with a task that was not taken back. */
  daysActive: number;
}

/** Throws if there is no such member. */
export async function readMember(database: Database | Tx, id: string): Promise<Member> {
  return database
    .selectFrom('users')
    .select([
      'id',
      'email',
      'name',
      'emailVerified',
      'points',
      'cashRewardedUsd',
      'cardTierLastChosen',
      'lastRewardedAt',
      'createdAt',
      'isAdmin',
      sql<number>`(select count(distinct (completed_at at time zone 'UTC')::date)::integer
        from tasks where tasks.user_id = users.id and reversed_at is null)`.as('daysActive'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
