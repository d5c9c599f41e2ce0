import { type RawBuilder, sql } from 'kysely';
import { WEBHOOK_EVENTS } from '#contract/webhooks.values.ts';
import type { Tx } from '#database/client.ts';
import { type Transact, tryLock } from '#database/transaction.ts';
import { ROLLED_TO, rollUpLedger, TRANSFERS } from '#domain/ledger/index.ts';

/** Most transfers that a transaction reads, and most events for which it writes deliveries. */
const STEP = 5_000;

/**
 * Turns transfers of the ledger into events, and events into a delivery for each endpoint that wants them. Each step
 * commits with its mark, so each transfer becomes an event once. Of two processes one works and the other returns at
 * once. Returns whether any endpoint is on; if none is, nothing is read.
 */
export async function collectEvents(transact: Transact): Promise<boolean> {
  if (!(await transact(anybodyListens))) return false;
  // Below the mark of the roll-up every transfer is committed, so none can appear there later.
  await rollUpLedger(transact);
  for (const step of [readLedger, spreadEvents]) {
    let more = true;
    while (more) more = await transact(step);
  }
  return true;
}

async function anybodyListens(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ listens: boolean }>`
    select exists (select from webhook_endpoints where active_since is not null) as listens`.execute(tx);
  return rows[0]?.listens ?? false;
}

/** The events that come from the ledger; the database records the others itself. */
const FROM_LEDGER = WEBHOOK_EVENTS.filter((type) => /^(task|points)\./.test(type));

/** Returns whether there is more to read. */
async function readLedger(tx: Tx): Promise<boolean> {
  if (!(await tryLock(tx, 'webhook_events'))) return false;
  const { rows } = await sql<{ more: boolean }>`
    with mark as materialized (
      select read_to, rolled_to, greatest(read_to, least(rolled_to, read_to + ${STEP})) as up_to
      from webhook_cursor, ${ROLLED_TO} ledger for update of webhook_cursor
    ),
    wanted as materialized (
      select distinct t.type from webhook_endpoints e, unnest(e.event_types) as t (type)
      where e.active_since is not null and t.type = any (${FROM_LEDGER})
    ),
    taken as (
      select l.*, case l.kind when 'credit' then 'task.credited' when 'reversal' then 'task.reversed'
        else 'points.adjusted' end as type
      from mark, ${TRANSFERS} l
      where l.id > mark.read_to and l.id <= mark.up_to and exists (select from wanted)
        and l.unit = 'points' and l.kind in ('credit', 'reversal', 'adjustment') and l.member_id is not null
    ),
    noted as (
      insert into webhook_events (type, happened_at, member_id, data)
      select t.type, t.created_at, t.member_id, ${DATA} || jsonb_build_object('memberId', t.member_id,
        'balance', t.balance_after)
      from taken t where t.type in (select type from wanted) order by t.id
    )
    update webhook_cursor c set read_to = mark.up_to from mark
    returning mark.up_to < mark.rolled_to as more`.execute(tx);
  return rows[0]?.more ?? false;
}

/**
 * The task of a transfer. A wall's task has the id of its provider transaction, which is the reference; the task of a
 * mission or a granted claim is found by the attempt or the claim.
 */
const TASK: RawBuilder<unknown> = sql`jsonb_build_object(
  'taskId', coalesce(
    (select a.task_id from mission_attempts a where a.id = t.reference::uuid),
    (select c.granted_task_id from reward_claims c where c.id = t.reference::uuid),
    t.reference::uuid),
  'source', regexp_replace(case when t.kind = 'credit' then t.from_account else t.to_account end, '^wall:', ''),
  'points', t.amount)`;
const DATA: RawBuilder<unknown> = sql`case when t.kind = 'adjustment'
  then jsonb_build_object('adjustmentId', t.reference, 'reason', t.reason,
    'points', case when t.to_account like 'member:%' then t.amount else -t.amount end)
  else ${TASK} end`;

/** Returns whether more events wait. */
async function spreadEvents(tx: Tx): Promise<boolean> {
  if (!(await tryLock(tx, 'webhook_events'))) return false;
  const { rows } = await sql<{ spread: number }>`
    with taken as (
      update webhook_events set spread_at = now()
      where id in (select id from webhook_events where spread_at is null order by created_at limit ${STEP})
      returning id, type, happened_at, created_at
    ),
    written as (
      insert into webhook_deliveries (endpoint_id, event_id)
      select e.id, t.id from taken t
      join webhook_endpoints e on e.active_since <= t.happened_at and t.type = any (e.event_types)
      order by t.happened_at
    )
    select count(*)::integer as spread from taken`.execute(tx);
  return rows[0]?.spread === STEP;
}
