import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { endStreams } from '#database/live.ts';
import { enqueue } from '#database/queue.ts';
import { allowStatements } from '#database/transaction.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { endedMissions } from '#domain/earning/index.ts';
import { untoldOnLeaving } from '#domain/notices/index.ts';
import { endOnLeaving } from '#domain/redemption/index.ts';
import { lockMailbox, type Mailbox, recordDeparture } from '#domain/trust/index.ts';
import type { Holding } from './holdings/holding.ts';
import { HOLDINGS } from './holdings.ts';

/** Longest statement, in milliseconds: of a member who was here for years one changes hundreds of thousands of rows. */
const STATEMENT_MS_MAX = 60_000;

/**
 * Erases a member who leaves. All personal fields are removed in this one transaction; the row and the records of
 * money stay under the random id. Redemptions under way still settle. The address is free again at once, and a last
 * mail goes there, and to those that the account had lately. Does nothing if the member has already left. A pause, a
 * suspension, a debt and what was earned lately are kept for the next account at the mailbox, which is stored as an HMAC
 * with `mailboxKey`. Throws Refusal role_held if an owner has to take a role away first, which is recorded and told, and
 * busy if the address changes at the same time.
 */
export async function eraseAccount(tx: Tx, userId: string, mailboxKey: Buffer): Promise<void> {
  await allowStatements(tx, STATEMENT_MS_MAX);
  const named = await nameMailbox(tx, userId, mailboxKey);
  if (!named) return;
  // Waits for credits and redemptions of the member; later ones wait for this and then find the member gone.
  const members = await lockMailboxMembers(tx, userId, named.email);
  const member = members.find(({ id }) => id === userId);
  if (!member) return;
  if (member.email !== named.email) throw new Refusal('busy');
  if (member.isStaff) throw new Refusal('role_held');
  // Workers lock some of these rows without the member, so they are locked before what belongs to them.
  for (const table of ['reward_claims', 'card_redemptions', 'mission_attempts']) {
    await sql`select from ${sql.table(table)} where user_id = ${userId} order by id for update`.execute(tx);
  }
  await endOnLeaving(tx, userId);
  await recordDeparture(tx, { userId, ...named, missions: await endedMissions(tx, userId) });
  const { earlierAddresses, ...untold } = await untoldOnLeaving(tx, userId);
  for (const holding of HOLDINGS) await eraseHolding(tx, holding, { userId, email: member.email });
  await endStreams(tx, userId);
  const farewell = { language: member.locale, at: member.leftAt.toISOString(), ...untold };
  await enqueue(tx, 'send_farewell_mail', { email: member.email, ...farewell });
  for (const email of earlierAddresses) {
    await enqueue(tx, 'send_farewell_mail', { email, ...farewell, isEarlier: true });
  }
}

/** Locks the mailbox before everything else. */
async function nameMailbox(
  tx: Tx,
  userId: string,
  key: Buffer,
): Promise<{ email: string; mailbox: Mailbox } | undefined> {
  const member = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();
  return member && { email: member.email, mailbox: await lockMailbox(tx, key, member.email) };
}

/** Locks, in the order of their ids, the member and the other accounts at the mailbox, which may take over a debt. */
async function lockMailboxMembers(tx: Tx, userId: string, email: string) {
  const { rows } = await sql<{ id: string; email: string; locale: string; isStaff: boolean; leftAt: Date }>`
    select id, email, locale, staff_role is not null as is_staff, now() as left_at from users
    where (id = ${userId} or payout_mailbox(email) = payout_mailbox(${email})) and erased_at is null
    order by id for update`.execute(tx);
  return rows;
}

async function eraseHolding(
  tx: Tx,
  { table, where, leaving }: Holding,
  member: { userId: string; email: string },
): Promise<void> {
  const rows = rowsOf(where, member);
  if (leaving === 'delete') await sql`delete from ${sql.raw(table)} where ${rows}`.execute(tx);
  else if ('set' in leaving) {
    await sql`update ${sql.raw(table)} set ${sql.raw(leaving.set)} where ${rows}`.execute(tx);
  } else if (leaving.unless) {
    await sql`delete from ${sql.raw(table)} where ${rows} and (${sql.raw(leaving.unless)})`.execute(tx);
  }
}

/** The condition of a holding with the member's values as parameters. */
export function rowsOf(where: string, { userId, email }: { userId: string; email: string }) {
  const parts = where.split(/(\$id|\$email)/);
  return sql.join(
    parts.map((part) =>
      part === '$id' ? sql`${userId}` : part === '$email' ? sql`${email}` : sql.raw(part),
    ),
    sql``,
  );
}
