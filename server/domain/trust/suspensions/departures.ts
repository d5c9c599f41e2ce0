import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PauseReason } from '#contract/suspensions.values.ts';
import type { Tx } from '#database/client.ts';
import { DEPARTED, memberAccount, post } from '#domain/ledger/index.ts';
import { type FormerEarner, goOnWithEarnings, keepEarnings } from './former-earnings.ts';
import { pauseMember } from './pause.ts';
import { beginSuspension } from './suspension.ts';

/**
 * A member who leaves while paused, suspended or in debt gets the same standing again with the next account at the
 * same mailbox, in any spelling. Only the HMAC of the mailbox, the reasons and the debt are kept. What the member earned
 * lately is kept beside it, see former-earnings.ts.
 */

/** A mailbox as stored: HMAC-SHA-256 of its normalized spelling. */
export type Mailbox = Buffer;

/** Returns the mailbox of an address. */
export async function mailboxOf(tx: Tx, key: Buffer, email: string): Promise<Mailbox> {
  const { rows } = await sql<{ spelling: string }>`select payout_mailbox(${email}) as spelling`.execute(tx);
  return createHmac('sha256', key)
    .update(rows[0]?.spelling ?? email)
    .digest();
}

/**
 * Returns the mailbox of an address, locked until the transaction ends, so that leaving and signing up are
 * serialized. Lock order everywhere: mailboxes before staff and members.
 */
export async function lockMailbox(tx: Tx, key: Buffer, email: string): Promise<Mailbox> {
  const mailbox = await mailboxOf(tx, key, email);
  await sql`select pg_advisory_xact_lock(hashtextextended(${mailbox.toString('hex')}, 0))`.execute(tx);
  return mailbox;
}

interface Standing {
  pausedReason: PauseReason | null;
  suspendedReason: PauseReason | null;
  /** Whole points of the debt, above zero. */
  pointsOwed: number;
}

/**
 * Adds the old mailbox of a member who changes address to those that a later departure covers, if the member is
 * paused, in debt or has earned anything.
 */
export async function rememberMailbox(tx: Tx, userId: string, left: Mailbox): Promise<void> {
  await sql`update users set left_mailboxes = left_mailboxes || ${left}::bytea
    where id = ${userId}
      and (paused_at is not null or points < 0 or exists (select from tasks t where t.user_id = users.id))
      and not left_mailboxes @> array[${left}::bytea]`.execute(tx);
}

/**
 * Records the pause, suspension and debt of a member who leaves, takes the debt off the account, and keeps what was earned.
 * The caller holds its row and those of the other accounts at the mailbox locked. An account that exists at the mailbox
 * gets all of it at once.
 */
export async function recordDeparture(
  tx: Tx,
  {
    userId,
    email,
    mailbox,
    missions,
  }: { userId: string; email: string; mailbox: Mailbox; missions: string[] },
): Promise<void> {
  const { rows } = await sql<Standing & { leftMailboxes: Buffer[] }>`
    select paused_reason, case when suspended_at is not null then coalesce(suspended_reason, 'staff_review') end
      as suspended_reason, greatest(-points, 0) as points_owed, left_mailboxes
    from users where id = ${userId}`.execute(tx);
  const [member] = rows;
  if (!member) return;
  const { leftMailboxes, ...standing } = member;
  const mailboxes = [mailbox, ...leftMailboxes];
  const earned = await keepEarnings(tx, { userId, mailboxes, missions });
  const stands = Boolean(standing.pausedReason || standing.suspendedReason || standing.pointsOwed > 0);
  if (stands) {
    const { id } = await tx
      .insertInto('departures')
      .values({ ...standing, mailboxes })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (standing.pointsOwed > 0) {
      await postDebt(tx, `debt_left:${id}`, { to: userId, points: standing.pointsOwed, reference: id });
    }
  }
  if (!stands && !earned) return;
  const heir = await tx
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`payout_mailbox(email) = payout_mailbox(${email})`)
    .where('id', '!=', userId)
    .where('erasedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .executeTakeFirst();
  if (!heir) return;
  if (stands) await meetAgain(tx, { userId: heir.id, mailbox });
  else await goOnWithEarnings(tx, { userId: heir.id, mailbox });
}

/**
 * Takes the debt of a former earner off the account that was left: the account that goes on at the mailbox owes it, or else
 * it waits for the next one. The caller holds all three locked.
 */
export async function owePast(
  tx: Tx,
  { formerId, mailboxes, heirId }: FormerEarner,
  pointsOwed: number,
): Promise<void> {
  const id = randomUUID();
  await postDebt(tx, `debt_left:${id}`, { to: formerId, points: pointsOwed, reference: id });
  if (heirId) await postDebt(tx, `debt_met:${id}`, { from: heirId, points: pointsOwed, reference: id });
  else await tx.insertInto('departures').values({ id, mailboxes, pointsOwed }).execute();
}

/**
 * Gives an account what was recorded for its mailbox: the pause, the suspension (not to staff, on whom an owner
 * decides), the debt and what was earned. A pause or suspension of another account at the mailbox applies to this one too,
 * and a debt there pauses it. The caller holds the mailbox locked.
 */
export async function meetAgain(
  tx: Tx,
  { userId, mailbox }: { userId: string; mailbox: Mailbox },
): Promise<void> {
  // First: it waits for a wall that takes back from a former earner, whose debt is then among the departures.
  await goOnWithEarnings(tx, { userId, mailbox });
  const { rows: departures } = await sql<Standing & { id: string }>`
    delete from departures where mailboxes @> array[${mailbox}::bytea]
    returning id, paused_reason, suspended_reason, points_owed`.execute(tx);
  for (const { id, pointsOwed } of departures) {
    if (pointsOwed > 0)
      await postDebt(tx, `debt_met:${id}`, { from: userId, points: pointsOwed, reference: id });
  }
  const others = await standingsBeside(tx, { userId, mailbox });
  const standings = [...departures, ...others];
  const now = await tx
    .selectFrom('users')
    .select(['isAdmin', 'pausedAt', 'suspendedAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const paused =
    standings.find(({ pausedReason }) => pausedReason)?.pausedReason ??
    (others.some(({ pointsOwed }) => pointsOwed > 0) ? 'many_accounts' : undefined);
  if (paused && !now.pausedAt) await pauseMember(tx, { userId, reason: paused, text: '', adminId: null });
  const suspended = standings.find(({ suspendedReason }) => suspendedReason)?.suspendedReason;
  if (suspended && !now.suspendedAt && !now.isAdmin) {
    await beginSuspension(tx, { userId, reason: suspended, text: '', adminId: null });
  }
}

/** The standings of other accounts at this mailbox, or that moved away from it while paused or in debt. */
async function standingsBeside(
  tx: Tx,
  { userId, mailbox }: { userId: string; mailbox: Mailbox },
): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select o.paused_reason, case when o.suspended_at is not null then coalesce(o.suspended_reason, 'staff_review') end
      as suspended_reason, greatest(-o.points, 0) as points_owed
    from users o
    where o.id in (
        select same.id from users u join users same on payout_mailbox(same.email) = payout_mailbox(u.email)
        where u.id = ${userId}
        union all
        select moved.id from users moved where moved.left_mailboxes <> '{}' and moved.left_mailboxes @> array[${mailbox}::bytea]
      )
      and o.id <> ${userId} and o.erased_at is null
      and (o.paused_at is not null or o.suspended_at is not null or o.points < 0)
    order by o.created_at desc, o.id`.execute(tx);
  return rows;
}

/** Takes a debt off an account that leaves (`to`), or puts it on a new one (`from`). */
async function postDebt(
  tx: Tx,
  key: string,
  { points, reference, ...side }: { points: number; reference: string } & ({ to: string } | { from: string }),
): Promise<void> {
  const accounts =
    'to' in side
      ? { from: DEPARTED, to: memberAccount(side.to) }
      : { from: memberAccount(side.from), to: DEPARTED };
  const debt = { ...accounts, amount: points, kind: 'debt', mayOverdraw: true } as const;
  await post(tx, [{ ...debt, key, unit: 'points', reference, actor: 'system' }]);
}
