import type { Database, Tx } from '#database/client.ts';

export interface WallPause {
  wall: string;
  /** Shown to staff. */
  reason: string;
  pausedAt: Date;
}

/** The walls that are hidden from members. */
export const listPauses = (database: Database | Tx): Promise<WallPause[]> =>
  database.selectFrom('wallPauses').select(['wall', 'reason', 'pausedAt']).execute();

/** Hides a wall from members until `resumeWall`; a repeated call changes the reason. Returns the reason before, or null. */
export async function pauseWall(
  tx: Tx,
  { wall, reason, adminId }: { wall: string; reason: string; adminId: string },
): Promise<string | null> {
  const before = await lockPause(tx, wall);
  await tx
    .insertInto('wallPauses')
    .values({ wall, reason, pausedBy: adminId })
    .onConflict((conflict) => conflict.column('wall').doUpdateSet({ reason, pausedBy: adminId }))
    .execute();
  return before;
}

/** Returns the reason of the pause that ended, or null if there was none. */
export async function resumeWall(tx: Tx, wall: string): Promise<string | null> {
  const before = await lockPause(tx, wall);
  await tx.deleteFrom('wallPauses').where('wall', '=', wall).execute();
  return before;
}

async function lockPause(tx: Tx, wall: string): Promise<string | null> {
  const row = await tx
    .selectFrom('wallPauses')
    .select('reason')
    .where('wall', '=', wall)
    .forUpdate()
    .executeTakeFirst();
  return row?.reason ?? null;
}
