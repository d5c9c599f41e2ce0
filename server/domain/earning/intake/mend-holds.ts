import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { MARGIN_SECONDS } from '#database/mended-times.ts';
import { lockFree } from './mature-credits.ts';

/** Members whose credits are mended in one run. */
const MEMBERS_MAX = 1_000;

/** By a right clock no transaction that this one sees began so late. */
const AHEAD = sql`now() + make_interval(secs => ${MARGIN_SECONDS}::float8)`;
/**
 * Credits that came while the database's clock was ahead. Those that are mended are as if processed then. That the call is kept
 * is a condition of the index by time, which finds them.
 */
const HELD_AHEAD = sql`status = 'held' and processed_at > ${AHEAD}
  and created_at > ${AHEAD} and (raw_payload is not null or source_ip is not null)`;

/**
 * Lets the days of such credits begin now, so that none counts early. Those of a member whom another transaction has locked
 * wait for the next run. Returns how many.
 */
export async function mendHolds(tx: Tx): Promise<number> {
  const { rows: found } = await sql<{ userId: string }>`
    select distinct user_id from webhook_transactions where ${HELD_AHEAD} and user_id is not null
    limit ${MEMBERS_MAX}`.execute(tx);
  const members = await lockFree(
    tx,
    found.map(({ userId }) => userId),
  );
  // A new statement, so that it sees everything that earlier holders of the locks have committed.
  const { rows } = await sql`
    with mended as (
      update webhook_transactions set held_until = now() + (held_until - processed_at), processed_at = now()
      where ${HELD_AHEAD} and user_id = any(${[...members]}::uuid[])
      returning id, held_until
    )
    update tasks t set held_until = mended.held_until from mended where t.id = mended.id
    returning t.id`.execute(tx);
  return rows.length;
}
