import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import type { PostbackCall } from '#domain/earning/wall-format/read-postback.ts';
import { isMemberCode } from '#domain/earning/walls/member-code.ts';
import { notify } from '#domain/notices/index.ts';
import { holdCredit, postCredit, takeBackCredit } from './post-credit.ts';
import type { Receipt, Verdict } from './postback-log.ts';
import {
  canBeTakenBack,
  findShared,
  hasOtherReference,
  hasTakenBack,
  type ProviderTransaction,
  takeEarlyReversal,
} from './shared-reference.ts';

export interface Settlement {
  verdict: Verdict;
  reason: string | null;
  /** The transfer by which the member has gained points; none while they are pending. */
  credited?: string | undefined;
}

/**
 * Applies a proven call to its provider transaction, all or nothing. The member is locked first, then the row of the
 * transaction, in the order of the database function `credit_postbacks`. The row decides: whoever inserts it first goes
 * first, everyone else waits for that commit and then sees what became of it.
 */
export async function settle(
  tx: Tx,
  wall: ConfiguredWall,
  call: PostbackCall,
  receipt: Receipt,
): Promise<Settlement> {
  const userId = await lockMember(tx, receipt.wall, call.memberCode);
  if (await isMemberCode(tx, call.transactionId))
    return { verdict: 'refused', reason: 'the transaction id is the code of a member' };
  return call.kind === 'credit'
    ? settleCredit(tx, wall, call, userId, receipt)
    : settleReversal(tx, call, userId, receipt);
}

async function settleCredit(
  tx: Tx,
  wall: ConfiguredWall,
  call: PostbackCall,
  userId: string | undefined,
  receipt: Receipt,
): Promise<Settlement> {
  if (!userId) return { verdict: 'unknown_user', reason: 'no member has this code' };
  if (await hasTakenBack(tx, receipt.wall, call.transactionId))
    return conflict('the transaction took a credit back');
  const inserted = await insertTransaction(tx, call, 'credited', userId, receipt);
  if (inserted) {
    const credited = await credit(tx, wall, call, { ...inserted, userId });
    const early = await takeEarlyReversal(tx, receipt.wall, call, userId);
    if (early) {
      await reverse(tx, receipt.wall, { ...inserted, userId, amountMb: call.points }, early);
      return NETTED;
    }
    const verdict = credited === undefined ? 'held' : 'credited';
    return call.flagged
      ? { verdict: 'flagged', reason: `${verdict}; the source address is not listed`, credited }
      : { verdict, reason: null, credited };
  }
  const known = await lockTransaction(tx, receipt.wall, call.transactionId);
  if (known.userId !== userId) return conflict('the transaction belongs to another member');
  if (known.status === 'reversed_early') {
    await tx
      .updateTable('webhookTransactions')
      .set({ amountMb: call.points, revenueUsdMicros: call.revenueMicros })
      .where('id', '=', known.id)
      .execute();
    const row = { ...known, userId, amountMb: call.points };
    await credit(tx, wall, call, row);
    await reverse(tx, receipt.wall, row, known.reversedBy);
    return NETTED;
  }
  return known.amountMb === call.points
    ? { verdict: 'duplicate', reason: null }
    : conflict(`the transaction was credited with ${known.amountMb} points, not ${call.points}`);
}

async function settleReversal(
  tx: Tx,
  call: PostbackCall,
  userId: string | undefined,
  receipt: Receipt,
): Promise<Settlement> {
  if (call.reference !== null && (await hasOtherReference(tx, receipt.wall, call)))
    return conflict('the transaction came with another reference');
  const shared = call.reference === null ? undefined : await findShared(tx, receipt.wall, call, userId);
  if (shared === 'done') return { verdict: 'duplicate', reason: null };
  const inserted =
    userId && !shared && (await insertTransaction(tx, call, 'reversed_early', userId, receipt));
  if (inserted) return { verdict: 'reversed_early', reason: 'kept for the credit that may follow' };
  const known = shared ?? (await findTransaction(tx, receipt.wall, call.transactionId));
  if (!known) return { verdict: 'unknown_user', reason: 'no member has this code' };
  if (known.userId === null || (!userId && (await isErased(tx, known.userId)))) {
    return { verdict: 'ignored', reason: "the member's account was deleted" };
  }
  if (known.userId !== userId) return conflict('the transaction belongs to another member');
  if (!canBeTakenBack(known)) return { verdict: 'duplicate', reason: null };
  await reverse(tx, receipt.wall, { ...known, userId }, call.reversalId);
  const differs = call.points !== 0 && call.points !== known.amountMb;
  return {
    verdict: 'reversed',
    reason: differs ? `took back the ${known.amountMb} points credited; the call says ${call.points}` : null,
  };
}

/**
 * Posts the credit of a transaction that the caller has just inserted or holds locked, and its task. Answers the transfer,
 * or undefined where the points are pending.
 */
async function credit(
  tx: Tx,
  wall: ConfiguredWall,
  call: PostbackCall,
  row: { id: string; userId: string },
): Promise<string | undefined> {
  const { id, taskType = 'offer_completion' } = wall.definition;
  await tx
    .insertInto('tasks')
    .values({
      id: row.id,
      userId: row.userId,
      taskType,
      pointsEarned: call.points,
      wall: id,
      title: call.offerName,
    })
    .execute();
  const { transactionId, points } = call;
  const credited = { id: row.id, wall: id, transactionId, userId: row.userId, points };
  if (wall.holdDays > 0) {
    await holdCredit(tx, credited, wall.holdDays);
    return undefined;
  }
  return postCredit(tx, credited);
}

/**
 * Takes back what was credited, even from a member who has spent it; what is pending never reaches the balance. The
 * caller holds the transaction locked. `by`: the reversal's own id, where it has one.
 */
async function reverse(
  tx: Tx,
  wall: string,
  row: { id: string; userId: string; amountMb: number },
  by: string | null,
): Promise<void> {
  const { transactionId } = await tx
    .updateTable('webhookTransactions')
    .set({ status: 'reversed', reversedAt: sql`now()`, reversedBy: by })
    .where('id', '=', row.id)
    .returning('transactionId')
    .executeTakeFirstOrThrow();
  const task = await tx
    .updateTable('tasks')
    .set({ reversedAt: sql`now()`, heldUntil: null })
    .where('id', '=', row.id)
    .returning('title')
    .executeTakeFirst();
  const balance = await takeBackCredit(tx, { ...row, wall, transactionId, points: row.amountMb });
  await notify(tx, {
    key: `reversal:${row.id}`,
    userId: row.userId,
    kind: 'points_reversed',
    data: { points: row.amountMb, balance, what: task?.title ?? wall },
  });
}

/** The member of the code, locked. An account that is erased while the lock is waited for has no member any more. */
async function lockMember(tx: Tx, wall: string, code: string): Promise<string | undefined> {
  const member = await tx
    .selectFrom('wallMembers')
    .innerJoin('users', 'users.id', 'wallMembers.userId')
    .select('users.id')
    .where('wallMembers.wall', '=', wall)
    .where('wallMembers.code', '=', code)
    .where('users.erasedAt', 'is', null)
    .forNoKeyUpdate('users')
    .executeTakeFirst();
  return member?.id;
}

async function isErased(tx: Tx, userId: string): Promise<boolean> {
  const erased = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('erasedAt', 'is not', null)
    .executeTakeFirst();
  return erased !== undefined;
}

/** Answers undefined if the transaction exists; a copy in another open transaction is waited for. */
async function insertTransaction(
  tx: Tx,
  call: PostbackCall,
  status: 'credited' | 'reversed_early',
  userId: string,
  receipt: Receipt,
): Promise<{ id: string } | undefined> {
  return tx
    .insertInto('webhookTransactions')
    .values({
      id: randomUUIDv7(),
      transactionId: call.transactionId,
      provider: receipt.wall,
      userId,
      status,
      reference: call.reference,
      // One that shares a reference is known by its own id already.
      reversedBy: call.reference === null ? call.reversalId : null,
      amountMb: call.points,
      revenueUsdMicros: call.revenueMicros,
      rawPayload: receipt.raw,
      sourceIp: receipt.sourceIp,
      latencyMs: receipt.elapsed(),
      processedAt: sql`now()`,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'transactionId']).doNothing())
    .returning('id')
    .executeTakeFirst();
}

async function lockTransaction(tx: Tx, wall: string, transactionId: string): Promise<ProviderTransaction> {
  const row = await findTransaction(tx, wall, transactionId);
  if (!row) throw new Error('a provider transaction disappeared');
  return row;
}

/** The row, locked. */
const findTransaction = (tx: Tx, wall: string, transactionId: string) =>
  tx
    .selectFrom('webhookTransactions')
    .select(['id', 'userId', 'status', 'amountMb', 'reversedBy'])
    .where('provider', '=', wall)
    .where('transactionId', '=', transactionId)
    .forUpdate()
    .executeTakeFirst();

const NETTED: Settlement = {
  verdict: 'netted',
  reason: 'credited and taken back: its reversal had come before',
};
const conflict = (reason: string): Settlement => ({ verdict: 'conflict', reason });
