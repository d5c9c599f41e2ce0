import { type RawBuilder, sql } from 'kysely';
import { FORMER_EARNINGS_DAYS } from '#contract/suspensions.values.ts';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';

/**
 * What members who left had earned lately is kept under the HMAC of their mailbox, and accounts there go on with it: they
 * cannot do the same missions again, and owe what walls take back.
 */

/** A member who left, of whom walls can still take credits back. */
export interface FormerEarner {
  formerId: string;
  mailboxes: Buffer[];
  /** The account that owes; null if there is none at the mailbox yet. */
  heirId: string | null;
}

interface Leaving {
  userId: string;
  /** The member's own, and those moved away from. */
  mailboxes: Buffer[];
  /** Ids of the missions that the member cannot start again. */
  missions: string[];
}

/**
 * Keeps the missions of a member who leaves, and the random id if a wall credited the member in the last
 * FORMER_EARNINGS_DAYS. What the account went on with is left to the next one. Returns false if there is neither. The caller
 * holds the member locked.
 */
export async function keepEarnings(tx: Tx, { userId, mailboxes, missions }: Leaving): Promise<boolean> {
  const left = await sql`
    update former_earnings set met_by = array_remove(met_by, ${userId}::uuid),
      mailboxes = array(select distinct unnest(mailboxes || ${mailboxes}::bytea[]))
    where met_by @> array[${userId}::uuid]`.execute(tx);
  const kept = await sql`
    insert into former_earnings (mailboxes, mission_ids, former_id)
    select ${mailboxes}::bytea[], ${missions}::uuid[], former_id
    from (
      select (
        select user_id from tasks
        where user_id = ${userId} and wall is not null and reversed_at is null and held_until is null
          and completed_at > now() - make_interval(days => ${FORMER_EARNINGS_DAYS})
        limit 1
      ) as former_id
    ) credited
    where former_id is not null or ${missions.length > 0}`.execute(tx);
  return (left.numAffectedRows ?? 0n) + (kept.numAffectedRows ?? 0n) > 0n;
}

/** Lets an account go on with what was earned at the mailbox, which the caller holds locked. */
export async function goOnWithEarnings(
  tx: Tx,
  { userId, mailbox }: { userId: string; mailbox: Buffer },
): Promise<void> {
  await sql`update former_earnings set met_by = met_by || ${userId}::uuid
    where mailboxes @> array[${mailbox}::bytea] and not met_by @> array[${userId}::uuid]`.execute(tx);
}

/** In a statement: whether the member completed the mission with an earlier account. */
export const didBefore = (memberId: string, missionId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from former_earnings e
  where e.met_by @> array[${memberId}::uuid] and e.mission_ids @> array[${missionId}]::uuid[])`;

/** The account that owes for a row of `former_earnings`: the first of those that go on with it and still exist. */
const HEIR = sql<string | null>`(
  select u.id from unnest(met_by) with ordinality m (id, place) join users u on u.id = m.id
  where u.erased_at is null order by place limit 1)`;

/** Locks those of these members who are former earners, and the accounts that owe for them, in the order of their ids. */
export async function lockFormerEarners(tx: Tx, memberIds: string[]): Promise<void> {
  await sql`
    select from users
    where id in (
      select unnest(array[former_id, ${HEIR}]) from former_earnings where former_id = any (${memberIds}::uuid[]))
    order by id for no key update`.execute(tx);
}

/**
 * Returns the former earner with this id, locked like the account that owes; undefined if there is none. The caller has called
 * lockFormerEarners. Throws Refusal busy if another account has come to owe since and is in use, or has just left.
 */
export async function lockFormerEarner(tx: Tx, memberId: string): Promise<FormerEarner | undefined> {
  await sql`select from former_earnings where former_id = ${memberId} for update`.execute(tx);
  // A statement of its own: the one that waited for the row sees no account that was made meanwhile.
  const { rows } = await sql<FormerEarner>`
    select former_id, mailboxes, ${HEIR} as heir_id from former_earnings where former_id = ${memberId}`.execute(
    tx,
  );
  const [former] = rows;
  if (!former?.heirId) return former;
  // To wait for it now could be a deadlock.
  const heir = await sql`
    select from users where id = ${former.heirId} and erased_at is null for no key update skip locked`.execute(
    tx,
  );
  if (heir.rows.length === 0) throw new Refusal('busy');
  return former;
}
