import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { endStreams } from '#database/live.ts';
import { enqueue } from '#database/queue.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { lockStaff, requireAnotherOwner } from '#domain/members/index.ts';
import { endOnLeaving } from '#domain/redemption/index.ts';
import { lockMailbox, type Mailbox, recordDeparture } from '#domain/trust/index.ts';
import type { Holding } from './holdings/holding.ts';
import { HOLDINGS } from './holdings.ts';

/**
 * Erases a member who leaves: every personal field goes in this one transaction, the row and the records of money stay
 * under the random id. Redemptions under way still settle. The address is free again at once; a last mail goes there.
 * Does nothing for a member who has left. A pause, a suspension and a debt are kept for the next account at the mailbox,
 * which `mailboxKey` makes a hash of. Throws Refusal last_owner, busy for a parallel change of the address.
 */
export async function eraseAccount(tx: Tx, userId: string, mailboxKey: Buffer): Promise<void> {
  const named = await nameMailbox(tx, userId, mailboxKey);
  if (!named) return;
  await keepAnOwner(tx, userId);
  // Whoever credits or redeems for the member at this moment is waited for, or waits and then finds them gone.
  const members = await lockMailboxMembers(tx, userId, named.email);
  const member = members.find(({ id }) => id === userId);
  if (!member) return;
  if (member.email !== named.email) throw new Refusal('busy');
  // Workers lock some of these without the member: each of them before what belongs to it.
  for (const table of ['reward_claims', 'card_redemptions', 'mission_attempts']) {
    await sql`select from ${sql.table(table)} where user_id = ${userId} order by id for update`.execute(tx);
  }
  await endOnLeaving(tx, userId);
  await recordDeparture(tx, { userId, ...named });
  for (const holding of HOLDINGS) await eraseHolding(tx, holding, { userId, email: member.email });
  await endStreams(tx, userId);
  await enqueue(tx, 'send_farewell_mail', { email: member.email, language: member.locale });
}

/** The mailbox is locked before everything else. */
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

/** The member and whoever else has an account at their mailbox, which may have to take a debt over, in id order. */
async function lockMailboxMembers(tx: Tx, userId: string, email: string) {
  const { rows } = await sql<{ id: string; email: string; locale: string }>`
    select id, email, locale from users
    where (id = ${userId} or payout_mailbox(email) = payout_mailbox(${email})) and erased_at is null
    order by id for update`.execute(tx);
  return rows;
}

/** The staff are locked before their members, as where their roles change. */
async function keepAnOwner(tx: Tx, userId: string): Promise<void> {
  const isOwner = async () => {
    const query = tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('staffRole', '=', 'owner');
    return (await query.executeTakeFirst()) !== undefined;
  };
  if (!(await isOwner())) return;
  await lockStaff(tx);
  if (await isOwner()) await requireAnotherOwner(tx, userId);
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
