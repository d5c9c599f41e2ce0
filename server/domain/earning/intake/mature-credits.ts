import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { beginRun } from '#domain/common/begin-run.ts';
import { lockMember } from '#domain/common/lock-member.ts';
import { notifyOfCredits } from '#domain/notices/index.ts';
import { giveBackHeld, postHeldCredits } from './post-credit.ts';

/** Due credits that are read at once and committed together: some hundredths of a second, for which their members are locked. */
export const MATURE_TOGETHER_MAX = 100;

interface Due {
  id: string;
  /** Null once the member has left. */
  userId: string | null;
  /** The text form of PostgreSQL, since a Date would lose the microseconds. */
  heldUntil: string;
}

/**
 * Credits the points whose hold has ended, each exactly once, even with several processes at the same time. Those that are
 * due together are committed together. After a failure it goes on with the others and throws all failures at the end. What
 * it has no time for waits for the next run.
 */
export async function matureCredits(transact: Transact, thresholdPoints: number): Promise<void> {
  const isOver = beginRun();
  const failures: unknown[] = [];
  let last: Due | undefined;
  do {
    const due = await transact((tx) => findDue(tx, last));
    for (const one of await matureTogether(transact, due, thresholdPoints)) {
      if (isOver()) break;
      await matureAlone(transact, one, thresholdPoints).catch((error) => failures.push(error));
    }
    last = due.length < MATURE_TOGETHER_MAX ? undefined : due.at(-1);
  } while (last && !isOver());
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} credits did not mature`);
}

async function findDue(tx: Tx, after: Due | undefined): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select id, user_id, held_until::text from webhook_transactions
    where status = 'held' and held_until <= now()
      and (held_until, id) > (${after?.heldUntil ?? '-infinity'}::timestamptz, ${after?.id ?? NO_ID}::uuid)
    order by held_until, id limit ${MATURE_TOGETHER_MAX}`.execute(tx);
  return rows;
}
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Returns what is left to be done alone: credits of members who have left or whom another transaction has locked, and all of
 * them if one fails.
 */
const matureTogether = (transact: Transact, due: readonly Due[], thresholdPoints: number) =>
  transact(async (tx) => {
    const members = await lockFree(
      tx,
      due.flatMap(({ userId }) => userId ?? []),
    );
    const isPlain = ({ userId }: Due) => userId !== null && members.has(userId);
    await mature(tx, due.filter(isPlain), thresholdPoints);
    return due.filter((one) => !isPlain(one));
  }).catch(() => due);

/** Waits for the member. */
const matureAlone = (transact: Transact, due: Due, thresholdPoints: number) =>
  transact(async (tx) => {
    if (due.userId !== null) await lockMember(tx, due.userId);
    await mature(tx, [due], thresholdPoints);
  });

/** Locks those of the members whom no other transaction has locked, and returns them. */
export async function lockFree(tx: Tx, members: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from users where id = any(${members}::uuid[]) order by id for no key update skip locked`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Locks the provider transactions after their members, as settlements do, and then looks which are still held. */
async function mature(tx: Tx, due: readonly Due[], thresholdPoints: number): Promise<void> {
  const { rows } = await sql<{ id: string; wall: string; userId: string | null; points: number }>`
    select id, provider as wall, user_id, amount_mb as points from webhook_transactions
    where id = any(${due.map(({ id }) => id)}::uuid[]) and status = 'held' order by id for update`.execute(
    tx,
  );
  const credits = rows.flatMap(({ userId, ...row }) => (userId === null ? [] : { ...row, userId }));
  // Their accounts were deleted meanwhile.
  const left = rows.filter(({ userId }) => userId === null);
  if (left.length > 0) {
    await giveBackHeld(tx, left);
    await settleAs(tx, left, { status: 'reversed', reversedAt: sql<Date>`now()` });
  }
  if (credits.length > 0) {
    const transfers = await postHeldCredits(tx, credits);
    await settleAs(tx, credits, { status: 'credited' });
    await notifyOfCredits(tx, transfers, thresholdPoints);
  }
}

async function settleAs(
  tx: Tx,
  settled: readonly { id: string }[],
  to: { status: 'credited' | 'reversed'; reversedAt?: ReturnType<typeof sql<Date>> },
): Promise<void> {
  const { reversedAt } = to;
  const isOne = sql<boolean>`id = any(${settled.map(({ id }) => id)}::uuid[])`;
  await tx.updateTable('webhookTransactions').set(to).where(isOne).execute();
  await tx
    .updateTable('tasks')
    .set({ heldUntil: null, ...(reversedAt ? { reversedAt } : {}) })
    .where(isOne)
    .execute();
}
