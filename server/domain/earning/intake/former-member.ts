import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import type { PostbackCall } from '#domain/earning/wall-format/read-postback.ts';
import { notify } from '#domain/notices/index.ts';
import { lockFormerEarner, lockFormerEarners, owePast } from '#domain/trust/index.ts';
import { takeBackCredit } from './post-credit.ts';
import type { ProviderTransaction } from './shared-reference.ts';

/**
 * Locks the members whose credits a reversal may mean, if they have left, and the accounts that owe for them, before the
 * transactions are locked.
 */
export async function lockFormerMembers(
  tx: Tx,
  wall: string,
  { transactionId, reference }: PostbackCall,
): Promise<void> {
  const { rows } = await sql<{ userId: string }>`
    select distinct t.user_id
    from webhook_transactions w join tasks t on t.id = w.id
    where w.provider = ${wall} and w.user_id is null
      and ${reference === null ? sql`w.transaction_id = ${transactionId}` : sql`w.reference = ${reference}`}`.execute(
    tx,
  );
  await lockFormerEarners(
    tx,
    rows.map(({ userId }) => userId),
  );
}

/**
 * Takes a credit back from a member who left lately; what the points left there do not cover is owed by the next account at
 * the mailbox. Returns false, and moves nothing, if the member left long ago or never had the points. The caller holds
 * members and transaction locked.
 */
export async function takeBackFromFormer(
  tx: Tx,
  wall: string,
  { id, status, amountMb: points }: ProviderTransaction,
  by: string | null,
): Promise<boolean> {
  if (status !== 'credited') return false;
  const task = await tx.selectFrom('tasks').select('userId').where('id', '=', id).executeTakeFirst();
  const former = task && (await lockFormerEarner(tx, task.userId));
  if (!former) return false;
  const reversedAt = sql<Date>`now()`;
  await tx
    .updateTable('webhookTransactions')
    .set({ status: 'reversed', reversedAt, reversedBy: by })
    .where('id', '=', id)
    .execute();
  await tx.updateTable('tasks').set({ reversedAt }).where('id', '=', id).execute();
  const balance = await takeBackCredit(tx, { id, wall, userId: former.formerId, points });
  if (balance >= 0) return true;
  await owePast(tx, former, -balance);
  if (former.heirId) await tellHeir(tx, former.heirId, { id, wall, points: -balance });
  return true;
}

/** The account that owes is told as of a reversal of its own. */
async function tellHeir(
  tx: Tx,
  userId: string,
  { id, wall, points }: { id: string; wall: string; points: number },
): Promise<void> {
  const { points: balance } = await tx
    .selectFrom('users')
    .select('points')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  announce(tx, userId, { type: 'balance', data: { change: -points } });
  await notify(tx, {
    key: `reversal:${id}`,
    userId,
    kind: 'points_reversed',
    data: { points, balance, what: wall },
  });
}
