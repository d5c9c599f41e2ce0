import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { enqueue, enqueueOf } from '#database/queue.ts';
import type { Transact } from '#database/transaction.ts';
import { GOES_ON, OPEN } from '#domain/redemption/states.ts';
import { IS_STOPPED } from './stop.ts';

/** Time for which the sweep leaves a redemption to its own job. */
const GRACE_SECONDS = 2;
/** Most redemptions that one sweep enqueues; the next sweep takes the rest. */
const SWEEP_MAX = 1_000;
const JOB_KEY = 'fulfil_redemption:';

/**
 * Whether the redemption `r` is open and has neither a lease nor a job with tries left. Excludes redemptions whose
 * member is paused or suspended; they wait for the end of that.
 */
const IS_LEFT = sql`
  ${GOES_ON}
  and coalesce(leased_until, created_at) < now() - make_interval(secs => ${GRACE_SECONDS})
  and not exists (
    select from graphile_worker.jobs j
    where j.key = ${JOB_KEY} || r.id and j.locked_at is null and j.attempts < j.max_attempts)
  and not ${IS_STOPPED}`;

/**
 * Enqueues a run of the redemption, now or at a time, in place of its waiting job. A run after a wait comes later: while
 * a vendor is silent, many wait for it.
 */
export async function enqueueFulfilment(
  tx: Tx,
  redemptionId: string,
  when: { runAt?: Date; keepRunAt?: boolean } = {},
): Promise<void> {
  const place = when.runAt === undefined ? 'first' : 'later';
  await enqueue(tx, 'fulfil_redemption', { redemptionId }, { key: JOB_KEY + redemptionId, place, ...when });
}

/** Enqueues the first runs of new redemptions, now. */
export async function enqueueFulfilments(tx: Tx, redemptionIds: string[]): Promise<void> {
  if (redemptionIds.length === 0) return;
  await enqueueOf(tx, 'fulfil_redemption', {
    rows: sql`select id from unnest(${redemptionIds}::uuid[]) as redemption (id)`,
    payload: sql`json_build_object('redemptionId', id)`,
    key: sql`${JOB_KEY}::text || id`,
  });
}

/**
 * Ends the wait of an open redemption, so that its next run starts at once, or after the run of a worker that leases it
 * now. Returns whether it is open.
 */
export async function wakeRedemption(tx: Tx, redemptionId: string): Promise<boolean> {
  const { rows } = await sql<{ resting: boolean }>`
    update card_redemptions set woken = true, leased_until = case when resting then now() else leased_until end
    where id = ${redemptionId} and status in ${OPEN} returning resting`.execute(tx);
  const [open] = rows;
  if (open?.resting) await enqueueFulfilment(tx, redemptionId);
  return open !== undefined;
}

/** Wakes redemptions in this order. Locks them by id first, as all code that locks several does. */
export async function wakeRedemptions(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select from card_redemptions where id = any(${ids}::uuid[]) order by id for no key update`.execute(
    tx,
  );
  for (const id of ids) await wakeRedemption(tx, id);
}

/**
 * Enqueues every open redemption without a lease or a job: its worker was killed, or its job ran during a dead worker's
 * lease. Harmless at any time, also in several processes at once, because only the holder of its lease works on a
 * redemption. Returns how many it enqueued.
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

/** Locks one redemption per transaction and skips locked ones, so that sweeps and workers cannot deadlock. */
async function askAgain(tx: Tx, redemptionId: string): Promise<boolean> {
  const { rows } = await sql`
    select id from card_redemptions r where id = ${redemptionId} and ${IS_LEFT}
    for no key update skip locked`.execute(tx);
  if (rows.length === 0) return false;
  await enqueueFulfilment(tx, redemptionId, { keepRunAt: true });
  return true;
}
