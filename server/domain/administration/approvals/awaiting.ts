import type { OpenClaim } from '#contract/claims.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { type PlannedMission, readOpenClaims, readPlannedMissions } from '#domain/earning/index.ts';
import { openApprovals } from './ask.ts';

/** Claims that nobody has decided on, oldest first, as one admin sees them. */
export const openClaims = async (database: Database, adminId: string): Promise<Domain<OpenClaim>[]> =>
  withAwaiting(database, await readOpenClaims(database, adminId));

/** Every mission, drafts too, in the order of the list, with how often it was started and completed. */
export const plannedMissions = async (database: Database): Promise<PlannedMission[]> =>
  withAwaiting(database, await readPlannedMissions(database));

/** Says of each whether something about it waits for a second admin. */
async function withAwaiting<T extends { id: string }>(
  database: Database,
  subjects: readonly T[],
): Promise<(T & { awaitingApproval: boolean })[]> {
  if (subjects.length === 0) return [];
  const ids = subjects.map(({ id }) => id);
  const rows = await openApprovals(database).where('subjectId', 'in', ids).execute();
  const awaiting = new Set(rows.map(({ subjectId }) => subjectId));
  return subjects.map((subject) => ({ ...subject, awaitingApproval: awaiting.has(subject.id) }));
}
