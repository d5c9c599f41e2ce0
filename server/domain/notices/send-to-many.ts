import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { allowStatements, type Transact } from '#database/transaction.ts';
import type { OwnWords, ToMany } from './kinds.ts';
import { deliveryKey, enqueueDeliveries, KINDS_TO_MANY } from './notify.ts';

/** Longest count, in milliseconds. */
const COUNT_MS_MAX = 600_000;
/** Members per transaction. */
const BATCH_SIZE = 200;
/** Deliveries in the queue that were not tried yet. Workers of other jobs read past them each time that they look for one. */
const QUEUED_MAX = 1_000;
/** With those that were refused and wait for their next try, so that a thousand dead addresses hold up nobody. */
const WAITING_MAX = 10_000;
/**
 * An older one is not queued. It has had its tries, and the queue may soon forget its job: three days after the last, which is
 * on the third. Or its turn has not come within these days.
 */
const QUEUED_DAYS_MAX = 5;
/** Within this time the queue still has the job of each one that had its tries. */
const DROPPED_HOURS = 12;
/** Most per minute. */
const DROPPED_MAX = 10_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** How many members a mail is for, how many of them were mailed this same one, and to how many it is on its way. */
export interface Reach {
  members: number;
  mailed: number;
  waiting: number;
}

/**
 * Whether a mail, the notice `n`, goes out no more: it was handed over or refused, or its job has had its tries, or it has no job
 * and has had its days.
 */
const IS_OVER = sql<boolean>`((n.leased_until is null or n.leased_until < now())
  and (n.delivered_at is not null or coalesce(
    (select j.attempts >= j.max_attempts from graphile_worker.jobs j where j.key = ${deliveryKey('')} || n.id),
    n.created_at <= now() - make_interval(days => ${QUEUED_DAYS_MAX}))))`;

/** Counts the members whom the mail would reach. Sends nothing. Of millions of members this takes minutes. */
export async function countReach(tx: Tx, kind: ToMany, mail: OwnWords): Promise<Reach> {
  await allowStatements(tx, COUNT_MS_MAX);
  const { members } = await membersFor(tx, kind)
    .select((eb) => eb.fn.countAll<number>().as('members'))
    .executeTakeFirstOrThrow();
  const { mailed, waiting } = await membersFor(tx, kind)
    .innerJoin('notices as n', (join) =>
      join.on('n.key', '=', sql<string>`${keyOf(kind, mail, '')}::text || users.id`),
    )
    .select([
      sql<number>`count(*) filter (where n.mailed_at is not null)`.as('mailed'),
      sql<number>`count(*) filter (where n.mailed_at is null and not ${IS_OVER})`.as('waiting'),
    ])
    .executeTakeFirstOrThrow();
  return { members: Number(members), mailed: Number(mailed), waiting: Number(waiting) };
}

/**
 * Stores the mail for every member whom its kind is for, once per member however often this runs, and queues the first of them.
 * The workers send marketing to those who still agree by then. An announcement is stored anew for those whom it did not reach.
 * Returns for how many members it was stored.
 */
export async function sendToMany(transact: Transact, kind: ToMany, mail: OwnWords): Promise<number> {
  let [told, after] = [0, FIRST_ID];
  for (;;) {
    const ids = await transact((tx) => nextMembers(tx, kind, after));
    if (ids.length === 0) break;
    told += await transact(async (tx) => {
      if (kind === 'announcement') await forgetUnmailed(tx, ids, mail);
      return tell(tx, ids, kind, mail);
    });
    after = ids.at(-1) ?? after;
  }
  await transact(queueToMany);
  return told;
}

/** Queues deliveries of mails to many, the oldest first, until 1,000 wait for their first try. May be called at any time. */
export async function queueToMany(tx: Tx): Promise<void> {
  await enqueueDeliveries(
    tx,
    sql`
      with queued as materialized (
        select replace(key, ${deliveryKey('')}, '')::uuid as id, attempts = 0 as is_new, attempts < max_attempts as waits
        from graphile_worker.jobs where key like ${`${deliveryKey('')}%`}
      ),
      room as (
        select least(${QUEUED_MAX} - count(*) filter (where is_new), ${WAITING_MAX} - count(*)) as places
        from queued join notices using (id) where waits and kind in ${KINDS_TO_MANY}
      )
      select id from notices
      where kind in ${KINDS_TO_MANY} and delivered_at is null
        and created_at > now() - make_interval(days => ${QUEUED_DAYS_MAX}) and id not in (select id from queued)
      order by created_at limit (select greatest(0, places) from room)`,
    'marketing',
  );
}

/**
 * Deletes mails to many whose turn has not come within five days, so that their members get the same mail when it is sent once
 * more. Returns how many.
 */
export async function dropToMany(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notices where id in (
      select id from notices n
      where kind in ${KINDS_TO_MANY} and delivered_at is null and mailed_at is null and leased_until is null
        and created_at <= now() - make_interval(days => ${QUEUED_DAYS_MAX})
        and created_at > now() - make_interval(days => ${QUEUED_DAYS_MAX}, hours => ${DROPPED_HOURS})
        and not exists (select from graphile_worker.jobs j where j.key = ${deliveryKey('')} || n.id)
      order by created_at limit ${DROPPED_MAX})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

async function tell(tx: Tx, ids: string[], kind: ToMany, mail: OwnWords): Promise<number> {
  const { rows } = await sql`
    insert into notices (key, user_id, kind, data)
    select ${keyOf(kind, mail, '')}::text || id, id, ${kind}, ${JSON.stringify(mail)}::jsonb
    from users where id = any(${ids}::uuid[]) and erased_at is null
      and (${kind !== 'marketing'}::boolean or marketing_consent_at is not null)
    on conflict (key) do nothing
    returning id`.execute(tx);
  return rows.length;
}

/** Deletes the announcement where it did not reach these members and is no longer on its way. */
async function forgetUnmailed(tx: Tx, ids: string[], mail: OwnWords): Promise<void> {
  await sql`
    delete from notices n
    where key in (select ${keyOf('announcement', mail, '')}::text || id from unnest(${ids}::uuid[]) id)
      and mailed_at is null and ${IS_OVER}`.execute(tx);
}

async function nextMembers(tx: Tx, kind: ToMany, after: string): Promise<string[]> {
  const rows = await membersFor(tx, kind)
    .select('users.id')
    .where('users.id', '>', after)
    .orderBy('users.id')
    .limit(BATCH_SIZE)
    .execute();
  return rows.map(({ id }) => id);
}

/** Marketing is for those who agreed to it and are not suspended, an announcement for everybody who has an account. */
function membersFor(tx: Tx, kind: ToMany) {
  const members = tx.selectFrom('users').where('users.erasedAt', 'is', null);
  if (kind === 'announcement') return members;
  return members.where('users.marketingConsentAt', 'is not', null).where('users.suspendedAt', 'is', null);
}

/** The key contains a digest of the content, so that the same mail goes to a member only once. */
function keyOf(kind: ToMany, mail: OwnWords, userId: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([mail.subject, mail.text]))
    .digest('hex');
  return `${kind}:${digest}:${userId}`;
}
