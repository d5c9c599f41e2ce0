import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import {
  attemptsOf,
  availabilityOf,
  type MemberMission,
  type Mission,
  missionColumns,
  shownTo,
} from './rows.ts';

const MISSIONS_MAX = 100;

/**
 * Returns the missions of this site and the member's progress in each, at most 100. Ended missions are listed only if
 * the member has started them, and last, so that they never displace an open one.
 */
export async function listMissions(database: Database, memberId: string): Promise<MemberMission[]> {
  const [rows, attempts] = await Promise.all([
    database
      .selectFrom('missions')
      .select(missionColumns)
      .where(sql<boolean>`status in ('active', 'paused') or status = 'ended' and exists (
        select from mission_attempts a where a.mission_id = missions.id and a.user_id = ${memberId})`)
      .orderBy(sql`status = 'ended'`)
      .orderBy('position')
      .orderBy('createdAt')
      .limit(MISSIONS_MAX)
      .execute(),
    attemptsOf(database, memberId),
  ]);
  const missions = rows as unknown as Mission[];
  return Promise.all(
    missions.map(async (mission) => {
      const attempt = attempts.find(({ missionId }) => missionId === mission.id);
      return shownTo(mission, attempt, await availabilityOf(database, mission));
    }),
  );
}
