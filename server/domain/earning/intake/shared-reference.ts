import type { Tx } from '#database/client.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import type { PostbackCall } from '#domain/earning/wall-format/read-postback.ts';

/** The columns of webhook_transactions that a settlement needs. */
export interface ProviderTransaction {
  id: string;
  userId: string | null;
  status: string;
  amountMb: number;
  reversedBy: string | null;
}

/**
 * Returns the credit that a reversal with an id of its own takes back, locked. Of the credits with its reference that
 * is the oldest with its amount, the member's own first; if the reversal names no amount, the oldest of all. Returns
 * `done` if the reversal was applied before, undefined if there is nothing to take back. The caller holds the member,
 * if there is one, locked.
 */
export async function findShared(
  tx: Tx,
  wall: string,
  { transactionId, reference, points }: PostbackCall,
  userId: string | undefined,
): Promise<ProviderTransaction | 'done' | undefined> {
  const rows = await tx
    .selectFrom('webhookTransactions')
    .select(['id', 'userId', 'status', 'amountMb', 'transactionId', 'reversedBy'])
    .where('provider', '=', wall)
    .where('reference', '=', reference)
    .orderBy('createdAt')
    .orderBy('id')
    .forUpdate()
    .execute();
  const applied = rows.some(
    (row) => row.reversedBy === transactionId || (isEarly(row) && row.transactionId === transactionId),
  );
  if (applied) return 'done';
  const credited = rows.filter((row) => canBeTakenBack(row) && (points === 0 || points === row.amountMb));
  return credited.find((row) => row.userId === userId) ?? credited[0];
}

/** True if the id came with another reference before, or as a credit without one: one reversal takes back one credit. */
export async function hasOtherReference(
  tx: Tx,
  wall: string,
  { transactionId, reference }: PostbackCall,
): Promise<boolean> {
  const found = await tx
    .selectFrom('webhookTransactions')
    .select('id')
    .where('provider', '=', wall)
    .where('reference', 'is distinct from', reference)
    .where((row) => row.or({ transactionId, reversedBy: transactionId }))
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * The same where a reversal names its credit beside its own id: true if that id was a reversal of another credit before,
 * or is a credit's. The caller holds the member locked, so of parallel calls the later one sees the earlier one.
 */
export async function hasOtherTarget(
  tx: Tx,
  { definition }: ConfiguredWall,
  { transactionId, reversalId }: PostbackCall,
): Promise<boolean> {
  if (reversalId === null || definition.postback.reversalTarget?.from !== 'refTx') return false;
  const found = await tx
    .selectFrom('webhookTransactions')
    .select('id')
    .where('provider', '=', definition.id)
    .where('transactionId', '<>', transactionId)
    .where((row) =>
      row.or([
        row('reversedBy', '=', reversalId),
        // What waits under this id is another reversal, whose credit has not come.
        row.and([row('transactionId', '=', reversalId), row('status', '<>', 'reversed_early')]),
      ]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * True if the id belongs to a reversal that was applied or waits for its credit. If the proof does not cover the kind
 * of call, a replayed reversal could otherwise become a credit.
 */
export async function hasTakenBack(tx: Tx, wall: string, transactionId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('webhookTransactions')
    .select('id')
    .where('provider', '=', wall)
    .where((row) =>
      row.or([
        row('reversedBy', '=', transactionId),
        // With a shared reference, a reversal that waits has a row of its own id.
        row.and([
          row('transactionId', '=', transactionId),
          row('status', '=', 'reversed_early'),
          row('reference', 'is not', null),
        ]),
      ]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Deletes the reversal that came before this credit, if there is one, and returns its id. The credit's row then
 * records both.
 */
export async function takeEarlyReversal(
  tx: Tx,
  wall: string,
  { reference, points }: PostbackCall,
  userId: string,
): Promise<string | undefined> {
  if (reference === null) return undefined;
  const waiting = tx
    .selectFrom('webhookTransactions')
    .select('id')
    .where('provider', '=', wall)
    .where('reference', '=', reference)
    .where('userId', '=', userId)
    .where('status', '=', 'reversed_early')
    // A reversal without an amount matches any credit.
    .where('amountMb', 'in', [points, 0])
    .orderBy('amountMb', 'desc')
    .orderBy('createdAt')
    .limit(1);
  const taken = await tx
    .deleteFrom('webhookTransactions')
    .where('id', '=', waiting)
    .returning('transactionId')
    .executeTakeFirst();
  return taken?.transactionId;
}

export const canBeTakenBack = ({ status }: { status: string }) => status === 'credited' || status === 'held';
const isEarly = ({ status }: { status: string }) => status === 'reversed_early';
