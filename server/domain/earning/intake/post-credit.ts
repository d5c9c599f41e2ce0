import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import {
  CREDITS_HELD,
  DEPARTED,
  findTransfer,
  idsByKey,
  memberAccount,
  type Posted,
  post,
  type Transfer,
  wallAccount,
} from '#domain/ledger/index.ts';

/**
 * A wall's credit in the ledger. A credit that counts at once is one transfer, wall -> member. A pending credit is
 * wall -> credits:held; when it matures it goes back to the wall and from there to the member; if it is reversed
 * before, it only goes back to the wall. So both kinds end in the same credit transfer. The database function
 * `credit_postbacks` posts the credits that count at once. Keys name the provider transaction by its id, which grows with
 * time; that a wall's transaction has one row and one id for good is the work of `webhook_transactions`.
 */
export interface WallCredit {
  /** Id of the provider transaction and of its task. */
  id: string;
  wall: string;
  userId: string;
  points: number;
}

/** Credits the member now. Returns the transfer's id. */
export async function postCredit(tx: Tx, credit: WallCredit): Promise<string> {
  const [posted] = await post(tx, [creditTransfer(credit)]);
  return tellBalance(tx, credit.userId, posted, credit.points).id;
}

/** Holds the points for `days` days. The task must exist. */
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
  announce(tx, credit.userId, { type: 'tasks', data: {} });
}

/** Credits the members with the held points. Returns the transfers' ids. */
export async function postHeldCredits(tx: Tx, credits: readonly WallCredit[]): Promise<string[]> {
  const releases = await releaseTransfers(tx, credits);
  const posted = await post(tx, [...releases, ...credits.map(creditTransfer)]);
  const credited = posted.filter(({ memberId }) => memberId !== null);
  return credits.map(({ userId, points }, n) => tellBalance(tx, userId, credited[n], points).id);
}

/** Returns the held points to the wall. */
export async function giveBackHeld(tx: Tx, credits: readonly Omit<WallCredit, 'userId'>[]): Promise<void> {
  await post(tx, await releaseTransfers(tx, credits));
}

/**
 * Takes the points back, from the member if they have been credited, else from the held points. Returns the member's
 * balance.
 */
export async function takeBackCredit(tx: Tx, credit: WallCredit): Promise<number> {
  const credited = await findTransfer(tx, ['key', creditKey(credit)]);
  if (credited === undefined) {
    await giveBackHeld(tx, [credit]);
    announce(tx, credit.userId, { type: 'tasks', data: {} });
    return balanceOf(tx, credit.userId);
  }
  const reversal = reversalTransfer(credit, memberAccount(credit.userId), credited.id);
  const [posted] = await post(tx, [reversal]);
  return tellBalance(tx, credit.userId, posted, -credit.points).balance;
}

/** Takes the points of a former member back, from nobody: the books of the wall are right, and no account is touched. */
export async function takeBackDeparted(tx: Tx, credit: Omit<WallCredit, 'userId'>): Promise<void> {
  const credited = await findTransfer(tx, ['key', creditKey(credit)]);
  if (credited === undefined) return giveBackHeld(tx, [credit]);
  const [posted] = await post(tx, [reversalTransfer(credit, DEPARTED, credited.id)]);
  if (!posted) throw new Error('the ledger has this transfer already');
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

const reversalTransfer = (
  credit: Omit<WallCredit, 'userId'>,
  from: Transfer['from'],
  reverses: string,
): Transfer => ({
  key: `reversal:${credit.id}`,
  unit: 'points',
  from,
  to: wallAccount(credit.wall),
  amount: credit.points,
  kind: 'reversal',
  reference: credit.id,
  reverses,
  actor: `wall:${credit.wall}`,
  mayOverdraw: true,
});

async function releaseTransfers(tx: Tx, credits: readonly Omit<WallCredit, 'userId'>[]): Promise<Transfer[]> {
  const held = await idsByKey(tx, credits.map(holdKey));
  return credits.map((credit) => {
    const reverses = held.get(holdKey(credit));
    if (reverses === undefined) throw new Error(`no points are held for the transaction ${credit.id}`);
    return {
      key: `release:${credit.id}`,
      unit: 'points',
      from: CREDITS_HELD,
      to: wallAccount(credit.wall),
      amount: credit.points,
      kind: 'release',
      reference: credit.id,
      reverses,
      actor: 'system',
    };
  });
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
 * Announces the new balance to the member's open pages. Returns the transfer's id and the balance. Throws if the
 * ledger has the transfer already: then the row and the ledger disagree, and nothing may be committed.
 */
function tellBalance(
  tx: Tx,
  userId: string,
  posted: Posted | undefined,
  change: number,
): { id: string; balance: number } {
  const points = posted?.balanceAfter;
  if (!posted || points === undefined || points === null)
    throw new Error('the ledger has this transfer already');
  announce(tx, userId, { type: 'balance', data: { change } });
  announce(tx, userId, { type: 'tasks', data: {} });
  return { id: posted.id, balance: points };
}

const creditKey = ({ id }: Pick<WallCredit, 'id'>) => `credit:${id}`;
const holdKey = ({ id }: Pick<WallCredit, 'id'>) => `hold:${id}`;
/** The same in a statement, of the provider transaction in the row of this name. */
export const creditKeyOf = (row: string) => sql`'credit:' || ${sql.ref(`${row}.id`)}`;
