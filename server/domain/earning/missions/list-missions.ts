import type { Mission as MemberMission } from '#contract/missions.ts';
import type { Database } from '#database/client.ts';
import { attemptsOf, availabilityOf, type Mission, missionColumns, shownTo } from './rows.ts';

const MISSIONS_MAX = 100;

/** The missions of this site and how far the member is with each, at most 100. An ended one shows to who has begun it. */
export async function listMissions(database: Database, memberId: string): Promise<MemberMission[]> {
  const [rows, attempts] = await Promise.all([
    database
      .selectFrom('missions')
      .select(missionColumns)
      .where('status', '<>', 'draft')
      .orderBy('position')
      .orderBy('createdAt')
      .limit(MISSIONS_MAX)
      .execute(),
    attemptsOf(database, memberId),
  ]);
  const missions = rows as unknown as Mission[];
  const shown = await Promise.all(
    missions.map(async (mission) => {
      const attempt = attempts.find(({ missionId }) => missionId === mission.id);
      if (mission.status === 'ended' && !attempt) return undefined;
      return shownTo(mission, attempt, await availabilityOf(database, mission));
    }),
  );
  return shown.filter((mission) => mission !== undefined);
}
