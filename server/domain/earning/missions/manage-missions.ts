import { sql } from 'kysely';
import type { MissionPlan, PlannedMission } from '#contract/missions.ts';
import type { Database, Tx } from '#database/client.ts';
import { Refusal } from '../../refusal.ts';
import { type Mission, missionColumns } from './rows.ts';

const MISSIONS_MAX = 1_000;

/** Every mission, drafts too, in the order of the list, with how often it was started and completed. */
export const plannedMissions = (database: Database | Tx): Promise<PlannedMission[]> => readPlanned(database);

/** Adds a mission. */
export async function createMission(tx: Tx, plan: MissionPlan): Promise<PlannedMission> {
  const { id } = await tx
    .insertInto('missions')
    .values({ ...plan, content: JSON.stringify(plan.content), kind: plan.content.kind })
    .returning('id')
    .executeTakeFirstOrThrow();
  return readOne(tx, id);
}

/**
 * Changes what is named and answers both states. Who has started keeps the points that they were promised. Throws Refusal
 * not_found, mission_kind_fixed.
 */
export async function changeMission(
  tx: Tx,
  id: string,
  change: Partial<MissionPlan>,
): Promise<{ before: PlannedMission; after: PlannedMission }> {
  await tx.selectFrom('missions').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  const before = await readOne(tx, id);
  const { content, ...rest } = change;
  if (content && content.kind !== before.content.kind) throw new Refusal('mission_kind_fixed');
  await tx
    .updateTable('missions')
    .set({ ...rest, ...(content ? { content: JSON.stringify(content) } : {}), updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
  return { before, after: await readOne(tx, id) };
}

async function readOne(tx: Tx, id: string): Promise<PlannedMission> {
  const [planned] = await readPlanned(tx, id);
  if (!planned) throw new Refusal('not_found');
  return planned;
}

async function readPlanned(database: Database | Tx, id?: string): Promise<PlannedMission[]> {
  const rows = await database
    .selectFrom('missions')
    // Mission by mission, along the index of the attempts alone: to group them all takes four times as long.
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('missionAttempts')
          .whereRef('missionId', '=', 'missions.id')
          .select([
            sql<number>`count(*)::integer`.as('started'),
            sql<number>`count(completed_at)::integer`.as('completed'),
            sql<number>`(count(*) filter (where completed_at >= date_trunc('day', now(), 'UTC')))::integer`.as(
              'completedToday',
            ),
          ])
          .as('counts'),
      (join) => join.onTrue(),
    )
    .select(missionColumns.map((column) => `missions.${column}` as const))
    .select('missions.updatedAt')
    .select(['counts.started', 'counts.completed', 'counts.completedToday'])
    .$if(id !== undefined, (query) => query.where('missions.id', '=', id ?? ''))
    .orderBy('missions.position')
    .orderBy('missions.createdAt')
    .limit(MISSIONS_MAX)
    .execute();
  return rows.map(({ updatedAt, ...row }) => ({
    ...(row as unknown as Mission),
    started: row.started,
    completed: row.completed,
    completedToday: row.completedToday,
    updatedAt: updatedAt.toISOString(),
  }));
}
