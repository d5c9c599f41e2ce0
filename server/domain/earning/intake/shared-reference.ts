import type { Tx } from '#database/client.ts';
import type { PostbackCall } from '#domain/earning/wall-format/read-postback.ts';

/** As much of a row of webhook_transactions as a settlement decides by. */
export interface ProviderTransaction {
  id: string;
  userId: string | null;
  status: string;
  amountMb: number;
  reversedBy: string | null;
}

/**
 * The credit that a reversal with an id of its own takes back, locked: of the credits with its reference the oldest of its
 * amount, or the oldest of all if it names none. `done` if this reversal was applied before, undefined if there is nothing to take back.
 * The caller holds the member locked, if there is one.
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

/** True for an id that came with another reference before: one reversal takes back one credit. */
export async function hasOtherReference(
  tx: Tx,
  wall: string,
  { transactionId, reference }: PostbackCall,
): Promise<boolean> {
  const found = await tx
    .selectFrom('webhookTransactions')
    .select('id')
    .where('provider', '=', wall)
    .where('reference', '<>', reference)
    .where((row) => row.or({ transactionId, reversedBy: transactionId }))
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * True for the id of a reversal that was applied or waits for its credit. Where the proof leaves open whether a call
 * credits or takes back, its reversal would else be worth a credit.
 */
export async function hasTakenBack(tx: Tx, wall: string, transactionId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('webhookTransactions')
    .select('id')
    .where('provider', '=', wall)
    .where('reversedBy', '=', transactionId)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * A reversal that came before any credit of its reference, and whose credit this is: its own id. It is kept no longer,
 * since the credit's row tells both.
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
    // A reversal that names no amount may be of any credit.
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

/** A credit that counts or is pending. */
export const canBeTakenBack = ({ status }: { status: string }) => status === 'credited' || status === 'held';
const isEarly = ({ status }: { status: string }) => status === 'reversed_early';
