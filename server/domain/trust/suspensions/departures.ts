import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PauseReason } from '#contract/suspensions.values.ts';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import { lockMember } from '#domain/common/lock-member.ts';
import { DEPARTED, debtsLeft, findTransfer, memberAccount, post } from '#domain/ledger/index.ts';
import { notify } from '#domain/notices/index.ts';
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
 * The caller holds its row and those of the other accounts at the mailbox locked. Of accounts that exist at the mailbox the
 * oldest gets the standing at once, and all go on with what was earned.
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
  const beside = await tx
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`payout_mailbox(email) = payout_mailbox(${email})`)
    .where('id', '!=', userId)
    .where('erasedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  for (const heir of beside) await goOnWithEarnings(tx, { userId: heir.id, mailbox });
  const [first] = beside;
  if (stands && first) await meetAgain(tx, { userId: first.id, mailbox });
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
 * Uses what is left on the account of a member who has left, after points came back to it, for what others owe for that
 * member: the account that took the debt over gets it, or what waits for the next one is less. Does nothing for members who
 * are here. The caller holds the member locked.
 */
export async function payPastDebts(tx: Tx, memberId: string): Promise<void> {
  const { rows } = await sql<{ points: number }>`
    select points from users where id = ${memberId} and erased_at is not null and points > 0`.execute(tx);
  let left = rows[0]?.points ?? 0;
  for (const { id, open, transfers } of left > 0 ? await debtsLeft(tx, memberId) : []) {
    const points = Math.min(left, open);
    const payment = { id, key: `${id}:${transfers}`, memberId, points };
    if (points > 0 && (await payPastDebt(tx, payment))) left -= points;
  }
}

/** Returns false, and moves nothing, if the debt met nobody until its record ended. */
async function payPastDebt(
  tx: Tx,
  { id, key, memberId, points }: { id: string; key: string; memberId: string; points: number },
): Promise<boolean> {
  // Whoever signs up takes this row away, so that afterwards the new account is found.
  const waiting =
    await sql`update departures set points_owed = points_owed - ${points} where id = ${id}`.execute(tx);
  const heirId = waiting.numAffectedRows ? null : await heirOf(tx, id);
  if (!waiting.numAffectedRows && !heirId) return false;
  await sql`delete from departures
    where id = ${id} and points_owed = 0 and paused_reason is null and suspended_reason is null`.execute(tx);
  await postDebt(tx, `debt_paid:${key}`, { from: memberId, points, reference: id });
  if (!heirId) return true;
  await postDebt(tx, `debt_eased:${key}`, { to: heirId, points, reference: id });
  announce(tx, heirId, { type: 'balance', data: { change: points } });
  await payPastDebts(tx, heirId);
  return true;
}

/** The account that took the debt over, locked. */
async function heirOf(tx: Tx, id: string): Promise<string | null> {
  const met = await findTransfer(tx, ['key', `debt_met:${id}`]);
  if (!met?.memberId) return null;
  await lockMember(tx, met.memberId);
  return met.memberId;
}

/**
 * Gives an account what was recorded for its mailbox, and tells its member: the pause, the suspension (not to staff, on
 * whom an owner decides), the debt and what was earned. A pause or suspension of another account at the mailbox applies
 * to this one too, and a debt there pauses it. The caller holds the mailbox locked.
 */
export async function meetAgain(
  tx: Tx,
  { userId, mailbox }: { userId: string; mailbox: Mailbox },
): Promise<void> {
  // First: it waits for a wall that takes back from a former earner, whose debt is then among the departures.
  await goOnWithEarnings(tx, { userId, mailbox });
  const { rows: departures } = await sql<Standing & { id: string; mailboxes: Mailbox[] }>`
    delete from departures where mailboxes @> array[${mailbox}::bytea]
    returning id, mailboxes, paused_reason, suspended_reason, points_owed`.execute(tx);
  const taken = departures.flatMap(({ mailboxes }) => mailboxes).filter((one) => !one.equals(mailbox));
  if (taken.length > 0) await takeMailboxes(tx, userId, taken);
  for (const { id, pointsOwed } of departures) {
    if (pointsOwed > 0) await meetDebt(tx, { id, userId, points: pointsOwed });
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

/**
 * Lets an account stand for the other mailboxes of what it took over, as if it had moved away from them: a new account
 * at one of them does not begin anew.
 */
async function takeMailboxes(tx: Tx, userId: string, taken: Mailbox[]): Promise<void> {
  await sql`update users set left_mailboxes = array(select distinct unnest(left_mailboxes || ${taken}::bytea[]))
    where id = ${userId}`.execute(tx);
}

async function meetDebt(
  tx: Tx,
  { id, userId, points }: { id: string; userId: string; points: number },
): Promise<void> {
  const key = `debt_met:${id}`;
  const balance = await postDebt(tx, key, { from: userId, points, reference: id });
  announce(tx, userId, { type: 'balance', data: { change: -points } });
  await notify(tx, { key, userId, kind: 'debt_met', data: { points, balance } });
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

/** Takes a debt off an account (`to`), or puts it on one (`from`). Returns the balance of the account. */
async function postDebt(
  tx: Tx,
  key: string,
  { points, reference, ...side }: { points: number; reference: string } & ({ to: string } | { from: string }),
): Promise<number> {
  const accounts =
    'to' in side
      ? { from: DEPARTED, to: memberAccount(side.to) }
      : { from: memberAccount(side.from), to: DEPARTED };
  const debt = { ...accounts, amount: points, kind: 'debt', mayOverdraw: true } as const;
  const [posted] = await post(tx, [{ ...debt, key, unit: 'points', reference, actor: 'system' }]);
  const balance = posted?.balanceAfter;
  if (balance === undefined || balance === null) throw new Error('the ledger has this debt already');
  return balance;
}
