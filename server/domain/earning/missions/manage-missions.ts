import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { LanguageCode } from '#contract/languages.ts';
import type { MissionContent, MissionPlan, PlannedMission as PlannedOnWire } from '#contract/missions.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database, Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { completedToday } from './places.ts';
import { lockStarted, missionColumns } from './rows.ts';

export type PlannedMission = Domain<PlannedOnWire>;

const MISSIONS_MAX = 1_000;
const DIGEST_CHARS = 22;

/** A mission as its editors see it; whether it waits for a second admin is added in administration/approvals. */
export type CountedMission = Omit<PlannedMission, 'awaitingApproval'>;

/** Every mission, drafts too, in the order of the list, with how often it was started and completed. */
export const readPlannedMissions = (database: Database | Tx): Promise<CountedMission[]> =>
  readPlanned(database);

/**
 * Adds a mission as it is, under the given id or a new one; who may publish it is asked before, see administration/approvals.
 * Returns undefined if a mission has the id.
 */
export async function createMission(
  tx: Tx,
  plan: MissionPlan,
  givenId?: string,
): Promise<CountedMission | undefined> {
  const added = await tx
    .insertInto('missions')
    .values({
      ...plan,
      ...(givenId === undefined ? {} : { id: givenId }),
      content: JSON.stringify(plan.content),
      kind: plan.content.kind,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added && readOne(tx, added.id);
}

/** The mission, locked: changes and requests about it go one after the other. Throws Refusal not_found. */
export async function lockPlanned(tx: Tx, id: string): Promise<CountedMission> {
  await lockStarted(tx, id);
  return readOne(tx, id);
}

/**
 * Changes the named fields. The caller holds the mission locked and has checked who may change it, see
 * administration/approvals. Members who have started keep the points they were promised.
 */
export async function changeMission(
  tx: Tx,
  id: string,
  { content, ...rest }: Partial<MissionPlan>,
): Promise<CountedMission> {
  await tx
    .updateTable('missions')
    .set({ ...rest, ...(content ? { content: JSON.stringify(content) } : {}), updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
  return readOne(tx, id);
}

/** Replaces the texts of the mission in one language. Throws Refusal not_found. */
export async function translateMission(
  tx: Tx,
  id: string,
  language: LanguageCode,
  texts: Record<string, string>,
): Promise<{ before: CountedMission; after: CountedMission }> {
  const before = await lockPlanned(tx, id);
  await tx
    .updateTable('missions')
    .set({
      translations: JSON.stringify({ ...before.translations, [language]: texts }),
      updatedAt: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
  return { before, after: await readOne(tx, id) };
}

/** What its editors can change of a mission. */
export function planOf(mission: CountedMission & { awaitingApproval?: never }): MissionPlan {
  const {
    id: _,
    started,
    completed,
    completedToday,
    translations,
    contentVersion,
    updatedAt,
    ...plan
  } = mission;
  return plan;
}

async function readOne(tx: Tx, id: string): Promise<CountedMission> {
  const [planned] = await readPlanned(tx, id);
  if (!planned) throw new Refusal('not_found');
  return planned;
}

async function readPlanned(database: Database | Tx, id?: string): Promise<CountedMission[]> {
  const rows = await database
    .selectFrom('missions')
    .leftJoin('missionPlaces', 'missionId', 'missions.id')
    .select(missionColumns.map((column) => `missions.${column}` as const))
    .select('missions.updatedAt')
    .select([
      sql<number>`coalesce(started, 0)`.as('started'),
      sql<number>`coalesce(completed, 0)`.as('completed'),
      completedToday.as('completedToday'),
    ])
    .$if(id !== undefined, (query) => query.where('missions.id', '=', id ?? ''))
    .orderBy('missions.position')
    .orderBy('missions.createdAt')
    .limit(MISSIONS_MAX)
    .execute();
  return (rows as unknown as Omit<CountedMission, 'contentVersion'>[]).map((mission) => ({
    ...mission,
    contentVersion: versionOf(mission.content),
  }));
}

/** The same for the same content, whose keys the database keeps in one order. */
const versionOf = (content: MissionContent): string =>
  hash('sha256', JSON.stringify(content), 'base64url').slice(0, DIGEST_CHARS);
