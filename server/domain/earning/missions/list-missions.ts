import { sql } from 'kysely';
import type { AnnouncedMission } from '#contract/missions.ts';
import { ANNOUNCED_MAX } from '#contract/missions.values.ts';
import type { Translations } from '#contract/translations.ts';
import type { Database } from '#database/client.ts';
import { translator } from '#domain/common/translated.ts';
import { didBefore } from '#domain/trust/index.ts';
import { type TakenPlaces, takenColumns } from './places.ts';
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
 * the member has started them, and last, so that they never displace an open one. What an earlier account of the member
 * completed is listed only if this one has started it too.
 */
export async function listMissions(database: Database, memberId: string): Promise<MemberMission[]> {
  const [rows, attempts] = await Promise.all([
    database
      .selectFrom('missions')
      .leftJoin('missionPlaces', 'missionId', 'missions.id')
      .select(missionColumns)
      .select(takenColumns)
      .select(languageFor(memberId).as('language'))
      .where(sql<boolean>`status in ('active', 'paused') and not ${didBefore(memberId, sql`missions.id`)}
        or status <> 'draft' and exists (
          select from mission_attempts a where a.mission_id = missions.id and a.user_id = ${memberId})`)
      .orderBy(sql`status = 'ended'`)
      .orderBy('position')
      .orderBy('createdAt')
      .limit(MISSIONS_MAX)
      .execute(),
    attemptsOf(database, memberId),
  ]);
  const missions = rows as unknown as (Mission & TakenPlaces & { language: string })[];
  return missions.map((mission) => {
    const attempt = attempts.find(({ missionId }) => missionId === mission.id);
    return shownTo(mission, attempt, availabilityOf(mission, mission), mission.language);
  });
}

/** Drafts that the operator announces, in the order of the list, at most 3: their words and what they will pay, nothing more. */
export async function announcedMissions(database: Database, memberId: string): Promise<AnnouncedMission[]> {
  const rows = await database
    .selectFrom('missions')
    .select(['id', 'title', 'description', 'points', 'difficulty', 'kind', 'translations'])
    .select(languageFor(memberId).as('language'))
    .where('status', '=', 'draft')
    .where('announced', '=', true)
    .orderBy('position')
    .orderBy('createdAt')
    .limit(ANNOUNCED_MAX)
    .execute();
  return rows.map(({ id, title, description, points, difficulty, kind, translations, language }) => {
    const said = translator(translations as Translations, language);
    return { id, kind, difficulty, pointsEarned: points, title: said(title), description: said(description) };
  });
}

/** The member's language, read with the rows, so that it costs no further wait. */
const languageFor = (memberId: string) => sql<string>`(select locale from users where id = ${memberId})`;
