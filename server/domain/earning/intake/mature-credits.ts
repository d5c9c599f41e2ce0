import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { beginRun } from '#domain/common/begin-run.ts';
import { notifyOfCredits } from '#domain/notices/index.ts';
import { giveBackHeld, postHeldCredit } from './post-credit.ts';

/** Due credits read at once. */
const PAGE = 500;

interface Due {
  id: string;
  /** The text form of PostgreSQL, since a Date would lose the microseconds. */
  heldUntil: string;
}

/**
 * Credits the points whose hold has ended, each in a transaction of its own and exactly once, even with several
 * processes at the same time. After a failure it goes on with the others and throws all failures at the end. What it has
 * no time for waits for the next run.
 */
export async function matureCredits(transact: Transact, thresholdPoints: number): Promise<void> {
  const isOver = beginRun();
  const failures: unknown[] = [];
  let last: Due | undefined;
  do {
    const due = await transact((tx) => findDue(tx, last));
    for (const { id } of due) {
      if (isOver()) break;
      await transact((tx) => mature(tx, id, thresholdPoints)).catch((error) => failures.push(error));
    }
    last = due.length < PAGE ? undefined : due.at(-1);
  } while (last && !isOver());
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} credits did not mature`);
}

async function findDue(tx: Tx, after: Due | undefined): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select id, held_until::text from webhook_transactions
    where status = 'held' and held_until <= now()
      and (held_until, id) > (${after?.heldUntil ?? '-infinity'}::timestamptz, ${after?.id ?? NO_ID}::uuid)
    order by held_until, id limit ${PAGE}`.execute(tx);
  return rows;
}
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Locks the member before the provider transaction, as settlements do, and then checks that it is still held. */
async function mature(tx: Tx, id: string, thresholdPoints: number): Promise<void> {
  const before = await tx
    .selectFrom('webhookTransactions')
    .select('userId')
    .where('id', '=', id)
    .executeTakeFirst();
  if (before?.userId) {
    await tx.selectFrom('users').select('id').where('id', '=', before.userId).forNoKeyUpdate().execute();
  }
  const row = await tx
    .selectFrom('webhookTransactions')
    .select(['provider', 'userId', 'amountMb'])
    .where('id', '=', id)
    .where('status', '=', 'held')
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  const { provider: wall, userId, amountMb: points } = row;
  const credit = { id, wall, points };
  if (userId === null) {
    // The account was deleted meanwhile.
    await giveBackHeld(tx, credit);
    await settleAs(tx, id, { status: 'reversed', reversedAt: sql<Date>`now()` });
    return;
  }
  const transfer = await postHeldCredit(tx, { ...credit, userId });
  await settleAs(tx, id, { status: 'credited' });
  await notifyOfCredits(tx, [transfer], thresholdPoints);
}

async function settleAs(
  tx: Tx,
  id: string,
  to: { status: 'credited' | 'reversed'; reversedAt?: ReturnType<typeof sql<Date>> },
): Promise<void> {
  const { reversedAt } = to;
  await tx.updateTable('webhookTransactions').set(to).where('id', '=', id).execute();
  await tx
    .updateTable('tasks')
    .set({ heldUntil: null, ...(reversedAt ? { reversedAt } : {}) })
    .where('id', '=', id)
    .execute();
}
