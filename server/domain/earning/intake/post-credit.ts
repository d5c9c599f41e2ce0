import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import {
  CREDITS_HELD,
  findTransfer,
  memberAccount,
  type Posted,
  post,
  type Transfer,
  wallAccount,
} from '#domain/ledger/index.ts';

/**
 * What the ledger holds of a wall's credit. One that counts at once: wall -> member. One that is pending: wall ->
 * credits:held, and when it counts back to the wall and from there to the member; when it is taken back before, only
 * back to the wall. So a credit is the same transfer either way. The database function `credit_postbacks` posts those
 * that count at once.
 */
export interface WallCredit {
  /** Id of the provider transaction and of its task. */
  id: string;
  wall: string;
  transactionId: string;
  userId: string;
  points: number;
}

/** Gives the member the points now. Answers the transfer. */
export async function postCredit(tx: Tx, credit: WallCredit): Promise<string> {
  const posted = await post(tx, [creditTransfer(credit)]);
  return (await tellBalance(tx, credit.userId, posted, credit.points)).id;
}

/** Keeps the points for so many days. The task is there already. */
export async function holdCredit(tx: Tx, credit: WallCredit, days: number): Promise<void> {
  const heldUntil = sql<Date>`now() + make_interval(days => ${days})`;
  await tx
    .updateTable('webhookTransactions')
    .set({ status: 'held', heldUntil })
    .where('id', '=', credit.id)
    .execute();
  await tx.updateTable('tasks').set({ heldUntil }).where('id', '=', credit.id).execute();
  await post(tx, [
    {
      key: holdKey(credit),
      unit: 'points',
      from: wallAccount(credit.wall),
      to: CREDITS_HELD,
      amount: credit.points,
      kind: 'hold',
      reference: credit.id,
      actor: `wall:${credit.wall}`,
    },
  ]);
  await announce(tx, credit.userId, { type: 'tasks', data: {} });
}

/** Gives the member the points that were held. Answers the transfer. */
export async function postHeldCredit(tx: Tx, credit: WallCredit): Promise<string> {
  const posted = await post(tx, [await releaseTransfer(tx, credit), creditTransfer(credit)]);
  const credited = posted.filter(({ memberId }) => memberId !== null);
  return (await tellBalance(tx, credit.userId, credited, credit.points)).id;
}

/** Gives the points that were held back to the wall. */
export async function giveBackHeld(tx: Tx, credit: Omit<WallCredit, 'userId'>): Promise<void> {
  await post(tx, [await releaseTransfer(tx, credit)]);
}

/** Takes the points back, from the member where they have counted already. Answers the balance afterwards. */
export async function takeBackCredit(tx: Tx, credit: WallCredit): Promise<number> {
  const credited = await findTransfer(tx, ['key', creditKey(credit)]);
  if (credited === undefined) {
    await giveBackHeld(tx, credit);
    await announce(tx, credit.userId, { type: 'tasks', data: {} });
    return balanceOf(tx, credit.userId);
  }
  const posted = await post(tx, [
    {
      key: `reversal:${credit.wall}:${credit.transactionId}`,
      unit: 'points',
      from: memberAccount(credit.userId),
      to: wallAccount(credit.wall),
      amount: credit.points,
      kind: 'reversal',
      reference: credit.id,
      reverses: credited.id,
      actor: `wall:${credit.wall}`,
      mayOverdraw: true,
    },
  ]);
  return (await tellBalance(tx, credit.userId, posted, -credit.points)).balance;
}

/** When the points have counted, if they have. */
export async function creditedAt(
  tx: Pick<Tx, 'selectFrom'>,
  credit: Pick<WallCredit, 'wall' | 'transactionId'>,
): Promise<Date | undefined> {
  return (await findTransfer(tx, ['key', creditKey(credit)]))?.createdAt;
}

const creditTransfer = (credit: WallCredit): Transfer => ({
  key: creditKey(credit),
  unit: 'points',
  from: wallAccount(credit.wall),
  to: memberAccount(credit.userId),
  amount: credit.points,
  kind: 'credit',
  reference: credit.id,
  actor: `wall:${credit.wall}`,
});

async function releaseTransfer(tx: Tx, credit: Omit<WallCredit, 'userId'>): Promise<Transfer> {
  const held = await findTransfer(tx, ['key', holdKey(credit)]);
  if (held === undefined) throw new Error(`no points are held for the transaction ${credit.id}`);
  return {
    key: `release:${credit.wall}:${credit.transactionId}`,
    unit: 'points',
    from: CREDITS_HELD,
    to: wallAccount(credit.wall),
    amount: credit.points,
    kind: 'release',
    reference: credit.id,
    reverses: held.id,
    actor: 'system',
  };
}

async function balanceOf(tx: Tx, userId: string): Promise<number> {
  const { points } = await tx
    .selectFrom('users')
    .select('points')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return points;
}

/**
 * Tells the member's open pages; answers the transfer and the balance. A transfer that was posted before would mean that
 * the row and the ledger disagree: nothing may be committed.
 */
async function tellBalance(
  tx: Tx,
  userId: string,
  [posted]: Posted[],
  change: number,
): Promise<{ id: string; balance: number }> {
  const points = posted?.balanceAfter;
  if (!posted || points === undefined || points === null)
    throw new Error('the ledger has this transfer already');
  await announce(tx, userId, { type: 'balance', data: { points, change } });
  await announce(tx, userId, { type: 'tasks', data: {} });
  return { id: posted.id, balance: points };
}

type Named = Pick<WallCredit, 'wall' | 'transactionId'>;
const creditKey = ({ wall, transactionId }: Named) => `credit:${wall}:${transactionId}`;
const holdKey = ({ wall, transactionId }: Named) => `hold:${wall}:${transactionId}`;
