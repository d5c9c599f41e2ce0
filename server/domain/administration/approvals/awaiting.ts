import type { OpenClaim } from '#contract/claims.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { type PlannedMission, readOpenClaims, readPlannedMissions } from '#domain/earning/index.ts';
import { openApprovals } from './ask.ts';

/** Claims that nobody has decided on, oldest first, as one admin sees them. */
export async function openClaims(database: Database, adminId: string): Promise<Domain<OpenClaim>[]> {
  const claims = await readOpenClaims(database, adminId);
  const askers = await askersOf(database, claims);
  return claims.map((claim) => ({
    ...claim,
    awaitingApproval: askers.has(claim.id),
    mayWithdraw: askers.get(claim.id) === adminId,
  }));
}

/** Every mission, drafts too, in the order of the list, with how often it was started and completed. */
export async function plannedMissions(database: Database): Promise<PlannedMission[]> {
  const missions = await readPlannedMissions(database);
  const askers = await askersOf(database, missions);
  return missions.map((mission) => ({ ...mission, awaitingApproval: askers.has(mission.id) }));
}

/** Of each that waits for a second admin: who asked for it. */
async function askersOf(
  database: Database,
  subjects: readonly { id: string }[],
): Promise<Map<string, string>> {
  if (subjects.length === 0) return new Map();
  const ids = subjects.map(({ id }) => id);
  const rows = await openApprovals(database).where('subjectId', 'in', ids).execute();
  return new Map(rows.map(({ subjectId, requestedBy }) => [subjectId, requestedBy]));
}
