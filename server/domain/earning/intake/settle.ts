import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { NEW_ID } from '#domain/earning/monitoring/time-ids.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import type { PostbackCall } from '#domain/earning/wall-format/read-postback.ts';
import { isFormerCode, isMemberCode } from '#domain/earning/walls/member-code.ts';
import { notify } from '#domain/notices/index.ts';
import { lockFormerMembers, takeBackFromFormer } from './former-member.ts';
import { holdCredit, postCredit, takeBackCredit, takeBackDeparted } from './post-credit.ts';
import type { Receipt, Verdict } from './postback-log.ts';
import {
  canBeTakenBack,
  findShared,
  hasOtherReference,
  hasOtherTarget,
  hasTakenBack,
  type ProviderTransaction,
  takeEarlyReversal,
} from './shared-reference.ts';

export interface Settlement {
  verdict: Exclude<Verdict, 'failed' | 'overloaded'>;
  reason: string | null;
  /** Id of the transfer that credited the member; undefined while the points are pending. */
  credited?: string | undefined;
  /** The call names a member who has left, so what it says of them is not kept. */
  ofFormer?: boolean;
}

/**
 * Applies a proven call to its provider transaction, all or nothing. Locks the member first, then the transaction's
 * row, in the same order as the database function `credit_postbacks`. Of parallel calls the first to insert the row
 * goes first; the others wait for its commit and then see the result.
 */
export async function settle(
  tx: Tx,
  wall: ConfiguredWall,
  call: PostbackCall,
  receipt: Receipt,
): Promise<Settlement> {
  const userId = await lockMember(tx, receipt.wall, call.memberCode);
  const ofFormer = !userId && (await isFormerCode(tx, call.memberCode));
  if (ofFormer && call.kind === 'reverse') await lockFormerMembers(tx, receipt.wall, call);
  if (await isMemberCode(tx, call.transactionId))
    return { verdict: 'refused', reason: 'the transaction id is the code of a member', ofFormer };
  if (ofFormer && call.kind === 'credit') return { ...LEFT, ofFormer };
  const settled =
    call.kind === 'credit'
      ? await settleCredit(tx, wall, call, userId, receipt)
      : await settleReversal(tx, wall, call, { userId, ofFormer }, receipt);
  return { ...settled, ofFormer };
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
      .set({ amountMb: call.points, revenueUsdMicros: call.revenueMicros, ...call.about })
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
  wall: ConfiguredWall,
  call: PostbackCall,
  { userId, ofFormer }: { userId: string | undefined; ofFormer: boolean },
  receipt: Receipt,
): Promise<Settlement> {
  if (call.reference !== null && (await hasOtherReference(tx, receipt.wall, call)))
    return conflict('the transaction came with another reference');
  if (await hasOtherTarget(tx, wall, call)) return conflict("the reversal's id is that of another call");
  const shared = call.reference === null ? undefined : await findShared(tx, receipt.wall, call, userId);
  if (shared === 'done') return { verdict: 'duplicate', reason: null };
  const earlier = shared ?? (await findTransaction(tx, receipt.wall, call.transactionId));
  if (!earlier && userId && (await insertTransaction(tx, call, 'reversed_early', userId, receipt))) {
    return { verdict: 'reversed_early', reason: 'kept for the credit that may follow' };
  }
  const known = earlier ?? (await findTransaction(tx, receipt.wall, call.transactionId));
  if (!known) return ofFormer ? LEFT : { verdict: 'unknown_user', reason: 'no member has this code' };
  if (!userId && (known.userId === null || (await isErased(tx, known.userId))))
    return settleDeparted(tx, receipt.wall, known, { by: call.reversalId, ofFormer });
  if (known.userId !== userId) return conflict('the transaction belongs to another member');
  if (!canBeTakenBack(known)) return { verdict: 'duplicate', reason: null };
  const taken = await reverse(tx, receipt.wall, { ...known, userId }, call.reversalId);
  await notify(tx, {
    key: `reversal:${known.id}`,
    userId,
    kind: known.status === 'held' ? 'pending_reversed' : 'points_reversed',
    data: { points: known.amountMb, ...taken },
  });
  const differs = call.points !== 0 && call.points !== known.amountMb;
  return {
    verdict: 'reversed',
    reason: differs ? `took back the ${known.amountMb} points credited; the call says ${call.points}` : null,
  };
}

/** Takes back from the account at the mailbox of a member who left lately, else from nobody: the wall no longer pays for it. */
async function settleDeparted(
  tx: Tx,
  wall: string,
  known: ProviderTransaction,
  { by, ofFormer }: { by: string | null; ofFormer: boolean },
): Promise<Settlement> {
  if (!canBeTakenBack(known)) return { verdict: 'duplicate', reason: null };
  if (ofFormer && (await takeBackFromFormer(tx, wall, known, by)))
    return { verdict: 'reversed', reason: "the member's account was deleted" };
  await markReversed(tx, known.id, by);
  await takeBackDeparted(tx, { id: known.id, wall, points: known.amountMb });
  return { verdict: 'reversed', reason: "the member's account was deleted: nobody's balance moved" };
}

/**
 * Posts the credit and inserts its task. The caller has just inserted the transaction or holds it locked. Returns the
 * transfer's id, or undefined if the points are pending.
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
  const credited = { id: row.id, wall: id, userId: row.userId, points: call.points };
  if (wall.holdDays > 0) {
    await holdCredit(tx, credited, wall.holdDays);
    return undefined;
  }
  return postCredit(tx, credited);
}

/**
 * Takes the credit back, even if the member has spent the points; pending points never reach the balance. The caller
 * holds the transaction locked. `by` is the reversal's own id, if it has one. Returns what the credit was for, and the
 * member's balance.
 */
async function reverse(
  tx: Tx,
  wall: string,
  row: { id: string; userId: string; amountMb: number },
  by: string | null,
): Promise<{ what: string; balance: number }> {
  const title = await markReversed(tx, row.id, by);
  const balance = await takeBackCredit(tx, { ...row, wall, points: row.amountMb });
  return { what: title ?? wall, balance };
}

/** Marks the transaction and its task. Returns the task's title. */
async function markReversed(tx: Tx, id: string, by: string | null): Promise<string | null | undefined> {
  await tx
    .updateTable('webhookTransactions')
    .set({ status: 'reversed', reversedAt: sql`now()`, reversedBy: by })
    .where('id', '=', id)
    .execute();
  const task = await tx
    .updateTable('tasks')
    .set({ reversedAt: sql`now()`, heldUntil: null })
    .where('id', '=', id)
    .returning('title')
    .executeTakeFirst();
  return task?.title;
}

/** Returns the id of the member with this code, locked; undefined if there is none or the account was erased. */
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

/** Returns undefined if the transaction exists. Waits for a copy in another open transaction. */
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
      id: NEW_ID,
      transactionId: call.transactionId,
      provider: receipt.wall,
      userId,
      status,
      reference: call.reference,
      // With a shared reference, the reversal is the row's own transactionId.
      reversedBy: call.reference === null ? call.reversalId : null,
      amountMb: call.points,
      revenueUsdMicros: call.revenueMicros,
      ...call.about,
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

/** Returns the row, locked. */
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
const LEFT: Settlement = { verdict: 'ignored', reason: "the member's account was deleted" };
const conflict = (reason: string): Settlement => ({ verdict: 'conflict', reason });
