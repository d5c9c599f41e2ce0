import type { Database } from '#database/client.ts';
import { listPending } from './list-pending.ts';
import { listStatement, type StatementQuery } from './list-statement.ts';
import type { Wall } from './wall-titles.ts';

/** Entries read and sent at a time, which bounds the memory of a download. */
const BATCH = 1_000;

/** The columns of the file. `countsAt` is set for points that are pending; `amountUsdCents` is what a reward is worth. */
export const STATEMENT_COLUMNS = [
  'id',
  'at',
  'kind',
  'points',
  'balance',
  'countsAt',
  'title',
  'source',
  'reward',
  'amountUsdCents',
  'reason',
  'text',
] as const;

/**
 * Yields the statement for a file, newest first, in batches of which each is read when it is taken. Without a filter the
 * points that are pending come first, those that the statement names.
 */
export async function* statementRows(
  database: Database,
  walls: Wall[],
  userId: string,
  query: StatementQuery,
): AsyncGenerator<Record<string, unknown>[]> {
  if (Object.values(query).every((value) => value === undefined || value === '')) {
    const { entries } = await listPending(database, walls, userId);
    yield entries.map(({ task, ...entry }) => ({ ...entry, ...task, kind: 'pending' }));
  }
  let before: string | undefined;
  do {
    const entries = await listStatement(database, walls, { userId, limit: BATCH }, { ...query, before });
    yield entries.map(({ task, reward, ...entry }) => ({
      ...entry,
      ...task,
      ...(reward && { reward: reward.title, amountUsdCents: reward.amountCents, reason: reward.reason }),
    }));
    before = entries.length === BATCH ? entries.at(-1)?.id : undefined;
  } while (before !== undefined);
}
