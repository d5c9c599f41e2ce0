import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { enqueue } from '#database/queue.ts';
import type { Transact } from '#database/transaction.ts';
import { GOES_ON, OPEN } from '#domain/redemption/states.ts';
import { IS_STOPPED } from './stop.ts';

/** The sweep leaves a redemption to its own job for this long. */
const GRACE_SECONDS = 2;
/** Redemptions that one sweep asks for again; the next one takes the rest. */
const SWEEP_MAX = 1_000;
const JOB_KEY = 'fulfil_redemption:';

/**
 * Whether nobody works on the redemption `r` and no job will let anybody. One that was tried in vain waits for its next
 * try, until it has had all of them; one whose member is paused or suspended waits for the end of that.
 */
const IS_LEFT = sql`
  ${GOES_ON}
  and coalesce(leased_until, created_at) < now() - make_interval(secs => ${GRACE_SECONDS})
  and not exists (
    select from graphile_worker.jobs j
    where j.key = ${JOB_KEY} || r.id and j.locked_at is null and j.attempts < j.max_attempts)
  and not ${IS_STOPPED}`;

/** Asks for a run of the redemption, now or at a time. A waiting job of the same redemption is replaced. */
export async function enqueueFulfilment(
  tx: Tx,
  redemptionId: string,
  when: { runAt?: Date; keepRunAt?: boolean } = {},
): Promise<void> {
  await enqueue(tx, 'fulfil_redemption', { redemptionId }, { key: JOB_KEY + redemptionId, ...when });
}

/**
 * Ends the pause of an open redemption, whose next run then comes at once. While a worker has it, that run follows
 * the worker's. Answers whether it is open.
 */
export async function wakeRedemption(tx: Tx, redemptionId: string): Promise<boolean> {
  const { rows } = await sql<{ resting: boolean }>`
    update card_redemptions set woken = true, leased_until = case when resting then now() else leased_until end
    where id = ${redemptionId} and status in ${OPEN} returning resting`.execute(tx);
  const [open] = rows;
  if (open?.resting) await enqueueFulfilment(tx, redemptionId);
  return open !== undefined;
}

/** Wakes several in this order. They are locked in that of their ids first, as everywhere where one has several. */
export async function wakeRedemptions(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select from card_redemptions where id = any(${ids}::uuid[]) order by id for no key update`.execute(
    tx,
  );
  for (const id of ids) await wakeRedemption(tx, id);
}

/**
 * Asks again for every open redemption that nobody works on and no job waits for: its worker was killed, or its job ran
 * while a dead worker's lease still lasted. Harmless at any time, also of several processes at once: a redemption is
 * worked on by whoever holds its lease. Answers how many it asked for.
 */
export async function recoverRedemptions(transact: Transact): Promise<number> {
  const { rows } = await transact((tx) =>
    sql<{ id: string }>`
      select id from card_redemptions r where ${IS_LEFT} order by created_at, id limit ${SWEEP_MAX}`.execute(
      tx,
    ),
  );
  let asked = 0;
  for (const { id } of rows) if (await transact((tx) => askAgain(tx, id))) asked += 1;
  return asked;
}

/** Each in a transaction of its own: whoever holds one redemption and its job waits for nobody who waits for them. */
async function askAgain(tx: Tx, redemptionId: string): Promise<boolean> {
  const { rows } = await sql`
    select id from card_redemptions r where id = ${redemptionId} and ${IS_LEFT}
    for no key update skip locked`.execute(tx);
  if (rows.length === 0) return false;
  await enqueueFulfilment(tx, redemptionId, { keepRunAt: true });
  return true;
}
