import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import { MISSIONS, memberAccount, post, readTransfer } from '#domain/ledger/index.ts';
import { notify } from '#domain/notices/index.ts';
import { creditKey } from './credit-attempt.ts';
import { type Attempt, type Mission, titleFor } from './rows.ts';

/**
 * Takes an attempt back, with its credit if there is one, even if the member has spent the points; without one its place
 * is free. The caller holds member, mission and attempt locked and has checked that it was not taken back before.
 */
export async function reverseAttempt(
  tx: Tx,
  mission: Mission,
  attempt: Attempt,
  actor: string,
): Promise<void> {
  const { taskId } = await tx
    .updateTable('missionAttempts')
    .set({ reversedAt: sql`now()`, reservedUntil: sql`now()` })
    .where('id', '=', attempt.id)
    .returning('taskId')
    .executeTakeFirstOrThrow();
  announce(tx, attempt.userId, { type: 'tasks', data: {} });
  if (taskId === null) return;
  await tx.updateTable('tasks').set({ reversedAt: sql`now()` }).where('id', '=', taskId).execute();
  const balance = await takeBack(tx, attempt, actor);
  announce(tx, attempt.userId, { type: 'balance', data: { change: -attempt.points } });
  await notify(tx, {
    key: `reversal:${attempt.id}`,
    userId: attempt.userId,
    kind: 'points_reversed',
    data: { points: attempt.points, balance, what: await titleFor(tx, mission, attempt.userId) },
  });
}

/** Returns the member's balance. */
async function takeBack(tx: Tx, { id, missionId, userId, points }: Attempt, actor: string): Promise<number> {
  const credited = await readTransfer(tx, creditKey(missionId, userId));
  const [posted] = await post(tx, [
    {
      key: reversalKey(missionId, userId),
      unit: 'points',
      from: memberAccount(userId),
      to: MISSIONS,
      amount: points,
      kind: 'reversal',
      reference: id,
      reverses: credited.id,
      actor,
      mayOverdraw: true,
    },
  ]);
  const balance = posted?.balanceAfter;
  if (balance === undefined || balance === null) throw new Error('the ledger has this reversal already');
  return balance;
}

const reversalKey = (missionId: string, userId: string) => `mission-reversal:${missionId}:${userId}`;
